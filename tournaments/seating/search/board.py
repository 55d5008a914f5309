"""The tables of all series while the search moves players around.

Chair ``i`` of a series belongs to table ``i >> 2``, so the mates of chair ``i`` are
the chairs ``i ^ 1``, ``i ^ 2`` and ``i ^ 3``. The methods below run a hundred
thousand times a second: they trade some readability for local variables.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import exp

from tournaments.seating.costs import Bounds, three_sits
from tournaments.seating.problem import Chance, Hall, SeatingProblem, Weights, mates_of

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

    def copy_chairs(self) -> list[Chairs]:
        """Return a copy of the chairs of every series."""
        return [chairs[:] for chairs in self.chairs]

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
