"""The tables of a file: which is looked for, and names that stand in another one.

Old programs keep people in one table, and in the others only their numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from openpyxl.utils import get_column_letter

from tournaments.files.columns.layout import Doubt, Layout, layout_of
from tournaments.files.columns.questions import Answers, Question, asked
from tournaments.files.imports.back import first_of
from tournaments.files.imports.recognising import names_in
from tournaments.files.tables.cells import (
    NAMES,
    Meaning,
    Purpose,
    are_running_numbers,
    day_in,
    is_word,
    plain_head,
    read_head,
    share,
    whole_number_in,
)
from tournaments.files.tables.grids import Grid, TableFile
from tournaments.people.models import Player

ROWS_TRIED = 200  # of each table, to find the right one
TABLES_TRIED = 12
UNKNOWN = {Doubt.MISSING, Doubt.NO_NAME, Doubt.NO_TOTAL}
FOUND = 0.8  # share of the results whose people are known; others have left

LETTERS_QUESTION = "letters"
MEMBER_NUMBER = "mitgliedsnummer"
UNSURE = gettext_lazy(
    "No names stand here, only in another table of the file, and it is not sure which "
    "number joins the two. Please choose it, or put the two into one table with each "
    "number once."
)

Names = Mapping[str, str]  # of people, by their numbers


def likeliest_table(grids: Sequence[Grid], purpose: Purpose) -> int:
    """Return the index of the table with most of what is looked for.

    Of equals it is the largest; hidden ones come last. Of former years it is the first
    with results, or whose people are still to be joined by their numbers.
    """

    def rank(at: int) -> tuple[int, ...]:
        """Count the heads that have a use here; none without a name, or a result."""
        layout = layout_of(grids[at].rows[:ROWS_TRIED], purpose)
        lacks = UNKNOWN & {*layout.doubts}
        if purpose is Purpose.FORMER:
            return not lacks, Doubt.NO_TOTAL not in lacks
        used = {*layout.meanings} - {Meaning.NOTHING}
        is_known = layout.head is not None and not lacks
        return not grids[at].is_hidden, len(used) * is_known, grids[at].size

    tried = range(len(grids))[:TABLES_TRIED]
    return max(tried, key=rank) if len(grids) > 1 else 0


def letters_question(file: TableFile, answers: Answers) -> Question | None:
    """Ask which letters are right if two code pages give names."""
    if not file.letters.rivals:
        return None
    options = {page: ", ".join(names) for page, names in file.letters.rivals}
    text = _("In which line are the letters right?")
    return asked(LETTERS_QUESTION, text, options, answers)


def hidden_question(grid: Grid, answers: Answers) -> Question | None:
    """Ask whether to read rows and columns that the program does not show."""
    rows, columns = grid.hidden
    names = [
        *(named(_("Row %(row)s") % {"row": at + 1}, grid.rows[at]) for at in rows),
        *(
            named(
                _("column %(letter)s") % {"letter": get_column_letter(at + 1)},
                [row[at] for row in grid.rows],
            )
            for at in columns
        ),
    ]
    if not names:
        return None
    text = _("Hidden in the file: %(names)s. What is to be done with it?")
    options = {"leave": _("Leave it out"), "read": _("read it, too")}
    return asked("hidden", text % {"names": first_of(names)}, options, answers)


def named(place: str, cells: Sequence[str]) -> str:
    """Name a row or a column by its place and its first words."""
    first = next(chain(filter(is_word, cells), filter(None, cells)), "")
    return f"{place} ({first})" if first else place


def without_hidden(grid: Grid) -> Grid:
    """Return a table in which what is hidden is empty; rows keep their numbers."""
    rows = [
        [
            "" if at in grid.hidden[0] or place in grid.hidden[1] else cell
            for place, cell in enumerate(row)
        ]
        for at, row in enumerate(grid.rows)
    ]
    return replace(grid, rows=rows)


def with_names(
    grids: Sequence[Grid], purpose: Purpose, chosen: str, members: Names
) -> list[Grid]:
    """Return the tables of a file, with names where results had only their numbers.

    These are in another table of the file, or those of the ``members`` here.
    """
    if not purpose.has_results:
        return list(grids)
    grids = [with_blank_days(grid) if grid.is_dbase else grid for grid in grids]
    named = [
        has_names(layout_of(grid.rows[:ROWS_TRIED], Purpose.PEOPLE)) for grid in grids
    ]
    people: dict[str, Mapping[str, Names]] = {
        grid.name: names_by_number(layout_of(grid.rows, Purpose.PEOPLE))
        for grid, is_named in zip(grids, named, strict=True)
        if is_named
    }
    if not people and members:
        people = {_("Members and guests"): {MEMBER_NUMBER: members}}
    return [
        grid if is_named or not people else joined(grid, purpose, people, chosen)
        for grid, is_named in zip(grids, named, strict=True)
    ]


def names_by_member_number() -> dict[str, str]:
    """Return the members here, family name first, by their numbers. One query."""
    members = Player.objects.filter(removed_at=None, is_guest=False)
    rows = members.exclude(member_number="").values_list(
        "member_number", "last_name", "first_name"
    )
    return {
        number.upper(): f"{last}, {first}".rstrip(", ") for number, last, first in rows
    }


def with_blank_days(grid: Grid) -> Grid:
    """Return the table of a program, in which no day is not that of the row above."""
    heads, *rows = grid.rows
    days = {
        at
        for at, column in enumerate(zip(*rows, strict=True))
        if any(column) and all(map(day_in, filter(None, column)))
    }
    rows = [
        ["-" if at in days and not cell else cell for at, cell in enumerate(row)]
        for row in rows
    ]
    return replace(grid, rows=[heads, *rows])


def has_names(layout: Layout) -> bool:
    """Tell whether names stand below the heads of names, and not only numbers."""
    columns = [at for at, each in enumerate(layout.meanings) if each in NAMES]
    return layout.head is not None and any(
        is_word(record.cells[at]) for record in layout.records for at in columns
    )


def names_by_number(layout: Layout) -> dict[str, Names]:
    """Return the names by each column with a different number for everybody."""
    shown = {each.number: each.name for each in names_in(layout)}
    names = [f"{name.last}, {name.first}".rstrip(", ") for name in shown.values()]
    columns = zip(*(record.cells for record in layout.records), strict=True)
    return {
        plain_head(head): dict(zip(numbers, names, strict=True))
        for head, numbers in zip(layout.heads, columns, strict=True)
        if len({*numbers} - {""}) == len(names)
        and None not in map(whole_number_in, numbers)
    }


def joined(
    grid: Grid, purpose: Purpose, people: Mapping[str, Mapping[str, Names]], chosen: str
) -> Grid:
    """Return results with names by a number that has the same head in both tables.

    Without one that surely fits, it is the ``chosen`` one of all that may join them.
    """
    layout = layout_of(grid.rows[:ROWS_TRIED], purpose)
    if layout.head is None or Doubt.NO_NAME not in layout.doubts:
        return grid
    top = layout.head + 1
    heads = grid.rows[top - 1]
    ways = {way.key: way for way in ways_to_join(heads, grid.rows[top:], people)}
    sure = [key for key, way in ways.items() if way.is_sure]
    key = sure[0] if len(sure) == 1 else chosen
    grid = replace(grid, joins=tuple(ways) if len(sure) != 1 else ())
    if key not in ways:
        is_of_file = MEMBER_NUMBER not in next(iter(people.values()))
        return replace(grid, notes=(*grid.notes, str(UNSURE))) if is_of_file else grid
    way = ways[key]
    note = _(
        "The names come from the table %(table)s, by the number in “%(head)s”; nothing "
        "else of it is read."
    )
    note %= {"table": way.table, "head": heads[way.column]}
    rows = [list(row) for row in grid.rows]
    rows[top - 1][way.column] = "Name"
    for row in rows[top:]:
        number = row[way.column]
        name = way.names.get(number.upper(), "")
        is_shown = not name or number.isdecimal()
        row[way.column] = f"{name} {number if is_shown else ''}".strip()
    return replace(grid, rows=rows, notes=(*grid.notes, note))


class Way(NamedTuple):
    """A column of results whose numbers are those of ``names`` in another table."""

    key: str
    table: str
    names: Names
    column: int
    is_sure: bool


def ways_to_join(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    people: Mapping[str, Mapping[str, Names]],
) -> Iterator[Way]:
    for at, head in enumerate(heads):
        cells = [row[at].upper() for row in rows if at < len(row)]
        for table, by_head in people.items():
            for number, names in by_head.items():
                if share(cell in names for cell in cells if cell) < FOUND:
                    continue
                key = f"{head} = {number.upper()} ({table})"
                read = read_head(head, Purpose.PEOPLE)
                is_of_member = read is not None and read.meaning is Meaning.NUMBER
                is_same = plain_head(head) == number
                is_same = is_same or (number == MEMBER_NUMBER and is_of_member)
                is_sure = is_same and not are_running_numbers(cells)
                yield Way(key, table, names, at, is_sure)


def join_questions(grid: Grid, chosen: str) -> list[Question]:
    """Ask by which number the names belong to the results, if several may join them."""
    if not grid.joins:
        return []
    options = {"": _("none of these"), **{key: key for key in grid.joins}}
    text = _("By which number do the names belong to the results?")
    return [asked("join", text, options, Answers(signs={"join": chosen}))]
