"""Base models whose rows belong to an organisation, with their columns and their log.

The log says who added, changed and removed what, and when, in one table. Rows of a
``Logged`` model are logged when they are saved or deleted one by one. Whoever writes
many at once uses ``create_many`` and ``update_many``.
"""

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, ClassVar, Literal, Self, TypeVar, overload

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import DEFAULT_DB_ALIAS, models
from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.scope.scope import (
    OrganisationInScope,
    bound,
    is_for_visitors,
    organisation_or_none,
    shown_condition,
)
from tournaments.words.choices import LogKind


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


ADDED, CHANGED, REMOVED = "+", "~", "-"
LONGEST_LABEL = 400
BATCH = 200
# The columns by which pages read the log; a line stands on the page of the first.
SUBJECTS = ("team", "league", "season", "event", "person")

LoggedRow = TypeVar("LoggedRow", bound="Logged")
Values = dict[str, Any]

_at_work: ContextVar[Any] = ContextVar("at_work", default=None)


class LogEntry(Owned):
    """One act: a row was added, changed or removed, or somebody did something.

    ``table`` and ``row`` name what it was about, ``label`` how that was called then;
    the rows themselves may be gone, so nothing here is a foreign key. ``changes`` has
    the columns that changed, before and after, as JSON. ``times`` counts what was
    repeated within an hour.
    """

    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, "+", null=True, blank=True
    )
    kind = models.CharField(max_length=10, choices=LogKind)
    action = models.CharField(max_length=14)
    table = models.CharField(max_length=30, blank=True)
    row = models.PositiveBigIntegerField(null=True, blank=True)
    event = models.PositiveBigIntegerField(null=True, blank=True)
    season = models.PositiveBigIntegerField(null=True, blank=True)
    league = models.PositiveBigIntegerField(null=True, blank=True)
    team = models.PositiveBigIntegerField(null=True, blank=True)
    person = models.PositiveBigIntegerField(null=True, blank=True)
    label = models.CharField(max_length=LONGEST_LABEL, blank=True)
    changes = models.TextField(blank=True)
    times = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["organisation", "at"], name="log_by_time"),
            models.Index(fields=["table", "row"], name="log_by_row"),
            *(
                models.Index(
                    fields=[name],
                    condition=Q(**{f"{name}__isnull": False}),
                    name=f"log_by_{name}",
                )
                for name in SUBJECTS
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.table} {self.label}"

    @property
    def before_and_after(self) -> dict[str, list[Any]]:
        changes: dict[str, list[Any]] = json.loads(self.changes or "{}")
        return changes


@dataclass(frozen=True, slots=True)
class Logs:
    """How the rows of a model are logged.

    ``about`` are the paths to the keys of the subjects on whose pages the entries
    stand. Columns that people fill in are compared, besides those ``hidden``, and
    ``also`` some others. Of a row that is an act itself only the moments are logged
    that ``stamps`` name; beside each stands the account. Rows with other values than
    ``only`` has for a column are not logged at all.
    """

    kind: str
    about: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    stamps: tuple[str, ...] = ()
    only: Mapping[str, tuple[object, ...]] = field(default_factory=dict)


class Logged(models.Model):
    """A row whose changes are logged."""

    logs: ClassVar[Logs]
    # The columns as they are stored, for comparing them when the row is saved.
    _stored: Any = ()

    class Meta:
        abstract = True

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        post_save.connect(note_save, sender=cls)
        if not cls.logs.stamps:
            post_delete.connect(note_delete, sender=cls)

    @classmethod
    def from_db(cls, *arguments: Any, **options: Any) -> Self:
        row = super().from_db(*arguments, **options)
        row._stored = arguments[1:]
        return row

    def refresh_from_db(
        self, using: str | None = None, fields: Any = None, from_queryset: Any = None
    ) -> None:
        super().refresh_from_db(using, fields, from_queryset)
        self._stored = stored_values(self) | values_of(self, fields)

    @property
    def is_logged(self) -> bool:
        """Whether a new or changed row appears in the log at all."""
        only = self.logs.only.items()
        return all(getattr(self, column) in values for column, values in only)

    @property
    def log_kind(self) -> str:
        return self.logs.kind

    @property
    def log_label(self) -> str:
        """How the row is called in the log; empty if it is named after its person."""
        return str(self)


@cache
def logged_columns(model: type[Logged]) -> dict[str, models.Field]:
    """Return the columns that are compared, by their names.

    Those that lead to the subject beside the line would only repeat it.
    """
    logs = model.logs
    ways = {way.partition(".")[0].removesuffix("_id") for way in logs.about.values()}
    return {
        column.name: column
        for column in model._meta.concrete_fields
        if (column.editable or column.name in (*logs.also, *logs.stamps))
        and not column.primary_key
        and column.name not in {*ways, *logs.hidden}
    }


def values_of(row: Logged, fields: Iterable[str] | None = None) -> Values:
    """Return the logged columns of a row by their names, as far as they are loaded."""
    return {
        column.attname: row.__dict__[column.attname]
        for name, column in logged_columns(type(row)).items()
        if column.attname in row.__dict__
        and (fields is None or name in fields or column.attname in fields)
    }


def stored_values(row: Logged) -> Values:
    """Return the values that a row had when it was read or written last."""
    stored = row._stored
    return stored if isinstance(stored, dict) else dict(zip(*stored, strict=True))


def note_save(
    sender: type[Logged],
    instance: Logged,
    created: bool,
    update_fields: Iterable[str] | None = None,
    **_signal: object,
) -> None:
    if created and not instance.is_logged:
        return  # such a row is no other later
    for entry in entries_for(instance, created=created, fields=update_fields):
        entry.save(force_insert=True)


def note_delete(sender: type[Logged], instance: Logged, **_signal: object) -> None:
    if instance.is_logged:
        new_entry(instance, REMOVED).save(force_insert=True)


def entries_for(
    row: Logged, *, created: bool, fields: Iterable[str] | None = None
) -> Iterator[LogEntry]:
    stored = stored_values(row) if row._stored and not created else {}
    values = values_of(row, fields)
    row._stored = stored | values
    if not row.is_logged:
        return
    if row.logs.stamps:
        for stamp in row.logs.stamps:
            if values.get(stamp) and not stored.get(stamp):
                # The account stands beside it: "decided_by" of "decided_at".
                by = getattr(row, f"{stamp.removesuffix('at')}by_id")
                yield new_entry(row, stamp, at=values[stamp], by_id=by)
    elif created:
        yield new_entry(row, ADDED)
    elif changes := changed_values(row, stored, values):
        yield new_entry(row, CHANGED, changes=changes)


def changed_values(row: Logged, stored: Values, values: Values) -> str:
    """Return the columns that differ, before and after, as JSON; empty if none."""
    changes = {
        name: [stored.get(column.attname), values[column.attname]]
        for name, column in logged_columns(type(row)).items()
        if column.attname in values
        and unbroken(stored.get(column.attname)) != unbroken(values[column.attname])
    }
    return json.dumps(changes, default=str, ensure_ascii=False) if changes else ""


def unbroken(value: Any) -> Any:
    """Return a value without what forms do to texts that nobody touched."""
    is_text = isinstance(value, str)
    return value.replace("\r\n", "\n").strip() if is_text else value


def new_entry(row: Logged, action: str, **columns: Any) -> LogEntry:
    about = {name: key_at_end(row, way) for name, way in row.logs.about.items()}
    owner = getattr(row, "organisation_id", None) or organisation_or_none()
    if row._meta.model_name == "organisation":
        owner = row.pk
    user = getattr(_at_work.get(), "user", None)
    by = user.pk if user is not None and user.is_authenticated else None
    usual = {"at": timezone.now(), "by_id": by}
    return LogEntry(
        organisation_id=owner,
        kind=row.log_kind,
        action=action,
        table=row._meta.model_name or "",
        row=row.pk,
        label="" if row.logs.stamps else row.log_label[:LONGEST_LABEL],
        **(usual | about | columns),
    )


def key_at_end(row: Any, way: str) -> Any:
    """Return the key at the end of a path of attributes, None if it breaks off."""
    for name in way.split("."):
        row = getattr(row, name, None)
    return row


def create_many(rows: Sequence[models.Model], *, batch_size: int = BATCH) -> list[Any]:
    """Store many new rows of one model and log them."""
    if not rows:
        return []
    model = type(rows[0])
    saved: list[Any] = model._default_manager.bulk_create(rows, batch_size=batch_size)
    if issubclass(model, Logged):
        log_all(saved, created=True)
    return saved


def update_many(rows: Sequence[LoggedRow], columns: Sequence[str]) -> None:
    """Store some columns of many rows and log what changed."""
    if rows:
        type(rows[0])._default_manager.bulk_update(rows, columns, batch_size=BATCH)
        log_all(rows, created=False, fields=columns)


def log_all(rows: Iterable[Logged], **options: Any) -> None:
    entries = [entry for row in rows for entry in entries_for(row, **options)]
    LogEntry.objects.bulk_create(entries, batch_size=BATCH)


def entries_about(row: models.Model) -> models.QuerySet[LogEntry]:
    """Return the entries about a row itself, the latest first."""
    return LogEntry.objects.filter(table=row._meta.model_name, row=row.pk)


def earlier_values(
    row: Logged, *names: str, since: datetime | None = None
) -> Iterator[tuple[Any, ...]]:
    """Yield the values of some columns that a row had before, the latest first.

    They are as stored: of another row its key.
    """
    columns = logged_columns(type(row))
    values = {name: getattr(row, columns[name].attname) for name in names}
    entries = entries_about(row).exclude(changes="")
    for entry in entries.filter(at__gte=since) if since else entries:
        changes = entry.before_and_after
        if changes.keys() & values.keys():
            values |= {name: changes[name][0] for name in changes if name in values}
            yield tuple(values.values())


def forget_values(row: Logged, *, keep: Container[str], label: str) -> None:
    """Take everything about a row out of the log but some columns."""
    entries = list(entries_about(row))
    for entry in entries:
        changes = entry.before_and_after.items()
        kept = {name: values for name, values in changes if name in keep}
        entry.changes = json.dumps(kept) if kept else ""
        entry.label = label
    LogEntry.objects.bulk_update(entries, ["changes", "label"], batch_size=BATCH)


working = partial(bound, _at_work)
"""Lets the log name the account of a request, or of anything with a ``user``."""


def working_as(account: models.Model) -> AbstractContextManager[None]:
    """Let the log name an account that is not signed in."""
    return working(SimpleNamespace(user=account))
