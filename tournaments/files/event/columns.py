"""The columns that a file holds of each table, and how they are written.

They are the columns of the model, in its order, each under its own name. Empty values
are left out. Foreign keys do not count as columns: ``links`` writes them as start
numbers, numbers of tables, ids of people and names of accounts.
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import DateField, DateTimeField, Field, Model
from django.utils.dateparse import parse_datetime

from tournaments.events.models import Event
from tournaments.events.models.acts import Act
from tournaments.leagues.models import League
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Join, Player
from tournaments.people.names.typed import as_typed
from tournaments.programme.models import RuleSet
from tournaments.seasons.models import Season
from tournaments.sheets.models import ArrivedList, ScoreSheet

Json = Any
Row = dict[str, Json]

# Written in another way, derived from the rest, or true of this database only.
OMITTED_COLUMNS: Mapping[type[Model], frozenset[str]] = {
    # Its document says the same; the rest is about the list here.
    ArrivedList: frozenset(
        {
            *("code", "series_number", "table_number", "fingerprint", "state"),
            *("decided_at", "decision", "reason"),
        }
    ),
    Club: frozenset({"is_home"}),
    Organisation: frozenset(
        {"short_name", "setup_code", "edition", "created_at", "logo", "logo_digest"}
    ),
    Player: frozenset(
        {
            *("public_id", "name_key", "search_key"),
            *("namesake_number", "removed_at", "created_at"),
        }
    ),
    Event: frozenset({"public_id", "created_at"}),
    Join: frozenset({"edition"}),
    RuleSet: frozenset({"is_frozen"}),
    ScoreSheet: frozenset({"table_size", "pen_epoch", "pen_is_out", "second_epoch"}),
    Season: frozenset({"revision"}),
}
# Columns that are left out where they hold their default.
OMITTED_DEFAULTS: Mapping[type[Model], frozenset[str]] = {
    Player: frozenset({"privacy", "cover_number"}),
    Event: frozenset({"youth_age", "pupil_age", "least_lists", "same_games"}),
    League: frozenset({"same_games"}),
    Organisation: frozenset({"photo_days"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a table that a file holds.

    ``empty`` are the values of columns that a row of the file leaves out; those with
    ``defaults`` are left out where they hold their default. ``moments`` are days and
    times, which are text in the file.
    """

    fields: tuple[Field, ...]
    empty: Row
    defaults: Row
    moments: frozenset[str]


@cache
def file_columns(model: type[Model]) -> Columns:
    """Return the columns of ``model`` in a file, in their order there."""
    fields = [
        field
        for field in model._meta.concrete_fields
        if not (field.is_relation or field.primary_key)
        and field.name not in OMITTED_COLUMNS.get(model, ())
    ]
    if issubclass(model, Act):
        # The times of an act come last.
        fields.sort(key=lambda field: isinstance(field, DateTimeField))
    defaults = {
        field.name: field.get_default()
        for field in fields
        if field.name in OMITTED_DEFAULTS.get(model, ())
    }
    blanks = {field.name: empty_value(field) for field in fields}
    return Columns(
        fields=tuple(fields),
        empty=blanks | defaults,
        defaults=defaults,
        moments=frozenset(
            field.name for field in fields if isinstance(field, DateField)
        ),
    )


def empty_value(field: Field) -> Json:
    """Return what a column holds that a row of the file leaves out.

    A column without an empty value is missing in a file for everybody only, where it is
    not public.
    """
    if field.null:
        return None
    return "" if field.empty_strings_allowed else field.get_default()


def file_row(row: Model, **references: Json) -> Row:
    """Return a row as the file has it: references first, empty values left out."""
    columns = file_columns(type(row))
    values = {name: as_typed(getattr(row, name)) for name in columns.empty}
    for name, default in columns.defaults.items():
        if values[name] == default:
            del values[name]
    for name in columns.moments:
        values[name] = moment_text(values[name])
    return without_empty({**references, **values})


def without_empty(values: Mapping[str, Json]) -> Row:
    """Return ``values`` without None, empty texts and empty lists.

    >>> without_empty({"place": 1, "note": "", "line": None, "won": 0, "seats": []})
    {'place': 1, 'won': 0}
    """
    return {
        name: value
        for name, value in values.items()
        if value is not None and value != "" and value != []
    }


def moment_text(value: datetime.date | datetime.datetime | None) -> str | None:
    """Return a day, or a moment in UTC, as text.

    >>> moment_text(datetime.date(2026, 11, 6))
    '2026-11-06'
    >>> noon = datetime.datetime(2026, 11, 6, 12, tzinfo=datetime.timezone.utc)
    >>> moment_text(noon)
    '2026-11-06T12:00:00Z'
    """
    if isinstance(value, datetime.datetime):
        universal = value.astimezone(datetime.UTC).isoformat()
        return universal.removesuffix("+00:00") + "Z"
    return None if value is None else value.isoformat()


def read_columns(model: type[Model], row: Row) -> Row:
    """Return the values of a row of the file as the database has them."""
    columns = file_columns(model)
    values: Row = {name: row.get(name, empty) for name, empty in columns.empty.items()}
    for name in columns.moments:
        if values[name] is not None:
            values[name] = read_moment(values[name])
    return values


def read_moment(text: str) -> datetime.date | datetime.datetime:
    """Return the day or the moment written as ``text``. Raises ``ValueError``."""
    if "T" not in text:
        return datetime.date.fromisoformat(text)
    moment = parse_datetime(text)
    if moment is None:
        raise ValueError(text)
    return moment


def lists_in(document: Row) -> Iterator[tuple[Row, Row]]:
    """Give every list of a document, with its series in front."""
    for series in document.get("series", ()):
        for table in series.get("tables", ()):
            yield series, table


def full_name_in(person: Row) -> str:
    """Return the full name of a person of a document."""
    return f"{person.get('first_name', '')} {person['last_name']}".strip()
