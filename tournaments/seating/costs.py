"""The costs of a plan, counted afresh from its tables, and their lower bounds."""

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields
from itertools import combinations, pairwise
from typing import Any

from tournaments.seating.problem import Hall, SeatingProblem, SeriesTables, mates_of
from tournaments.seating.seats import Seating, seats_used


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
