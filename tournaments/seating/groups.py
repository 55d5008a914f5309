"""The next series in strength groups: players meet only those of their own group."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Unpack

from tournaments.seating.plans import (
    Limits,
    Plan,
    checked_plan,
    movable_numbers,
    plan_in_hall,
    sizes_with_fixed,
)
from tournaments.seating.problem import (
    Hall,
    SeatingError,
    SeatingProblem,
    check_problem,
    fixed_places,
    hall_for,
)
from tournaments.seating.standing import completed_ranking


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
    check_problem(problem, 1)
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
    return checked_plan(problem, [tuple(tables)], seed=seed, picks=used)


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
