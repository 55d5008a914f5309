"""Which columns of which rows stand in a file, and how they are written.

A key of the file has the name of its column. What is empty is left out. References
are no columns: they are written as start numbers, numbers of tables, ids of people
and names of accounts.
"""

import datetime
from collections.abc import Mapping
from typing import Any

from django.db.models import DateField, Field, Model
from django.utils.dateparse import parse_datetime

from tournaments.events.models import (
    Adjustment,
    CashCount,
    Draw,
    Entry,
    Event,
    LogLine,
    LossStep,
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
from tournaments.people.models import Club, Join, Player
from tournaments.seasons.models import (
    Season,
    SeasonBonus,
    SeasonDraw,
    SeasonEvent,
    SeasonLot,
)
from tournaments.sheets.models import (
    RULE_COLUMNS,
    Change,
    Result,
    RuleSet,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
)

Json = Any
Row = dict[str, Json]

CLUB = ("name", "number")
PERSON = (
    "first_name",
    "last_name",
    "is_guest",
    "is_active",
    "member_number",
    "gender",
    "birth_date",
    "privacy",
    "cover_number",
)
COMPETITION = (
    "kind",
    "name",
    "slug",
    "date",
    "place",
    "organiser",
    "remarks",
    "system",
    "rounds",
    "is_published",
    "is_released",
    "second_person",
    "table_rule",
    "meetings_first",
    "time_limit",
    "guests_apart",
    "tie_chain",
    "senior_age",
    "junior_age",
    "youth_age",
    "pupil_age",
    "age_date",
    "entry_fee",
    "passed_in_fee",
    "passed_in_free",
    "prize_mode",
    "prize_percent",
    "pot_percent",
    "prize_rounding",
)
LOSS_STEP = ("from_loss", "amount")
PRIZE = ("place", "amount", "percent", "text")
CONTEST = (
    "number",
    "name",
    "size",
    "kind",
    "counting",
    "scale_short",
    "tie_chain",
)
TEAM = ("name", "lot")
MEMBER = ("from_series", "until_series")
LOT_DRAW = ("place", "seed", "at", "taken_back_at")
LOT_TICKET = ("lot",)
LOG_LINE = ("action", "table_number", "at")
ENTRY = (
    "start_number",
    "status",
    "from_series",
    "until_series",
    "fixed_table",
    "group",
    "lot",
)
DRAW = (
    "number",
    "mode",
    "first_series",
    "last_series",
    "seed",
    "version",
    "picks",
    "repeats",
    "third_meetings",
    "club_clashes",
    "team_clashes",
    "apart_clashes",
    "three_table_excess",
    "seat_excess",
    "bound_repeats",
    "bound_club_clashes",
    "swaps",
    "question",
    "answer",
    "at",
)
SWAP = ("reason", "is_undone", "at")
SERIES = ("number", "clock_started_at", "closed_at")
REOPENING = ("through", "reason", "at", "closed_at")
REOPENING_PLACE = ("place_before", "total_before", "place_after", "total_after")
RULES = ("name", *RULE_COLUMNS)
SHEET = (
    "table_number",
    "code",
    "system",
    "rounds",
    "state",
    "proof",
    "revision",
    "totals_only",
    "cut_short",
    "paper_games",
    "paper_passed_in",
    "mismatch_reason",
    "finished_at",
)
SEAT = ("place", "paper_points", "paper_won", "paper_lost", "paper_total")
SUBSTITUTION = ("place", "from_game")
RESULT = (
    "place",
    "first_game",
    "last_game",
    "game_points",
    "won",
    "lost",
    "others_lost",
    "total",
)
CHANGE = ("step", "reverts", "at", "action", "number", "before", "after", "reason")
VERDICT = ("revision", "at", "is_right", "line", "remark")
SECOND_LIST = ("at", "text")
PAYMENT = ("kind", "amount", "note", "at")
CASH_COUNT = ("counted", "expected", "note", "at")
ADJUSTMENT = ("points", "won", "lost", "reason", "decided_by", "at")

SEASON = (
    "name",
    "first_date",
    "last_date",
    "takes_evenings",
    "is_published",
    "unit",
    "measure",
    "best",
    "planned",
    "minimum_lists",
    "minimum_series",
    "minimum_evenings",
    "missing",
    "missing_up_to",
    "absence_unit",
    "absence_points",
    "absence_cents",
    "absence_free",
    "series",
    "rounds",
    "guests",
    "ties",
)
LEAGUE = (
    "name",
    "federation",
    "season",
    "category",
    "system",
    "rounds",
    "series_per_day",
    "match_days",
    "step",
    "team_size",
    "least_players",
    "shared",
    "scale_short",
    "games_decide",
    "average_of",
    "minimum_percent",
    "allows_guests",
    "is_published",
)

COLUMNS: Mapping[type[Model], tuple[str, ...]] = {
    Club: CLUB,
    Player: PERSON,
    Event: COMPETITION,
    LossStep: LOSS_STEP,
    Prize: PRIZE,
    TeamContest: CONTEST,
    Team: TEAM,
    TeamMember: MEMBER,
    LotDraw: LOT_DRAW,
    LotTicket: LOT_TICKET,
    LogLine: LOG_LINE,
    Entry: ENTRY,
    Draw: DRAW,
    Swap: SWAP,
    Series: SERIES,
    Reopening: REOPENING,
    ReopeningPlace: REOPENING_PLACE,
    ScoreSheet: SHEET,
    Seat: SEAT,
    Substitution: SUBSTITUTION,
    Result: RESULT,
    RuleSet: RULES,
    Change: CHANGE,
    Verdict: VERDICT,
    SecondList: SECOND_LIST,
    Payment: PAYMENT,
    CashCount: CASH_COUNT,
    Adjustment: ADJUSTMENT,
    Join: ("at", "parted_at"),
    Season: SEASON,
    SeasonBonus: ("unit", "at_least", "points"),
    SeasonEvent: ("belongs",),
    SeasonDraw: ("seed", "drawn_at", "taken_back_at"),
    SeasonLot: ("number",),
    League: LEAGUE,
    Division: ("name", "order", "promoted", "relegated"),
    LeagueTeam: ("name", "withdrawn_on", "withdrawn_reason"),
    LeaguePlayer: ("position", "from_match_day", "until_match_day"),
    MatchDay: ("number", "date"),
    MatchGroup: ("number", "place", "entered_at", "confirmed_at"),
    GroupTeam: ("order", "is_absent"),
    GroupReopening: ("reason", "was_confirmed", "at"),
}
# Columns that older files do not have; what is as it was then is left out.
LATER: Mapping[type[Model], frozenset[str]] = {
    Player: frozenset({"privacy", "cover_number"}),
    Event: frozenset({"youth_age", "pupil_age"}),
    RuleSet: frozenset(RULE_COLUMNS),
}
# A day or a moment is text in the file.
MOMENTS = {
    model: frozenset(
        name for name in names if isinstance(model._meta.get_field(name), DateField)
    )
    for model, names in COLUMNS.items()
}


def columns_of(model: type[Model]) -> list[Field]:
    """Return the columns of ``model`` that stand in a file."""
    fields = (model._meta.get_field(name) for name in COLUMNS[model])
    return [field for field in fields if isinstance(field, Field)]


def unsaid(model: type[Model], field: Field) -> Json:
    """Return what a column holds of which the file says nothing.

    Only texts, what may be unknown and what came later is left out, so the rest never
    asks.
    """
    if field.name in LATER.get(model, ()):
        return field.get_default()
    return None if field.null else ""


EMPTY: Mapping[type[Model], list[tuple[str, Json]]] = {
    model: [(field.name, unsaid(model, field)) for field in columns_of(model)]
    for model in COLUMNS
}
DEFAULTS: Mapping[type[Model], Row] = {
    model: {
        field.name: field.get_default()
        for field in columns_of(model)
        if field.name in names
    }
    for model, names in LATER.items()
}


def written_row(row: Model, **references: Json) -> Row:
    """Return a row as the file has it: references first, what is empty left out."""
    model = type(row)
    values = {name: getattr(row, name) for name in COLUMNS[model]}
    for name, usual in DEFAULTS.get(model, {}).items():
        if values[name] == usual:
            del values[name]
    for name in MOMENTS[model]:
        values[name] = written_moment(values[name])
    return without_empty({**references, **values})


def without_empty(values: Mapping[str, Json]) -> Row:
    """Return what is said of ``values``; nothing, no text and no rows are not said.

    >>> without_empty({"place": 1, "note": "", "line": None, "won": 0, "seats": []})
    {'place': 1, 'won': 0}
    """
    return {
        name: value
        for name, value in values.items()
        if value is not None and value != "" and value != []
    }


def written_moment(value: datetime.date | datetime.datetime | None) -> str | None:
    """Return a day, or a moment in universal time, as text.

    >>> written_moment(datetime.date(2026, 11, 6))
    '2026-11-06'
    >>> noon = datetime.datetime(2026, 11, 6, 12, tzinfo=datetime.timezone.utc)
    >>> written_moment(noon)
    '2026-11-06T12:00:00Z'
    """
    if isinstance(value, datetime.datetime):
        universal = value.astimezone(datetime.UTC).isoformat()
        return universal.removesuffix("+00:00") + "Z"
    return None if value is None else value.isoformat()


def read_columns(model: type[Model], row: Row) -> Row:
    """Return the columns of a row of the file as a row of the database has them."""
    values: Row = {name: row.get(name, empty) for name, empty in EMPTY[model]}
    for name in MOMENTS[model]:
        if values[name] is not None:
            values[name] = read_moment(values[name])
    return values


def read_moment(text: str) -> datetime.date | datetime.datetime:
    """Return the day or the moment that ``text`` names. Raises ``ValueError``."""
    if "T" not in text:
        return datetime.date.fromisoformat(text)
    moment = parse_datetime(text)
    if moment is None:
        raise ValueError(text)
    return moment
