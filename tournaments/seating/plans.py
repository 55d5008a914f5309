"""The draw: from a problem and a seed to the tables of all series."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from math import exp
from typing import TypedDict, Unpack

from tournaments.seating.problem import (
    Bounds,
    Chance,
    Costs,
    FixedPlaces,
    Hall,
    Seating,
    SeatingError,
    SeatingProblem,
    SeriesTables,
    TableRule,
    Weights,
    balance_seats,
    bounds_for,
    costs_of,
    fixed_places,
    hall_for,
    mates_of,
    number_tables,
    seats_used,
    three_sits,
)
from tournaments.seating.search import (
    Brake,
    Chairs,
    Prices,
    Search,
    find_chairs,
    priced_pairs,
    prices_for,
)


class Limits(TypedDict, total=False):
    """How long a draw may search: in picks, and by a brake in seconds."""

    picks: int
    brake: Brake


VERSION = 1
"""Raised whenever the same seed would give other tables; stored with every draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Drawn series with their costs; ``picks`` is the work spent on them."""

    series: tuple[SeriesTables, ...]
    cost: Costs
    bound: Bounds
    picks: int = 0


def plan_series(
    problem: SeatingProblem, *, series: int, seed: str, **limits: Unpack[Limits]
) -> Plan:
    """Draw ``series`` series at once and return the best plan found.

    The same problem, seed and budget of ``picks`` give the same tables on every
    machine, whatever the order of the entrants, unless the ``brake`` ends the search
    early: then the best plan so far is returned.

    Raises ``SeatingError`` for a field that cannot be seated (``too-few-players``,
    ``five-players``) and for settings that contradict each other.

    >>> from tournaments.seating.problem import Entrant, SeatingProblem
    >>> eight = tuple(Entrant(number=number) for number in range(1, 9))
    >>> drawn = plan_series(SeatingProblem(entrants=eight), series=2, seed="7")
    >>> drawn.cost.repeats, drawn.bound.repeats
    (4, 4)
    """
    if problem.tables is TableRule.FIVE and len(problem.entrants) == 5:
        return _at_one_table(problem, series, seed)
    hall = hall_for(len(problem.entrants), problem.tables)
    return plan_in_hall(problem, hall, series=series, seed=seed, **limits)


def plan_in_hall(
    problem: SeatingProblem,
    hall: Hall,
    *,
    series: int,
    seed: str,
    **limits: Unpack[Limits],
) -> Plan:
    """Draw as ``plan_series`` does, at exactly the tables of ``hall``."""
    fixed = fixed_places(problem, hall)
    bound = bounds_for(problem, hall, series)
    prices = prices_for(problem, hall, series, bound)
    search = Search(
        hall=hall,
        series=series,
        prices=prices,
        frozen={
            4 * (table - 1) + at: prices.numbers.index(number)
            for table, numbers in fixed.items()
            for at, number in enumerate(numbers)
        },
        mates=_pairs_of_mates(prices),
        seed_plans=not (fixed or problem.history),
        **limits,
    )
    chance = Chance(seed)
    solution, used = find_chairs(search, chance)
    last = problem.history[-1] if problem.history else ()
    numbered = number_tables(_tables(solution.chairs, prices), sorted(fixed), last)
    tables = balance_seats(numbered, seats_used(problem.history), chance)
    return plan_of(problem, tables, bound=bound, picks=used)


def plan_of(
    problem: SeatingProblem,
    series: Iterable[SeriesTables],
    *,
    bound: Bounds | None = None,
    picks: int = 0,
) -> Plan:
    """Return ``series`` as a plan with its costs."""
    tables = tuple(series)
    if bound is None:
        hall = hall_for(len(problem.entrants), problem.tables)
        bound = bounds_for(problem, hall, len(tables))
    cost = costs_of(problem, tables)
    return Plan(series=tables, cost=cost, bound=bound, picks=picks)


def swap_in_tables(tables: SeriesTables, first: int, second: int) -> SeriesTables:
    """Return ``tables`` with two players exchanged, so that twice changes nothing."""
    partners = {first: second, second: first}
    return tuple(
        tuple(partners.get(number, number) for number in table) for table in tables
    )


def _pairs_of_mates(prices: Prices) -> set[tuple[int, int]]:
    """Return the pairs of players that should not meet at all, both ways round."""
    return {
        (player, other)
        for player, row in enumerate(prices.start[:-1])
        if any(row)
        for other, price in enumerate(row[:-1])
        if price
    }


def _tables(series: Iterable[Chairs], prices: Prices) -> Seating:
    return [
        [
            [
                prices.numbers[player]
                for player in chairs[first : first + 4]
                if player != prices.ghost
            ]
            for first in range(0, len(chairs), 4)
        ]
        for chairs in series
    ]


def _at_one_table(problem: SeatingProblem, series: int, seed: str) -> Plan:
    """Seat five players at one table, each a seat further in every series."""
    order = Chance(seed).shuffled(sorted(e.number for e in problem.entrants))
    tables = [(tuple(order[-at % 5 :] + order[: -at % 5]),) for at in range(series)]
    cost = costs_of(problem, tables)
    bound = Bounds(
        repeats=cost.repeats,
        squares=10 * series * (series - 1) // 2,
        club_clashes=cost.club_clashes,
        team_clashes=cost.team_clashes,
        three_price=0,
    )
    return plan_of(problem, tables, bound=bound)


def seat_by_lot(problem: SeatingProblem, *, seed: str, series: int = 1) -> Plan:
    """Draw tables and seats by lot; fixed places stay. Raises ``SeatingError``."""
    hall = hall_for(len(problem.entrants), problem.tables)
    fixed, chance = fixed_places(problem, hall), Chance(seed)
    numbers = sorted(entrant.number for entrant in problem.entrants)
    movable = movable_numbers(numbers, fixed)
    drawn = []
    for _ in range(series):
        tables = filled_tables(reversed(chance.shuffled(movable)), hall, fixed)
        drawn.append(tuple(tuple(chance.shuffled(table)) for table in tables))
    return plan_of(problem, drawn)


def movable_numbers(numbers: Iterable[int], fixed: FixedPlaces) -> list[int]:
    """Return the ``numbers`` without a fixed place."""
    stay = {number for table in fixed.values() for number in table}
    return [number for number in numbers if number not in stay]


def filled_tables(
    numbers: Iterable[int], hall: Hall, fixed: FixedPlaces
) -> list[list[int]]:
    """Return the tables: the players fixed there, then the next of ``numbers``."""
    queue = iter(numbers)
    tables = []
    for at, size in enumerate(sizes_with_fixed(hall, fixed), 1):
        stay = fixed.get(at, [])
        tables.append([*stay, *islice(queue, size - len(stay))])
    return tables


def sizes_with_fixed(hall: Hall, fixed: FixedPlaces) -> list[int]:
    """Return the table sizes: threes last, but not where four players are fixed."""
    sizes = [4] * hall.tables
    threes = hall.threes
    for table in range(hall.tables, 0, -1):
        if threes and len(fixed.get(table, ())) < 4:
            sizes[table - 1] = 3
            threes -= 1
    return sizes


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
    teams all tables are tables of three.

    >>> day = seat_match_day([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)], seed="1")
    >>> [len(table) for table in day[0]]
    [3, 3, 3, 3]
    """
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
    problem: SeatingProblem, *, series: int, seed: str, **limits: Unpack[Limits]
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
    return plan_of(problem, tables)


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
    """How far anybody may sit from their rank: ``soft`` tables, with 0 not at all."""

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
        fixed = {e.number for e in problem.entrants if e.table is not None}
        self.movable = [
            (at, seat)
            for at, table in enumerate(tables)
            for seat, number in enumerate(table)
            if number not in fixed
        ]
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
    """Yield the problem and the tables of each group, best players first.

    The groups have nearly the same number of tables, the first ones the larger.
    """
    fixed = fixed_places(problem, hall)
    sizes = sizes_with_fixed(hall, fixed)
    queue = iter(movable_numbers(completed_ranking(problem, ranking), fixed))
    size, larger = divmod(hall.tables, groups)
    cuts = [at * size + min(at, larger) for at in range(groups + 1)]
    for first, last in pairwise(cuts):
        group_hall = Hall(tables=last - first, threes=sizes[first:last].count(3))
        stay = [n for table in range(first, last) for n in fixed.get(table + 1, ())]
        movers = islice(queue, group_hall.players - len(stay))
        yield _group_problem(problem, {*stay, *movers}, first), group_hall


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
