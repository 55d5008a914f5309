"""Tables by lot alone, for those who want nothing but chance."""

from tournaments.seating.bounds import bounds_for
from tournaments.seating.chance import Chance
from tournaments.seating.plans import Plan, checked_plan
from tournaments.seating.problem import (
    Hall,
    SeatingProblem,
    check_problem,
    fixed_places,
    hall_for,
)


def seat_by_lot(problem: SeatingProblem, *, seed: str, series: int = 1) -> Plan:
    """Draw tables and seats by lot: nobody is kept apart, fixed places stay.

    Raises ``SeatingError`` as ``plan_series`` does.
    """
    check_problem(problem, series)
    hall = hall_for(len(problem.entrants), problem.tables)
    chance = Chance(seed)
    tables = [_one_series(problem, hall, chance) for _ in range(series)]
    return checked_plan(
        problem, tables, seed=seed, bound=bounds_for(problem, hall, series)
    )


def _one_series(
    problem: SeatingProblem, hall: Hall, chance: Chance
) -> tuple[tuple[int, ...], ...]:
    fixed = fixed_places(problem, hall)
    seated = {number for numbers in fixed.values() for number in numbers}
    numbers = sorted(entrant.number for entrant in problem.entrants)
    lots = chance.shuffled([number for number in numbers if number not in seated])
    sizes = sizes_with_fixed(hall, fixed)
    tables = []
    for at, size in enumerate(sizes, 1):
        table = list(fixed.get(at, ()))
        while len(table) < size:
            table.append(lots.pop())
        tables.append(tuple(chance.shuffled(table)))
    return tuple(tables)


def sizes_with_fixed(hall: Hall, fixed: dict[int, list[int]]) -> list[int]:
    """Return the table sizes, threes last where nobody is fixed four at a table."""
    sizes = [4] * hall.tables
    threes = hall.threes
    for table in range(hall.tables, 0, -1):
        if threes and len(fixed.get(table, ())) < 4:
            sizes[table - 1] = 3
            threes -= 1
    return sizes
