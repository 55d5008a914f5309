"""Old tables whose columns are found, without a click and without a mistake."""

from collections.abc import Iterator
from time import perf_counter

from tests.bench.old_tables import OldTable, table_of
from tests.bench.rows import Row, Scale
from tournaments.files.foreign.heads import Meaning
from tournaments.files.foreign.mapping import Layout, layout_of

# Nothing is done with these: to miss them costs nobody a click.
UNUSED = {Meaning.NOTHING, Meaning.RANK, Meaning.EVENING}


def is_right(table: OldTable, layout: Layout) -> bool:
    """Tell whether every column that matters was found, and no other taken for one."""
    found = (None if each in UNUSED else each.value for each in layout.meanings)
    return tuple(found) == table.truth


def measure_mapped(scale: Scale, seed: int) -> Iterator[Row]:
    """Map shuffled tables, usual ones and careless ones."""
    for what, is_hard in (("shuffled tables", False), ("… of careless clubs", True)):
        began = perf_counter()
        found = [
            (is_right(table, layout := layout_of(table.rows)), layout.doubts)
            for each in range(scale.old_tables)
            for table in [table_of(seed * 10_000 + each, is_hard=is_hard)]
        ]
        seconds = perf_counter() - began
        at_once = sum(right and not doubts for right, doubts in found)
        wrong = sum(not (right or doubts) for right, doubts in found)
        share = at_once / len(found)
        yield Row(
            what=what,
            sizes=f"{len(found)}, {1000 * seconds / len(found):.0f} ms each",
            measured=f"{at_once} without a click, {wrong} wrong unsaid",
            target="0 wrong unsaid" if is_hard else "95 %, 0 wrong unsaid",
            is_met=not wrong and (is_hard or share >= 0.95),
        )
