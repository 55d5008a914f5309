"""How good the draw is, over many sizes; printed by ``manage.py bench``.

Everything is counted in picks, not seconds, so the rows are the same everywhere.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.by_chance import seat_by_lot
from tournaments.seating.plans import plan_series
from tournaments.seating.problem import Entrant, SeatingProblem, TableRule, hall_for

# From this number of players on nobody has to meet twice, by series; and 9 players.
ZERO_FROM = {2: 13, 3: 13, 4: 13, 5: 15, 6: 21, 7: 22, 8: 25, 10: 34, 12: 49}
# The most repeats allowed elsewhere: series, then players.
ALLOWED = {
    2: {6: 2, 7: 3, 8: 4, 9: 0, 10: 1, 11: 2, 12: 3},
    3: {6: 6, 7: 9, 8: 12, 9: 0, 10: 3, 11: 6, 12: 9},
    4: {6: 10, 7: 18, 8: 24, 9: 0, 10: 5, 11: 12, 12: 18},
    5: {8: 32, 9: 9, 10: 15, 11: 20, 12: 30, 13: 3, 14: 2},
    6: {
        **{8: 44, 9: 18, 10: 27, 11: 36, 12: 45, 13: 14, 14: 17, 15: 21, 16: 24},
        **{17: 5, 18: 4, 19: 4, 20: 6},
    },
    7: {12: 60, 16: 48, 17: 16, 18: 18, 19: 18, 20: 20, 21: 4},
    8: {
        **{12: 78, 16: 72, 17: 32, 18: 39, 19: 45, 20: 50, 21: 11, 22: 13, 23: 16},
        24: 18,
    },
    10: {
        **{20: 110, 24: 84, 26: 35, 28: 42, 29: 14, 30: 16, 31: 16, 32: 16, 33: 3},
        **{37: 2, 38: 2, 39: 2},
    },
    12: {
        **{24: 156, 28: 126, 32: 84, 33: 22, 34: 23, 35: 26, 36: 28},
        **{37: 0, 38: 0, 39: 0, 40: 0, 41: 10, 42: 10, 43: 10, 44: 10},
        **{45: 4, 46: 4, 47: 4, 48: 4},
    },
}
SIZES = tuple(
    (players, series)
    for players in (*range(6, 51), 57, 61, 64, 65, 73, 96, 100, 128, 256, 512, 1000)
    for series in (2, 3, 4, 5, 6, 7, 8, 10, 12)
)
RANDOM_DRAWS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRow:
    """One draw: ``required`` is None where no figure was asked for."""

    players: int
    series: int
    seed: str
    repeats: int
    required: int | None
    bound: int
    random: int
    picks: int
    most_meetings: int
    three_most: int
    three_fair: int
    seat_excess: int
    club_clashes: int
    club_bound: int

    @property
    def misses(self):
        """Tell whether more repeats or clashes were drawn than are allowed."""
        too_many = self.required is not None and self.repeats > self.required
        return too_many or self.club_clashes > self.club_bound


def required_repeats(players, series):
    """Return the most repeats allowed, or None where no figure was given."""
    allowed = ALLOWED.get(series, {}).get(players)
    if allowed is not None:
        return allowed
    return 0 if players >= ZERO_FROM.get(series, sys.maxsize) else None


def field_of(players, *, club_of=None, rule=TableRule.FOURS):
    """Return a problem with start numbers 1..players, clubs by ``club_of(number)``."""
    entrants = tuple(
        Entrant(number=number, club=club_of(number) if club_of else None)
        for number in range(1, players + 1)
    )
    return SeatingProblem(entrants=entrants, tables=rule)


def team_of(number):
    """Return the club of a start number when clubs come in fours."""
    return f"club {(number + 3) // 4}"


def measure(sizes=SIZES, seeds=("1",), *, club_of=None):
    """Yield one ``DrawRow`` for each (players, series) and seed."""
    for players, series in sizes:
        problem = field_of(players, club_of=club_of)
        random = random_repeats(problem, series)
        for seed in seeds:
            yield row_of(plan_series(problem, series=series, seed=seed), random)


def random_repeats(problem, series):
    """Return the mean repeats of draws that look at nothing, rounded."""
    total = sum(
        seat_by_lot(problem, series=series, seed=f"lot {draw}").cost.repeats
        for draw in range(RANDOM_DRAWS)
    )
    return round(total / RANDOM_DRAWS)


def row_of(drawn, random):
    """Return the figures of one plan; without clubs there is a required one."""
    players, series = len(drawn.problem.entrants), len(drawn.series)
    with_clubs = any(entrant.club for entrant in drawn.problem.entrants)
    hall = hall_for(players, drawn.problem.tables)
    sits = Counter(
        number
        for tables in drawn.series
        for table in tables
        if len(table) == 3
        for number in table
    )
    met = Counter(
        pair
        for tables in drawn.series
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    return DrawRow(
        players=players,
        series=series,
        seed=drawn.seed,
        repeats=drawn.cost.repeats,
        required=None if with_clubs else required_repeats(players, series),
        bound=drawn.bound.repeats,
        random=random,
        picks=drawn.picks,
        most_meetings=max(met.values()),
        three_most=max(sits.values(), default=0),
        three_fair=max(1, -(-3 * hall.threes * series // players)),
        seat_excess=drawn.cost.seat_excess,
        club_clashes=drawn.cost.club_clashes,
        club_bound=drawn.bound.club_clashes,
    )
