"""The search for the cheapest tables of all series at once.

Conflict-driven annealing at a constant temperature: most picks take a pair that
meets again and move one of the two elsewhere. Work is counted in picks, never in
seconds, so that the same seed gives the same plan on every machine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, inf
from time import monotonic

from tournaments.seating.problem import (
    Bounds,
    Chance,
    Hall,
    SeatingProblem,
    Weights,
    mates_of,
    three_sits,
)

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


Chairs = list[int]

TEMPERATURE = 0.85
# Rounded, because the last digit of exp differs between platforms.
ACCEPT = tuple(round(exp(-delta / TEMPERATURE), 6) for delta in range(40))
PARTNERS = 6
FOCUS = 0.8


class Board:
    """The seats of every series, and the price of every further meeting."""

    __slots__ = (
        "bad",
        "bad_at",
        "chairs",
        "discount",
        "frozen",
        "places",
        "price",
        "prices",
        "random",
        "rotations",
        "size",
        "total",
        "width",
    )

    def __init__(
        self, prices: Prices, chairs: list[Chairs], frozen: list[bool], chance: Chance
    ) -> None:
        self.prices = prices
        self.random = chance.random
        self.chairs = chairs
        self.frozen = frozen
        self.size = len(frozen)
        self.width = prices.ghost + 1
        count = len(chairs)
        self.rotations = [
            tuple((first + step) % count for step in range(count))
            for first in range(count)
        ]
        ghost_meets_less = prices.meeting - prices.three
        # The error of the general formula, by the number of free chairs that each of
        # the two players meets: 0, 1, or 3 (the player is a free chair itself).
        self.discount = [
            [(mine + theirs) * ghost_meets_less for theirs in range(4)]
            for mine in range(4)
        ]
        self.discount[1][1] = 2 * prices.meeting
        self.bad: list[int] = []
        self.bad_at: dict[int, int] = {}
        self.total = 0
        self._pay_for_everything()

    def _pay_for_everything(self) -> None:
        self.price = [list(row) for row in self.prices.start]
        self.places = [[0] * self.width for _ in self.chairs]
        for chairs, places in zip(self.chairs, self.places, strict=True):
            for chair, player in enumerate(chairs):
                places[player] = chair
                first = chair & ~3
                self._move(player, [], chairs[first:chair])

    def price_of_threes(self) -> int:
        """Return the part of the total that was paid for tables of three."""
        ghost, three = self.prices.ghost, self.prices.three
        if not three:
            return 0
        paid = 0
        for now, start in zip(self.price[ghost], self.prices.start[ghost], strict=True):
            sits, past_sits = (now - start) // three, start // three
            paid += three * (sits * past_sits + sits * (sits - 1) // 2)
        return paid

    def pick(self) -> None:
        """Choose one player, mostly of a pair that meets again, and try to move it."""
        random = self.random
        bad = self.bad
        chance = random()
        if bad and chance < FOCUS:
            place = self._meeting_place(bad[int(chance / FOCUS * len(bad))])
            if place:
                self._try_partners(*place)
                return
        self._try_partners(int(random() * len(self.chairs)), int(random() * self.size))

    def _meeting_place(self, pair: int) -> tuple[int, int] | None:
        """Return a series and chair where the pair meets, if worth changing."""
        first, second = divmod(pair, self.width)
        prices = self.prices
        random = self.random
        order = self.rotations[int(random() * len(self.chairs))]
        if second == prices.ghost:
            if self.price[first][second] - prices.three <= prices.fair_three:
                return None
            for series in order:
                chair = self.places[series][first]
                table = chair & ~3
                if second in self.chairs[series][table : table + 4]:
                    return series, chair
            return None
        for series in order:
            places = self.places[series]
            chair, other = places[first], places[second]
            if chair >> 2 == other >> 2:
                return series, chair if random() < 0.5 else other
        return None

    def _try_partners(self, series: int, chair: int) -> None:
        """Swap the player in a chair with one of a few random ones, if cheap enough."""
        frozen = self.frozen
        if frozen[chair]:
            return
        random, size, price = self.random, self.size, self.price
        chairs = self.chairs[series]
        table = chair >> 2
        me = chairs[chair]
        x, y, z = chairs[chair ^ 1], chairs[chair ^ 2], chairs[chair ^ 3]
        mine = price[me]
        before = 6 * self.prices.meeting - mine[x] - mine[y] - mine[z]
        discounts = self._discounts(me, x, y, z)
        ghost = self.prices.ghost
        for _ in range(PARTNERS):
            other = int(random() * size)
            you = chairs[other]
            if other >> 2 == table or frozen[other] or me == you:
                continue
            u, v, w = chairs[other ^ 1], chairs[other ^ 2], chairs[other ^ 3]
            yours = price[you]
            delta = before + mine[u] + mine[v] + mine[w] + yours[x] + yours[y]
            delta += yours[z] - yours[u] - yours[v] - yours[w]
            if discounts:
                met = u == ghost or v == ghost or w == ghost
                delta -= discounts[3 if you == ghost else met]
            if delta <= 0 or (delta < 40 and random() < ACCEPT[delta]):
                self._swap(series, chair, other)
                return

    def _discounts(self, me: int, x: int, y: int, z: int) -> list[int] | None:
        ghost = self.prices.ghost
        if ghost == self.size:
            return None
        met = x == ghost or y == ghost or z == ghost
        return self.discount[3 if me == ghost else met]

    def _swap(self, series: int, chair: int, other: int) -> None:
        chairs, places = self.chairs[series], self.places[series]
        me, you = chairs[chair], chairs[other]
        mine = [chairs[chair ^ 1], chairs[chair ^ 2], chairs[chair ^ 3]]
        yours = [chairs[other ^ 1], chairs[other ^ 2], chairs[other ^ 3]]
        chairs[chair], chairs[other] = you, me
        places[me], places[you] = other, chair
        self._move(me, mine, yours)
        self._move(you, yours, mine)

    def _move(self, player: int, old_mates: list[int], new_mates: list[int]) -> None:
        """Pay back meetings with ``old_mates`` and pay for those with ``new_mates``."""
        prices, price, width = self.prices, self.price, self.width
        ghost, bad_at = prices.ghost, self.bad_at
        row, start = price[player], prices.start[player]
        three = prices.three
        usual = three if player == ghost else prices.meeting
        change = 0
        for mate in old_mates:
            weight = three if mate == ghost else usual
            back = row[mate] - weight
            row[mate] = price[mate][player] = back
            change -= back
            # The price of the pair's last meeting; if it was free, the pair is not bad.
            if back <= weight or back == start[mate]:
                pair = player * width + mate if player < mate else mate * width + player
                if pair in bad_at:
                    self._forget(pair)
        for mate in new_mates:
            paid = row[mate]
            change += paid
            weight = three if mate == ghost else usual
            row[mate] = price[mate][player] = paid + weight
            if paid:
                pair = player * width + mate if player < mate else mate * width + player
                if pair not in bad_at:
                    bad_at[pair] = len(self.bad)
                    self.bad.append(pair)
        self.total += change

    def _forget(self, pair: int) -> None:
        """Remove a pair from the list of bad pairs in constant time."""
        at = self.bad_at.pop(pair)
        last = self.bad.pop()
        if last != pair:
            self.bad[at] = last
            self.bad_at[last] = at


Blocks = list[list[int]]

# N: (size of a class, the first round); points beyond the last class stay in place.
DEVELOPED = {
    16: (5, "3 4 10 13|7 9 11 12|1 8 14 15|0 2 5 6"),
    24: (7, "6 7 16 22|1 8 12 13|11 14 18 19|2 3 5 17|0 9 20 21|4 10 15 23"),
    28: (
        9,
        "8 21 22 25|6 10 11 26|0 5 16 24|1 3 4 13|7 15 19 27|9 12 14 23|2 17 18 20",
    ),
    36: (
        11,
        "0 1 8 13|3 5 24 31|2 7 16 27|14 15 22 28|6 12 17 21|4 11 26 33"
        "|9 19 25 35|10 18 23 34|20 29 30 32",
    ),
    40: (
        13,
        "0 13 26 39|1 2 6 38|10 16 18 19|17 28 31 35|3 14 21 30|12 22 29 37"
        "|7 9 23 27|4 11 32 33|5 8 20 25|15 24 34 36",
    ),
    44: (
        13,
        "31 36 20 34|43 27 8 25|28 5 32 3|33 11 16 42|23 14 1 24"
        "|39 2 26 18|0 10 21 6|13 38 40 7|9 4 37 30|12 29 41 19"
        "|22 35 15 17",
    ),
    48: (
        15,
        "19 2 30 14|32 0 13 7|47 1 26 42|12 15 46 36|44 37 39 40"
        "|5 35 27 28|25 10 29 23|43 34 24 16|21 38 18 9|20 33 6 45"
        "|22 11 31 17|41 8 4 3",
    ),
}
SMALLEST, LARGEST = 16, 48


def seed_plan(chairs: int) -> list[Blocks]:
    """Return series of tables in which no two points meet twice."""
    if chairs in DEVELOPED:
        turn, base = DEVELOPED[chairs]
        blocks = [[int(point) for point in block.split()] for block in base.split("|")]
        return [_developed(blocks, turn, step, chairs) for step in range(turn)]
    if chairs == 32:
        return [_cosets(plane) for plane in _planes()]
    return _shifted_columns(chairs // 4)


def _developed(blocks: Blocks, turn: int, step: int, chairs: int) -> Blocks:
    fixed_from = turn * (chairs // turn)

    def turned(point: int) -> int:
        if point >= fixed_from:
            return point
        return point // turn * turn + (point % turn + step) % turn

    return [[turned(point) for point in block] for block in blocks]


def _planes() -> list[tuple[int, ...]]:
    """Return nine planes of five-bit words that share nothing but 0."""
    planes: list[tuple[int, ...]] = []
    candidates = sorted(
        {tuple(sorted((0, a, b, a ^ b))) for a, b in combinations(range(1, 32), 2)}
    )

    def extend(start: int, used: set[int]) -> bool:
        if len(planes) == 9:
            return True
        for at in range(start, len(candidates)):
            plane = candidates[at]
            if used.isdisjoint(plane[1:]):
                planes.append(plane)
                if extend(at + 1, used.union(plane[1:])):
                    return True
                planes.pop()
        return False

    extend(0, set())
    return planes


def _cosets(plane: tuple[int, ...]) -> Blocks:
    covered: set[int] = set()
    blocks: Blocks = []
    for word in range(32):
        if word not in covered:
            block = [word ^ step for step in plane]
            covered.update(block)
            blocks.append(block)
    return blocks


def _shifted_columns(rows: int) -> list[Blocks]:
    """Return series whose tables run diagonally through four columns of points."""
    shifts: list[int] = []
    for shift in range(rows):
        steps = [shift - earlier for earlier in shifts]
        if all(step * column % rows for step in steps for column in (1, 2, 3)):
            shifts.append(shift)
    return [
        [
            [column * rows + (row + shift * column) % rows for column in range(4)]
            for row in range(rows)
        ]
        for shift in shifts
    ]


def start_from_seed_plan(
    hall: int, ghosts: int, series: int, mates: set[tuple[int, int]], chance: Chance
) -> list[Blocks]:
    """Return a start for the search, with names, tables and series in random order.

    ``hall`` is the number of tables, ``mates`` the pairs that should not meet. A
    free chair is the ghost, number ``4 * hall - ghosts``. There may be fewer than
    ``series`` series.
    """
    rounds = chance.shuffled(seed_plan(4 * hall))
    used, unused = rounds[:series], rounds[series:]
    empty = _points_never_together(used, unused, ghosts, 4 * hall, chance)
    players = iter(chance.shuffled(range(4 * hall - ghosts)))
    names = [
        4 * hall - ghosts if point in empty else next(players)
        for point in range(4 * hall)
    ]
    _keep_mates_apart(names, used, mates, chance)
    return [
        chance.shuffled([[names[point] for point in block] for block in blocks])
        for blocks in used
    ]


def _points_never_together(
    used: list[Blocks], unused: list[Blocks], ghosts: int, points: int, chance: Chance
) -> list[int]:
    """Return points for the free chairs, of which few share a table."""
    together = {
        pair
        for blocks in used
        for block in blocks
        for pair in combinations(sorted(block), 2)
    }
    best: list[int] = []
    fewest = points
    for _ in range(300 if ghosts > 1 else 1):
        tables = unused[chance.below(len(unused))] if unused else [list(range(points))]
        table = tables[chance.below(len(tables))]
        candidates = sorted(chance.shuffled(table)[:ghosts])
        clashes = sum(pair in together for pair in combinations(candidates, 2))
        if clashes < fewest:
            best, fewest = candidates, clashes
        if not fewest:
            break
    return best


def _keep_mates_apart(
    names: list[int], used: list[Blocks], mates: set[tuple[int, int]], chance: Chance
) -> None:
    """Exchange names in all series as long as that adds no clashes."""
    if not mates:
        return
    neighbours: list[list[int]] = [[] for _ in names]
    for blocks in used:
        for block in blocks:
            for point in block:
                neighbours[point] += [other for other in block if other != point]

    def clashes(point: int) -> int:
        me = names[point]
        return sum((me, names[other]) in mates for other in neighbours[point])

    for _ in range(200 * len(names)):
        first, second = chance.below(len(names)), chance.below(len(names))
        before = clashes(first) + clashes(second)
        names[first], names[second] = names[second], names[first]
        if clashes(first) + clashes(second) > before:
            names[first], names[second] = names[second], names[first]


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
    """Search from start to start; return the best solution and the picks spent."""
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
        chairs=[chairs[:] for chairs in board.chairs],
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
            search.hall.tables, search.hall.threes, search.series, search.mates, chance
        )
        chairs = [[player for table in tables for player in table] for tables in rounds]
    while len(chairs) < search.series:
        chairs.append(_random_chairs(search, chance))
    frozen = [chair in search.frozen for chair in range(4 * search.hall.tables)]
    return Board(search.prices, chairs, frozen, chance)


def _takes_seed_plan(search: Search, attempt: int) -> bool:
    chairs = 4 * search.hall.tables
    possible = (chairs - 1) // 3
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
