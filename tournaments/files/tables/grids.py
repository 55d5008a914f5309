"""Grids of texts from any file or paste: CSV of any dialect, spreadsheets, web pages.

The rows of a grid are those of the file, the empty ones too, so that they keep their
numbers.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO, StringIO
from itertools import islice
from zipfile import ZipFile

from django.utils.translation import gettext as _

from skatclub.archives import DAMAGE, member_bytes
from tournaments.files.spreadsheets.spreadsheets import FORMULA_STARTS
from tournaments.files.tables.dbase import (
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_TABLES,
    MOST_UNPACKED,
    dbase_tables,
    is_archive,
    is_dbase,
    refuse_too_many_rows,
)
from tournaments.files.tables.heads import read_head
from tournaments.files.tables.letters import COPY, Letters, TableRefused, text_of
from tournaments.files.tables.office import office_sheets
from tournaments.files.tables.values import DIFFERENT, is_day, whole_number_in
from tournaments.people.names.names import tidy

MOST_BYTES = 5 * 1024 * 1024
LONGEST_CELL = 2000
ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MIMETYPE, ODS = "mimetype", b"opendocument.spreadsheet"
SAMPLE = 60  # lines that tell the sign between cells
MOST_LINES_IN_CELL = 4
WIDE = re.compile(r"\s{2,}")
OWN_SIGNS = re.compile(r"[\t;]")
BROKEN = re.compile(r"(?<=[^\W\d_])-\s*\n\s*(?=[^\W\d_])")
# A program writes a question mark for a letter that its code page lacks.
LOST = re.compile(r"\ufffd|\?(?=[^\W\d_]{2})|(?<=[^\W\d_])\?(?= [^\W\d_])")
ERRORS = re.compile(r"#(?:REF|DIV/0|NAME|VALUE|N/A|NUM|NULL|BEZUG|WERT|NV|ZAHL)[!?]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table of a file; ``notes`` are sentences about what the file lacks."""

    name: str = ""
    rows: list[list[str]]
    is_hidden: bool = False
    notes: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return sum(any(row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class TableFile:
    """The grids of a file that are not empty, hidden ones last, and its letters."""

    grids: list[Grid]
    letters: Letters | None = None

    @property
    def largest(self) -> int:
        sizes = [0 if grid.is_hidden else grid.size for grid in self.grids]
        return sizes.index(max(sizes))


def read_file(content: bytes, encoding: str = "") -> TableFile:
    """Read a file of any program, or pasted text. Raises ``TableRefused``."""
    if len(content) > MOST_BYTES:
        raise TableRefused(
            _("This file is larger than %(most)s MB.")
            % {"most": MOST_BYTES // 1024**2},
            code="size",
        )
    letters = None
    if is_dbase(content) or (content.startswith(ZIP) and is_archive(content)):
        grids = [Grid(name=name, rows=rows) for name, rows in dbase_tables(content)]
    elif content.startswith((ZIP, OLD_OFFICE)):
        grids = office_grids(content)
    else:
        letters = text_of(content, encoding)
        grids = grids_in_text(letters.text)
    filled = [grid for grid in map(tidy_grid, grids) if grid.rows]
    if not filled:
        raise TableRefused(_("There is nothing in this file."), code="empty")
    return TableFile(sorted(filled, key=lambda grid: grid.is_hidden), letters)


def grids_in_text(text: str) -> list[Grid]:
    """Return the grids of a web page, or the one grid of any other text."""
    if re.search(r"<(table|Worksheet)\b", text, re.IGNORECASE):
        return office_grids(text.encode(errors="replace"))
    if re.match(r"\s*<(!doctype html|html)\b", text, re.IGNORECASE):
        what = _("This is a web page without a table.")
        raise TableRefused(f"{what} {COPY}", code="kind")
    rows, is_mended = text_rows(text)
    note = _("A quotation mark is never closed; each line was read by itself.")
    return [Grid(rows=rows, notes=(note,) if is_mended else ())]


def text_rows(text: str) -> tuple[list[list[str]], bool]:
    """Return the rows of a text, and whether a quotation mark was ignored."""
    lines = text.split("\n")
    sign = ""
    if match := re.match(r"\s*\"?sep=(.)\"?\s*$", lines[0]):
        sign, lines[0] = match[1], ""
    sign = sign or sign_between_cells([line for line in lines if line.strip()][:SAMPLE])
    if len(sign) != 1:
        pattern = WIDE if sign else OWN_SIGNS
        return [split_line(line, pattern) for line in lines[: MOST_ROWS + 2]], False
    reader = csv.reader(StringIO("\n".join(lines), newline=""), delimiter=sign)
    try:
        rows = list(islice(reader, MOST_ROWS + 2))
        cells = (cell for row in rows for cell in row)
        is_mended = any(cell.count("\n") > MOST_LINES_IN_CELL for cell in cells)
    except csv.Error:
        is_mended = True
    if is_mended:
        split = (line.strip("\r").split(sign) for line in lines[: MOST_ROWS + 2])
        rows = [[cell.strip('" ') for cell in line] for line in split]
    return rows, is_mended


def split_line(line: str, pattern: re.Pattern[str]) -> list[str]:
    return [
        cell.strip()[1:-1] if re.fullmatch(r'\s*".*"\s*', cell) else cell
        for cell in pattern.split(line.strip("\r "))
    ]


def sign_between_cells(lines: Sequence[str]) -> str:
    """Return the sign between the cells of most lines, two spaces, or nothing.

    A comma also stands inside names: it counts below heads, or between numbers.

    >>> sign_between_cells(["Nachname,Vorname", "Meier,Hans"])
    ','
    >>> sign_between_cells(["Meier, Hans, Pik Sieben"])
    ''
    >>> sign_between_cells(["Ida Kurz    900", "Uwe Lang    870"])
    '  '
    """
    for line in lines[:15]:
        heads = [cell.strip('" ') for cell in line.split(",")]
        known = sum(map(bool, map(read_head, heads)))
        if known >= max(2, min(len(heads), 3)) and not OWN_SIGNS.search(line):
            return ","
    shares = {sign: sum(sign in line for line in lines) for sign in "\t;|"}
    best = max(shares, key=lambda sign: shares[sign])
    if shares[best] * 2 > len(lines):
        return best
    # Sixty lines of one cell are no longer than the reader takes.
    starts = [line[:LONGEST_CELL] for line in lines]
    cells = list(csv.reader(starts, skipinitialspace=True))
    if is_even(cells) and any(
        whole_number_in(cell) is not None or is_day(cell) for cell in cells[-1]
    ):
        return ","
    wide = [WIDE.split(line.strip()) for line in lines]
    return "  " if is_even(wide) and len(lines) > 1 else ""


def is_even(rows: Sequence[Sequence[str]]) -> bool:
    ((width, times),) = Counter(map(len, rows)).most_common(1) or [(0, 0)]
    return width > 1 and times * 10 >= len(rows) * 7


def office_grids(content: bytes) -> list[Grid]:
    """Return the grids of a spreadsheet or a web page; refuse other documents."""
    if content.startswith(ZIP):
        refuse_other_archives(content)
    sheets = office_sheets(
        content,
        rows=MOST_ROWS + 2,
        columns=MOST_COLUMNS,
        longest=LONGEST_CELL + 1,
        sheets=MOST_TABLES,
    )
    if sheets is None:
        raise TableRefused(
            _(
                "This spreadsheet cannot be read. "
                "In the program that made it, save the table as CSV."
            ),
            code="office",
        )
    uncalculated = _(
        "Formulas in this file have no values. Open it in its program, save it and "
        "choose it again."
    )
    for sheet in sheets:
        spread_merged(sheet["rows"], sheet["merged"])
    return [
        Grid(
            name=sheet["name"],
            rows=sheet["rows"],
            is_hidden=sheet["is_hidden"],
            notes=(uncalculated,) if sheet["formulas"] else (),
        )
        for sheet in sheets
    ]


def refuse_other_archives(content: bytes) -> None:
    """Refuse letters and presentations, and what would unpack to too much."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            names = set(archive.namelist())
            size = sum(part.file_size for part in archive.infolist())
            kind = ODS
            if MIMETYPE in names:
                kind = member_bytes(archive, MIMETYPE, most=200)
    except DAMAGE:
        return
    if "word/document.xml" in names or (ODS not in kind and b"opendocument" in kind):
        what = _("This is a letter, not a table.")
        raise TableRefused(f"{what} {COPY}", code="kind")
    if size > MOST_UNPACKED:
        raise TableRefused(_("This archive unpacks to too much."), code="size")


def spread_merged(
    rows: list[list[str]], merged: Iterable[tuple[int, int, int, int]]
) -> None:
    """Write the text of merged cells into each of them; numbers count only once."""
    for top, left, bottom, right in merged:
        if top >= len(rows) or not 0 <= left < len(rows[top]):
            continue
        text = rows[top][left]
        if not text or whole_number_in(text) is not None:
            continue
        for row in rows[top : bottom + 1]:
            row += [""] * (right + 1 - len(row))
            for at in range(left, right + 1):
                row[at] = row[at] or text


def tidy_grid(grid: Grid) -> Grid:
    """Return a grid without invisible signs, empty edges and needless spaces."""
    refuse_too_many_rows(len(grid.rows))
    for number, row in enumerate(grid.rows, 1):
        if max(map(len, row[:MOST_COLUMNS]), default=0) > LONGEST_CELL:
            raise TableRefused(
                _("In row %(row)s a cell has more than %(most)s characters.")
                % {"row": number, "most": LONGEST_CELL},
                code="cell",
            )
    rows = [[tidy_cell(cell) for cell in row[:MOST_COLUMNS]] for row in grid.rows]
    while rows and not any(rows[-1]):
        rows.pop()
    width = max(map(len, rows), default=0)
    rows = [[*row, *[""] * (width - len(row))] for row in rows]
    cells = {cell for row in rows for cell in row}
    notes = list(grid.notes)
    if any(map(LOST.search, cells)):
        notes.append(_("Letters of this file are lost. Please look at the names."))
    if any(map(ERRORS.fullmatch, cells)):
        notes.append(_("Cells of this file hold errors (#...); they are not read."))
    return replace(grid, rows=rows, notes=tuple(notes))


@lru_cache(DIFFERENT)
def tidy_cell(text: str) -> str:
    """Return a cell in one line; words that were broken over lines are joined."""
    is_marked = text.startswith("'") and text[1:].lstrip().startswith(FORMULA_STARTS)
    return tidy(LOST.sub("\ufffd", BROKEN.sub("", text[1:] if is_marked else text)))
