"""Base models whose rows belong to an organisation."""

from functools import cache
from typing import ClassVar, Self, TypeVar

from django.core.exceptions import ValidationError
from django.db import DEFAULT_DB_ALIAS, models

from tournaments.scope.scope import OrganisationInScope, organisation_or_none
from tournaments.scope.withheld import is_for_visitors, shown_condition

Row = TypeVar("Row", bound=models.Model)


class ScopedManager(models.Manager[Row]):
    """Rows of the organisation in scope; raises ``OutOfScope`` without one.

    Rows related to an instance, such as the series of an event, are not filtered again,
    as the instance itself was found within the scope.
    """

    def get_queryset(self) -> models.QuerySet[Row]:
        rows = super().get_queryset()
        if is_for_visitors() and self.model.withheld_until:  # type: ignore[attr-defined]
            rows = rows.filter(shown_condition(*self.model.withheld_until))  # type: ignore[attr-defined]
        if hasattr(self, "instance"):
            return rows
        return rows.filter(**{way_to_organisation(self.model): OrganisationInScope()})


class Scoped(models.Model):
    """A row that is found in the scope of its organisation only.

    ``public`` names the columns that files and answers for everybody may have; a column
    that is not named is private.
    """

    public: ClassVar[tuple[str, ...]] = ()
    withheld_until: ClassVar[tuple[str, ...]] = ()

    objects = ScopedManager()

    class Meta:
        abstract = True

    def check_and_save(self, *, force_insert: bool = False) -> Self:
        """Check all columns, save the row and return it."""
        self.full_clean()
        self.save(force_insert=force_insert)
        return self

    def store(self, **columns: object) -> None:
        """Set these columns and save nothing else."""
        for name, value in columns.items():
            setattr(self, name, value)
        self.save(update_fields=columns.keys())


class Owned(Scoped):
    """A row that belongs to an organisation directly: a person, an event, an account.

    A new row belongs to the organisation in scope; without one the database refuses it.
    """

    organisation = models.ForeignKey(
        "tournaments.Organisation",
        on_delete=models.PROTECT,
        related_name="%(class)ss",
        default=organisation_or_none,
        editable=False,
    )

    class Meta:
        abstract = True

    def clean_fields(self, exclude=None):
        """Check all fields except the organisation, which would cost a query."""
        super().clean_fields(exclude={*(exclude or ()), "organisation"})


class OncePerOrganisation(models.UniqueConstraint):
    """A field is unique within an organisation; the error is reported on that field."""

    def validate(self, model, instance, exclude=None, using=DEFAULT_DB_ALIAS):
        try:
            super().validate(model, instance, exclude=exclude, using=using)
        except ValidationError as problem:
            _organisation, field = self.fields
            raise ValidationError({field: problem.error_list}) from problem


class Part(Scoped):
    """A row that belongs to another row through the foreign key ``part_of``."""

    part_of: ClassVar[str]

    class Meta:
        abstract = True


@cache
def way_to_organisation(model: type[models.Model]) -> str:
    """Return the lookup from a row to its organisation."""
    if issubclass(model, Owned):
        return "organisation"
    name: str = model.part_of  # type: ignore[attr-defined]
    parent = model._meta.get_field(name).related_model
    return f"{name}__{way_to_organisation(parent)}"
