"""Which table gets which number: tables of three last, and short walks."""

from collections.abc import Sequence

from tournaments.seating.costs import tables_by_player
from tournaments.seating.problem import SeriesTables
from tournaments.seating.seats import Seating


def number_tables(
    seating: Seating, fixed: Sequence[int], last_played: SeriesTables | None
) -> Seating:
    """Return the tables of every series in the order of their numbers.

    A ``fixed`` table keeps its number. Of the others those with four players come
    first; among them a table stands near to where its players sat before, for
    which ``last_played`` is the series before the first one.
    """
    before = tables_by_player(last_played) if last_played else {}
    numbered: Seating = []
    for tables in seating:
        keep = {number - 1: tables[number - 1] for number in fixed}
        others = [table for at, table in enumerate(tables) if at not in keep]
        others.sort(key=lambda table: (-len(table), _came_from(table, before)))
        queue = iter(others)
        ordered = [keep[at] if at in keep else next(queue) for at in range(len(tables))]
        before = {number: at for at, table in enumerate(ordered, 1) for number in table}
        numbered.append(ordered)
    return numbered


def _came_from(table: Sequence[int], before: dict[int, int]) -> int:
    """Return the mean table number of the series before, in sixtieths."""
    known = [before[number] for number in table if number in before]
    return 60 * sum(known) // len(known) if known else 0
