"""Reading a spreadsheet in a separate process, which ``office_sheets`` starts.

A file of one kilobyte can name a cell a billion rows down, or unpack to more than fits
in memory. The library then ends its process, which must not be that of the site.
"""

import datetime
import json
import subprocess
import sys
from io import BytesIO

from python_calamine import CalamineWorkbook

try:
    import resource
except ImportError:  # Windows, where only the time is limited
    resource = None  # type: ignore[assignment]

MOST_MEMORY = 768 * 1024**2
MOST_SECONDS = 20
# A table of five thousand people with all columns has a tenth of it.
MOST_CHARACTERS = 5_000_000


def office_sheets(
    content: bytes, *, rows: int, columns: int, longest: int, sheets: int
) -> list[tuple[str, list[list[str]]]] | None:
    """Return the first ``sheets`` of a file with their names; None if unreadable.

    Of each, the first ``rows`` and ``columns``. Cells are texts as they would be typed,
    cut off after ``longest`` characters: in a small file every cell can share a text
    that unpacks to a hundred megabytes.
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
    sheets_read: list[tuple[str, list[list[str]]]] = json.loads(process.stdout)
    return sheets_read or None


def write_sheets(rows: int, columns: int, longest: int, sheets: int) -> None:
    """Read a file from standard input and write its first sheets as JSON."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    book = CalamineWorkbook.from_filelike(BytesIO(sys.stdin.buffer.read()))
    room = MOST_CHARACTERS
    sheets_read = []
    for name in book.sheet_names[:sheets]:
        texts = []
        for row in book.get_sheet_by_name(name).to_python(nrows=rows):
            texts.append([cell_text(cell)[:longest] for cell in row[:columns]])
            room -= sum(map(len, texts[-1]))
            if room < 0:
                sys.exit("This is more text than a table of people or results has.")
        sheets_read.append((name, texts))
    json.dump(sheets_read, sys.stdout)


def cell_text(cell: object) -> str:
    """Return a cell as it would be typed.

    >>> cell_text(7.0), cell_text(datetime.date(1961, 2, 3)), cell_text("'=Anna")
    ('7', '1961-02-03', "'=Anna")
    """
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    return str(cell)


if __name__ == "__main__":
    write_sheets(*map(int, sys.argv[1:]))
