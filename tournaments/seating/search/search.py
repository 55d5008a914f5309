"""The search for the cheapest tables of all series at once.

Conflict-driven annealing at a constant temperature: most picks take a pair that
meets again and move one of the two elsewhere. Work is counted in picks, never in
seconds, so that the same seed gives the same plan on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic

from tournaments.seating.problem import Chance, Hall
from tournaments.seating.search.board import Board, Chairs, Prices
from tournaments.seating.search.seed_plans import (
    LARGEST,
    SMALLEST,
    possible_series,
    start_from_seed_plan,
)

PICKS = 2_000_000
PATIENCE = 60_000
# When meetings are as few as can be and only tables of three could be shared better.
PATIENCE_FOR_THREES = 150_000
STEP = 500


class Brake:
    """Ends the searches of a draw in time, and at the same steps when it is repeated.

    A search asks every few picks whether it should end. How often it was told to go on
    is the same on every machine, the time it took is not: ``stops`` has that number for
    each search, None for one that ended by itself. Searches that follow each other
    share the seconds: each gets its part of those that are left.
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        searches: int = 1,
        stop_after: Sequence[int | None] = (),
    ) -> None:
        self.end = inf if seconds is None else monotonic() + seconds
        self.searches = searches
        self.stop_after = stop_after
        self.stops: list[int | None] = []

    def begin(self) -> None:
        """Begin the next search."""
        now, begun = monotonic(), len(self.stops)
        self.until = now + (self.end - now) / max(1, self.searches - begun)
        self.last = self.stop_after[begun] if begun < len(self.stop_after) else None
        self.checks = 0
        self.stops.append(None)

    def is_pulled(self) -> bool:
        """Tell whether the search is to end, from then on always."""
        if self.stops[-1] is None:
            if self.checks == self.last or monotonic() >= self.until:
                self.stops[-1] = self.checks
            self.checks += 1
        return self.stops[-1] is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The best chairs of a search, with their price and the picks used until then."""

    chairs: list[Chairs]
    price: int
    without_threes: int
    picks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Everything a search needs to know, and the brake that ends it.

    ``frozen`` maps a chair to the player who keeps it.
    """

    hall: Hall
    series: int
    prices: Prices
    frozen: dict[int, int]
    mates: set[tuple[int, int]]
    seed_plans: bool
    picks: int = PICKS
    brake: Brake = field(default_factory=Brake)


def find_chairs(search: Search, chance: Chance) -> tuple[Solution, int]:
    """Search from one start after the other until the goal or the budget is reached.

    Return the best solution, and the picks that were spent.
    """
    search.brake.begin()
    board = _start(search, 0, chance)
    best, used = _run(search, board, _solution(board, 0), 0)
    attempt = 1
    while not _is_enough(search, best, used):
        board = _start(search, attempt, chance)
        best, used = _run(search, board, best, used)
        attempt += 1
    return best, used


def _solution(board: Board, picks: int) -> Solution:
    return Solution(
        chairs=board.copy_chairs(),
        price=board.total,
        without_threes=board.total - board.price_of_threes(),
        picks=picks,
    )


def _is_enough(search: Search, best: Solution, used: int) -> bool:
    prices = search.prices
    if best.price <= prices.goal or used >= search.picks:
        return True
    if best.without_threes <= prices.goal_without_threes and (
        used - best.picks >= PATIENCE_FOR_THREES
    ):
        return True
    return search.brake.is_pulled()


def _run(
    search: Search, board: Board, best: Solution, used: int
) -> tuple[Solution, int]:
    """Search from one start until patience or budget runs out; return the best yet."""
    low, low_at = board.total, used
    if low < best.price:
        best = _solution(board, used)
    pick = board.pick
    while used - low_at < PATIENCE and not _is_enough(search, best, used):
        for now in range(used + 1, min(used + STEP, search.picks) + 1):
            used = now
            pick()
            if board.total < low:
                low, low_at = board.total, used
                if low < best.price:
                    best = _solution(board, used)
                    if low <= search.prices.goal:
                        break
    return best, used


def _start(search: Search, attempt: int, chance: Chance) -> Board:
    chairs: list[Chairs] = []
    if _takes_seed_plan(search, attempt):
        rounds = start_from_seed_plan(
            search.hall.tables,
            search.hall.threes,
            search.series,
            search.mates,
            chance,
        )
        chairs = [[player for table in tables for player in table] for tables in rounds]
    while len(chairs) < search.series:
        chairs.append(_random_chairs(search, chance))
    frozen = [chair in search.frozen for chair in range(4 * search.hall.tables)]
    return Board(search.prices, chairs, frozen, chance)


def _takes_seed_plan(search: Search, attempt: int) -> bool:
    chairs = 4 * search.hall.tables
    possible = possible_series(chairs)
    if not (search.seed_plans and SMALLEST <= chairs <= LARGEST):
        return False
    if search.series < possible - 3:
        return False
    return attempt % 2 == (0 if search.series >= possible - 1 else 1)


def _random_chairs(search: Search, chance: Chance) -> Chairs:
    """Seat everybody by lot, with the free chairs at the last tables."""
    chairs = [-1] * (4 * search.hall.tables)
    for chair, player in search.frozen.items():
        chairs[chair] = player
    ghosts = search.hall.threes
    for last in range(len(chairs) - 1, -1, -4):
        if ghosts and chairs[last] == -1:
            chairs[last] = search.prices.ghost
            ghosts -= 1
    seated = set(search.frozen.values())
    free = [player for player in range(search.prices.ghost) if player not in seated]
    lots = iter(chance.shuffled(free))
    return [next(lots) if player == -1 else player for player in chairs]
