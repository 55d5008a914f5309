"""Reading a spreadsheet or a web page in a separate process.

A file of one kilobyte can name a cell a billion rows down, or unpack to more than fits
in memory. The library then ends its process, which must not be that of the site. A page
of five megabytes that opens comments and closes none keeps a core busy for an hour.
"""

import datetime
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from python_calamine import CalamineWorkbook, SheetVisibleEnum

try:
    import resource
except ImportError:  # Windows, where only the time is limited
    resource = None  # type: ignore[assignment]

Merged = tuple[int, int, int, int]  # top, left, bottom, right

MOST_MEMORY = 768 * 1024**2
MOST_SECONDS = 20
# A table of five thousand people with all columns has a tenth of it.
MOST_CHARACTERS = 5_000_000
ARCHIVE = b"PK\x03\x04"
SPREADSHEETS = (ARCHIVE, b"\xd0\xcf\x11\xe0")
UNCALCULATED = re.compile(rb"(?:</f>|<f[^>]*/>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")


def office_sheets(
    content: bytes, *, rows: int, columns: int, longest: int, sheets: int
) -> list[dict[str, Any]] | None:
    """Return the first ``sheets`` of a file, each with rows and merged cells, or None.

    Cells are texts as they would be typed, cut off after ``longest`` characters: in a
    small file every cell can share a text that unpacks to a hundred megabytes.
    """
    limits = map(str, (rows, columns, longest, sheets))
    command = [sys.executable, "-P", __file__, *limits]
    try:
        process = subprocess.run(
            command, input=content, capture_output=True, timeout=MOST_SECONDS
        )
    except subprocess.TimeoutExpired:
        return None
    if process.returncode:
        return None
    sheets_read: list[dict[str, Any]] = json.loads(process.stdout)
    return sheets_read or None


def write_sheets(rows: int, columns: int, longest: int, sheets: int) -> None:
    """Read a file from standard input and write its first sheets as JSON."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    content = sys.stdin.buffer.read()
    if content.startswith(SPREADSHEETS):
        sheets_read = spreadsheet(content, rows, columns, longest, sheets)
    else:
        sheets_read = web_page(content.decode(), rows, columns, longest)
    json.dump(sheets_read, sys.stdout)


def spreadsheet(
    content: bytes, rows: int, columns: int, longest: int, sheets: int
) -> list[dict[str, Any]]:
    """Return the first sheets of a spreadsheet."""
    book = CalamineWorkbook.from_filelike(BytesIO(content))
    empty = formulas_without_values(content)
    room = MOST_CHARACTERS
    sheets_read = []
    for about in book.sheets_metadata[:sheets]:
        sheet = book.get_sheet_by_name(about.name)
        down, aside = sheet.start or (0, 0)
        texts: list[list[str]] = [[] for _row in range(min(down, rows))]
        for row in sheet.to_python(nrows=rows):
            texts.append([cell_text(cell)[:longest] for cell in row[:columns]])
            room -= sum(map(len, texts[-1]))
            if room < 0:
                sys.exit("This is more text than a table of people or results has.")
        sheets_read.append(
            {
                "name": about.name,
                "rows": texts,
                "is_hidden": about.visible is not SheetVisibleEnum.Visible,
                "merged": [
                    (top, left - aside, bottom, right - aside)
                    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
                    if right < columns and bottom < rows
                ],
                "formulas": empty,
            }
        )
    return sheets_read


def web_page(text: str, rows: int, columns: int, longest: int) -> list[dict[str, Any]]:
    """Return the tables of a web page, or of a spreadsheet saved as XML."""
    parser = TableParser(columns, longest)
    parser.feed(text)
    parser.close()
    return [{"rows": table[:rows], "merged": merged} for table, merged in parser.tables]


class TableParser(HTMLParser):
    """Collects the cells of tables, and which of them cover several places."""

    def __init__(self, columns: int, longest: int) -> None:
        super().__init__()
        self.columns, self.longest = columns, longest
        self.tables: list[tuple[list[list[str]], list[Merged]]] = []
        self.reaching: list[Merged] = []  # down to the row that is being read
        self.is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("table", "worksheet") and (not self.tables or self.tables[-1][0]):
            self.tables.append(([], []))
            self.reaching = []
        elif tag in ("tr", "row") and self.tables:
            rows, _merged = self.tables[-1]
            self.reaching = [each for each in self.reaching if each[2] >= len(rows)]
            rows.append([])
            self.is_open = False
        elif tag in ("td", "th", "cell") and self.tables and self.tables[-1][0]:
            self.open_cell(dict(attrs))
        elif tag in ("br", "p", "div"):
            self.handle_data("\n")

    def open_cell(self, attrs: dict[str, str | None]) -> None:
        """Begin a cell behind those that reach down from the rows above."""
        rows, merged = self.tables[-1]
        top, row = len(rows) - 1, rows[-1]
        while any(
            above < top and left <= len(row) <= right
            for above, left, _bottom, right in self.reaching
        ):
            row.append("")
        self.is_open = len(row) < self.columns
        if not self.is_open:
            return
        self.place = len(row)
        across = min(self.span(attrs.get("colspan")), self.columns - self.place)
        down = self.span(attrs.get("rowspan"))
        if across > 1 or down > 1:
            cell = (top, self.place, top + down - 1, self.place + across - 1)
            self.reaching.append(cell)
            merged.append(cell)
        row += [""] * across

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th", "cell", "table", "worksheet"):
            self.is_open = False

    def handle_data(self, data: str) -> None:
        if self.is_open:
            row = self.tables[-1][0][-1]
            row[self.place] += data[: self.longest - len(row[self.place])]

    def span(self, text: str | None) -> int:
        """Return how many columns or rows a cell covers."""
        return min(int(text), self.columns) or 1 if text and text.isdecimal() else 1


def formulas_without_values(content: bytes) -> int:
    """Return how many formulas no program has ever calculated; XLSX files only."""
    if not content.startswith(ARCHIVE):
        return 0
    with ZipFile(BytesIO(content)) as archive:
        sheets = [name for name in archive.namelist() if "worksheets/sheet" in name]
        return sum(len(UNCALCULATED.findall(archive.read(name))) for name in sheets)


def cell_text(cell: object) -> str:
    """Return a cell as it would be typed.

    A number with three decimals gets a fourth, or it would look like thousands.

    >>> cell_text(7.0), cell_text(datetime.date(1961, 2, 3)), cell_text("'=Anna")
    ('7', '1961-02-03', "'=Anna")
    >>> cell_text(812.125), cell_text(812.4)
    ('812,1250', '812,4')
    """
    if isinstance(cell, float):
        text = str(int(cell)) if cell.is_integer() else f"{cell:.6f}".rstrip("0")
        return (f"{text}0" if text[-4:-3] == "." else text).replace(".", ",")
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    return str(cell)


if __name__ == "__main__":
    write_sheets(*map(int, sys.argv[1:]))
