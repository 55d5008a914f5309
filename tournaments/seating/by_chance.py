"""Tables by lot alone, and how tables are filled around fixed places."""

from collections.abc import Iterable
from itertools import islice

from tournaments.seating.chance import Chance
from tournaments.seating.plans import Plan, checked_plan
from tournaments.seating.problem import (
    FixedPlaces,
    Hall,
    SeatingProblem,
    SeriesTables,
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
    return checked_plan(problem, tables, seed=seed)


def _one_series(problem: SeatingProblem, hall: Hall, chance: Chance) -> SeriesTables:
    fixed = fixed_places(problem, hall)
    numbers = sorted(entrant.number for entrant in problem.entrants)
    lots = chance.shuffled(movable_numbers(numbers, fixed))
    tables = filled_tables(reversed(lots), hall, fixed)
    return tuple(tuple(chance.shuffled(table)) for table in tables)


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
