"""How a row of a file refers to other rows: under which key, by which name.

The parent of a row, such as its event or its list, follows from its place in the file.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from django.db.models import Model

from tournaments.events.models import (
    Adjustment,
    CashCount,
    Draw,
    Entry,
    Event,
    LogLine,
    LotDraw,
    LotTicket,
    Payment,
    Prize,
    Reopening,
    ReopeningPlace,
    Series,
    Swap,
    Team,
    TeamContest,
    TeamMember,
)
from tournaments.files.event.columns import (
    Json,
    Row,
    file_row,
    read_columns,
    without_empty,
)
from tournaments.leagues.models import (
    Division,
    GroupReopening,
    GroupTeam,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.people.models import Club, Join, Player, User
from tournaments.seasons.models import Season, SeasonDraw, SeasonEvent, SeasonLot
from tournaments.sheets.models import (
    ArrivedList,
    Change,
    Confirmation,
    Result,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
)

M = TypeVar("M", bound=Model)
Names = Mapping[type[Model], Mapping[int, Json]]
RowsByName = Mapping[type[Model], Mapping[Any, Any]]
NO_NAMES: Names = MappingProxyType({})

# The column by which a file names the rows of a table.
NAME_COLUMNS: Mapping[type[Model], str] = {
    Club: "name",
    Draw: "number",
    Entry: "start_number",
    Event: "public_id",
    LeagueTeam: "name",
    Player: "public_id",
    ScoreSheet: "code",
    Series: "number",
    Team: "name",
    TeamContest: "number",
    User: "username",
}
# Keys that differ from the name of the column.
COLUMNS_BY_KEY = {"id": "public_id", "person": "player", "list": "sheet"}
# The keys before the columns of a row, in this order: links, and parts of the row.
LINKS: Mapping[type[Model], tuple[str, ...]] = {
    Adjustment: ("by", "person", "series", "reverts"),
    ArrivedList: ("event", "by"),
    CashCount: ("by", "list"),
    Change: ("by",),
    Confirmation: ("person",),
    Draw: ("by",),
    Entry: ("person",),
    GroupReopening: ("by",),
    GroupTeam: ("team", "event_team"),
    Division: ("teams", "match_days"),
    Join: ("kept", "gone", "by"),
    League: ("divisions",),
    LeaguePlayer: ("person",),
    LeagueTeam: ("club", "line_up"),
    LogLine: ("by",),
    LotDraw: ("by", "taken_back_by", "tickets", "contest"),
    LotTicket: ("entry", "team"),
    MatchDay: ("groups",),
    MatchGroup: (
        *("sides", "host", "event", "entered_by", "confirmed_by"),
        "reopenings",
    ),
    Payment: ("by", "entry", "list", "contest", "team", "reverts"),
    Player: ("id", "club"),
    Prize: ("contest",),
    Reopening: ("by", "closed_by"),
    ReopeningPlace: ("person",),
    Result: ("person",),
    ScoreSheet: ("typed_by", "finished_by"),
    Season: ("club", "bonuses", "evenings", "lot_draws"),
    SeasonDraw: ("drawn", "drawn_by", "taken_back_by"),
    SeasonEvent: ("event",),
    SeasonLot: ("person",),
    Seat: ("person",),
    SecondList: ("by",),
    Series: ("draw",),
    Substitution: ("person",),
    Swap: ("series", "first", "second", "by"),
    TeamMember: ("entry",),
    Verdict: ("by",),
}


@cache
def relations_of(model: type[Model]) -> Mapping[str, Any]:
    """Return the foreign keys of ``model`` by name."""
    fields = model._meta.concrete_fields
    return {field.name: field for field in fields if field.is_relation}


@cache
def links_of(model: type[Model]) -> Mapping[str, Any]:
    """Return the foreign keys that a row of the file holds, by their keys there."""
    references = relations_of(model)
    names = {key: COLUMNS_BY_KEY.get(key, key) for key in LINKS.get(model, ())}
    return {key: references[name] for key, name in names.items() if name in references}


@cache
def keys_linking_to(model: type[Model]) -> frozenset[str]:
    """Return the keys under which a file refers to rows of ``model``."""
    links = (pair for linking in LINKS for pair in links_of(linking).items())
    return frozenset(key for key, link in links if link.related_model is model)


def linked_row(row: Model, names: Names = NO_NAMES, **parts: Json) -> Row:
    """Return a row as the file has it, with the names of the rows it refers to.

    ``names`` holds names by primary key; rows of other tables are asked themselves.
    The ``parts`` of the row come last, unless ``LINKS`` has a place for them.
    """
    links = links_of(type(row))
    first = {
        key: link_name(row, links[key], names) if key in links else parts.pop(key, None)
        for key in LINKS.get(type(row), ())
    }
    return file_row(row, **first) | without_empty(parts)


def link_name(row: Model, link: Any, names: Names) -> Json:
    """Return the name of the row that ``row`` links to; None without one."""
    key = getattr(row, link.attname)
    if key is None:
        return None
    if link.related_model in names:
        return names[link.related_model][key]
    name = getattr(getattr(row, link.name), NAME_COLUMNS[link.related_model])
    return name if isinstance(name, int) else str(name)


def read_row(model: type[M], row: Row, rows_by_name: RowsByName, **columns: Any) -> M:
    """Return a row of the file as one of the database, unsaved.

    The rows it refers to come from ``rows_by_name`` or, like its parent, from the
    further ``columns``.
    """
    links = {
        link.name: rows_by_name[link.related_model].get(row.get(key))
        for key, link in links_of(model).items()
        if not {link.name, link.attname} & columns.keys()
    }
    return model(**links, **columns, **read_columns(model, row))


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
