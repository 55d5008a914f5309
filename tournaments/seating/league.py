"""The league match day: four teams of four, three series, nothing to search.

Nobody meets an opponent or has a seat twice, each team has every seat once in a
series, and nobody plays at one table three times.
"""

from collections.abc import Sequence

from .chance import Chance
from .errors import SeatingError
from .problem import SeriesTables

# Tables of each series in seat order; A1 is the first player of the first team.
LEAGUE_MATCH_DAY = (
    "A1 B1 C1 D1 | C2 D2 A2 B2 | D3 C3 B3 A3 | B4 A4 D4 C4",
    "B3 D1 C4 A2 | C3 A1 D2 B4 | A4 C2 B1 D3 | D4 B2 A3 C1",
    "C4 D3 B2 A1 | A3 B4 D1 C2 | B1 A2 C3 D4 | D2 C1 A4 B3",
)
TEAMS = "ABCD"


def seat_match_day(
    teams: Sequence[Sequence[int]], *, seed: str
) -> tuple[SeriesTables, ...]:
    """Return the three series of a match day of three or four teams of four.

    Chance decides who of a team plays which part, and which team is A. With three
    teams all tables are tables of three. Raises ``SeatingError`` with code
    ``match-day-teams`` or ``seated-twice``.

    >>> day = seat_match_day([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)], seed="1")
    >>> [len(table) for table in day[0]]
    [3, 3, 3, 3]
    """
    if len(teams) not in (3, 4) or any(len(team) != 4 for team in teams):
        raise SeatingError("match-day-teams")
    numbers = [number for team in teams for number in team]
    if len(set(numbers)) < len(numbers):
        twice = min(number for number in numbers if numbers.count(number) > 1)
        raise SeatingError("seated-twice", number=twice)
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
