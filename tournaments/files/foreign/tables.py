"""The tables in a file of former years, from any program."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.files.foreign.dbase import dbase_tables, is_archive
from tournaments.files.imports.table_files import (
    OLD_OFFICE,
    ZIP,
    TableRefused,
    csv_rows,
    office_tables,
    refuse_large,
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
    refuse_large(content)
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
    return office_tables(content, most_rows=MOST_ROWS, most_tables=MOST_SHEETS)


def tidy_rows(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return rows without invisible characters and needless spaces."""
    return [
        [tidy(without_apostrophe(cell)) for cell in short_cells(number, row)]
        for number, row in enumerate(rows, 1)
    ]
