"""A ranking as a file for spreadsheets, beside the same rows written bare.

Bare is what somebody would do who keeps the evening in a spreadsheet: Python's ``csv``,
openpyxl as it comes. No library here writes ODS; openpyxl stands beside it, too.
"""

import csv
from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO, StringIO

from openpyxl import Workbook

from tests.bench.people import add_crowd, finished_event
from tests.bench.rows import Row, Scale, Spent, milliseconds, ratio_row, spent_by
from tournaments.events.standings.selectors import standings_of
from tournaments.files.spreadsheets.spreadsheets import (
    Cell,
    FileKind,
    Spreadsheet,
    spreadsheet_bytes,
)
from tournaments.files.spreadsheets.standings import standings_spreadsheet

MOST = 2


def measure_spreadsheets(scale: Scale, seed: int) -> Iterator[Row]:
    """Write one ranking in each kind of file; then with reading it first."""
    crowd = add_crowd(scale.players, "Blatt")
    event = finished_event(crowd, series=scale.series, seed=seed)
    table = standings_spreadsheet(standings_of(event))
    rows = [table.heads, *table.rows]
    for kind in FileKind:
        is_text = kind.suffix == "csv"
        bare = partial(bare_csv if is_text else bare_workbook, rows)
        own, plain = spent_by(scale.runs, partial(spreadsheet_bytes, table, kind), bare)
        yield row_beside(kind.value, own, plain, table, most=None if is_text else MOST)
    whole, bare_file = spent_by(
        scale.runs,
        lambda: spreadsheet_bytes(
            standings_spreadsheet(standings_of(event)), FileKind.XLSX
        ),
        lambda: bare_workbook(rows),
    )
    yield row_beside("xlsx, ranking the event first", whole, bare_file, table)


def row_beside(
    what: str, own: Spent, bare: Spent, table: Spreadsheet, most: float | None = None
) -> Row:
    """Return what both took; ``most`` is the ratio that was promised."""
    cells = {
        "what": what,
        "sizes": f"{len(table.rows)} rows of {len(table.heads)}",
        "measured": f"{own.text}; bare {milliseconds(bare.median)}",
    }
    ratio = own.median / bare.median
    if most is None:
        return Row(ratio=ratio, **cells)
    return ratio_row(most=most, ratio=ratio, **cells)


def bare_csv(rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return rows as Python writes them."""
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def bare_workbook(rows: Sequence[Sequence[Cell]]) -> bytes:
    """Return rows as openpyxl writes them out of the box."""
    workbook = Workbook()
    for row in rows:
        workbook.active.append(row)
    buffer = BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()
