"""Tables from the files of office programs: CSV of any dialect, XLSX, XLS and ODS."""

import csv
from collections.abc import Callable, Iterable
from io import BytesIO, StringIO
from itertools import islice
from zipfile import BadZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.files.imports.office import office_sheets
from tournaments.files.spreadsheets.spreadsheets import FORMULA_STARTS
from tournaments.people.names.names import fold, tidy

MOST_BYTES = 5 * 1024 * 1024
MOST_UNPACKED = 100 * 1024 * 1024
MOST_ROWS = 5000
MOST_COLUMNS = 100
LONGEST_CELL = 2000
ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
DELIMITERS = ";\t,"
OLD_ENCODINGS = ("cp1252", "cp850")
OUR_LETTERS = frozenset("äöüÄÖÜßéè")
LAST_ASCII = 127


class TableRefused(ValidationError):
    """A file that cannot be read as a table."""


class Table:
    """Heads and rows as texts; rows are numbered as in the file."""

    def __init__(self, rows: Iterable[Iterable[str]]):
        tidy_rows = (
            (number, [tidy(cell) for cell in short_cells(number, row)])
            for number, row in enumerate(rows, 1)
        )
        filled = [(number, cells) for number, cells in tidy_rows if any(cells)]
        if not filled:
            raise TableRefused(_("There is nothing in this file."), code="empty")
        (_number, self.heads), *self.rows = filled

    def columns(self, head_words: dict[str, tuple[str, ...]]) -> dict[str, int]:
        """Return the positions of the columns whose heads are in ``head_words``."""
        heads = [fold(head).rstrip(".") for head in self.heads]
        return {
            name: heads.index(word)
            for name, words in head_words.items()
            for word in [next((word for word in words if word in heads), None)]
            if word is not None
        }

    def records(
        self, head_words: dict[str, tuple[str, ...]]
    ) -> list[tuple[int, dict[str, str]]]:
        """Return the number and the texts by column of every row."""
        columns = self.columns(head_words)
        return [
            (
                number,
                {
                    name: row[place] if place < len(row) else ""
                    for name, place in columns.items()
                },
            )
            for number, row in self.rows
        ]


def short_cells(number: int, row: Iterable[str]) -> list[str]:
    """Return the cells of a row; refuse one that is too long to have been typed."""
    cells = list(row)
    if any(len(cell) > LONGEST_CELL for cell in cells):
        raise TableRefused(
            _("In row %(row)s a cell has more than %(most)s characters.")
            % {"row": number, "most": LONGEST_CELL},
            code="cell",
        )
    return cells


def read_table(content: bytes) -> Table:
    """Read the first table of a file. Raises ``TableRefused``."""
    refuse_large(content)
    if not content.startswith((ZIP, OLD_OFFICE)):
        return Table(csv_rows(content))
    ((_name, rows),) = office_tables(content)
    return Table([without_apostrophe(cell) for cell in row] for row in rows)


def refuse_large(content: bytes) -> None:
    """Refuse a file that is too large."""
    if len(content) > MOST_BYTES:
        raise TableRefused(
            _("This file is larger than %(most)s MB.")
            % {"most": MOST_BYTES // 1024**2},
            code="size",
        )


def csv_rows(content: bytes, most: int = MOST_ROWS) -> list[list[str]]:
    """Return the rows of a CSV file in any dialect."""
    text = decoded_text(content)
    head = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows = [row[:MOST_COLUMNS] for row in islice(reader, most + 2)]
    except csv.Error as error:
        raise TableRefused(
            _("Line %(line)s cannot be read as CSV.") % {"line": reader.line_num},
            code="csv",
        ) from error
    refuse_too_many_rows(len(rows), most)
    return [[without_apostrophe(cell) for cell in row] for row in rows]


def decoded_text(content: bytes) -> str:
    """Decode text of office programs: UTF-8, UTF-16 with a mark, Windows or DOS."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", *sorted(OLD_ENCODINGS, key=strangeness_key(content))]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise TableRefused(_("This is no file of text and no spreadsheet."), code="binary")


def strangeness_key(content: bytes) -> Callable[[str], int]:
    """Return a sort key for encodings: fewer letters that German lacks come first.

    >>> sorted(OLD_ENCODINGS, key=strangeness_key("Müller Groß".encode("cp850")))[0]
    'cp850'
    """

    def strangeness(encoding: str) -> int:
        text = content.decode(encoding, errors="replace")
        letters = [letter for letter in text if ord(letter) > LAST_ASCII]
        return sum(-1 if letter in OUR_LETTERS else 1 for letter in letters)

    return strangeness


def office_tables(
    content: bytes, *, most_rows: int = MOST_ROWS, most_tables: int = 1
) -> list[tuple[str, list[list[str]]]]:
    """Return the name and the rows of the first tables of a spreadsheet."""
    tables = None
    if not content.startswith(ZIP) or is_small_unpacked(content):
        tables = office_sheets(
            content,
            rows=most_rows + 2,
            columns=MOST_COLUMNS,
            longest=LONGEST_CELL + 1,
            sheets=most_tables,
        )
    if tables is None:
        raise TableRefused(
            _(
                "This spreadsheet cannot be read. "
                "In the program that made it, save the table as CSV."
            ),
            code="office",
        )
    for _name, rows in tables:
        refuse_too_many_rows(len(rows), most_rows)
    return tables


def is_small_unpacked(content: bytes) -> bool:
    """Tell whether this is a ZIP file that claims to unpack to a bearable size."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            return sum(part.file_size for part in archive.infolist()) <= MOST_UNPACKED
    except (BadZipFile, ValueError, OSError):
        return False


def refuse_too_many_rows(count: int, most: int) -> None:
    """Refuse a table with too many rows."""
    if count > most + 1:
        raise TableRefused(
            _("At most %(most)s rows are read at once.") % {"most": most}, code="rows"
        )


def without_apostrophe(text: str) -> str:
    """Return a cell without the apostrophe that keeps it from being a formula."""
    is_marked = text.startswith("'") and text[1:].lstrip().startswith(FORMULA_STARTS)
    return text[1:] if is_marked else text
