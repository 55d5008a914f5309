"""The costs of a plan, item by item, counted afresh from the finished tables."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, fields
from itertools import combinations, pairwise
from typing import Any

from tournaments.seating.bounds import three_sits
from tournaments.seating.problem import SeatingProblem, SeriesTables
from tournaments.seating.seats import Seating, seats_used


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
