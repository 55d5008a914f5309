"""Reading a spreadsheet in a separate process, which ``office_sheets`` starts.

A file of one kilobyte can name a cell a billion rows down, or unpack to more than fits
in memory. The library then ends its process, which must not be that of the site.
"""

import datetime
import json
import re
import subprocess
import sys
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from python_calamine import CalamineWorkbook, SheetVisibleEnum

try:
    import resource
except ImportError:  # Windows, where only the time is limited
    resource = None  # type: ignore[assignment]

MOST_MEMORY = 768 * 1024**2
MOST_SECONDS = 20
# A table of five thousand people with all columns has a tenth of it.
MOST_CHARACTERS = 5_000_000
UNCALCULATED = re.compile(rb"(?:</f>|<f[^>]*/>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")


def office_sheets(
    content: bytes, *, rows: int, columns: int, longest: int, sheets: int
) -> list[dict[str, Any]] | None:
    """Return the first ``sheets`` of a file as ``sheet_shape`` has them; None if none.

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
    json.dump(sheets_read, sys.stdout)


def formulas_without_values(content: bytes) -> int:
    """Return how many formulas no program has ever calculated; XLSX files only."""
    if not content.startswith(b"PK"):
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
