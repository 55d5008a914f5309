"""Grids of texts from any file or paste: CSV of any dialect, spreadsheets, web pages.

The rows of a grid are those of the file, the empty ones too, so that they keep their
numbers. Letters are those that the file names; where it names none, umlauts tell the
code pages apart: read wrongly they become signs, or capitals inside a word. Where two
readings look equally good, the user sees some names in each.
"""

import codecs
import csv
import re
import struct
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from io import BytesIO, StringIO
from itertools import chain, islice, pairwise
from operator import gt
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple
from zipfile import ZipFile

from charset_normalizer import from_bytes
from charset_normalizer.utils import any_specified_encoding, identify_sig_or_bom
from dbfread import DBF, FieldParser
from dbfread.codepages import guess_encoding
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from skatclub.archives import DAMAGE, member_bytes
from tournaments.files.tables.cells import (
    DIFFERENT,
    NAMES,
    STROKE,
    is_day,
    read_head,
    unstruck,
    whole_number_in,
)
from tournaments.files.tables.office import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    MOST_TABLES,
    cell_text,
    office_sheets,
)
from tournaments.people.names.names import tidy
from tournaments.web.spreadsheets import FORMULA_STARTS

MOST_BYTES = 5 * 1024**2
MOST_UNPACKED = 100 * 1024**2
MOST_CELLS = 1_000_000
ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MIMETYPE, ODS = "mimetype", b"opendocument.spreadsheet"

DBASE = ".dbf"
DBASE_VERSIONS = frozenset(b"\x02\x03\x04\x30\x31\x83\x8b\xf5")
DBASE_HEAD = 32  # bytes before the columns
DBASE_LANGUAGE = 29
NO_MEMO = "…"
NO_TEXT = "\0\x1a "

SAMPLE = 60  # lines that tell the sign between cells
MOST_LINES_IN_CELL = 5
MOST_WIDTHS = 5  # numbers of cells in a line that are tried
WIDE = re.compile(r"\s{2,}")
BETWEEN_GAPS = re.compile(r"\S+(?:\s\S+)*")
OWN_SIGNS = re.compile(r"[\t;]")
# Also between words that stand far apart in some lines.
APART = re.compile(r"[\t;]|(?<=[^\W\d_])\s{3,}(?=[^\W\d_])")
BROKEN = re.compile(r"(?<=[^\W\d_])-\s*\n\s*(?=[^\W\d_])")
# A program writes a question mark for a letter that its code page lacks.
LOST = re.compile(r"\ufffd|\?(?=[^\W\d_]{2})|(?<=[^\W\d_])\?(?= [^\W\d_])")
ERRORS = re.compile(r"#(?:REF|DIV/0|NAME|VALUE|N/A|NUM|NULL|BEZUG|WERT|NV|ZAHL)[!?]?")

COPY = gettext_lazy("Mark the table there, copy it and paste it here.")
SAVE = gettext_lazy("In the program that made it, save the table as CSV.")
PART = gettext_lazy("Please divide it into several files.")
UNPACK = gettext_lazy("Please unpack it and choose the file with the table.")
LETTER = gettext_lazy("This is a letter or a presentation, not a table.")
# What files without a table begin with, what they are, and what to do.
NO_TABLES = (
    (rb"%PDF", gettext_lazy("This is a PDF, a picture of a table."), COPY),
    (
        rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF....WEBP|II\*\0|MM\0\*|....ftyp(heic|mif1)",
        gettext_lazy("This is a picture."),
        COPY,
    ),
    (rb"{\\rtf", LETTER, COPY),
    (
        rb"Rar!|7z\xbc\xaf|\x1f\x8b",
        gettext_lazy("This archive is not opened here."),
        UNPACK,
    ),
    (
        rb"BEGIN:V(CARD|CALENDAR)",
        gettext_lazy("This is an address book or a calendar, not a table."),
        SAVE,
    ),
    (
        rb"[{\[]\s*[{\"]",
        gettext_lazy("This is a file for programs (JSON), not a table."),
        gettext_lazy("An event of Skatclub comes in under “Files”."),
    ),
)
PACKED = gettext_lazy("This archive holds no table that is read here.")
LOCKED = 1  # the bit of a part of an archive that has a password
PASSWORD = gettext_lazy(
    "This file has a password. Open it in its program and save it without one."
)
OLD_LETTER = re.compile(
    b"|".join(name.encode("utf-16-le") for name in ("WordDocu", "PowerPoint"))
)
OLD_PASSWORD = "EncryptedPackage".encode("utf-16-le")
# Parts of packed files, by which they are told apart.
LETTER_PARTS = {"word/document.xml", "ppt/presentation.xml"}
SPREADSHEET_PARTS = {"[Content_Types].xml", "content.xml"}
APPLE_PARTS = (".iwa", "Index.zip")
MANIFEST, ENCRYPTED = "META-INF/manifest.xml", b"encryption-data"
# Windows, DOS, Mac; then Windows and DOS for central Europe, Windows for Turkish.
CODE_PAGES = ("cp1252", "cp850", "mac_roman", "cp1250", "cp852", "cp1254")
# Bytes that are no UTF-8, as the decoder escapes them, are those of Windows.
WINDOWS = {
    0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(128, 256)
}
HEAD_BYTES = 2000
WORD = re.compile(r"[^\W\d_]*[^\x00-\x7f](?:[^\s,;:/()\"<>]|[^\W\d_])*")
GERMAN = frozenset("äöüÄÖÜß")
USUAL = frozenset("éèêëáàâçñóòôøåæúíîïÉłŁńśŚżźćęąčČšŠžŽřýůőűğışİŞ")
SIGNS = frozenset("†–—„“”‚‘’€§°·•…«»\u00a0−½¼¾²³×´±")
# Signs that stand at words, or between two: „Hansi“, Nord–Süd.
QUOTE = re.compile(r"[^\w][„“»‚][A-Z]|\w[“”«‘’†](?!\w)|[a-z]–[A-Z]")
DOUBLY = re.compile(
    r"[ÂÃÄÅÐ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00ff“”œ˜™¦¢]"
)
SHOWN = 3
MOST_NAMED = 5  # cells with corrections


class TableRefused(ValidationError):
    """A file that cannot be read as a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table of a file; ``notes`` are sentences about what the file lacks.

    ``joins`` are the numbers by which its names may stand in another table.
    """

    name: str = ""
    rows: list[list[str]]
    is_hidden: bool = False
    hidden: Sequence[Sequence[int]] = ((), ())  # rows and columns that are not empty
    notes: tuple[str, ...] = ()
    is_dbase: bool = False
    joins: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Return the rows, without the names of columns that a program has stored."""
        return sum(any(row) for row in self.rows) - self.is_dbase


class Letters(NamedTuple):
    """A decoded text; ``rivals`` are the names of it in other code pages, if equal."""

    text: str = ""
    rivals: tuple[tuple[str, tuple[str, ...]], ...] = ()


class TableFile(NamedTuple):
    """The grids of a file that are not empty, hidden ones last, and its letters."""

    grids: list[Grid]
    letters: Letters


def read_file(content: bytes, encoding: str = "") -> TableFile:
    """Read a file of any program, or pasted text. Raises ``TableRefused``."""
    if len(content) > MOST_BYTES:
        most = MOST_BYTES // 1024**2
        raise TableRefused(_("This file is larger than %(most)s MB.") % {"most": most})
    refuse_other_files(content)
    letters: Letters | None = Letters()
    if is_dbase(content):
        grids = [dbase_grid("", content)]
    elif content.startswith((ZIP, OLD_OFFICE)):
        grids = grids_in_archive(content)
    elif letters := decoded(content, encoding):
        grids = grids_in_text(letters.text)
    if letters is None:
        what = _("This is no file of text and no spreadsheet.")
        raise TableRefused(f"{what} {SAVE}")
    filled = [grid for grid in map(tidy_grid, grids) if grid.rows]
    if not filled:
        raise TableRefused(_("This file is empty."))
    return TableFile(sorted(filled, key=lambda grid: grid.is_hidden), letters)


def refuse_other_files(content: bytes) -> None:
    """Refuse what is no table, and what has a password, with what to do."""
    start = content.removeprefix(codecs.BOM_UTF8).lstrip()[:HEAD_BYTES]
    for begin, what, to_do in NO_TABLES:
        if re.match(begin, start, re.DOTALL):
            raise TableRefused(f"{what} {to_do}")
    if not content.startswith(OLD_OFFICE):
        return
    if OLD_PASSWORD in content:
        raise TableRefused(PASSWORD)
    if OLD_LETTER.search(content):
        raise TableRefused(f"{LETTER} {COPY}")


def grids_in_archive(content: bytes) -> list[Grid]:
    """Return the tables of a folder of dBASE files, or the sheets of a spreadsheet.

    What would unpack to too much is refused.
    """
    grids = []
    with suppress(*DAMAGE), ZipFile(BytesIO(content)) as archive:
        parts = {part.filename: part for part in archive.infolist()}
        if any(part.flag_bits & LOCKED for part in parts.values()):
            raise TableRefused(PASSWORD)
        tables = [name for name in parts if name.lower().endswith(DBASE)]
        # The long texts of a table stand in a file beside it.
        memos = {
            name[:-4].lower(): name
            for name in parts
            if name.lower().endswith((".dbt", ".fpt"))
        }
        read = [*tables, *memos.values()] if tables else parts
        sizes = [parts[name].file_size for name in read]
        if sum(sizes) > MOST_UNPACKED:
            raise TableRefused(_("This archive unpacks to too much."))
        refuse_many(tables)
        for name in tables:
            memo = memos.get(name[:-4].lower(), "")
            texts = {memo: part_bytes(archive, memo)} if memo else {}
            grids.append(dbase_grid(Path(name).name, part_bytes(archive, name), texts))
        if not tables:
            refuse_other_archives(archive, parts.keys())
    return grids or office_grids(content)


def part_bytes(archive: ZipFile, name: str) -> bytes:
    """Return a file of an archive; nothing of a damaged one."""
    with suppress(*DAMAGE):
        return member_bytes(archive, name, most=MOST_UNPACKED)
    return b""


def refuse_many(tables: Sequence[object]) -> None:
    if len(tables) > MOST_TABLES:
        what = _("This file has more than %(most)s tables.") % {"most": MOST_TABLES}
        raise TableRefused(f"{what} {PART}")


def refuse_other_archives(archive: ZipFile, names: Collection[str]) -> None:
    """Refuse what is no spreadsheet or has a password, with what to do."""
    if any(name.endswith(APPLE_PARTS) for name in names):
        what = _("This is a file of Numbers or Pages.")
        raise TableRefused(f"{what} {SAVE}")
    kind, manifest = (
        member_bytes(archive, name, most=MOST_BYTES) if name in names else b""
        for name in (MIMETYPE, MANIFEST)
    )
    if LETTER_PARTS & {*names} or (ODS not in kind and b"opendoc" in kind):
        raise TableRefused(f"{LETTER} {COPY}")
    if not SPREADSHEET_PARTS & {*names}:
        raise TableRefused(f"{PACKED} {UNPACK}")
    if ENCRYPTED in manifest:
        raise TableRefused(PASSWORD)


def is_dbase(content: bytes) -> bool:
    if len(content) < DBASE_HEAD or content[0] not in DBASE_VERSIONS:
        return False
    head, length = struct.unpack("<HH", content[8:12])
    return 1 <= content[2] <= 12 and head % 32 in (0, 1, 8) and 0 < length < 8000


def dbase_grid(
    name: str, data: bytes, memo: Mapping[str, bytes] = MappingProxyType({})
) -> Grid:
    """Read a table of an old program in dBASE; it has no rows if only heads.

    The ``memo`` file holds its long texts.
    """
    try:
        records, head, length = struct.unpack("<IHH", data[4:12])
        if not length or head < DBASE_HEAD or len(data) < head + records * length:
            raise EOFError
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"table{DBASE}"
            path.write_bytes(data)
            for memo_name, texts in memo.items():
                path.with_suffix(memo_name[-4:].lower()).write_bytes(texts)
            table = DBF(
                str(path),
                encoding=dbase_encoding(data, head),
                parserclass=LenientParser,
                ignore_missing_memofile=True,
                char_decode_errors="replace",
            )
            first = islice(table, MOST_ROWS + 1)
            rows = [[*map(cell_text, record.values())] for record in first]
            deleted = len(table.deleted)
    except Exception as refusal:
        # Whatever the library raises, the file is to blame.
        what = _("The table %(name)s is damaged or cut off.")
        raise TableRefused(what % {"name": name}) from refusal
    columns = zip(table.field_names, zip(*rows, strict=True), strict=False)
    lacking = [head for head, cells in columns if NO_MEMO in cells]
    return Grid(
        name=name,
        rows=[table.field_names, *rows] if rows else [],
        notes=(*dbase_notes(deleted, lacking),),
        is_dbase=True,
    )


def dbase_notes(deleted: int, lacking: Sequence[str]) -> Iterator[str]:
    """Yield what of a table is not read."""
    if deleted:
        note = ngettext(
            "%(count)s record marked as deleted is left out.",
            "%(count)s records marked as deleted are left out.",
            deleted,
        )
        yield note % {"count": deleted}
    if lacking:
        note = _(
            "The texts in “%(heads)s” are not read: their file (.DBT or .FPT) is "
            "damaged, or not in one ZIP with the table."
        )
        yield note % {"heads": ", ".join(lacking)}


class LenientParser(FieldParser):
    """Keeps the text of a cell that is not the number or day it should be."""

    def parse(self, field: object, data: bytes) -> object:
        try:
            return super().parse(field, data)
        except (ValueError, IndexError, struct.error):
            return data.decode(self.encoding, errors="replace").strip("\0 ")

    def parseM(self, field: object, data: bytes) -> str:
        """Return a text from the file of memos, or tell that it is not there."""
        text = None
        with suppress(OSError, ValueError, struct.error):
            text = super().parseM(field, data)
        if isinstance(text, str) and text.strip(NO_TEXT):
            return text.strip(NO_TEXT)[:LONGEST_CELL]
        return NO_MEMO if data.strip(b"\0 0") else ""


def dbase_encoding(data: bytes, head: int) -> str:
    """Return the encoding that a table names, or the one that gives the best words.

    It is DOS if there is no telling.
    """
    if data[DBASE_LANGUAGE]:
        with suppress(LookupError):
            return str(guess_encoding(data[DBASE_LANGUAGE]))
    pages = rival_pages(data[head:].replace(b" ", b"\n"))
    return pages[0] if len(pages) < len(CODE_PAGES) else "cp850"


def decoded(content: bytes, encoding: str = "") -> Letters | None:
    """Return the text of a file, in ``encoding`` if one was chosen; None for binary.

    >>> [decoded("Müller".encode(page)).text for page in ("cp1252", "cp850", "utf-8")]
    ['Müller', 'Müller', 'Müller']
    >>> decoded("MÃ¼ller".encode()).text
    'Müller'
    """
    if encoding not in CODE_PAGES:
        start = content[:HEAD_BYTES]
        good = re.findall(rb"[\xc3-\xc5][\x80-\xbf]|\xe2\x80[\x80-\xbf]", content)
        bad = sum(byte > 0x7F for byte in content) - sum(map(len, good))
        tries = [
            (marked_encoding(start), "replace"),
            ("utf-8", "strict"),
            ((b"<" in start and any_specified_encoding(start)) or "", "strict"),
            # A few bytes are of another program.
            ("utf-8" if good and bad <= len(good) else "", "surrogateescape"),
        ]
        for name, errors in tries:
            with suppress(UnicodeDecodeError, LookupError):
                text = content.decode(name, errors).removeprefix("\ufeff")
                text = DOUBLY.sub(once, text.translate(WINDOWS))
                return None if "\0" in text else Letters(text)
        if b"\0" in content:
            return None
        encoding = rival_pages(content)[0]
        is_poor = score(content.decode(encoding, errors="replace")) < 0
        if is_poor and (guess := from_bytes(content).best()):
            return Letters(str(guess))
    text = content.decode(encoding, errors="replace")
    return Letters(text, rivals_of(content, encoding))


def once(match: re.Match[str]) -> str:
    """Return the letter that was coded twice; the signs themselves if it was not."""
    for page in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            return match[0].encode(page).decode("utf-8")
    return match[0]


def marked_encoding(start: bytes) -> str:
    """Return the encoding that a mark or zeros in every other byte tell, or nothing."""
    for name, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[0::2])):
        if len(zeros) > 2 and zeros.count(0) > len(zeros) * 0.8:
            return name
    return identify_sig_or_bom(start)[0] or ""


def rival_pages(content: bytes) -> list[str]:
    """Return the code pages that give the best words, the most usual one first."""
    lines = (line for line in content.splitlines() if not line.isascii())
    sample = b"\n".join(lines)[:20_000]
    scores = {page: score(sample.decode(page, "replace")) for page in CODE_PAGES}
    most = max(scores.values())
    return [page for page in CODE_PAGES if scores[page] >= most]


def rivals_of(content: bytes, best: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return code pages that read the names differently, with some names in each."""
    pages: dict[str, str] = {}
    for page in (best, *rival_pages(content)):
        pages.setdefault(content.decode(page, errors="replace"), page)
    lines = zip(*(text.split("\n") for text in pages), strict=False)
    telling = list(islice((each for each in lines if len(set(each)) > 1), SHOWN))
    names = zip(*telling, strict=True)
    return tuple(
        (page, tuple(" ".join(name.split())[:60] for name in own))
        for page, own in zip(pages.values(), names, strict=False)
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
        around = word[at - 1 : at + 2] if at else f" {word[:2]}"
        if not letter.isalpha():
            is_outside = not any(map(str.isalpha, around))
            is_usual = letter in SIGNS and (is_outside or QUOTE.match(around))
            yield 1 if is_usual else -3
        elif is_foreign or (
            letter != "ß" and letter.isupper() != is_upper and (at or is_upper)
        ):
            yield -2
        elif len(letters) < 2 and letter != "ß":
            yield 0  # alone, as an initial
        else:
            points = 2 if letter in GERMAN else 1 if letter in USUAL else 0
            yield points - (at == 0 and letter.islower())


def grids_in_text(text: str) -> list[Grid]:
    """Return the grids of a web page, or the one grid of any other text."""
    if re.search(r"<(table|Worksheet)\b", text, re.IGNORECASE):
        return office_grids(text.encode(errors="replace"))
    if re.match(r"\s*<(!|\?xml|(html|head|body|svg)\b)", text, re.IGNORECASE):
        what = _("This is a web page without a table.")
        raise TableRefused(f"{what} {COPY}")
    rows, is_mended = text_rows(text)
    note = _("A quotation mark is never closed; each line was read by itself.")
    return [Grid(rows=rows, notes=(note,) if is_mended else ())]


def text_rows(text: str) -> tuple[list[list[str]], bool]:
    """Return the rows of a text, and whether a quotation mark was ignored."""
    lines = text.split("\n", MOST_ROWS + 2)[: MOST_ROWS + 2]
    sign = ""
    if match := re.match(r"\s*\"?sep=(.)\"?\s*$", lines[0]):
        sign, lines[0] = match[1], ""
    if sum(map(text.count, "\t;|,")) > MOST_CELLS:
        raise too_large()
    sign = sign or sign_between_cells([line for line in lines if line.strip()][:SAMPLE])
    if len(sign) > 1:
        return rows_between_gaps(lines), False
    if not sign:
        cells = (APART.split(line.strip("\r ")) for line in lines)
        return [[*map(unquoted, each)] for each in cells], False
    reader = csv.reader(StringIO("\n".join(lines), newline=""), delimiter=sign)
    with suppress(csv.Error):
        rows = list(reader)
        parts = [cell.split("\n") for row in rows for cell in row if "\n" in cell]
        if not any(
            len(lines) > MOST_LINES_IN_CELL or all(sign in line for line in lines)
            for lines in parts
        ):
            return rows, False
    split = (line.strip("\r").split(sign) for line in lines)
    return [[cell.strip('" ') for cell in line] for line in split], True


def unquoted(cell: str) -> str:
    return cell.strip()[1:-1] if re.fullmatch(r'\s*".*"\s*', cell) else cell


def rows_between_gaps(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells between wide gaps; where some are missing, those by place.

    The columns are those of the lines with as many cells as let most lines be read; a
    line that does not fit them is one cell.
    """
    cells = [list(BETWEEN_GAPS.finditer(line)) for line in lines]
    tables = []
    counts = Counter(len(each) for each in cells if 1 < len(each) <= MOST_COLUMNS)
    for width, _lines in counts.most_common(MOST_WIDTHS):
        columns = zip(*(each for each in cells if len(each) == width), strict=True)
        spans = [
            (min(cell.start() for cell in column), max(cell.end() for cell in column))
            for column in map(list, columns)
        ]
        rows = [*map(partial(row_below, spans), lines, cells)]
        tables.append((sum(len(row) == width for row in rows), width, rows))
    return max(tables)[2] if tables else [[line.strip()] for line in lines]


def row_below(
    spans: Sequence[tuple[int, int]], line: str, cells: Sequence[re.Match[str]]
) -> list[str]:
    """Return the cells of a line by the columns that reach over these places."""
    if len(cells) < 2 or len(cells) == len(spans):
        return [unquoted(cell[0]) for cell in cells]
    begins, ends = zip(*spans, strict=True)
    if len(cells) > len(spans) or any(map(gt, ends, begins[1:])):
        return [line.strip()]
    # A single blank parts two cells only where a column begins.
    cuts = [at for at in begins if line[at - 1 : at].isspace()]
    row = [""] * len(spans)
    for cell in cells:
        inside = cuts[bisect_right(cuts, cell.start()) : bisect_left(cuts, cell.end())]
        for start, end in pairwise([cell.start(), *inside, cell.end()]):
            text = line[start:end].strip()
            first = bisect_right(ends, start)
            if row[first : first + 1] != [""] or first + 1 != bisect_left(
                begins, start + len(text)
            ):
                return [line.strip()]
            row[first] = unquoted(text)
    return row


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
    # Sixty lines of one cell are no longer than the reader takes.
    lines = [line[:LONGEST_CELL] for line in lines]
    for line in lines[:15]:
        heads = [cell.strip('" ') for cell in line.split(",")]
        known = [head.meaning for cell in heads if (head := read_head(cell))]
        least = 2 if len(NAMES & {*known}) > 1 else max(2, min(len(heads), 3))
        if len(known) >= least and not OWN_SIGNS.search(line):
            return ","
    shares = {sign: sum(sign in line for line in lines) for sign in "\t;|"}
    best = max(shares, key=lambda sign: shares[sign])
    if shares[best] * 2 > len(lines):
        return best
    cells = list(csv.reader(lines, skipinitialspace=True))
    ((width, times),) = Counter(map(len, cells)).most_common(1) or [(0, 0)]
    is_even = width > 1 and times * 10 >= len(cells) * 7
    if is_even and any(
        whole_number_in(cell) is not None or is_day(cell) for cell in cells[-1]
    ):
        return ","
    wide = sum(bool(WIDE.search(line.strip())) for line in lines)
    return "  " if wide * 10 >= len(lines) * 7 and len(lines) > 1 else ""


def office_grids(content: bytes) -> list[Grid]:
    """Return the grids of a spreadsheet or a web page."""
    sheets = office_sheets(content)
    if sheets is None:
        raise TableRefused("{} {}".format(_("This spreadsheet cannot be read."), SAVE))
    refuse_many(sheets)
    uncalculated = _(
        "Formulas in this file have no values (%(cells)s). Open it in its program, "
        "save it and choose it again."
    )
    for sheet in sheets:
        spread_merged(sheet["rows"], sheet.pop("merged"))
        if cells := sheet.pop("formulas", ""):
            sheet["notes"] = (uncalculated % {"cells": cells},)
    return [Grid(**sheet) for sheet in sheets]


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
    if len(grid.rows) > MOST_ROWS + 1 or sum(map(len, grid.rows)) > MOST_CELLS:
        raise too_large()
    for number, row in enumerate(grid.rows, 1):
        if max(map(len, row), default=0) > LONGEST_CELL:
            text = _("In row %(row)s a cell has more than %(most)s characters.")
            raise TableRefused(text % {"row": number, "most": LONGEST_CELL})
    rows = [list(map(tidy_cell, row)) for row in grid.rows]
    while rows and not any(rows[-1]):
        rows.pop()
    width = min(max(map(len, rows), default=0), MOST_COLUMNS)
    if len(rows) * width > MOST_CELLS or any(any(row[width:]) for row in rows):
        raise too_large()
    rows = [[*row[:width], *[""] * (width - len(row))] for row in rows]
    notes = (*grid.notes, *notes_on(rows))
    sides = (rows, [*map(list, zip(*rows, strict=True))])
    pairs = zip(grid.hidden, sides, strict=True)
    hidden = [[at for at in own if any(chain(*of[at : at + 1]))] for own, of in pairs]
    settled_rows = [list(map(settled, row)) for row in rows]
    return replace(grid, rows=settled_rows, notes=notes, hidden=hidden)


def settled(cell: str) -> str:
    """Return a cell without what was struck out to write something else beside it."""
    rest = unstruck(cell)
    return cell if len(rest) == len(cell.replace(STROKE, "")) else rest


def notes_on(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    cells = {cell for row in rows for cell in row}
    if any(map(LOST.search, cells)):
        yield _("Letters of this file are lost. Please look at the names.")
    if any(map(ERRORS.fullmatch, cells)):
        yield _("Cells of this file hold errors (#...); they are not read.")
    for cell in sorted(cell for cell in cells if settled(cell) != cell)[:MOST_NAMED]:
        rest = settled(cell)
        yield _("Of “%(cell)s” only “%(rest)s” is read.") % {"cell": cell, "rest": rest}


def too_large() -> TableRefused:
    return TableRefused(
        _(
            "This table is too large: at most %(rows)s rows, %(columns)s columns and "
            "%(cells)s cells are read at once."
        )
        % {"rows": MOST_ROWS, "columns": MOST_COLUMNS, "cells": MOST_CELLS}
    )


@lru_cache(DIFFERENT)
def tidy_cell(text: str) -> str:
    """Return a cell in one line; words that were broken over lines are joined."""
    is_marked = text.startswith("'") and text[1:].lstrip().startswith(FORMULA_STARTS)
    return tidy(LOST.sub("\ufffd", BROKEN.sub("", text[1:] if is_marked else text)))
