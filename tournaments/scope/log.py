"""The log: who added, changed and removed what, and when; one table for everything.

Rows of a ``Logged`` model are logged when they are saved or deleted one by one.
Whoever writes many at once uses ``create_many`` and ``update_many``.
"""

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.utils import timezone

from tournaments.scope.models import Owned
from tournaments.scope.scope import bound, organisation_or_none
from tournaments.words.choices import LogKind

ADDED, CHANGED, REMOVED = "+", "~", "-"
LONGEST_LABEL = 400
BATCH = 200
# The columns by which pages read the log; a line stands on the page of the first.
SUBJECTS = ("team", "league", "season", "event", "person")

Row = TypeVar("Row", bound="Logged")
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
        and stored.get(column.attname) != values[column.attname]
    }
    return json.dumps(changes, default=str, ensure_ascii=False) if changes else ""


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


def update_many(rows: Sequence[Row], columns: Sequence[str]) -> None:
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
