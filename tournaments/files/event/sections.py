"""What a file holds below an event and below a club: every table in its place.

Schema, rows, order and faults of a file follow from these sections, their foreign keys
and what validators and constraints of the models say.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from django.db.models import DateField, DateTimeField, Field, Model

from scoring.lists.sheets import with_key
from tournaments.events import models as events
from tournaments.events.models import MOST_CONTESTS, MOST_GAMES, MOST_SERIES
from tournaments.events.models.log import Act
from tournaments.leagues import models as leagues
from tournaments.organisations.models import Organisation
from tournaments.people import models as people
from tournaments.people.models import Player
from tournaments.people.names.mentions import as_typed
from tournaments.people.names.names import PersonName
from tournaments.seasons import models as seasons
from tournaments.sheets import models as sheets
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.models.programme import RuleSet
from tournaments.words.choices import TAKEOVERS

Json = Any
Row = dict[str, Json]
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

    def rows_in(self, row: Row, name: str) -> Sequence[Json]:
        """Return its rows below another row of the file."""
        rows: Any = row.get(name, ())
        return [rows] if self.is_single and name in row else rows

    def in_order(self, rows: Iterable[Json]) -> list[Json]:
        """Return its rows in the order of the file."""
        sort_key = SORT_KEYS.get(self.model, self.sort_key if self.order else None)
        return sorted(rows, key=sort_key) if sort_key else list(rows)

    def sort_key(self, row: Row) -> list[Json]:
        """Return the columns that put a row in order; numbers may be missing."""
        return [row.get(name, 0) for name in self.order.split()]

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


# What a file is about and whom it names, before the rest of it.
EVENT_HEAD: Sections = {
    "event": Section(events.Event, is_single=True),
    "house_rules": Section(RuleSet, is_single=True),
    "clubs": Section(people.Club, "name", MOST_PEOPLE),
    # The ids that they had before entries were joined.
    "people": Section(Player, most=MOST_PEOPLE, also=("joined",)),
}
EVENT_SECTIONS = as_tree(
    {
        "loss_steps": Section(events.LossStep, "from_loss", MOST_GAMES),
        "prizes": Section(events.Prize, "contest place", MOST_PEOPLE),
        "contests": Section(events.TeamContest, "number", MOST_CONTESTS),
        "contests.teams": Section(events.Team, "name", MOST_PEOPLE),
        "contests.teams.members": Section(events.TeamMember, "entry", MOST_PEOPLE),
        "entries": Section(events.Entry, "start_number", MOST_PEOPLE),
        "registrations": Section(events.Registration),
        "replies": Section(events.Reply, "person", MOST_PEOPLE),
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
EVENT_FILE = {**EVENT_HEAD, **EVENT_SECTIONS}
SHEET = EVENT_SECTIONS["series"].parts["tables"]
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
CLUB_FILE = {"organisation": Section(Organisation, is_single=True), **CLUB_SECTIONS}


def by_name(person: Row) -> list[Json]:
    """Return the sort key of a person: the folded name, then the id."""
    name = PersonName(first=person.get("first_name", ""), last=person["last_name"])
    return [name.key, person["id"]]


# How rows are sorted that no columns put in order.
SORT_KEYS: Mapping[type[Model], Callable[[Any], Any]] = {
    Player: by_name,
    events.ApartPair: sorted,
}


def all_sections(sections: Sections) -> Iterator[tuple[str, Section]]:
    """Give every section with its name, also those below others."""
    for name, section in sections.items():
        yield name, section
        yield from all_sections(section.parts)


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
        {
            *("short_name", "setup_code", "edition", "created_at"),
            *("logo", "logo_digest", "mail_host"),
            *("mail_user", "mail_password", "mail_sender"),
        }
    ),
    Player: frozenset(
        {
            *("public_id", "name_key", "search_key"),
            *("namesake_number", "removed_at", "created_at", "joined_into"),
        }
    ),
    events.Event: frozenset({"public_id", "created_at", "rule_set"}),
    events.Registration: frozenset({"public_id"}),
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


@cache
def file_columns(model: type[Model]) -> Mapping[str, Field]:
    """Return the columns of ``model`` in a file by name, in their order there."""
    fields = [
        field
        for field in model._meta.concrete_fields
        if not (field.is_relation or field.primary_key)
        and field.name not in OMITTED_COLUMNS.get(model, ())
    ]
    if issubclass(model, Act):
        # The times of an act come last.
        fields.sort(key=lambda field: isinstance(field, DateTimeField))
    return {field.name: field for field in fields}


@cache
def empty_values(model: type[Model]) -> Row:
    """Return what the columns hold that a row of the file leaves out.

    A column that cannot be empty is missing where it is newer than the file, or not
    public in one for everybody; some are where they hold their default.
    """
    values: Row = {}
    for name, column in file_columns(model).items():
        is_text = column.blank and column.empty_strings_allowed
        values[name] = "" if is_text else column.get_default()
        if column.null:
            values[name] = None
        if name in OMITTED_DEFAULTS.get(model, ()):
            values[name] = column.get_default()
    return values


def file_row(row: Model, **references: Json) -> Row:
    """Return a row as the file has it: references first, empty values left out."""
    if hasattr(row, "public_id"):
        references = {"id": str(row.public_id), **references}
    empty = empty_values(type(row))
    values = {name: file_value(row, name) for name in empty}
    for name in OMITTED_DEFAULTS.get(type(row), ()):
        if values[name] == empty[name]:
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
    value = getattr(getattr(row, name), NAMES[link.related_model][0])
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
    values: Row = {
        name: row.get(name, empty) for name, empty in empty_values(model).items()
    }
    for name, column in file_columns(model).items():
        if isinstance(column, DateField) and values[name] is not None:
            values[name] = read_moment(values[name])
    return values | ({"public_id": row["id"]} if hasattr(model, "public_id") else {})


def read_moment(text: str) -> datetime.date | datetime.datetime:
    """Return the day or the moment written as ``text``. Raises ``ValueError``."""
    kind = datetime.datetime if "T" in text else datetime.date
    return kind.fromisoformat(text)


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


def with_takeover(change: Row, key_of: Callable[[str], str]) -> Row:
    """Return the texts of a change that seats a person, with their key elsewhere."""
    texts = ("before", "after") if change["action"] in TAKEOVERS else ()
    return {name: with_key(change[name], key_of) for name in texts if name in change}


def full_name_in(person: Row) -> str:
    return f"{person.get('first_name', '')} {person['last_name']}".strip()


def ref(name: str) -> Row:
    return {"$ref": f"#/$defs/{name}"}


def integer_schema(least: int, most: int) -> Row:
    return {"type": "integer", "minimum": least, "maximum": most}


# How a file names the rows of a table: by which column, and what that may hold. Those
# without a column are named by their position in the section.
NAMES: Mapping[type[Model], tuple[str, Row]] = {
    events.Adjustment: ("", integer_schema(1, MOST_ROWS)),
    people.Club: ("name", ref("name")),
    events.Draw: ("number", integer_schema(1, 32_767)),
    events.Entry: ("start_number", ref("start-number")),
    events.Event: ("public_id", ref("id")),
    leagues.LeagueTeam: ("name", ref("name")),
    events.Payment: ("", integer_schema(1, MOST_ROWS)),
    Player: ("public_id", ref("id")),
    ScoreSheet: ("code", ref("code")),
    events.Series: ("number", integer_schema(1, MOST_SERIES)),
    events.Team: ("name", ref("name")),
    events.TeamContest: ("number", ref("contest")),
    people.User: ("username", ref("account")),
}
# Keys that differ from the name of the column.
COLUMNS_BY_KEY = {"id": "public_id", "person": "player", "list": "sheet"}
KEYS_BY_COLUMN = {column: key for key, column in COLUMNS_BY_KEY.items()}


def key_naming(model: type[Model]) -> str:
    """Return the key under which a file has the name of a row; empty if it has none."""
    column, _schema = NAMES.get(model, ("", {}))
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
