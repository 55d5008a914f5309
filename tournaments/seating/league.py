"""The league match day: ready plans for full teams, a search for all others.

Three series of three or four full teams: nobody meets an opponent or has a seat
twice, each team has every seat once in a series, and nobody plays at one table three
times. In four series everybody meets every opponent exactly once.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Unpack

from tournaments.seating.chance import Chance
from tournaments.seating.costs import number_tables
from tournaments.seating.plans import Limits, Plan, checked_plan, plan_series
from tournaments.seating.problem import (
    SeatingError,
    SeatingProblem,
    SeriesTables,
    TableRule,
    mates_of,
)
from tournaments.seating.seats import balance_seats

# Tables of each series in seat order; A1 is the first player of the first team.
LEAGUE_MATCH_DAY = (
    "A1 B1 C1 D1 | C2 D2 A2 B2 | D3 C3 B3 A3 | B4 A4 D4 C4",
    "B3 D1 C4 A2 | C3 A1 D2 B4 | A4 C2 B1 D3 | D4 B2 A3 C1",
    "C4 D3 B2 A1 | A3 B4 D1 C2 | B1 A2 C3 D4 | D2 C1 A4 B3",
)
TEAMS = "ABCD"
FULL = 4
READY_SERIES = len(LEAGUE_MATCH_DAY)
# The multiplication of the field with four elements; its addition is ``^``.
TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def seat_match_day(
    teams: Sequence[Sequence[int]], *, seed: str
) -> tuple[SeriesTables, ...]:
    """Return the three series of a match day of three or four teams of four.

    Chance decides which team is A, and which of its players is A1. With three
    teams all tables are tables of three. Raises ``SeatingError`` with code
    ``match-day-teams`` or ``seated-twice``.

    >>> day = seat_match_day([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)], seed="1")
    >>> [len(table) for table in day[0]]
    [3, 3, 3, 3]
    """
    if len(teams) not in (3, 4) or any(len(team) != 4 for team in teams):
        raise SeatingError("match-day-teams")
    numbers = Counter(number for team in teams for number in team)
    repeated = [number for number, count in numbers.items() if count > 1]
    if repeated:
        raise SeatingError("seated-twice", number=min(repeated))
    chance = Chance(seed)
    parts = {
        f"{letter}{at}": number
        for letter, team in zip(TEAMS, chance.shuffled(teams), strict=False)
        for at, number in enumerate(chance.shuffled(team), 1)
    }
    return tuple(
        tuple(
            tuple(parts[part] for part in table.split() if part in parts)
            for table in series.split("|")
        )
        for series in LEAGUE_MATCH_DAY
    )


def plan_match_day(
    problem: SeatingProblem,
    *,
    series: int,
    seed: str,
    **limits: Unpack[Limits],
) -> Plan:
    """Draw the series of a match day; the entrants name their teams.

    Three or four teams of four have a ready plan for up to four series; three teams
    sit at tables of three (``TableRule.THREES``). For short teams, other numbers of
    teams and series after a played one there is a search, which seats mates at
    different tables where possible. Raises ``SeatingError`` as ``plan_series`` does.
    """
    teams = sorted(mates_of(problem, "team"))
    if not has_ready_plan(problem, teams, series):
        return plan_series(problem, series=series, seed=seed, **limits)
    if series <= READY_SERIES:
        tables = seat_match_day(teams, seed=seed)[:series]
    else:
        tables = seat_everybody_once(teams, series=series, seed=seed)
    return checked_plan(problem, tables, seed=seed)


def has_ready_plan(
    problem: SeatingProblem, teams: Sequence[Sequence[int]], series: int
) -> bool:
    """Return whether there is a ready plan: full teams and no further constraint."""
    if problem.history or problem.apart or series > FULL:
        return False
    if any(entrant.table is not None for entrant in problem.entrants):
        return False
    everybody = sum(len(team) for team in teams) == len(problem.entrants)
    full = all(len(team) == FULL for team in teams)
    rule = {FULL: TableRule.FOURS, FULL - 1: TableRule.THREES}.get(len(teams))
    return everybody and full and problem.tables is rule


def seat_everybody_once(
    teams: Sequence[Sequence[int]], *, series: int, seed: str
) -> tuple[SeriesTables, ...]:
    """Return up to four series in which nobody meets an opponent twice.

    The players are the points of a plane of order four and the teams one set of
    parallel lines; the lines of each other direction are the tables of a series.

    >>> teams = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]
    >>> day = seat_everybody_once(teams, series=4, seed="1")
    >>> sorted(set().union(*(t for tables in day for t in tables if 1 in t)))
    [1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    """
    chance = Chance(seed)
    mixed = [chance.shuffled(team) for team in chance.shuffled(teams)]
    lines = [
        [
            [team[TIMES[slope][at] ^ line] for at, team in enumerate(mixed)]
            for line in range(FULL)
        ]
        for slope in range(series)
    ]
    numbered = number_tables(lines, (), ())
    return tuple(balance_seats(numbered, {}, chance))
