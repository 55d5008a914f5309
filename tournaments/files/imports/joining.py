"""The tables of a file: which is looked for, and names that stand in another one.

Old programs keep people in one table, and in the others only their numbers.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.files.columns.layout import Layout, layout_of
from tournaments.files.columns.meanings import Doubt
from tournaments.files.imports.recognising import names_in
from tournaments.files.tables.cells import (
    NAMES,
    Meaning,
    Purpose,
    are_running_numbers,
    is_word,
    plain_head,
    read_head,
    share,
    whole_number_in,
)
from tournaments.files.tables.grids import Grid

KEY = re.compile(
    r"(?:.* )?(?:nr|no|nummer|number|id|[mps]nr|spnr|mitgl(?:ied)?(?:s? ?nr)?"
    r"|spieler(?: ?(?:nr|id))?|player(?: ?(?:no|id))?|pass(?: ?nr)?)"
)
ROWS_TRIED = 200  # of each table, to find the right one
FOUND = 0.8  # share of the results whose people are known; others have left

Names = Mapping[str, str]  # of people, by their numbers


def likeliest_table(grids: Sequence[Grid], purpose: Purpose) -> int:
    """Return the index of the table with most of what is looked for.

    Of equals it is the largest; hidden ones come last.
    """
    tried = [grid.rows[:ROWS_TRIED] for grid in grids if len(grids) > 1]
    layouts = [layout_of(rows, purpose) for rows in tried]
    return max(
        range(len(grids)),
        key=lambda at: (
            not grids[at].is_hidden,
            known_columns(layouts[at]) if layouts else 0,
            grids[at].size,
        ),
    )


def known_columns(layout: Layout) -> int:
    """Return how many heads have a use here; none without a name, or a result."""
    lacks = {Doubt.MISSING, Doubt.NO_NAME, Doubt.NO_TOTAL} & {*layout.doubts}
    used = {*layout.meanings} - {Meaning.NOTHING}
    return 0 if lacks or layout.head is None else len(used)


def with_names(grids: Sequence[Grid], purpose: Purpose) -> list[Grid]:
    """Return the tables of a file, with names where results had only their numbers."""
    if not purpose.has_results:
        return list(grids)
    heads = [layout_of(grid.rows[:ROWS_TRIED], Purpose.PEOPLE) for grid in grids]
    named = {at for at, layout in enumerate(heads) if has_names(layout)}
    if not named or len(named) == len(grids):
        return list(grids)
    people = [
        (grids[at].name, names)
        for at in sorted(named)
        for names in names_by_number(layout_of(grids[at].rows, Purpose.PEOPLE))
    ]
    return [
        grid
        if at in named or heads[at].head is None
        else joined(grid, heads[at], people)
        for at, grid in enumerate(grids)
    ]


def has_names(layout: Layout) -> bool:
    """Tell whether names stand below the heads of names, and not only numbers."""
    columns = [at for at, each in enumerate(layout.meanings) if each in NAMES]
    return layout.head is not None and any(
        is_word(record.cells[at]) for record in layout.records for at in columns
    )


def names_by_number(layout: Layout) -> Iterable[Names]:
    """Yield the names by each column that holds a different number for everybody."""
    names = {each.number: each.name for each in names_in(layout)}
    for at in key_columns(layout):
        numbers = [record.cells[at] for record in layout.records]
        if len({*numbers}) == len(numbers) and None not in map(
            whole_number_in, numbers
        ):
            shown = (names[record.number] for record in layout.records)
            full = (f"{name.last}, {name.first}".rstrip(", ") for name in shown)
            yield dict(zip(numbers, full, strict=True))


def key_columns(layout: Layout) -> list[int]:
    """Return the columns whose heads may name the number of a person."""
    other = (None, Meaning.NOTHING, Meaning.NAME)
    heads = {at: read_head(text) for at, text in enumerate(layout.heads)}
    return [
        at
        for at, head in heads.items()
        if KEY.fullmatch(plain_head(layout.heads[at]))
        and (head.meaning if head else None) in other
    ]


def joined(grid: Grid, layout: Layout, people: Sequence[tuple[str, Names]]) -> Grid:
    """Return results with the names of a table, or with a note if none surely fits."""
    first = (layout.head or 0) + 1
    columns = {at: [row[at] for row in grid.rows[first:]] for at in key_columns(layout)}
    fitting = [
        (table, names, at)
        for table, names in people
        for at, column in columns.items()
        if not are_running_numbers(column)
        and share(cell in names for cell in column if cell) >= FOUND
    ]
    if len(fitting) != 1:
        note = _(
            "No names stand here, only in another table of the file, and it is not "
            "sure which number joins the two. Please put them into one table."
        )
        return replace(grid, notes=(*grid.notes, note))
    ((table, names, at),) = fitting
    note = _("The names come from the table %(table)s, by the number in “%(head)s”.")
    rows = [list(row) for row in grid.rows]
    rows[first - 1][at] = "Name"
    for row in rows[first:]:
        row[at] = f"{names[row[at]]} {row[at]}" if row[at] in names else ""
    note %= {"table": table, "head": layout.heads[at]}
    return replace(grid, rows=rows, notes=(*grid.notes, note))
