"""Grids of texts from any file or paste: CSV of any dialect, spreadsheets, web pages.

The rows of a grid are those of the file, the empty ones too, so that they keep their
numbers.
"""

import codecs
import csv
import datetime
import re
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from charset_normalizer import from_bytes
from dbfread import DBF, FieldParser
from dbfread.codepages import guess_encoding
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatclub.archives import DAMAGE, member_bytes
from tournaments.files.spreadsheets.spreadsheets import FORMULA_STARTS
from tournaments.files.tables.cells import DIFFERENT, is_day, read_head, whole_number_in
from tournaments.files.tables.office import office_sheets
from tournaments.people.names.names import tidy

COPY = gettext_lazy("Mark the table there, copy it and paste it here.")
NO_TABLES = {
    b"%PDF": gettext_lazy("This is a PDF, a picture of a table."),
    b"\x89PNG": gettext_lazy("This is a picture."),
    b"\xff\xd8\xff": gettext_lazy("This is a picture."),
    b"{\\rtf": gettext_lazy("This is a letter, not a table."),
}
MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
# Windows, DOS, Mac; then Windows and DOS for central Europe, Windows for Turkish.
CODE_PAGES = ("cp1252", "cp850", "mac_roman", "cp1250", "cp852", "cp1254")
DECLARED = re.compile(rb"(?:charset|encoding) *= *[\"']?([A-Za-z0-9_-]{3,20})")
HEAD_BYTES = 2000
WORD = re.compile(r"[^\W\d_]*[^\x00-\x7f](?:[^\s,;:/()\"<>]|[^\W\d_])*")
GERMAN = frozenset("äöüÄÖÜß")
USUAL = frozenset("éèêëáàâçñóòôøåæúíîïÉłŁńśŚżźćęąčČšŠžŽřýůőűğışİŞ")
SIGNS = frozenset("–—„“”‚‘’€§°·•…«»\u00a0−½¼¾²³×´±")
DOUBLY = re.compile(
    r"[ÂÃÄÅÐ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00ff“”œ˜™¦¢]"
)
SHOWN = 3


class TableRefused(ValidationError):
    """A file that cannot be read as a table."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A decoded text; ``rivals`` are the names of it in other code pages, if equal."""

    text: str
    encoding: str
    rivals: tuple[tuple[str, tuple[str, ...]], ...] = ()


def text_of(content: bytes, encoding: str) -> Letters:
    """Return the letters of a file; refuse what is no text, saying what it is."""
    for start, what in NO_TABLES.items():
        if content.lstrip()[:8].startswith(start):
            raise TableRefused(f"{what} {COPY}", code="kind")
    letters = decoded(content, encoding)
    if letters is None:
        raise TableRefused(
            _("This is no file of text and no spreadsheet."), code="binary"
        )
    return letters


def decoded(content: bytes, encoding: str = "") -> Letters | None:
    """Return the text of a file, in ``encoding`` if one was chosen; None for binary.

    >>> [decoded("Müller".encode(page)).text for page in ("cp1252", "cp850", "utf-8")]
    ['Müller', 'Müller', 'Müller']
    >>> decoded("MÃ¼ller".encode()).text
    'Müller'
    """
    if encoding in CODE_PAGES:
        chosen = content.decode(encoding, errors="replace")
        return Letters(chosen, encoding, rivals_of(content, encoding))
    marked = marked_encoding(content)
    tries = [(marked, "replace")]
    if not marked:
        tries = [("utf-8", "strict"), (declared_encoding(content), "strict")]
        tries += [("utf-8", "windows")] * mostly_utf8(content)
    for name, errors in tries:
        try:
            text = content.decode(name, errors)
        except (UnicodeDecodeError, LookupError):
            continue
        return None if "\0" in text else Letters(DOUBLY.sub(once, text), name)
    return None if b"\0" in content else in_code_page(content)


def once(match: re.Match[str]) -> str:
    """Return the letter that was coded twice; the signs themselves if it was not."""
    for page in ("cp1252", "latin-1"):
        try:
            return match[0].encode(page).decode("utf-8")
        except UnicodeError:
            continue
    return match[0]


def windows_letter(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    byte = error.object[error.start : error.start + 1]
    return byte.decode("cp1252", errors="replace"), error.start + 1


codecs.register_error("windows", windows_letter)


def marked_encoding(content: bytes) -> str:
    """Return the encoding that a mark or zeros in every other byte tell, or nothing."""
    for mark, name in MARKS.items():
        if content.startswith(mark):
            return name
    start = content[:HEAD_BYTES]
    for name, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[0::2])):
        if len(zeros) > 2 and zeros.count(0) > len(zeros) * 0.8:
            return name
    return ""


def declared_encoding(content: bytes) -> str:
    """Return the encoding that a web page or an XML file declares for itself."""
    start = content[:HEAD_BYTES]
    match = DECLARED.search(start) if b"<" in start else None
    return match[1].decode("ascii") if match else ""


def mostly_utf8(content: bytes) -> bool:
    """Tell whether a text is UTF-8 but for a few bytes of another program."""
    good = re.findall(rb"[\xc3-\xc5][\x80-\xbf]|\xe2\x80[\x80-\xbf]", content)
    high = sum(byte > 0x7F for byte in content)
    return bool(good) and high - sum(map(len, good)) <= len(good)


def in_code_page(content: bytes) -> Letters:
    best = next(iter(rival_pages(content)))
    text = content.decode(best, errors="replace")
    if score(text) < 0 and (guess := from_bytes(content).best()):
        return Letters(str(guess), guess.encoding)
    return Letters(text, best, rivals_of(content, best))


def rival_pages(content: bytes) -> list[str]:
    """Return the code pages that give the best words, the most usual one first."""
    high_lines = b"\n".join(
        line for line in content.splitlines() if max(line, default=0) > 0x7F
    )[:20_000]
    scores = {page: score(high_lines.decode(page, "replace")) for page in CODE_PAGES}
    most = max(scores.values())
    return [page for page in CODE_PAGES if scores[page] >= most]


def rivals_of(content: bytes, best: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return code pages that read the names differently, with some names in each."""
    pages = [best, *(page for page in rival_pages(content) if page != best)]
    texts = {page: content.decode(page, errors="replace") for page in pages}
    different: dict[str, str] = {}
    for page, text in texts.items():
        different.setdefault(text, page)
    if len(different) < 2:
        return ()
    names = zip(*(text.split("\n") for text in different), strict=False)
    telling = [lines for lines in names if len(set(lines)) > 1][:SHOWN]
    return tuple(
        (page, tuple(" ".join(lines[at].split())[:60] for lines in telling))
        for at, page in enumerate(different.values())
    )


def score(text: str) -> int:
    """Rate the words with letters beyond ASCII; words with signs inside count least."""
    return sum(points for word in WORD.findall(text) for points in letter_points(word))


def letter_points(word: str) -> Iterator[int]:
    """Yield the points of each letter beyond ASCII in a word."""
    letters = [letter for letter in word if letter.isalpha() and letter != "ß"]
    is_upper = sum(map(str.isupper, letters)) > len(letters) / 2
    is_foreign = sum(letter > "\x7f" for letter in letters) > max(2, len(word) / 2)
    for at, letter in enumerate(word):
        if letter < "\x80":
            continue
        if not letter.isalpha():
            is_inside = any(near.isalpha() for near in word[max(at - 1, 0) : at + 2])
            yield -3 if is_inside or letter not in SIGNS else 1
        elif is_foreign or (
            letter != "ß" and letter.isupper() != is_upper and (at or is_upper)
        ):
            yield -2
        else:
            points = 2 if letter in GERMAN else 1 if letter in USUAL else 0
            yield points - (at == 0 and letter.islower())


ENDING = ".dbf"
VERSIONS = frozenset(b"\x02\x03\x04\x30\x31\x83\x8b\xf5")
HEAD = 32  # bytes before the columns
LANGUAGE = 29
MOST_ROWS = 40_000  # thirty years with a row per player and evening
MOST_COLUMNS = 100
MOST_TABLES = 60
MOST_UNPACKED = 100 * 1024 * 1024


class LenientParser(FieldParser):
    """Keeps the text of a cell that is not the number or day it should be."""

    def parse(self, field: object, data: bytes) -> object:
        try:
            return super().parse(field, data)
        except (ValueError, IndexError, struct.error):
            return data.decode(self.encoding, errors="replace").strip("\0 ")


def is_archive(content: bytes) -> bool:
    try:
        with ZipFile(BytesIO(content)) as archive:
            names = archive.namelist()
    except DAMAGE:
        return False
    return any(name.lower().endswith(ENDING) for name in names)


def is_dbase(content: bytes) -> bool:
    if len(content) < HEAD or content[0] not in VERSIONS:
        return False
    head, length = struct.unpack("<HH", content[8:12])
    return 1 <= content[2] <= 12 and head % 32 in (0, 1, 8) and 0 < length < 8000


def dbase_tables(content: bytes) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the name and the rows, heads first, of each table that is not empty.

    Raises ``TableRefused`` for a damaged table.
    """
    with TemporaryDirectory() as folder:
        for number, (name, data) in enumerate(tables_in(content)):
            refuse_truncated(name, data)
            path = Path(folder) / f"{number}{ENDING}"
            path.write_bytes(data)
            rows = dbase_rows(name, path, encoding_of(data))
            if len(rows) > 1:
                yield name, rows


def tables_in(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each table."""
    if is_dbase(content):
        yield "", content
        return
    with ZipFile(BytesIO(content)) as archive:
        members = [
            member
            for member in archive.infolist()
            if member.filename.lower().endswith(ENDING) and not member.is_dir()
        ]
        if sum(member.file_size for member in members) > MOST_UNPACKED:
            raise TableRefused(_("This archive unpacks to too much."), code="size")
        for member in members[:MOST_TABLES]:
            name = Path(member.filename).name
            try:
                content = member_bytes(archive, member, most=MOST_UNPACKED)
            except DAMAGE as refusal:
                raise damaged_table(name) from refusal
            yield name, content


def encoding_of(data: bytes) -> str:
    """Return the encoding that a table names, or the one that gives the best words.

    It is DOS if there is no telling.
    """
    try:
        if data[LANGUAGE]:
            return str(guess_encoding(data[LANGUAGE]))
    except LookupError:
        pass
    (head,) = struct.unpack("<H", data[8:10])
    pages = rival_pages(data[head:].replace(b" ", b"\n"))
    return pages[0] if len(pages) < len(CODE_PAGES) else "cp850"


def damaged_table(name: str) -> TableRefused:
    return TableRefused(
        _("The table %(name)s is damaged or cut off.") % {"name": name}, code="damaged"
    )


def refuse_truncated(name: str, data: bytes) -> None:
    if len(data) < HEAD:
        raise damaged_table(name)
    records, head, length = struct.unpack("<IHH", data[4:12])
    if not length or head < HEAD or len(data) < head + records * length:
        raise damaged_table(name)


def dbase_rows(name: str, path: Path, encoding: str) -> list[list[str]]:
    try:
        table = DBF(
            str(path),
            encoding=encoding,
            parserclass=LenientParser,
            ignore_missing_memofile=True,
            char_decode_errors="replace",
            ignorecase=True,
        )
        records = (map(dbase_text, record.values()) for record in table)
        rows = [
            list(islice(cells, MOST_COLUMNS))
            for cells in islice(records, MOST_ROWS + 1)
        ]
    except Exception as refusal:
        # Whatever the library raises, the file is to blame.
        raise damaged_table(name) from refusal
    refuse_too_many_rows(len(rows) + 1)
    return [list(table.field_names[:MOST_COLUMNS]), *rows]


def dbase_text(value: object) -> str:
    """Return a cell as it would be typed."""
    if value is None or isinstance(value, bytes):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value).strip()


def refuse_too_many_rows(count: int) -> None:
    if count > MOST_ROWS + 1:
        raise TableRefused(
            _("At most %(most)s rows are read at once.") % {"most": MOST_ROWS},
            code="rows",
        )


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
