"""The numbers of the tables: tables of three last, and short walks for the players."""

from collections.abc import Sequence

from tournaments.seating.costs import tables_by_player
from tournaments.seating.problem import SeriesTables
from tournaments.seating.seats import Seating


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
