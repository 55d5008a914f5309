"""What a file holds below an event and below a club: every table in its place.

Schema, rows, order and faults of a file follow from these sections.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.db.models import Model

from tournaments.events.models import (
    MOST_CONTESTS,
    MOST_ROUNDS,
    MOST_SERIES,
    Adjustment,
    ApartPair,
    CashCount,
    Draw,
    Entry,
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
    MOST_MATCH_DAYS,
    Division,
    GroupReopening,
    GroupTeam,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.seasons.models import (
    Season,
    SeasonBonus,
    SeasonDraw,
    SeasonEvent,
    SeasonLot,
)
from tournaments.sheets.models import (
    Change,
    Confirmation,
    Game,
    ListVersion,
    Result,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
)

MOST_GAMES = MOST_ROUNDS * 5
MOST_PEOPLE = 6000
MOST_ROWS = 20_000
# What a file has of their rows is no object: a line of shorthand, a pair of numbers.
WITHOUT_COLUMNS = frozenset({Game, ApartPair})


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of a table below one row of another, each with sections of its own.

    ``order`` names the columns by which they are sorted; without it they keep theirs.
    Each text of ``once`` names columns in which no two of them are alike. With
    ``least`` the section must not be missing; one that ``is_single`` is a row itself.
    """

    model: type[Model]
    order: str = ""
    once: tuple[str, ...] = ()
    most: int = MOST_ROWS
    least: int | None = None
    is_single: bool = False
    parts: Mapping[str, "Section"] = field(default_factory=dict)


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
        "loss_steps": Section(LossStep, "from_loss", ("from_loss",), MOST_GAMES),
        "prizes": Section(Prize, "contest place", ("contest place",), MOST_PEOPLE),
        "contests": Section(TeamContest, "number", ("number", "name"), MOST_CONTESTS),
        "contests.teams": Section(Team, "name", ("name",), MOST_PEOPLE),
        "contests.teams.members": Section(TeamMember, "entry", most=MOST_PEOPLE),
        "entries": Section(
            Entry, "start_number", ("person", "start_number"), MOST_PEOPLE
        ),
        "lots": Section(LotDraw),
        "lots.tickets": Section(LotTicket, "lot", ("lot",), 500, least=1),
        "apart": Section(ApartPair),
        "draws": Section(Draw, "number", ("number",)),
        "draws.exchanges": Section(Swap),
        "series": Section(Series, "number", ("number",), MOST_SERIES),
        "series.tables": Section(ScoreSheet, "table_number", ("table_number",), 999),
        "series.tables.seats": Section(Seat, "place", most=5, least=1),
        "series.tables.substitutions": Section(
            Substitution, "from_game place", ("place from_game",), MOST_GAMES
        ),
        "series.tables.results": Section(
            Result, "place first_game", ("place first_game",), MOST_GAMES
        ),
        "series.tables.games": Section(Game, most=MOST_GAMES),
        "series.tables.changes": Section(Change),
        "series.tables.confirmations": Section(Confirmation),
        "series.tables.versions": Section(ListVersion),
        "series.tables.verdicts": Section(Verdict),
        "series.tables.second_list": Section(SecondList, is_single=True),
        "series.reopenings": Section(Reopening),
        "series.reopenings.places": Section(
            ReopeningPlace, once=("person",), most=MOST_PEOPLE
        ),
        "series.log": Section(LogLine),
        "payments": Section(Payment),
        "cash_counts": Section(CashCount),
        "adjustments": Section(Adjustment),
    }
)
SHEET = EVENT_SECTIONS["series"].parts["tables"]
CLUB_SECTIONS = as_tree(
    {
        "seasons": Section(Season),
        "seasons.bonuses": Section(SeasonBonus, "unit at_least", ("unit at_least",)),
        "seasons.evenings": Section(SeasonEvent, "event", ("event",)),
        "seasons.lot_draws": Section(SeasonDraw),
        "seasons.lot_draws.drawn": Section(
            SeasonLot, "number", ("number", "person"), MOST_PEOPLE, least=0
        ),
        "leagues": Section(League, once=("name season",)),
        "leagues.divisions": Section(Division, "order name", ("name",)),
        "leagues.divisions.teams": Section(LeagueTeam, "name", ("name",)),
        "leagues.divisions.teams.line_up": Section(
            LeaguePlayer, "position person", ("person",), MOST_PEOPLE
        ),
        "leagues.divisions.match_days": Section(
            MatchDay, "number", ("number",), MOST_MATCH_DAYS
        ),
        "leagues.divisions.match_days.groups": Section(
            MatchGroup, "number", ("number",)
        ),
        "leagues.divisions.match_days.groups.sides": Section(
            GroupTeam, "order team", ("team",), least=0
        ),
        "leagues.divisions.match_days.groups.reopenings": Section(GroupReopening),
    }
)


def all_sections(sections: Sections) -> Iterator[tuple[str, Section]]:
    """Give every section with its name, also those below others."""
    for name, section in sections.items():
        yield name, section
        yield from all_sections(section.parts)
