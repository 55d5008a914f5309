"""Lower bounds of the costs, which the organiser sees next to those of a draw."""

import heapq
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.problem import Hall, SeatingProblem, mates_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The least possible value of each cost item.

    ``repeats`` holds among draws with the fewest clashes. It is 0, which is true but
    not sharp, as soon as there is a history, a fixed table or a pair kept apart.
    ``squares`` bounds the sum of m(m-1)/2 over pairs that meet m times.
    """

    repeats: int
    squares: int
    club_clashes: int
    team_clashes: int
    three_price: int


def fewest_pairs(items: int, places: int) -> int:
    """Return the fewest pairs that share a place when ``items`` fill ``places``.

    >>> fewest_pairs(6, 4)
    2
    """
    share, rest = divmod(items, places)
    return places * share * (share - 1) // 2 + rest * share


def bounds_for(problem: SeatingProblem, hall: Hall, series: int) -> Bounds:
    """Return the bounds for drawing ``series`` series of ``problem`` in ``hall``."""
    clubs, teams = mates_of(problem, "club"), mates_of(problem, "team")
    club_clashes = series * sum(
        fewest_pairs(len(mates), hall.tables) for mates in clubs
    )
    team_clashes = series * sum(
        fewest_pairs(len(mates), hall.tables) for mates in teams
    )
    repeats = squares = 0
    has_fixed_table = any(entrant.table is not None for entrant in problem.entrants)
    if not (problem.history or problem.apart or has_fixed_table):
        repeats, squares = _meeting_bounds(
            problem, hall, series, club_clashes + team_clashes
        )
    return Bounds(
        repeats=repeats,
        squares=squares,
        club_clashes=club_clashes,
        team_clashes=team_clashes,
        three_price=_least_three_price(problem, hall, series),
    )


def _meeting_bounds(
    problem: SeatingProblem, hall: Hall, series: int, clashes: int
) -> tuple[int, int]:
    """Return the bounds for repeats and for squares, by counting and pigeon-hole."""
    kept_apart = _pairs_of_mates(problem)
    usable = hall.players * (hall.players - 1) // 2 - kept_apart
    meetings = max(0, series * hall.pairs - clashes)
    common = sum(fewest_pairs(size, hall.tables) for size in hall.sizes)
    repeats = max(0, meetings - usable) + max(0, clashes - kept_apart)
    squares = fewest_pairs(meetings, usable) if usable else 0
    pairs_of_series = series * (series - 1) // 2
    return max(repeats, (series - 1) * common), max(squares, pairs_of_series * common)


def _pairs_of_mates(problem: SeatingProblem) -> int:
    """Count the pairs that share a club or a team."""
    groups = mates_of(problem, "club") + mates_of(problem, "team")
    return len({pair for mates in groups for pair in combinations(sorted(mates), 2)})


def _least_three_price(problem: SeatingProblem, hall: Hall, series: int) -> int:
    """Add up the sits when those with fewest get the chairs at tables of three."""
    past_sits = three_sits(problem)
    heap = [(past_sits[entrant.number], 0) for entrant in problem.entrants]
    heapq.heapify(heap)
    price = 0
    for _ in range(3 * hall.threes * series):
        sits, new = heapq.heappop(heap)
        price += sits
        if new + 1 < series:
            heapq.heappush(heap, (sits + 1, new + 1))
    return price


def three_sits(problem: SeatingProblem) -> Counter[int]:
    """Count how often each player has sat at a table of three so far."""
    sits = Counter({e.number: e.three_sits for e in problem.entrants})
    for series in problem.history:
        sits.update(number for table in series if len(table) == 3 for number in table)
    return sits
