"""The next series by standing: the best together, strictly or with some freedom.

Strict seating makes the same people meet again and again. If everybody may move one
table away from that of their rank, nearly all repeats disappear.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import exp
from typing import Unpack

from tournaments.seating.costs import three_sits
from tournaments.seating.plans import (
    Limits,
    Plan,
    filled_tables,
    movable_numbers,
    plan_in_hall,
    plan_of,
    sizes_with_fixed,
)
from tournaments.seating.problem import (
    Chance,
    Hall,
    SeatingError,
    SeatingProblem,
    Weights,
    fixed_places,
    hall_for,
)
from tournaments.seating.search.board import priced_pairs
from tournaments.seating.seats import balance_seats, seats_used

CLASH = 10_000
MEETING = 100
THREE = 40
WARM, COLD = 30.0, 0.5
SWAPS = 20_000
SWAPS_EACH = 60
# Chance to accept a dearer swap, in sixteenths of the temperature; rounded, because
# the last digit of exp differs between platforms.
ACCEPT = tuple(round(exp(-step / 16), 6) for step in range(160))


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRule:
    """How strictly the tables follow the ranking.

    Nobody sits more than ``soft`` tables away from the table of their rank; with 0
    the tables are the ranking.
    """

    soft: int = 1
    clubs_apart: bool = False
    teams_apart: bool = True


def seat_by_standing(
    problem: SeatingProblem,
    ranking: Sequence[int],
    *,
    seed: str,
    rule: StandingRule | None = None,
) -> Plan:
    """Seat one more series by ``ranking`` (start numbers, best first).

    Tables of three are the last ones. Players who are not ranked yet come at the end;
    those with a fixed table stay there. Raises ``SeatingError`` as ``plan_series``
    does.
    """
    hall = hall_for(len(problem.entrants), problem.tables)
    fixed = fixed_places(problem, hall)
    order = movable_numbers(completed_ranking(problem, ranking), fixed)
    tables = filled_tables(order, hall, fixed)
    chance = Chance(seed)
    rule = rule or StandingRule()
    swaps = 0
    if rule.soft > 0 and hall.tables > 1:
        swaps = max(SWAPS, SWAPS_EACH * hall.players)
        tables = _Softening(problem, rule, tables, chance).run(swaps)
    seated = balance_seats([tables], seats_used(problem.history), chance)
    return plan_of(problem, seated, picks=swaps)


def completed_ranking(problem: SeatingProblem, ranking: Sequence[int]) -> list[int]:
    """Return all players in ranking order, those not ranked last and by number."""
    players = {entrant.number for entrant in problem.entrants}
    return [*ranking, *sorted(players.difference(ranking))]


class _Softening:
    """Annealing of one series in which nobody sits far from their rank."""

    def __init__(
        self,
        problem: SeatingProblem,
        rule: StandingRule,
        tables: list[list[int]],
        chance: Chance,
    ) -> None:
        self.tables = tables
        self.soft = rule.soft
        self.chance = chance
        self.home = {number: at for at, table in enumerate(tables) for number in table}
        self.prices = _pair_prices(problem, rule)
        self.sits = three_sits(problem)
        self.movable = _movable(problem, tables)
        self.may_move = frozenset(self.movable)

    def run(self, swaps: int) -> list[list[int]]:
        """Return the cheapest tables met on the way."""
        total = best = 0
        tables = [table[:] for table in self.tables]
        cooling = (COLD / WARM) ** (1 / swaps)
        temperature = WARM
        for _ in range(swaps if self.movable else 0):
            total += self._try(temperature)
            temperature *= cooling
            if total < best:
                best = total
                tables = [table[:] for table in self.tables]
        return tables

    def _try(self, temperature: float) -> int:
        """Try one swap and return the change of the price."""
        chance = self.chance
        own_table, seat = self.movable[chance.below(len(self.movable))]
        me = self.tables[own_table][seat]
        other_table = self.home[me] - self.soft + chance.below(2 * self.soft + 1)
        if other_table == own_table or not 0 <= other_table < len(self.tables):
            return 0
        other = chance.below(len(self.tables[other_table]))
        you = self.tables[other_table][other]
        if (
            abs(self.home[you] - own_table) > self.soft
            or (other_table, other) not in self.may_move
        ):
            return 0
        before = self._price(me, own_table) + self._price(you, other_table)
        self._exchange(own_table, seat, other_table, other)
        change = self._price(you, own_table) + self._price(me, other_table) - before
        step = int(change * 16 / temperature) if change > 0 else 0
        if step < len(ACCEPT) and chance.random() < ACCEPT[step]:
            return change
        self._exchange(own_table, seat, other_table, other)
        return 0

    def _exchange(
        self, own_table: int, seat: int, other_table: int, other: int
    ) -> None:
        mine, theirs = self.tables[own_table], self.tables[other_table]
        mine[seat], theirs[other] = theirs[other], mine[seat]

    def _price(self, number: int, at: int) -> int:
        table = self.tables[at]
        prices = self.prices[number]
        price = (at - self.home[number]) ** 2
        if len(table) == 3:
            price += THREE * self.sits[number]
        for mate in table:
            price += prices.get(mate, 0)
        return price


def _movable(problem: SeatingProblem, tables: list[list[int]]) -> list[tuple[int, int]]:
    fixed = {e.number for e in problem.entrants if e.table is not None}
    return [
        (at, seat)
        for at, table in enumerate(tables)
        for seat, number in enumerate(table)
        if number not in fixed
    ]


def _pair_prices(
    problem: SeatingProblem, rule: StandingRule
) -> dict[int, Counter[int]]:
    prices: dict[int, Counter[int]] = {e.number: Counter() for e in problem.entrants}
    weights = Weights(
        club=CLASH if rule.clubs_apart else 0,
        team=CLASH if rule.teams_apart else 0,
        apart=CLASH,
        meeting=MEETING,
    )
    for first, second, price in priced_pairs(problem, weights):
        if first in prices and second in prices:
            prices[first][second] += price
            prices[second][first] += price
    return prices


def seat_by_groups(
    problem: SeatingProblem,
    ranking: Sequence[int],
    *,
    groups: int = 2,
    seed: str,
    **limits: Unpack[Limits],
) -> Plan:
    """Seat one more series in ``groups`` cut from ``ranking`` (best first).

    The first group has the first tables; inside a group all wishes of the draw
    count. A player with a fixed table belongs to the group that plays there.
    Raises ``SeatingError`` with code ``groups-out-of-range``, and as ``plan_series``
    and ``seat_by_standing`` do.
    """
    hall = hall_for(len(problem.entrants), problem.tables)
    if not 1 <= groups <= hall.tables:
        raise SeatingError("groups-out-of-range", groups=groups, tables=hall.tables)
    tables: list[tuple[int, ...]] = []
    used = 0
    for group, group_hall in _group_problems(problem, hall, ranking, groups):
        group_seed = f"{seed} / {len(tables)}"
        plan = plan_in_hall(group, group_hall, series=1, seed=group_seed, **limits)
        tables += plan.series[0]
        used += plan.picks
    return plan_of(problem, [tuple(tables)], picks=used)


def _group_problems(
    problem: SeatingProblem, hall: Hall, ranking: Sequence[int], groups: int
) -> Iterator[tuple[SeatingProblem, Hall]]:
    """Yield the problem and the tables of each group, best players first."""
    fixed = fixed_places(problem, hall)
    sizes = sizes_with_fixed(hall, fixed)
    queue = iter(movable_numbers(completed_ranking(problem, ranking), fixed))
    for first, last in _cuts(hall.tables, groups):
        group_hall = Hall(tables=last - first, threes=sizes[first:last].count(3))
        stay = [n for table in range(first, last) for n in fixed.get(table + 1, ())]
        movers = islice(queue, group_hall.players - len(stay))
        yield _group_problem(problem, {*stay, *movers}, first), group_hall


def _cuts(tables: int, groups: int) -> list[tuple[int, int]]:
    """Cut the tables into parts of nearly the same size, larger ones first."""
    size, larger = divmod(tables, groups)
    cuts = [at * size + min(at, larger) for at in range(groups + 1)]
    return list(pairwise(cuts))


def _group_problem(
    problem: SeatingProblem, numbers: set[int], first: int
) -> SeatingProblem:
    """Return the problem of one group, with its tables counted from 1."""
    entrants = tuple(
        replace(entrant, table=entrant.table - first if entrant.table else None)
        for entrant in problem.entrants
        if entrant.number in numbers
    )
    apart = tuple(pair for pair in problem.apart if numbers.issuperset(pair))
    return replace(problem, entrants=entrants, apart=apart)
