"""What no draw can avoid: lower bounds that an organiser sees next to the result."""

import heapq
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.problem import Hall, SeatingProblem, mates_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The least there must be of each cost item.

    ``repeats`` holds among draws with the fewest clashes and is 0, which is true
    but not sharp, as soon as there is a history, a fixed table or a pair apart.
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
    each, rest = divmod(items, places)
    return places * each * (each - 1) // 2 + rest * each


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
    if not (problem.history or problem.apart or _has_fixed(problem)):
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


def _has_fixed(problem: SeatingProblem) -> bool:
    return any(entrant.table is not None for entrant in problem.entrants)


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
    """Hand the chairs at tables of three to whoever had fewest, and add up."""
    had = three_sits(problem)
    heap = [(had[entrant.number], 0) for entrant in problem.entrants]
    heapq.heapify(heap)
    price = 0
    for _ in range(3 * hall.threes * series):
        sits, new = heapq.heappop(heap)
        price += sits
        if new + 1 < series:
            heapq.heappush(heap, (sits + 1, new + 1))
    return price


def three_sits(problem: SeatingProblem) -> Counter[int]:
    """Count how often each player sat at a table of three so far."""
    sits = Counter({e.number: e.three_sits for e in problem.entrants})
    for series in problem.history:
        sits.update(number for table in series if len(table) == 3 for number in table)
    return sits
