"""Base models whose rows belong to an organisation."""

from functools import cache
from typing import ClassVar, TypeVar

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


def check_and_save(row: Row, *, force_insert: bool = False) -> Row:
    """Check all columns of a row, save it and return it."""
    row.full_clean()
    row.save(force_insert=force_insert)
    return row


def store(row: models.Model, **columns: object) -> None:
    """Set these columns of a row and save nothing else."""
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=columns.keys())


class Owned(models.Model):
    """A row that belongs to an organisation directly: a person, an event, an account.

    A new row belongs to the organisation in scope; without one the database refuses it.
    """

    withheld_until: ClassVar[tuple[str, ...]] = ()

    organisation = models.ForeignKey(
        "tournaments.Organisation",
        on_delete=models.PROTECT,
        related_name="%(class)ss",
        default=organisation_or_none,
        editable=False,
    )

    objects = ScopedManager()
    check_and_save, store = check_and_save, store

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


class Part(models.Model):
    """A row that belongs to another row through the foreign key ``part_of``."""

    part_of: ClassVar[str]
    withheld_until: ClassVar[tuple[str, ...]] = ()

    objects = ScopedManager()
    check_and_save, store = check_and_save, store

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
