"""Seats 1 to 4 at finished tables, so that everybody deals first equally often.

The better of two ways wins: an edge colouring, which is perfect when all tables have
four chairs, and sweeps over the tables, which take earlier seats and tables of three
into account. Neither changes who meets whom.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import permutations

from tournaments.seating.problem import Chance, SeriesTables

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
