"""Wishes as prices: the cost of one more meeting of two players."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.bounds import Bounds, three_sits
from tournaments.seating.problem import Hall, SeatingProblem, Weights, mates_of

NEVER = 1_000_000
"""The price of two free chairs at one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The prices before the first meeting of the draw.

    Players are counted 0..n-1 in the order of their ``numbers``. The same ghost,
    player n, sits on every free chair, so that "sat at a table of three again" is
    "met the ghost again" and needs no code of its own.
    """

    numbers: tuple[int, ...]
    start: tuple[tuple[int, ...], ...]
    meeting: int
    three: int
    fair_three: int
    goal: int
    goal_without_threes: int

    @property
    def ghost(self) -> int:
        return len(self.numbers)


def prices_for(
    problem: SeatingProblem, hall: Hall, series: int, bounds: Bounds
) -> Prices:
    """Turn the wishes of ``problem`` into prices."""
    weights = problem.weights
    numbers = tuple(sorted(entrant.number for entrant in problem.entrants))
    # With tables of three only, everybody sits at one in every series.
    three = weights.three if hall.threes < hall.tables else 0
    start = _start_matrix(problem, numbers, three)
    past_sits = sum(row[-1] for row in start[:-1]) // three if three else 0
    share = -(-(3 * hall.threes * series + past_sits) // len(numbers))
    without_threes = (
        weights.club * bounds.club_clashes
        + weights.team * bounds.team_clashes
        + weights.meeting * bounds.squares
    )
    return Prices(
        numbers=numbers,
        start=tuple(tuple(row) for row in start),
        meeting=weights.meeting,
        three=three,
        fair_three=three * (share - 1),
        goal=without_threes + three * bounds.three_price,
        goal_without_threes=without_threes,
    )


def _start_matrix(
    problem: SeatingProblem, numbers: tuple[int, ...], three: int
) -> list[list[int]]:
    index = {number: player for player, number in enumerate(numbers)}
    ghost = len(numbers)
    rows = [[0] * (ghost + 1) for _ in range(ghost + 1)]
    for first, second, price in priced_pairs(problem, problem.weights):
        if first in index and second in index:
            p, q = index[first], index[second]
            rows[p][q] += price
            rows[q][p] += price
    for number, sits in three_sits(problem).items():
        if number in index:
            player = index[number]
            rows[player][ghost] = rows[ghost][player] = three * sits
    rows[ghost][ghost] = NEVER
    return rows


def priced_pairs(
    problem: SeatingProblem, weights: Weights
) -> Iterable[tuple[int, int, int]]:
    """Yield pairs of start numbers, each with the price of a meeting."""
    priced = [(weights.club, mates) for mates in mates_of(problem, "club")]
    priced += [(weights.team, mates) for mates in mates_of(problem, "team")]
    priced += [(weights.apart, list(pair)) for pair in problem.apart]
    priced += [
        (weights.meeting, list(table)) for series in problem.history for table in series
    ]
    for price, numbers in priced:
        for first, second in combinations(numbers, 2):
            yield first, second, price
