"""Base models whose rows belong to an organisation, and their columns."""

import json
from functools import cache
from typing import Any, ClassVar, Literal, Self, TypeVar, overload

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import DEFAULT_DB_ALIAS, models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.scope.scope import (
    OrganisationInScope,
    is_for_visitors,
    organisation_or_none,
    shown_condition,
)


def between(least: int, most: int) -> list[BaseValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


@overload
def number_column(
    label: Any, least: int, most: int, *, null: Literal[True], **options: Any
) -> "models.PositiveSmallIntegerField[Any, int | None]": ...
@overload
def number_column(
    label: Any, least: int, most: int, **options: Any
) -> "models.PositiveSmallIntegerField[Any, int]": ...
def number_column(
    label: Any, least: int, most: int, *, null: bool = False, **options: Any
) -> Any:
    """Return the column for a small number between two bounds."""
    options |= {"null": null, "blank": null, "validators": between(least, most)}
    return models.PositiveSmallIntegerField(label, **options)


def choice_column(
    label: Any, usual: models.TextChoices, **options: Any
) -> "models.CharField[Any, str]":
    """Return the column for a choice; ``usual`` is the one that nobody chose."""
    options |= {"choices": type(usual), "default": usual}
    return models.CharField(label, **options)


def account_column(label: Any = None, *, null: bool = True, **options: Any) -> Any:
    """Return the column for the account that did something, or may do it yet."""
    options |= {"verbose_name": label, "null": null, "blank": null}
    return models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, "+", **options)


def optional_link(to: Any, on_delete: Any, related_name: str, **options: Any) -> Any:
    """Return the column for a row of another table, or for none."""
    return models.ForeignKey(
        to, on_delete, related_name, null=True, blank=True, **options
    )


def unique(
    name: str, *columns: str, said: Any = None, **options: Any
) -> models.UniqueConstraint:
    """Return the constraint that no two rows agree in ``columns``, and what is said."""
    options |= {"fields": columns, "violation_error_message": said}
    return models.UniqueConstraint(name=name, **options)


def check(
    name: str, condition: models.Q, *, said: Any = None
) -> models.CheckConstraint:
    """Return the constraint that each row fulfils, and what is said of others."""
    return models.CheckConstraint(
        name=name, condition=condition, violation_error_message=said
    )


EXTENSIONS = "extensions"
MOST_BYTES = 16_000
MOST_LEVELS = 32


class ExtensionsField(models.TextField):
    """The extensions of a row by namespace, as canonical JSON, empty for none.

    It is a text because a JSON column would change the notation of some numbers.
    """

    def __init__(self, *arguments: Any, **named: Any):
        usual: dict[str, Any] = {
            "verbose_name": _("extensions of other programs"),
            **{"blank": True, "default": "", "editable": False},
        }
        super().__init__(*arguments, **(usual | named))


def canonical_json(value: Any) -> str:
    """Return the canonical JSON of a value. Raises ``ValueError`` for NaN and infinity.

    >>> canonical_json({"b": [1.0, None], "a": "Ä"})
    '{"a":"Ä","b":[1.0,null]}'
    """
    return json.dumps(
        value,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    )


def nesting_depth(value: Any) -> int:
    """Return the depth of the innermost part of a value.

    >>> nesting_depth({"a": [1, {}], "b": 2})
    3
    """
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(nesting_depth, inner), default=0)


Row = TypeVar("Row", bound=models.Model)


class ScopedManager(models.Manager[Row]):
    """Rows of the organisation in scope; raises ``OutOfScope`` without one.

    Rows related to an instance, such as the series of an event, are not filtered again,
    as the instance itself was found within the scope.
    """

    @cached_property
    def in_scope(self) -> models.QuerySet[Row]:
        """The rows of any organisation: which one is asked when a query is executed."""
        rows = super().get_queryset()
        return rows.filter(**{way_to_organisation(self.model): OrganisationInScope()})

    def get_queryset(self) -> models.QuerySet[Row]:
        is_related = hasattr(self, "instance")
        rows = super().get_queryset() if is_related else self.in_scope.all()
        withheld_until = self.model.withheld_until  # type: ignore[attr-defined]
        if withheld_until and is_for_visitors():
            rows = rows.filter(shown_condition(*withheld_until))
        return rows


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
        self.full_clean()
        self.save(force_insert=force_insert)
        return self

    def store(self, **columns: object) -> None:
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


def once(
    name: str, column: str, *, said: Any = None, **options: Any
) -> OncePerOrganisation:
    """Return the constraint that no two rows of an organisation agree in a column."""
    options |= {"fields": ["organisation", column], "violation_error_message": said}
    return OncePerOrganisation(name=name, **options)


class Part(Scoped):
    """A row that belongs to another row through the foreign key ``part_of``."""

    part_of: ClassVar[str]

    class Meta:
        abstract = True


@cache
def way_to_organisation(model: type[models.Model]) -> str:
    if issubclass(model, Owned):
        return "organisation"
    name: str = model.part_of  # type: ignore[attr-defined]
    parent = model._meta.get_field(name).related_model
    return f"{name}__{way_to_organisation(parent)}"
