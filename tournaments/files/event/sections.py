"""What a file holds below an event and below a club: every table in its place.

Schema, rows, order and faults of a file follow from these sections, their foreign keys
and what validators and constraints of the models say.
"""

import datetime
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from django.db.models import DateField, DateTimeField, Field, Model
from django.utils.dateparse import parse_datetime

from tournaments.events import models as events
from tournaments.events.models import MOST_CONTESTS, MOST_GAMES, MOST_SERIES
from tournaments.events.models.log import Act
from tournaments.leagues import models as leagues
from tournaments.organisations.models import Organisation
from tournaments.people import models as people
from tournaments.people.models import Player
from tournaments.people.names.mentions import as_typed
from tournaments.seasons import models as seasons
from tournaments.sheets import models as sheets
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.models.programme import RuleSet

MOST_PEOPLE = 6000
MOST_ROWS = 20_000
# What a file has of their rows is no object: a line of shorthand, a pair of numbers.
WITHOUT_COLUMNS = frozenset({sheets.Game, events.ApartPair})


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of a table below one row of another, each with sections of its own.

    ``order`` names the columns by which they are sorted; without it they keep theirs.
    With ``least`` the section must not be missing; one that ``is_single`` is a row
    itself. Columns that are ``also`` here are in no other file; of a row that stands
    in a file of its own there are ``only`` some.
    """

    model: type[Model]
    order: str = ""
    most: int = MOST_ROWS
    least: int | None = None
    is_single: bool = False
    also: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    parts: Mapping[str, "Section"] = field(default_factory=dict)

    @property
    def links(self) -> dict[str, Any]:
        """The foreign keys that its rows hold in the file, by their keys there."""
        relations = relations_of(self.model)
        also = {name: relations[name] for name in self.also if name in relations}
        return {**links_of(self.model), **also}


Sections = Mapping[str, Section]


def as_tree(sections: Sections, above: str = "") -> Sections:
    """Return sections by path as those at the top, each with those below it."""
    tree = {}
    for path, section in sections.items():
        name = path.removeprefix(above)
        if path.startswith(above) and "." not in name:
            tree[name] = replace(section, parts=as_tree(sections, f"{path}."))
    return tree


EVENT_SECTIONS = as_tree(
    {
        "loss_steps": Section(events.LossStep, "from_loss", MOST_GAMES),
        "prizes": Section(events.Prize, "contest place", MOST_PEOPLE),
        "contests": Section(events.TeamContest, "number", MOST_CONTESTS),
        "contests.teams": Section(events.Team, "name", MOST_PEOPLE),
        "contests.teams.members": Section(events.TeamMember, "entry", MOST_PEOPLE),
        "entries": Section(events.Entry, "start_number", MOST_PEOPLE),
        "lots": Section(events.LotDraw),
        "lots.tickets": Section(events.LotTicket, "lot", 500, least=1),
        "apart": Section(events.ApartPair),
        "draws": Section(events.Draw, "number"),
        "draws.exchanges": Section(events.Swap),
        "series": Section(events.Series, "number", MOST_SERIES),
        "series.tables": Section(ScoreSheet, "table_number", 999),
        "series.tables.seats": Section(sheets.Seat, "place", 5, least=1),
        "series.tables.substitutions": Section(
            sheets.Substitution, "from_game place", MOST_GAMES
        ),
        "series.tables.results": Section(sheets.Result, "place first_game", MOST_GAMES),
        "series.tables.games": Section(sheets.Game, most=MOST_GAMES),
        "series.tables.changes": Section(sheets.Change),
        "series.tables.confirmations": Section(sheets.Confirmation),
        "series.tables.versions": Section(sheets.ListVersion),
        "series.tables.verdicts": Section(sheets.Verdict),
        "series.tables.second_list": Section(sheets.SecondList, is_single=True),
        "series.reopenings": Section(events.Reopening),
        "series.reopenings.places": Section(events.ReopeningPlace, most=MOST_PEOPLE),
        "series.log": Section(events.LogLine),
        "payments": Section(events.Payment),
        "cash_counts": Section(events.CashCount),
        "adjustments": Section(events.Adjustment),
    }
)
SHEET = EVENT_SECTIONS["series"].parts["tables"]
PEOPLE_AND_CLUBS = {
    "clubs": Section(people.Club, "name", MOST_PEOPLE),
    # The ids that they had before entries were joined.
    "people": Section(Player, most=MOST_PEOPLE, also=("joined",)),
}
GROUPS = "leagues.divisions.match_days.groups"
CLUB_SECTIONS = as_tree(
    {
        "people": Section(
            Player, also=("namesake_number", "removed_at", "joined_into")
        ),
        "people.mail": Section(people.MailAddress, is_single=True),
        "rule_sets": Section(RuleSet, "name", also=("club",)),
        "events": Section(events.Event, "slug", only=("id", "slug")),
        "clubs": Section(people.Club, "name"),
        "joins": Section(people.Join, "at gone"),
        "arrived_lists": Section(sheets.ArrivedList, "at event document"),
        "seasons": Section(seasons.Season),
        "seasons.bonuses": Section(seasons.SeasonBonus, "unit at_least"),
        "seasons.evenings": Section(seasons.SeasonEvent, "event"),
        "seasons.lot_draws": Section(seasons.SeasonDraw),
        "seasons.lot_draws.drawn": Section(
            seasons.SeasonLot, "number", MOST_PEOPLE, least=0
        ),
        "leagues": Section(leagues.League),
        "leagues.divisions": Section(leagues.Division, "order name"),
        "leagues.divisions.teams": Section(leagues.LeagueTeam, "name"),
        "leagues.divisions.teams.line_up": Section(
            leagues.LeaguePlayer, "position person", MOST_PEOPLE
        ),
        "leagues.divisions.match_days": Section(
            leagues.MatchDay, "number", leagues.MOST_MATCH_DAYS
        ),
        GROUPS: Section(leagues.MatchGroup, "number"),
        f"{GROUPS}.sides": Section(leagues.GroupTeam, "order team", least=0),
        f"{GROUPS}.reopenings": Section(leagues.GroupReopening),
    }
)


def all_sections(sections: Sections) -> Iterator[tuple[str, Section]]:
    """Give every section with its name, also those below others."""
    for name, section in sections.items():
        yield name, section
        yield from all_sections(section.parts)


Json = Any
Row = dict[str, Json]
M = TypeVar("M", bound=Model)
Names = Mapping[type[Model], Mapping[int, Json]]
RowsByName = Mapping[type[Model], Mapping[Any, Any]]
NO_NAMES: Names = MappingProxyType({})

# Written in another way, derived from the rest, or true of this database only.
OMITTED_COLUMNS: Mapping[type[Model], frozenset[str]] = {
    # Its document says the same; the rest is about the list here.
    sheets.ArrivedList: frozenset(
        {
            *("code", "series_number", "table_number", "fingerprint", "state"),
            *("decided_at", "decided_by", "decision", "reason"),
        }
    ),
    people.Club: frozenset({"is_home"}),
    Organisation: frozenset(
        {"short_name", "setup_code", "edition", "created_at", "logo", "logo_digest"}
    ),
    Player: frozenset(
        {
            *("public_id", "name_key", "search_key"),
            *("namesake_number", "removed_at", "created_at", "joined_into"),
        }
    ),
    events.Event: frozenset({"public_id", "created_at", "rule_set"}),
    people.Join: frozenset({"edition"}),
    RuleSet: frozenset({"is_frozen", "club"}),
    ScoreSheet: frozenset({"table_size", "pen_epoch", "pen_is_out", "second_epoch"}),
    seasons.Season: frozenset({"revision"}),
}
# Columns that are left out where they hold their default.
OMITTED_DEFAULTS: Mapping[type[Model], frozenset[str]] = {
    Player: frozenset({"privacy", "cover_number"}),
    events.Event: frozenset({"youth_age", "pupil_age", "least_lists", "same_games"}),
    leagues.League: frozenset({"same_games"}),
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

    A column that cannot be empty is missing where it is newer than the file, or not
    public in one for everybody.
    """
    if field.null:
        return None
    is_text = field.blank and field.empty_strings_allowed
    return "" if is_text else field.get_default()


def file_row(row: Model, **references: Json) -> Row:
    """Return a row as the file has it: references first, empty values left out."""
    columns = file_columns(type(row))
    if hasattr(row, "public_id"):
        references = {"id": str(row.public_id), **references}
    values = {name: file_value(row, name) for name in columns.empty}
    for name, default in columns.defaults.items():
        if values[name] == default:
            del values[name]
    return without_empty({**references, **values})


def file_value(row: Model, name: str, names: Names = NO_NAMES) -> Json:
    """Return what the file has of a column: of a link the name of its row."""
    link = relations_of(type(row)).get(name)
    if link is None:
        value = as_typed(getattr(row, name))
        return moment_text(value) if isinstance(value, datetime.date) else value
    key = getattr(row, link.attname)
    if key is None:
        return None
    if link.related_model in names:
        return names[link.related_model][key]
    value = getattr(getattr(row, name), NAME_COLUMNS[link.related_model])
    return value if isinstance(value, int) else str(value)


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


def moment_text(value: datetime.date) -> str:
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
    return value.isoformat()


def read_columns(model: type[Model], row: Row) -> Row:
    """Return the values of a row of the file as the database has them."""
    columns = file_columns(model)
    values: Row = {name: row.get(name, empty) for name, empty in columns.empty.items()}
    for name in columns.moments:
        if values[name] is not None:
            values[name] = read_moment(values[name])
    return values | ({"public_id": row["id"]} if hasattr(model, "public_id") else {})


def read_moment(text: str) -> datetime.date | datetime.datetime:
    """Return the day or the moment written as ``text``. Raises ``ValueError``."""
    if "T" not in text:
        return datetime.date.fromisoformat(text)
    moment = parse_datetime(text)
    if moment is None:
        raise ValueError(text)
    return moment


def lists_in(document: Row) -> Iterator[tuple[Row, Row]]:
    for series in document.get("series", ()):
        for table in series.get("tables", ()):
            yield series, table


def with_values(value: Any, change: Callable[[str, Json, Row], Json]) -> Any:
    """Return a part of a document with each value changed, by its key and row.

    >>> with_values({"a": [{"b": 1}, {"c": 2}]}, lambda key, value, _row: key * value)
    {'a': [{'b': 'b'}, {'c': 'cc'}]}
    """
    if isinstance(value, list):
        return [with_values(each, change) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: with_values(inner, change)
        if isinstance(inner, dict | list)
        else change(key, inner, value)
        for key, inner in value.items()
    }


def full_name_in(person: Row) -> str:
    return f"{person.get('first_name', '')} {person['last_name']}".strip()


# The column by which a file names the rows of a table.
NAME_COLUMNS: Mapping[type[Model], str] = {
    people.Club: "name",
    events.Draw: "number",
    events.Entry: "start_number",
    events.Event: "public_id",
    leagues.LeagueTeam: "name",
    Player: "public_id",
    ScoreSheet: "code",
    events.Series: "number",
    events.Team: "name",
    events.TeamContest: "number",
    people.User: "username",
}
# Keys that differ from the name of the column.
COLUMNS_BY_KEY = {"id": "public_id", "person": "player", "list": "sheet"}
KEYS_BY_COLUMN = {column: key for key, column in COLUMNS_BY_KEY.items()}


def key_naming(model: type[Model]) -> str:
    """Return the key under which a file has the name of a row."""
    column = NAME_COLUMNS[model]
    return KEYS_BY_COLUMN.get(column, column)


def tables_above(
    sections: Sections, above: tuple[type[Model], ...]
) -> Iterator[tuple[type[Model], tuple[type[Model], ...]]]:
    """Give every table of a file with those that its place in the file names."""
    for section in sections.values():
        yield section.model, above
        yield from tables_above(section.parts, (*above, section.model))


ABOVE: Mapping[type[Model], tuple[type[Model], ...]] = {
    **dict(tables_above(EVENT_SECTIONS, (Organisation, events.Event))),
    **dict(tables_above(CLUB_SECTIONS, (Organisation,))),
}


@cache
def relations_of(model: type[Model]) -> Mapping[str, Any]:
    fields = model._meta.concrete_fields
    return {field.name: field for field in fields if field.is_relation}


@cache
def links_of(model: type[Model]) -> Mapping[str, Any]:
    """Return the foreign keys that a row of the file holds, by their keys there.

    Those to its parent and to what is above follow from the place of the row.
    """
    omitted, above = OMITTED_COLUMNS.get(model, ()), ABOVE.get(model, (Organisation,))
    return {
        KEYS_BY_COLUMN.get(name, name): field
        for name, field in relations_of(model).items()
        if not (name in omitted or field.related_model in above)
    }


@cache
def keys_linking_to(model: type[Model]) -> frozenset[str]:
    """Return the keys under which a file refers to rows of ``model``."""
    links = (pair for linking in ABOVE for pair in links_of(linking).items())
    return frozenset(key for key, link in links if link.related_model is model)


def constraints_of(model: type[Model], kind: type[Any]) -> list[Any]:
    return [each for each in model._meta.constraints if isinstance(each, kind)]


def linked_row(row: Model, names: Names = NO_NAMES, **parts: Json) -> Row:
    """Return a row as the file has it, with the names of the rows it refers to.

    ``names`` holds names by primary key; rows of other tables are asked themselves.
    The ``parts`` of the row come last.
    """
    links = {
        key: file_value(row, link.name, names)
        for key, link in links_of(type(row)).items()
    }
    return file_row(row, **links) | without_empty(parts)


def read_row(model: type[M], row: Row, rows_by_name: RowsByName, **columns: Any) -> M:
    """Return a row of the file as one of the database, unsaved.

    The rows it refers to come from ``rows_by_name`` or, like its parent, from the
    further ``columns``.
    """
    links = {
        link.name: rows_by_name.get(link.related_model, {}).get(row.get(key))
        for key, link in links_of(model).items()
        if not {link.name, link.attname} & columns.keys()
    }
    return model(**links, **(read_columns(model, row) | columns))


def parent_links(model: type[Model], parent: Model) -> Row:
    """Return the foreign keys that a row of ``model`` has from its ``parent``."""
    links = links_of(model).values()
    return {
        name: parent
        if isinstance(parent, field.related_model)
        else getattr(parent, name)
        for name, field in relations_of(model).items()
        if field not in links
    }
