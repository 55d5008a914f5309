"""The question that a draw answers, its chance, the seats, and what an answer costs.

Chance has the same outcome on every machine and in every Python version: only
``random()`` of the standard generator is guaranteed to stay the same, so everything
else is made from it. Nothing depends on the clock or on hash order.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields
from enum import StrEnum
from hashlib import sha256
from itertools import combinations, pairwise, permutations
from random import Random
from typing import Any, Literal, TypeVar


def gettext_noop(text: str) -> str:
    """Mark ``text`` for the catalogue; the site translates it when it is shown."""
    return text


REFUSALS = {
    "five-players": gettext_noop(
        "5 players do not fit tables of four and three: play at one table of five"
        " with two sitting out in turn, or wait for a sixth player."
    ),
    "groups-out-of-range": gettext_noop(
        "%(groups)s groups cannot be formed: there are %(tables)s tables."
    ),
    "no-such-table": gettext_noop(
        "There is no table %(table)s: %(tables)s tables are used."
    ),
    "table-full": gettext_noop("Too many players are fixed at table %(table)s."),
    "too-few-players": gettext_noop(
        "%(players)s players are too few: a table needs at least 3."
    ),
}


class SeatingError(ValueError):
    """A draw that is impossible.

    ``code`` names the reason, ``template`` is the sentence to translate and
    ``params`` are the numbers to put into it.
    """

    def __init__(self, code: str, **params: int) -> None:
        self.code = code
        self.template = REFUSALS[code]
        self.params = params
        super().__init__(self.template % params)


Table = tuple[int, ...]
"""The start numbers at one table, in seat order."""
SeriesTables = tuple[Table, ...]
"""The tables of one series, table 1 first."""
FixedPlaces = dict[int, list[int]]
"""The start numbers that are fixed at each table."""


class TableRule(StrEnum):
    """How many players sit at a table when there is a choice (rules 5.1)."""

    FOURS = "fours"
    THREES = "threes"
    FIVE = "five"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player who takes part.

    Mates of ``team`` and of each of ``more_teams`` are kept apart alike: a player may
    belong to a pair and a team of four at once. ``table`` is a table the player keeps
    (because walking is difficult, or as the referee). ``three_sits`` counts tables of
    three on earlier evenings of the season.
    """

    number: int
    club: str | None = None
    team: str | None = None
    table: int | None = None
    three_sits: int = 0
    more_teams: tuple[str, ...] = ()

    @property
    def teams(self) -> tuple[str, ...]:
        return (self.team, *self.more_teams) if self.team else self.more_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """The weight of each wish; the search is tuned to ``meeting`` = 4.

    ``three`` = 3 puts "nobody meets twice" before "nobody sits at a table of
    three twice"; 9 turns the two around (``THREES_FIRST``).
    """

    club: int = 400
    team: int = 400
    apart: int = 400
    meeting: int = 4
    three: int = 3


MEETINGS_FIRST = Weights()
THREES_FIRST = Weights(three=9)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingProblem:
    """Everything a draw needs to know: each number is given once, each pair plays.

    ``history`` holds the series played so far, tables in seat order; players who
    have left may appear in it. ``apart`` holds pairs of start numbers.
    """

    entrants: tuple[Entrant, ...]
    apart: tuple[tuple[int, int], ...] = ()
    history: tuple[SeriesTables, ...] = ()
    tables: TableRule = TableRule.FOURS
    weights: Weights = field(default_factory=Weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The number of tables in the hall, and how many of them are tables of three."""

    tables: int
    threes: int

    @property
    def players(self) -> int:
        return 4 * self.tables - self.threes

    @property
    def sizes(self) -> tuple[int, ...]:
        return (4,) * (self.tables - self.threes) + (3,) * self.threes

    @property
    def pairs(self) -> int:
        """The meetings of one series."""
        return 6 * self.tables - 3 * self.threes


def hall_for(players: int, rule: TableRule = TableRule.FOURS) -> Hall:
    """Return the tables for ``players`` people (rules 5.1).

    Raises ``SeatingError`` with code ``too-few-players`` or ``five-players``.

    >>> hall_for(14).sizes
    (4, 4, 3, 3)
    >>> hall_for(12, TableRule.THREES).sizes
    (3, 3, 3, 3)
    """
    if players < 3:
        raise SeatingError("too-few-players", players=players)
    if players == 5:
        raise SeatingError("five-players", players=players)
    tables = players // 3 if rule is TableRule.THREES else -(-players // 4)
    return Hall(tables=tables, threes=4 * tables - players)


def table_sizes(players: int) -> tuple[int, ...]:
    """Return the sizes of the tables for ``players`` people, empty for too few.

    >>> table_sizes(11), table_sizes(5), table_sizes(2)
    ((4, 4, 3), (5,), ())
    """
    if players < 3:
        return ()
    return (5,) if players == 5 else hall_for(players).sizes


def mates_of(problem: SeatingProblem, kind: Literal["club", "team"]) -> list[list[int]]:
    """Return the start numbers of each club or team."""
    groups: dict[str, list[int]] = {}
    for entrant in problem.entrants:
        clubs = (entrant.club,) if entrant.club else ()
        for name in clubs if kind == "club" else entrant.teams:
            groups.setdefault(name, []).append(entrant.number)
    return list(groups.values())


def fixed_places(problem: SeatingProblem, hall: Hall) -> FixedPlaces:
    """Return the start numbers that are fixed at each table.

    Raises ``SeatingError`` with code ``no-such-table`` or ``table-full``.
    """
    fixed: FixedPlaces = {}
    for entrant in sorted(problem.entrants, key=lambda entrant: entrant.number):
        if entrant.table is None:
            continue
        if not 1 <= entrant.table <= hall.tables:
            raise SeatingError("no-such-table", table=entrant.table, tables=hall.tables)
        fixed.setdefault(entrant.table, []).append(entrant.number)
    full = [table for table, numbers in fixed.items() if len(numbers) > 4]
    with_room = hall.tables - sum(len(numbers) == 4 for numbers in fixed.values())
    if full or with_room < hall.threes:
        table = min(full, default=max(fixed, default=0))
        raise SeatingError("table-full", table=table)
    return fixed


T = TypeVar("T")


class Chance:
    """A stream of random numbers that depends on one seed text only.

    >>> Chance("evening 7 / draw 1").shuffled(range(1, 9))
    [7, 5, 1, 6, 2, 4, 3, 8]
    """

    __slots__ = ("random",)

    def __init__(self, seed: str) -> None:
        digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
        start = int.from_bytes(digest[:8], "big")
        self.random: Callable[[], float] = Random(start).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1."""
        return int(self.random() * limit)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a new order (Fisher and Yates)."""
        order, random = list(items), self.random
        for last in range(len(order) - 1, 0, -1):
            other = int(random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order


Seating = list[list[list[int]]]
"""For each series the tables, for each table the start numbers in seat order."""
SeatCounts = dict[int, list[int]]

SWEEPS = 60
PATIENCE = 8
OVER = 100
ORDERS = {size: tuple(permutations(range(size))) for size in (3, 4)}


def seats_used(history: Iterable[SeriesTables]) -> SeatCounts:
    """Count how often each player had each seat."""
    used: SeatCounts = {}
    for series in history:
        for table in series:
            for seat, number in enumerate(table):
                # A table of five has a fifth seat; it counts as the fourth.
                used.setdefault(number, [0, 0, 0, 0])[min(seat, 3)] += 1
    return used


def balance_seats(
    series: Seating, past: SeatCounts, chance: Chance
) -> list[SeriesTables]:
    """Return the tables in seat order, by the way that balances the seats better."""
    seats = _Seats(_by_colours(series), past)
    if not seats.is_even():
        seats.sweep(chance)
        lots = [[chance.shuffled(table) for table in tables] for tables in series]
        other = _Seats(lots, past)
        other.sweep(chance)
        seats = min(seats, other, key=_Seats.unevenness)
    return [tuple(tuple(table) for table in tables) for tables in seats.series]


class _Seats:
    """Seat orders, with how often each player has each seat."""

    def __init__(self, series: Seating, past: SeatCounts) -> None:
        self.series = series
        sits = Counter(
            number for tables in series for table in tables for number in table
        )
        self.cap = {
            number: -(-(count + sum(past.get(number, ()))) // 4)
            for number, count in sits.items()
        }
        self.used = {number: list(past.get(number, (0, 0, 0, 0))) for number in sits}
        for tables in series:
            for table in tables:
                for seat, number in enumerate(table):
                    self.used[number][seat] += 1

    def is_even(self) -> bool:
        return all(max(used) - min(used) <= 1 for used in self.used.values())

    def unevenness(self) -> tuple[int, int]:
        """Return the seat excess and, to break ties, the sum of squares."""
        excess = squares = 0
        for number, used in self.used.items():
            cap = self.cap[number]
            excess += sum(max(0, uses - cap) for uses in used)
            squares += sum(uses * uses for uses in used)
        return excess, squares

    def sweep(self, chance: Chance) -> None:
        """Reorder one table after the other until that improves nothing."""
        best, idle = self.unevenness(), 0
        for _ in range(SWEEPS):
            for tables in self.series:
                for at, table in enumerate(tables):
                    tables[at] = self._best_order(table, chance)
            now = self.unevenness()
            idle = 0 if now < best else idle + 1
            best = min(best, now)
            if idle >= PATIENCE:
                return

    def _best_order(self, table: list[int], chance: Chance) -> list[int]:
        """Return the cheapest seat order of one table, ties by lot."""
        for seat, number in enumerate(table):
            self.used[number][seat] -= 1
        rows = [self._seat_costs(number) for number in table]
        orders = ORDERS[len(table)]
        costs = [
            sum([row[seat] for row, seat in zip(rows, order, strict=True)])
            for order in orders
        ]
        least = min(costs)
        cheapest = [at for at, cost in enumerate(costs) if cost == least]
        order = orders[cheapest[chance.below(len(cheapest))]]
        seated = [0] * len(table)
        for number, seat in zip(table, order, strict=True):
            seated[seat] = number
            self.used[number][seat] += 1
        return seated

    def _seat_costs(self, number: int) -> list[int]:
        cap = self.cap[number]
        return [uses if uses < cap else uses + OVER for uses in self.used[number]]


def _by_colours(series: Seating) -> Seating:
    """Colour the graph of players and tables with four colours, which are the seats.

    Each player is split into copies of four series, so that no point has more than
    four edges and four colours always suffice.
    """
    colours = _Colours()
    appearances: Counter[int] = Counter()
    for round_number, tables in enumerate(series):
        for at, table in enumerate(tables):
            for number in table:
                copy = (number, appearances[number] // 4)
                appearances[number] += 1
                colours.add(copy, (round_number, at))
    return [
        [_without_gap(colours.at_table[round_number, at]) for at in range(len(tables))]
        for round_number, tables in enumerate(series)
    ]


def _without_gap(seats: Mapping[int, tuple[int, int]]) -> list[int]:
    """Return the start numbers by seat; at a table of three, seat 4 fills the gap."""
    by_seat = [seats[seat][0] if seat in seats else None for seat in range(4)]
    if None in by_seat:
        last = by_seat.pop()
        if None in by_seat:
            by_seat[by_seat.index(None)] = last
    return [number for number in by_seat if number is not None]


class _Colours:
    """A proper edge colouring of a bipartite graph, built edge by edge."""

    def __init__(self) -> None:
        self.at_copy: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}
        self.at_table: dict[tuple[int, int], dict[int, tuple[int, int]]] = {}

    def add(self, copy: tuple[int, int], table: tuple[int, int]) -> None:
        """Colour one more edge, turning an alternating path when needed."""
        mine = self.at_copy.setdefault(copy, {})
        theirs = self.at_table.setdefault(table, {})
        colour = next((c for c in range(4) if c not in mine and c not in theirs), None)
        if colour is None:
            colour = next(c for c in range(4) if c not in mine)
            other = next(c for c in range(4) if c not in theirs)
            self._turn_path(table, colour, other)
        mine[colour] = table
        theirs[colour] = copy

    def _turn_path(self, table: tuple[int, int], colour: int, other: int) -> None:
        """Exchange two colours along the path that starts with ``colour`` at a table.

        The path cannot end at the copy that needs ``colour``: it would arrive
        there by an edge of that colour.
        """
        path: list[tuple[tuple[int, int], tuple[int, int], int]] = []
        at_table = True
        point, wanted = table, colour
        while point in (side := self.at_table if at_table else self.at_copy) and (
            wanted in side[point]
        ):
            following = side[point][wanted]
            copy, place = (following, point) if at_table else (point, following)
            path.append((copy, place, wanted))
            point, at_table = following, not at_table
            wanted = other if wanted == colour else colour
        for copy, place, was in path:
            del self.at_copy[copy][was], self.at_table[place][was]
        for copy, place, was in path:
            now = other if was == colour else colour
            self.at_copy[copy][now] = place
            self.at_table[place][now] = copy


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The cost items of planned series, without those of the series played before.

    ``repeats``: meetings of players who have met before, in the history or in an
    earlier planned series. ``third_meetings``: those that are at least the third.
    ``…_clashes``: mates at one table. ``three_table_excess``: sits at a table of
    three by players who sat at one before. ``seat_excess``: uses of a seat beyond
    a quarter of the series (rounded up). ``walking``: tables passed between series.
    """

    repeats: int
    third_meetings: int
    club_clashes: int
    team_clashes: int
    apart_clashes: int
    three_table_excess: int
    seat_excess: int
    walking: int

    def __sub__(self, other: "Costs") -> "Costs":
        return Costs(
            **{
                field.name: getattr(self, field.name) - getattr(other, field.name)
                for field in fields(self)
            }
        )


def costs_of(problem: SeatingProblem, series: Sequence[SeriesTables]) -> Costs:
    """Count every cost item of the planned ``series``."""
    past_meetings = meetings_of(problem.history)
    planned = meetings_of(series)
    meetings = past_meetings + planned
    clubs = {e.number: {e.club} - {None} for e in problem.entrants}
    teams = {e.number: set(e.teams) for e in problem.entrants}
    apart = {tuple(sorted(pair)) for pair in problem.apart}
    past_sits = three_sits(problem)
    sits = past_sits + Counter(
        number
        for tables in series
        for table in tables
        if len(table) == 3
        for number in table
    )
    return Costs(
        repeats=_beyond(1, meetings) - _beyond(1, past_meetings),
        third_meetings=_beyond(2, meetings) - _beyond(2, past_meetings),
        club_clashes=_shared_groups(planned, clubs),
        team_clashes=_shared_groups(planned, teams),
        apart_clashes=sum(times for pair, times in planned.items() if pair in apart),
        three_table_excess=_beyond(1, sits) - _beyond(1, past_sits),
        seat_excess=_seat_excess([*problem.history, *series])
        - _seat_excess(problem.history),
        walking=_walking([*problem.history[-1:], *series]),
    )


def meetings_of(series: Iterable[SeriesTables]) -> Counter[tuple[int, int]]:
    """Count how often each pair of start numbers sat at one table."""
    return Counter(
        pair
        for tables in series
        for table in tables
        for pair in combinations(sorted(table), 2)
    )


def _beyond(allowed: int, counts: Counter[Any]) -> int:
    return sum(count - allowed for count in counts.values() if count > allowed)


def _shared_groups(
    meetings: Counter[tuple[int, int]], groups: Mapping[int, Set[str | None]]
) -> int:
    """Count the groups shared at a table: mates in two teams clash twice."""
    return sum(
        times * len(groups[first] & groups[second])
        for (first, second), times in meetings.items()
    )


def _seat_excess(series: Sequence[SeriesTables]) -> int:
    excess = 0
    for used in seats_used(series).values():
        cap = -(-sum(used) // 4)
        excess += sum(uses - cap for uses in used if uses > cap)
    return excess


def _walking(series: Sequence[SeriesTables]) -> int:
    """Return by how many tables players move from one series to the next, in all."""
    steps = 0
    for earlier, later in pairwise(map(tables_by_player, series)):
        steps += sum(
            abs(later[number] - earlier[number])
            for number in later.keys() & earlier.keys()
        )
    return steps


def tables_by_player(tables: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the table numbers by start number."""
    return {number: at for at, table in enumerate(tables, 1) for number in table}


def number_tables(
    seating: Seating, fixed: Sequence[int], last_played: SeriesTables
) -> Seating:
    """Return the tables of every series in the order of their numbers.

    A ``fixed`` table keeps its number. Of the others those with four players come
    first; among them, a table comes near to where its players sat in the series
    before. ``last_played`` is the series before the first one, if there was any.
    """
    earlier = tables_by_player(last_played)
    numbered: Seating = []
    for tables in seating:
        keep = {number - 1: tables[number - 1] for number in fixed}
        movable = [table for at, table in enumerate(tables) if at not in keep]
        movable.sort(key=lambda table: (-len(table), _mean_origin(table, earlier)))
        queue = iter(movable)
        ordered = [keep[at] if at in keep else next(queue) for at in range(len(tables))]
        earlier = tables_by_player(ordered)
        numbered.append(ordered)
    return numbered


def _mean_origin(table: Sequence[int], earlier: dict[int, int]) -> int:
    """Return the mean table number of the series before, in sixtieths."""
    origins = [earlier[number] for number in table if number in earlier]
    return 60 * sum(origins) // len(origins) if origins else 0
