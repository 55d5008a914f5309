"""Reading a spreadsheet or a web page in a separate process.

A file of one kilobyte can name a cell a billion rows down, or unpack to more than fits
in memory. The library then ends its process, which must not be that of the site. A page
of five megabytes that opens comments and closes none keeps a core busy for an hour.
"""

import datetime
import json
import re
import struct
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from html.parser import HTMLParser
from io import BytesIO
from itertools import chain
from typing import Any, NamedTuple
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring
from python_calamine import CalamineWorkbook, SheetVisibleEnum

try:
    import resource
except ImportError:  # Windows, where only the time is limited
    resource = None  # type: ignore[assignment]

Merged = tuple[int, int, int, int]  # top, left, bottom, right
# Of a sheet, by row and column: the text with strokes; empty if all is struck out.
Struck = dict[tuple[int, int], str]
Hidden = tuple[set[int], set[int]]  # the rows and the columns that nobody sees

MOST_ROWS = 40_000  # thirty years with a row per player and evening
MOST_COLUMNS = 100
MOST_TABLES = 60
LONGEST_CELL = 2000
# So much is read of each, as what has more is refused later.
READ_ROWS, READ_COLUMNS = MOST_ROWS + 2, MOST_COLUMNS + 1
READ_LETTERS, READ_TABLES = LONGEST_CELL + 1, MOST_TABLES + 1
MOST_MEMORY = 768 * 1024**2
MOST_SECONDS = 20
# A table of five thousand people with all columns has a tenth of it.
MOST_CHARACTERS = 5_000_000
ARCHIVE = b"PK\x03\x04"
SPREADSHEETS = (ARCHIVE, b"\xd0\xcf\x11\xe0")
STROKE = "\u0336"  # stands behind each letter that is struck out
# What only the files say in which something is struck out, or hidden.
STYLED = re.compile(
    rb'<(?:\w+:)?strike\b|text-line-through-style="(?!none)'
    rb'|<(?:\w+:)?(?:row|col)\b[^>]*\shidden="(?:1|true)"'
    rb'|visibility="(?:collapse|filter)"'
)
IS_HIDDEN = {"1", "true", "collapse", "filter"}
NOT_STRUCK = ("0", "false", "none")
STRUCK_TAGS = {"s", "del", "strike"}
LONE_TAGS = {"br", "col", "hr", "img", "input", "link", "meta", "wbr"}
# Tables of web pages, of spreadsheets saved as XML, and of OpenDocument.
TABLES, ROWS = {"table", "worksheet"}, {"tr", "row", "table-row"}
CELLS = {"td", "th", "cell", "table-cell", "covered-table-cell"}
STRUCK_STYLE = re.compile(
    r"\.([\w-]+)\s*\{[^}]*line-through"
    r'|<Style\b[^>]*?ID="([^"]+)"(?:(?!</Style).)*?StrikeThrough="1"'
    r'|<style:style\b[^>]*?style:name="([^"]+)"(?:(?!<style:style\b).)*?'
    r'text-line-through-style="(?!none)',
    re.DOTALL | re.IGNORECASE,
)
PARENT_STYLE = re.compile(r'style:name="([^"]+)"[^>]*?parent-style-name="([^"]+)"')
OFFICE = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
# Records of an old Excel file: where a sheet begins, as the list of sheets says, too.
XLS_BEGIN, XLS_SHEET, XLS_ROW, XLS_COLUMNS = 0x809, 0x85, 0x208, 0x7D
XLS_STREAMS = tuple(name.encode("utf-16-le") for name in ("Workbook\0", "Book\0"))
XLS_LAST = 0xFFFFFFFA  # higher numbers are no sectors
CELLS_NAMED = 5
UNCALCULATED = re.compile(
    rb"<c [^>]*?r=\"([A-Z]+[0-9]+)\"[^>]*>\s*(?:<f[^>]*>[^<]*</f>|<f[^>]*/>)\s*"
    rb"(?:<v\s*/>|<v></v>)?\s*</c>"
)


def office_sheets(content: bytes) -> list[dict[str, Any]] | None:
    """Return the first sheets of a file, each with rows and merged cells, or None.

    Cells are texts as they would be typed, cut off: in a small file every cell can
    share a text that unpacks to a hundred megabytes.
    """
    command = [sys.executable, "-P", __file__]
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


def write_sheets() -> None:
    """Read a file from standard input and write its first sheets as JSON."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    content = sys.stdin.buffer.read()
    if content.startswith(SPREADSHEETS):
        sheets_read = spreadsheet(content)
    else:
        tables = tables_in(content.decode())
        sheets_read = [
            {"rows": each.rows[:READ_ROWS], "merged": each.merged} for each in tables
        ]
    json.dump(sheets_read, sys.stdout)


def spreadsheet(content: bytes) -> list[dict[str, Any]]:
    """Return the first sheets of a spreadsheet."""
    book = CalamineWorkbook.from_filelike(BytesIO(content))
    empty = formulas_without_values(content)
    styled = styled_sheets(content, book.sheet_names)
    room = MOST_CHARACTERS
    sheets_read = []
    for about in book.sheets_metadata[:READ_TABLES]:
        sheet = book.get_sheet_by_name(about.name)
        down, aside = sheet.start or (0, 0)
        texts: list[list[str]] = [[] for _row in range(min(down, READ_ROWS))]
        for row in sheet.to_python(nrows=READ_ROWS):
            texts.append(
                [cell_text(cell)[:READ_LETTERS] for cell in row[:READ_COLUMNS]]
            )
            room -= sum(map(len, texts[-1]))
            if room < 0:
                sys.exit("This is more text than a table of people or results has.")
        struck, (rows, columns) = styled.get(about.name, ({}, (set(), set())))
        strike_out(texts, struck, aside)
        sheets_read.append(
            {
                "name": about.name,
                "rows": texts,
                "is_hidden": about.visible is not SheetVisibleEnum.Visible,
                "hidden": (
                    sorted(rows),
                    sorted(at - aside for at in columns if at >= aside),
                ),
                "merged": [
                    (top, left - aside, bottom, right - aside)
                    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ()
                    if right < READ_COLUMNS and bottom < READ_ROWS
                ],
                "formulas": empty,
            }
        )
    return sheets_read


def strike_out(texts: list[list[str]], struck: Struck, aside: int) -> None:
    """Write strokes into the texts of a sheet that begins ``aside``."""
    for (at, place), text in struck.items():
        if at < len(texts) and 0 <= place - aside < len(texts[at]):
            whole = with_strokes(texts[at][place - aside])
            texts[at][place - aside] = (text or whole)[:READ_LETTERS]


def with_strokes(text: str) -> str:
    """Return a text with a stroke through each letter.

    >>> len(with_strokes("a 1"))
    5
    """
    return "".join(sign if sign.isspace() else sign + STROKE for sign in text)


def styled_sheets(
    content: bytes, names: Collection[str]
) -> dict[str, tuple[Struck, Hidden]]:
    """Return what is struck out (not of XLS) or hidden in a spreadsheet, by sheet."""
    if not content.startswith(ARCHIVE):
        hidden = []
        with suppress(struct.error, LookupError):  # of sectors that are not in order
            hidden = hidden_in_xls(content)
        return {name: ({}, own) for name, own in zip(names, hidden, strict=False)}
    with ZipFile(BytesIO(content)) as archive:
        parts = [name for name in archive.namelist() if name.endswith(".xml")]
        if not any(STYLED.search(archive.read(name)) for name in parts):
            return {}
        styled = styled_in_ods if "content.xml" in parts else styled_in_xlsx
        return {name: (struck, hidden) for name, struck, hidden in styled(archive)}


def hidden_in_xls(content: bytes) -> list[Hidden]:
    """Return what is hidden in each sheet of an old Excel file, in their order."""
    records = xls_stream(content)
    sheets: dict[int, Hidden] = {}
    begins = []
    at = begin = 0
    while at + 4 <= len(records):
        kind, length = struct.unpack_from("<HH", records, at)
        data = records[at + 4 : at + 4 + length]
        if kind == XLS_BEGIN:
            begin = at
            sheets[begin] = set(), set()
        elif kind == XLS_SHEET:
            begins.append(int.from_bytes(data[:4], "little"))
        elif kind == XLS_ROW and data[12] & 0x20:
            sheets[begin][0].add(int.from_bytes(data[:2], "little"))
        elif kind == XLS_COLUMNS and data[8] & 1:
            first, last = struct.unpack_from("<HH", data)
            sheets[begin][1].update(range(first, last + 1))
        at += 4 + length
    return [sheets[at] for at in begins]


def xls_stream(content: bytes) -> bytes:
    """Return the records of an old Excel file, put together from its sectors."""
    size = 1 << content[30]
    sectors = [content[at : at + size] for at in range(size, len(content), size)]

    def joined(sector: int) -> bytes:
        parts: list[bytes] = []
        while sector < XLS_LAST and len(parts) <= len(sectors):
            parts.append(sectors[sector])
            sector = following[sector]
        return b"".join(parts)

    places = struct.unpack_from("<109I", content, 76)
    table = b"".join(sectors[at] for at in places if at < XLS_LAST)
    following = struct.unpack(f"<{len(table) // 4}I", table)
    folder = joined(int.from_bytes(content[48:52], "little"))
    for entry in struct.iter_unpack("<116sI8s", folder):
        if entry[0].startswith(XLS_STREAMS):
            return joined(entry[1])
    return b""


def styled_in_xlsx(archive: ZipFile) -> Iterator[tuple[str, Struck, Hidden]]:
    """Yield the name of each sheet, and what is struck out and hidden in it."""
    styles = fromstring(archive.read("xl/styles.xml"))
    fonts = [is_struck(font) for font in styles.find("{*}fonts")]
    forms = [fonts[int(form.get("fontId", 0))] for form in styles.find("{*}cellXfs")]
    strings = []
    with suppress(KeyError):
        strings = list(fromstring(archive.read("xl/sharedStrings.xml")))
    links = fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    targets = {link.get("Id"): link.get("Target") for link in links}
    for about in fromstring(archive.read("xl/workbook.xml")).iterfind(".//{*}sheet"):
        path = targets[about.get(f"{OFFICE}id")].removeprefix("/xl/")
        struck: Struck = {}
        sheet = fromstring(archive.read(f"xl/{path}"))
        for cell in sheet.iterfind(".//{*}c"):
            is_whole = forms[int(cell.get("s", 0))]
            value = cell.findtext("{*}v")
            rich = strings[int(value)] if cell.get("t") == "s" and value else cell
            runs = list(runs_in_xlsx(rich, is_whole=is_whole))
            if is_whole or any(is_out for is_out, _text in runs):
                struck[place_of(cell.get("r"))] = marked(runs)
        yield about.get("name"), struck, hidden_in_xlsx(sheet)


def hidden_in_xlsx(sheet: Any) -> Hidden:
    rows, columns = (
        [each for each in sheet.iterfind(path) if each.get("hidden") in IS_HIDDEN]
        for path in (".//{*}row", ".//{*}col")
    )
    spans = ((int(each.get("min")), int(each.get("max"))) for each in columns)
    hidden = {
        at
        for first, last in spans
        for at in range(first - 1, min(last, 2 * READ_COLUMNS))
    }
    return {int(each.get("r")) - 1 for each in rows}, hidden


def runs_in_xlsx(rich: Any, *, is_whole: bool) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a text, and whether each is struck out."""
    for run in rich.iterfind(".//{*}r"):
        font = run.find("{*}rPr")
        yield is_whole if font is None else is_struck(font), run.findtext("{*}t") or ""


def is_struck(font: Any) -> bool:
    """Tell whether a font of an XLSX file strikes out."""
    strike = font.find("{*}strike")
    return strike is not None and strike.get("val", "1") not in NOT_STRUCK


def marked(runs: list[tuple[bool, str]]) -> str:
    """Return a text with strokes where it is struck out; empty if everywhere."""
    if all(is_out for is_out, _text in runs):
        return ""
    return "".join(with_strokes(text) if is_out else text for is_out, text in runs)


def place_of(name: str) -> tuple[int, int]:
    """Return the row and the column of a cell, counted from 0.

    >>> place_of("A1"), place_of("AB12")
    ((0, 0), (11, 27))
    """
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("@")
    return int(name[len(letters) :]) - 1, column - 1


def styled_in_ods(archive: ZipFile) -> Iterator[tuple[str, Struck, Hidden]]:
    """Yield the name of each sheet, and what is struck out and hidden in it."""
    parts = [archive.read(f"{part}.xml").decode() for part in ("styles", "content")]
    for table in tables_in("".join(parts)):
        struck: Struck = {}
        ends = {(top, left): right for top, left, _bottom, right in table.merged}
        for top, row in enumerate(table.rows):
            for left, text in enumerate(row):
                if STROKE in text:
                    signs = "".join(text.split())
                    is_whole = len(signs) == 2 * signs.count(STROKE)
                    for at in range(left, ends.get((top, left), left) + 1):
                        struck[top, at] = "" if is_whole else text
        yield table.name, struck, table.hidden


class Table(NamedTuple):
    name: str
    rows: list[list[str]]
    merged: list[Merged]
    hidden: Hidden


def tables_in(text: str) -> list[Table]:
    struck = {name.lower() for names in STRUCK_STYLE.findall(text) for name in names}
    struck |= {
        name.lower()
        for name, parent in PARENT_STYLE.findall(text)
        if parent.lower() in struck
    }
    parser = TableParser(struck - {""})
    parser.feed(text)
    parser.close()
    return parser.tables


class TableParser(HTMLParser):
    """Collects the cells of tables, and which of them cover several places."""

    def __init__(self, struck: set[str]) -> None:
        super().__init__()
        self.struck = struck  # styles of what is struck out
        self.tags: list[tuple[str, bool]] = []  # in a row, and which of them strike out
        self.tables: list[Table] = []
        self.styles: list[str] = []  # of columns, where a cell has none
        self.reaching: list[Merged] = []  # down to the row that is being read
        self.repeats = 0  # of the row that is being read
        self.is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]
        named = {name.rpartition(":")[2]: value or "" for name, value in attrs}
        if tag in TABLES and (not self.tables or self.tables[-1].rows):
            self.tables.append(Table(named.get("name", ""), [], [], (set(), set())))
            self.reaching, self.styles, self.repeats = [], [], 0
        elif tag == "table-column":
            style = named.get("default-cell-style-name", "")
            first = len(self.styles)
            self.styles += [style] * self.span(named.get("number-columns-repeated"))
            if named.get("visibility") in IS_HIDDEN and self.tables:
                self.tables[-1].hidden[1].update(range(first, len(self.styles)))
        elif tag in ROWS and self.tables:
            self.open_row(named)
        elif tag in CELLS and self.tables and self.tables[-1].rows:
            self.open_cell(named)
        elif tag in ("br", "p", "div"):
            self.handle_data("\n")
        if tag not in LONE_TAGS:
            self.tags.append((tag, self.strikes(tag, named)))

    def strikes(self, tag: str, attrs: dict[str, str]) -> bool:
        """Tell whether a tag strikes out what is in it."""
        names = {"class", "styleid", "style-name"} & attrs.keys()
        styles = {style for name in names for style in attrs[name].lower().split()}
        is_styled = "line-through" in attrs.get("style", "")
        return tag in STRUCK_TAGS or is_styled or not self.struck.isdisjoint(styles)

    def open_row(self, attrs: dict[str, str]) -> None:
        rows = self.tables[-1].rows
        rows += [[] for _each in range(self.repeats)]
        self.repeats = self.span(attrs.get("number-rows-repeated"), MOST_ROWS) - 1
        self.reaching = [each for each in self.reaching if each[2] >= len(rows)]
        if attrs.get("visibility") in IS_HIDDEN:
            hidden = range(len(rows), len(rows) + self.repeats + 1)
            self.tables[-1].hidden[0].update(hidden)
        rows.append([])
        self.is_open = False
        self.tags.clear()

    def open_cell(self, attrs: dict[str, str]) -> None:
        """Begin a cell behind those that reach down from the rows above."""
        table = self.tables[-1]
        top, row = len(table.rows) - 1, table.rows[-1]
        while any(
            above < top and left <= len(row) <= right
            for above, left, _bottom, right in self.reaching
        ):
            row.append("")
        self.is_open = len(row) < READ_COLUMNS
        if not self.is_open:
            return
        self.place = len(row)
        attrs.setdefault("style-name", "".join(self.styles[self.place :][:1]))
        across = self.span(attrs.get("colspan") or attrs.get("number-columns-repeated"))
        across = min(across, READ_COLUMNS - self.place)
        down = self.span(attrs.get("rowspan"))
        if across > 1 or down > 1:
            cell = (top, self.place, top + down - 1, self.place + across - 1)
            self.reaching.append(cell)
            table.merged.append(cell)
        row += [""] * across

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if tag in CELLS | TABLES:
            self.is_open = False
        if any(tag == name for name, _strikes in self.tags):
            while self.tags.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self.is_open:
            row = self.tables[-1].rows[-1]
            is_struck = any(strikes for _tag, strikes in self.tags)
            text = with_strokes(data) if is_struck else data
            row[self.place] += text[: READ_LETTERS - len(row[self.place])]

    def span(self, text: str | None, most: int = 0) -> int:
        """Return how many columns or rows a cell covers."""
        most = most or READ_COLUMNS
        return min(int(text), most) or 1 if text and text.isdecimal() else 1


def formulas_without_values(content: bytes) -> str:
    """Name the first cells whose formulas were never calculated; of XLSX files only."""
    if not content.startswith(ARCHIVE):
        return ""
    with ZipFile(BytesIO(content)) as archive:
        sheets = (name for name in archive.namelist() if "worksheets/sheet" in name)
        found = (UNCALCULATED.findall(archive.read(name)) for name in sheets)
        cells = [cell.decode() for cell in chain.from_iterable(found)]
    more = ["…"] if len(cells) > CELLS_NAMED else []
    return ", ".join(cells[:CELLS_NAMED] + more)


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
    return "" if cell is None or isinstance(cell, bytes) else str(cell)


if __name__ == "__main__":
    write_sheets()
