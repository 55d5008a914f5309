"""Ruled tables on paper: one size for each column, long texts wrapped, nothing cut.

Lengths are points (1/72 inch) unless a name says otherwise.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from reportlab.lib.colors import HexColor, black
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from tournaments.papers.canvas.canvas import SMALL, Text
from tournaments.papers.canvas.fitting import text_lines, width_of
from tournaments.papers.canvas.paper import escape
from tournaments.web.drawing.faces import BOLD, FONT
from tournaments.words.formats import ordinal

PLUS = "&nbsp;+"  # reportlab drops a plain space after a tag
GOLD = HexColor("#b98a1f")
HAIRLINE = HexColor("#8c8c8c")
LEADING = 1.18
TIGHT = 10
"""Up to this size the rows of a table are set closely, so that it fits its page."""

SIDE_PADDING = 3
"""The space on either side of the text in a cell."""

LEAST = 5
PODIUM = 3
PORTRAIT, LANDSCAPE = 180, 267
"""The width of a table on A4, in mm."""

UNPADDED = (
    ("FONT", (0, 0), (-1, -1), FONT),
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 0),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
)
"""The style of a table that only arranges other tables."""

Command = tuple[Any, ...]
Cell = Any
"""A text, or a flowable that wraps itself."""


class PaperColumn(NamedTuple):
    """One column of a ruled table: its width in mm and the alignment of its texts.

    In a column that ``is_struck``, texts are struck through up to a plus sign.
    """

    width: float
    align: str = "left"
    font: str = FONT
    is_struck: bool = False
    side_padding: float = SIDE_PADDING

    @property
    def room(self) -> float:
        """The width that a text may take, in points."""
        return self.width * mm - 2 * self.side_padding - 0.5


def ruled_table(
    rows: Sequence[Sequence[Cell]],
    columns: Sequence[PaperColumn],
    *,
    size: float = 10,
    strong: Collection[int] = (),
    marked: Collection[int] = (),
    padding: float | None = None,
) -> Table:
    """Return a table whose heading row is repeated on each page.

    Texts that are too wide wrap; numbers make their whole column smaller. Rows whose
    number is in ``strong`` are bold, those in ``marked`` have a golden bar on their
    left; the heading is row 0.
    """
    head_size = size_for_heads(rows[0], columns, size) if rows else size
    sizes = [
        column_size(rows[1:], at, column, size) for at, column in enumerate(columns)
    ]
    commands = [
        *ruling_commands(size, head_size, padding),
        *column_commands(columns, sizes),
    ]
    body: list[list[Cell]] = []
    for number, row in enumerate(rows):
        is_bold = number in strong
        body.append(
            [
                body_cell(cell, column, cell_size, is_bold=is_bold)
                if number
                else head_cell(cell, column, head_size)
                for cell, column, cell_size in zip(row, columns, sizes, strict=True)
            ]
        )
    commands += emphasis_commands(columns, strong, marked)
    widths = [column.width * mm for column in columns]
    return Table(body, colWidths=widths, repeatRows=1, style=TableStyle(commands))


class Stack(Flowable):
    """Lines of different sizes and fonts in one cell; long ones wrap."""

    def __init__(
        self, parts: Sequence[tuple[str, float, str]], *, centred: bool = False
    ) -> None:
        super().__init__()
        self.parts = parts
        self.centred = centred
        self.lines: list[tuple[str, float, str]] = []

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Return the size it takes in a cell of that width."""
        self.width = width
        self.lines = [
            (line, size, font)
            for text, size, font in self.parts
            for line in text_lines(text, width, size, font)
        ]
        self.height = sum(size * LEADING for _line, size, _font in self.lines)
        return width, self.height

    def draw(self) -> None:
        """Draw the lines from top to bottom."""
        y, x = self.height, self.width / 2 if self.centred else 0
        texts = []
        for line, size, font in self.lines:
            y -= size * LEADING
            align = "centre" if self.centred else "left"
            texts.append(Text(x, y + size * 0.26, line, size, font, align))
        self.canv.write(texts)


def place_cell(place: int | None, *, is_shared: bool = False) -> str:
    """Return a place as it is printed in a ranking.

    >>> place_cell(2), place_cell(2, is_shared=True), place_cell(None)
    ('2.', '= 2.', '–')
    """
    text = "–" if place is None else ordinal(place)
    return f"= {text}" if is_shared else text


def podium_rows(places: Iterable[int | None]) -> list[int]:
    """Return the numbers of the table rows that hold the first three places.

    >>> podium_rows([1, 2, 2, 4, None])
    [1, 2, 3]
    """
    return [row for row, at in enumerate(places, start=1) if at and at <= PODIUM]


def cell_font(column: PaperColumn, *, is_bold: bool) -> str:
    """Return the font of a cell; a column with its own font keeps it."""
    return BOLD if is_bold and column.font == FONT else column.font


def body_cell(cell: Cell, column: PaperColumn, size: float, *, is_bold: bool) -> Cell:
    """Return the content of a cell, in as many lines as it needs."""
    if not isinstance(cell, str):
        return cell
    if column.is_struck:
        return struck_paragraph(cell, size)
    font = cell_font(column, is_bold=is_bold)
    return "\n".join(cell_lines(cell, column.room, size, font))


def head_cell(cell: Cell, column: PaperColumn, size: float) -> str:
    """Return the heading of a column, always bold."""
    return "\n".join(cell_lines(str(cell), column.room, size, BOLD))


def cell_lines(text: str, width: float, size: float, font: str) -> list[str]:
    """Return all lines of a cell."""
    return [
        line
        for part in text.split("\n")
        for line in text_lines(part, width, size, font)
    ]


def column_size(
    rows: Sequence[Sequence[Cell]], at: int, column: PaperColumn, size: float
) -> float:
    """Return the size of a column: numbers shrink, but stay on one line.

    They are measured in bold, as some rows may be. A number is never broken: where
    space is short it becomes smaller than anything else on paper.
    """
    if column.align == "left":
        return size
    font = cell_font(column, is_bold=True)
    texts = [row[at] for row in rows if isinstance(row[at], str)]
    lines = (line for text in texts for line in text.split("\n"))
    widest = max((width_of(line, 1, font) for line in lines), default=0)
    words = (word for text in texts for word in text.split())
    longest = max((width_of(word, 1, font) for word in words), default=0)
    if not longest:
        return size
    least = max(LEAST, min(size, SMALL, column.room / longest))
    return max(least, min(size, column.room / widest))


def size_for_heads(
    heads: Sequence[Cell], columns: Sequence[PaperColumn], size: float
) -> float:
    """Return the size in which no word of a heading is broken, if it is legible."""
    widest = max(
        (
            width_of(word, 1, BOLD) / column.room
            for head, column in zip(heads, columns, strict=True)
            for word in str(head).split()
        ),
        default=0,
    )
    least = min(size, SMALL)
    return max(least, min(size, 0.99 / widest)) if widest else size


def ruling_commands(
    size: float, head_size: float, padding: float | None
) -> Iterator[Command]:
    """Yield the style of every ruled table."""
    usual = size * (0.2 if size > TIGHT else 0.1)
    above = usual if padding is None else padding
    yield ("FONT", (0, 0), (-1, 0), BOLD, head_size, head_size * 1.15)
    yield ("VALIGN", (0, 0), (-1, 0), "BOTTOM")
    yield ("VALIGN", (0, 1), (-1, -1), "MIDDLE")
    yield ("LINEBELOW", (0, 0), (-1, 0), 1, black)
    yield ("LINEBELOW", (0, 1), (-1, -1), 0.4, HAIRLINE)
    yield ("TOPPADDING", (0, 0), (-1, -1), above)
    yield ("BOTTOMPADDING", (0, 0), (-1, -1), above + size * 0.06)


def column_commands(
    columns: Sequence[PaperColumn], sizes: Sequence[float]
) -> Iterator[Command]:
    """Yield the font, size and alignment of each column."""
    for at, (column, size) in enumerate(zip(columns, sizes, strict=True)):
        align = {"centre": "CENTER"}.get(column.align, column.align.upper())
        yield ("ALIGN", (at, 0), (at, -1), align)
        yield ("FONT", (at, 1), (at, -1), column.font, size, size * 1.2)
        yield ("LEFTPADDING", (at, 0), (at, -1), column.side_padding)
        yield ("RIGHTPADDING", (at, 0), (at, -1), column.side_padding)


def emphasis_commands(
    columns: Sequence[PaperColumn], strong: Collection[int], marked: Collection[int]
) -> Iterator[Command]:
    """Yield the style of bold rows, and the bars beside rows that win something."""
    for row in strong:
        for at, column in enumerate(columns):
            font = cell_font(column, is_bold=True)
            yield ("FONTNAME", (at, row), (at, row), font)
    for row in marked:
        yield ("LINEBEFORE", (0, row), (0, row), 3, GOLD)


def struck_paragraph(text: str, size: float) -> Paragraph:
    """Return a text struck through, except for a plus sign that counts the rest."""
    words, plus, rest = text.partition(" +")
    remainder = escape(plus + rest).replace(" +", PLUS)
    markup = f"<strike>{escape(words)}</strike>{remainder}"
    style = ParagraphStyle(
        "Struck", fontName=FONT, fontSize=size, leading=size * 1.25, strikeWidth=0.6
    )
    return Paragraph(markup, style)
