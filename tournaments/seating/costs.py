"""What a plan costs, item by item, counted afresh from the finished tables."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations

from tournaments.seating.bounds import three_sits
from tournaments.seating.problem import SeatingProblem, SeriesTables
from tournaments.seating.seats import seats_used


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The cost items of planned series; what was played before is not counted again.

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
    met_before = meetings_of(problem.history)
    met = met_before + meetings_of(series)
    planned = [
        frozenset(pair)
        for tables in series
        for table in tables
        for pair in _pairs(table)
    ]
    clubs = {e.number: {e.club} - {None} for e in problem.entrants}
    teams = {e.number: set(e.teams) for e in problem.entrants}
    apart = {frozenset(pair) for pair in problem.apart}
    sat_before = three_sits(problem)
    sat = sat_before + Counter(
        number
        for tables in series
        for table in tables
        if len(table) == 3
        for number in table
    )
    return Costs(
        repeats=_beyond(1, met.values()) - _beyond(1, met_before.values()),
        third_meetings=_beyond(2, met.values()) - _beyond(2, met_before.values()),
        club_clashes=_shared_groups(planned, clubs),
        team_clashes=_shared_groups(planned, teams),
        apart_clashes=sum(pair in apart for pair in planned),
        three_table_excess=_beyond(1, sat.values()) - _beyond(1, sat_before.values()),
        seat_excess=_seat_excess([*problem.history, *series])
        - _seat_excess(problem.history),
        walking=_walking([*problem.history[-1:], *series]),
    )


def meetings_of(series: Iterable[SeriesTables]) -> Counter[tuple[int, int]]:
    """Count how often each pair of start numbers sat at one table."""
    return Counter(
        pair for tables in series for table in tables for pair in _pairs(table)
    )


def _pairs(table: Sequence[int]) -> Iterable[tuple[int, int]]:
    return combinations(sorted(table), 2)


def _beyond(allowed: int, counts: Iterable[int]) -> int:
    return sum(count - allowed for count in counts if count > allowed)


def _shared_groups(
    pairs: Iterable[frozenset[int]], groups: Mapping[int, Collection[str | None]]
) -> int:
    """Count what the pairs share: who is in two teams together clashes twice."""
    return sum(
        name in groups[second] for first, second in pairs for name in groups[first]
    )


def _seat_excess(series: Sequence[SeriesTables]) -> int:
    excess = 0
    for used in seats_used(series).values():
        cap = -(-sum(used) // 4)
        excess += sum(uses - cap for uses in used if uses > cap)
    return excess


def _walking(series: Sequence[SeriesTables]) -> int:
    """Sum up how many tables everybody moves from one series to the next."""
    steps = 0
    before: dict[int, int] = {}
    for tables in series:
        now = tables_by_player(tables)
        steps += sum(
            abs(at - before[number]) for number, at in now.items() if number in before
        )
        before = now
    return steps


def tables_by_player(tables: SeriesTables) -> dict[int, int]:
    """Return the table number of every start number."""
    return {number: at for at, table in enumerate(tables, 1) for number in table}
