"""The tables in a file of former years, from any program."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.files.foreign.dbase import dbase_tables, is_archive
from tournaments.files.imports.office import office_sheets
from tournaments.files.imports.table_files import (
    LONGEST_CELL,
    MOST_BYTES,
    MOST_COLUMNS,
    OLD_OFFICE,
    ZIP,
    TableRefused,
    csv_rows,
    is_small_unpacked,
    refuse_too_many_rows,
    short_cells,
    without_apostrophe,
)
from tournaments.people.names.names import tidy

MOST_ROWS = 40_000  # thirty years with a row per player and evening
MOST_SHEETS = 60


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table of a file; the only table of a CSV file has no name."""

    name: str
    rows: list[list[str]]


def former_tables(content: bytes) -> list[NamedTable]:
    """Return the tables of a file that are not empty. Raises ``TableRefused``."""
    if len(content) > MOST_BYTES:
        raise TableRefused(
            _("This file is larger than %(most)s MB.")
            % {"most": MOST_BYTES // 1024**2},
            code="size",
        )
    tables = [
        NamedTable(name, tidy_rows(rows))
        for name, rows in sheets_in(content)
        if any(any(row) for row in rows)
    ]
    if not tables:
        raise TableRefused(_("There is nothing in this file."), code="empty")
    return tables


def sheets_in(content: bytes) -> Sequence[tuple[str, list[list[str]]]]:
    """Return the name and the rows of each table in a file."""
    if content.startswith(ZIP) and is_archive(content):
        return list(dbase_tables(content, MOST_ROWS))
    if not content.startswith((ZIP, OLD_OFFICE)):
        return [("", csv_rows(content, MOST_ROWS))]
    sheets = None
    if not content.startswith(ZIP) or is_small_unpacked(content):
        sheets = office_sheets(
            content,
            rows=MOST_ROWS + 2,
            columns=MOST_COLUMNS,
            longest=LONGEST_CELL + 1,
            sheets=MOST_SHEETS,
        )
    if sheets is None:
        raise TableRefused(
            _(
                "This spreadsheet cannot be read. "
                "In the program that made it, save the table as CSV."
            ),
            code="office",
        )
    for _name, rows in sheets:
        refuse_too_many_rows(len(rows), MOST_ROWS)
    return sheets


def tidy_rows(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows without invisible characters and needless spaces."""
    return [
        [tidy(without_apostrophe(cell)) for cell in short_cells(number, row)]
        for number, row in enumerate(rows, 1)
    ]
