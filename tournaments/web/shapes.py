"""The shapes of paper: tables below a head, cards to cut, sheets with places.

A paper is its rows and one of these shapes. In ruled tables each column has one size,
long texts wrap, and nothing is cut. Lengths are points (1/72 inch) unless a name says
otherwise.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol
from xml.sax import saxutils

from reportlab.lib.colors import HexColor, black
from reportlab.lib.pagesizes import A4
from reportlab.lib.pagesizes import landscape as turned
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    CondPageBreak,
    Flowable,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from tournaments.web.canvas import (
    EDGE,
    FOOT,
    FOOT_HEIGHT,
    HEAD_HEIGHT,
    MARGIN,
    PRODUCT,
    SMALL,
    PaperCanvas,
    StraightLine,
    Text,
    largest_size,
    printable_text,
    text_lines,
    width_of,
)
from tournaments.web.faces import BOLD, FONT, SERIF_BOLD
from tournaments.web.tables import Column, Space

FRAME_PADDING = 6
GAP = 2 * mm
TABLE_SIZES = (12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5)
LEAST_ROOM = 25 * mm
"""A heading is followed by at least two lines, or moves to the next page."""

Part = Callable[[float], list[Flowable]]
"""A part of a story: returns itself in a text size."""


class Paper(Protocol):
    """Any paper: it draws itself, alone or after others."""

    def draw(self, canvas: PaperCanvas) -> None:
        """Draw all pages on ``canvas``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePaper:
    """Sentences and tables below a head.

    They are on one page in the largest of ``sizes`` that fits, or on several pages.
    """

    title: str
    about: Sequence[str] = ()
    parts: Sequence[Part] = ()
    note: str = ""
    sizes: Sequence[float] = TABLE_SIZES
    is_wide: bool = False

    def draw(self, canvas: PaperCanvas) -> None:
        width, height = text_area(landscape=self.is_wide)
        size = largest_size(self.story, self.sizes, width=width, height=height)
        usual = self.sizes[len(self.sizes) // 2]
        flow(canvas, self.story(size or usual), note=self.note, landscape=self.is_wide)

    def story(self, size: float) -> list[Flowable]:
        """Return the head and all parts in text of ``size``."""
        story = heading(self.title, *self.about)
        for part in self.parts:
            story += part(size)
        return story


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPaper:
    """Cards of one size on A4 pages with dashed lines to cut along."""

    cards: Sequence[Any]
    draw_card: Callable[[PaperCanvas, Any, Box], None]
    columns: int = 2
    rows: int = 4

    def draw(self, canvas: PaperCanvas) -> None:
        canvas.open_part(names_rules=False)
        width, height = A4[0] / self.columns, (A4[1] - FOOT) / self.rows
        cuts = [
            *(
                StraightLine(x * width, FOOT, x * width, A4[1] - EDGE)
                for x in range(1, self.columns)
            ),
            *(
                StraightLine(EDGE, y, A4[0] - EDGE, y)
                for y in (FOOT + row * height for row in range(self.rows))
            ),
        ]
        on_a_page = self.columns * self.rows
        for start in range(0, len(self.cards), on_a_page):
            canvas.dashed(cuts)
            for index, card in enumerate(self.cards[start : start + on_a_page]):
                left = index % self.columns * width
                top = A4[1] - index // self.columns * height
                self.draw_card(canvas, card, Box(left, top, width, height))
            canvas.showPage()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPaper:
    """Pages on which everything has its place; ``draw_sheet`` draws one of them."""

    sheets: Sequence[Any]
    draw_sheet: Callable[[PaperCanvas, Any], None]
    names_rules: bool = False
    pagesize: tuple[float, float] = A4

    def draw(self, canvas: PaperCanvas) -> None:
        canvas.open_part(names_rules=self.names_rules, pagesize=self.pagesize)
        for sheet in self.sheets:
            self.draw_sheet(canvas, sheet)
            canvas.showPage()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundPapers:
    """Several named papers, one after the other in one file."""

    papers: Sequence[tuple[str, Paper]]

    def draw(self, canvas: PaperCanvas) -> None:
        for name, paper in self.papers:
            canvas.bookmark(name)
            paper.draw(canvas)


def pdf_bytes(
    draw: Callable[[PaperCanvas], None], *, title: str, subject: str = ""
) -> bytes:
    """Return a file with the pages that ``draw`` puts on its canvas."""
    buffer = BytesIO()
    canvas = PaperCanvas(buffer, title=title, subject=subject)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


def sentence(text: str, style: str = "Body") -> Part:
    """Return a sentence; nothing where the text is empty."""
    return lambda _size: [Paragraph(escape(text), styles()[style])] if text else []


def sentences(texts: Sequence[str], style: str = "Note") -> list[Part]:
    """Return sentences, usually the remarks below a table."""
    return [sentence(text, style) for text in texts]


def with_room(_size: float) -> list[Flowable]:
    """Move what follows to the next page where little room is left."""
    return [CondPageBreak(LEAST_ROOM)]


def spacer(height: float) -> Part:
    return lambda _size: [Spacer(0, height)]


def gap(_size: float) -> list[Flowable]:
    """Leave as much space as a heading takes."""
    return [Paragraph("", styles()["Heading"])]


@cache
def styles() -> dict[str, ParagraphStyle]:
    fonts = {"fontName": FONT, "bulletFontName": FONT}
    body = ParagraphStyle("Body", **fonts, fontSize=10, leading=13.5)
    style = partial(ParagraphStyle, parent=body)
    return {
        "Body": body,
        "Note": style("Note", fontSize=9, leading=11.5, spaceBefore=5),
        "Title": style(
            "Title", fontName=SERIF_BOLD, fontSize=21, leading=25, spaceAfter=1 * mm
        ),
        "Subtitle": style("Subtitle", fontSize=11, leading=14, spaceAfter=4 * mm),
        "Heading": style(
            "Heading", fontName=SERIF_BOLD, fontSize=13, leading=17, spaceBefore=4 * mm
        ),
    }


def escape(text: object) -> str:
    """Return ``text`` escaped for a Paragraph, which reads markup.

    >>> escape("Skat & Co <b>")
    'Skat &amp; Co &lt;b&gt;'
    """
    return saxutils.escape(printable_text(str(text)))


def heading(title: str, *about: str) -> list[Flowable]:
    """Return the title of a paper, with the subtitle made of ``about`` below."""
    below = " · ".join(filter(None, about))
    return [
        Paragraph(escape(text), styles()[name])
        for text, name in ((title, "Title"), (below, "Subtitle"))
        if text
    ]


def text_area(*, landscape: bool = False) -> tuple[float, float]:
    """Return the width and height of a page that a story may fill."""
    width, height = turned(A4) if landscape else A4
    return width - 2 * MARGIN, height - HEAD_HEIGHT - GAP - FOOT_HEIGHT


def flow(
    canvas: PaperCanvas,
    story: Sequence[Flowable],
    *,
    note: str = "",
    landscape: bool = False,
) -> None:
    """Draw a story on A4 pages, each with a header and a numbered footer."""
    pagesize = turned(A4) if landscape else A4
    canvas.open_part(note=note, pagesize=pagesize)
    template = SimpleDocTemplate(
        None,
        pagesize=pagesize,
        leftMargin=MARGIN - FRAME_PADDING,
        rightMargin=MARGIN - FRAME_PADDING,
        topMargin=HEAD_HEIGHT - FRAME_PADDING + GAP,
        bottomMargin=FOOT_HEIGHT - FRAME_PADDING,
        title=canvas.title,
        subject=canvas.subject,
        author=canvas.author,
        creator=PRODUCT,
    )
    template._doSave = 0
    template.build(list(story), canvasmaker=lambda *_arguments, **_options: canvas)


PLUS = "&nbsp;+"  # reportlab drops a plain space after a tag
GOLD = HexColor("#b98a1f")
HAIRLINE = HexColor("#8c8c8c")
LEADING = 1.18
TIGHT = 10
"""Up to this size the rows of a table are set closely, so that it fits its page."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A ruled table whose heading row is repeated on each page, part of a paper.

    Texts that are too wide wrap; numbers make their whole column smaller. Rows whose
    number is in ``strong`` are bold, those in ``marked`` have a golden bar on their
    left; the heading is row 0. ``padding`` is the space above and below each row.
    """

    rows: Sequence[Sequence[Cell]]
    spaces: Sequence[Space]
    strong: Collection[int] = ()
    marked: Collection[int] = ()
    padding: float | None = None
    at_left: bool = False

    def __call__(self, size: float) -> list[Flowable]:
        return [self.table(size)]

    def table(self, size: float) -> Table:
        heads, *lines = self.rows
        head_size = size_for_heads(heads, self.spaces, size)
        sizes = [
            column_size([row[at] for row in lines], space, size)
            for at, space in enumerate(self.spaces)
        ]
        body = [
            [
                cell_text(cell, space, head_size, BOLD)
                for cell, space in zip(heads, self.spaces, strict=True)
            ],
            *(
                [
                    body_cell(cell, space, cell_size, is_bold=number in self.strong)
                    for cell, space, cell_size in zip(
                        row, self.spaces, sizes, strict=True
                    )
                ]
                for number, row in enumerate(lines, start=1)
            ),
        ]
        table = Table(
            body,
            colWidths=[space.width * mm for space in self.spaces],
            repeatRows=1,
            style=TableStyle(list(self.commands(size, head_size, sizes))),
        )
        if self.at_left:
            table.hAlign = "LEFT"
        return table

    def commands(
        self, size: float, head_size: float, sizes: Sequence[float]
    ) -> Iterator[Command]:
        """Yield the style of the table, its columns, and what stands out in it."""
        usual = size * (0.2 if size > TIGHT else 0.1)
        above = usual if self.padding is None else self.padding
        yield ("FONT", (0, 0), (-1, 0), BOLD, head_size, head_size * 1.15)
        yield ("VALIGN", (0, 0), (-1, 0), "BOTTOM")
        yield ("VALIGN", (0, 1), (-1, -1), "MIDDLE")
        yield ("LINEBELOW", (0, 0), (-1, 0), 1, black)
        yield ("LINEBELOW", (0, 1), (-1, -1), 0.4, HAIRLINE)
        yield ("TOPPADDING", (0, 0), (-1, -1), above)
        yield ("BOTTOMPADDING", (0, 0), (-1, -1), above + size * 0.06)
        for at, (space, own) in enumerate(zip(self.spaces, sizes, strict=True)):
            align = {"centre": "CENTER"}.get(space.align, space.align.upper())
            yield ("ALIGN", (at, 0), (at, -1), align)
            yield ("FONT", (at, 1), (at, -1), space.font, own, own * 1.2)
            yield ("LEFTPADDING", (at, 0), (at, -1), space.side_padding)
            yield ("RIGHTPADDING", (at, 0), (at, -1), space.side_padding)
        for row in self.strong:
            for at, space in enumerate(self.spaces):
                yield ("FONTNAME", (at, row), (at, row), space.bold_font())
        for row in self.marked:
            yield ("LINEBEFORE", (0, row), (0, row), 3, GOLD)


def ruled(lines: Sequence[Any], columns: Iterable[Column], **options: Any) -> Ruled:
    """Return a table with a row for each line, of the columns that have space."""
    needed = [each for each in columns if each.paper and each.is_needed(lines)]
    rows = [tuple(column.shown(line) for column in needed) for line in lines]
    heads = tuple(column.plain_head() for column in needed)
    spaces = [column.paper for column in needed if column.paper]
    return Ruled(rows=[heads, *rows], spaces=spaces, **options)


def with_widths(columns: Iterable[Column], widths: Mapping[str, float]) -> list[Column]:
    return [
        each._replace(paper=each.paper._replace(width=widths[each.name]))
        if each.paper and each.name in widths
        else each
        for each in columns
    ]


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
        self.width = width
        self.lines = [
            (line, size, font)
            for text, size, font in self.parts
            for line in text_lines(text, width, size, font)
        ]
        self.height = sum(size * LEADING for _line, size, _font in self.lines)
        return width, self.height

    def draw(self) -> None:
        y, x = self.height, self.width / 2 if self.centred else 0
        texts = []
        for line, size, font in self.lines:
            y -= size * LEADING
            align = "centre" if self.centred else "left"
            texts.append(Text(x, y + size * 0.26, line, size, font, align))
        self.canv.write(texts)


def in_rows(cells: Sequence[Any], count: int) -> list[list[Any]]:
    """Return cells in rows of ``count``, the last filled up.

    >>> in_rows(["A", "B", "C"], 2)
    [['A', 'B'], ['C', '']]
    """
    rows = zip_longest(*[iter(cells)] * count, fillvalue="")
    return [list(row) for row in rows]


def podium_rows(places: Iterable[int | None]) -> list[int]:
    """Return the numbers of the table rows that hold the first three places.

    >>> podium_rows([1, 2, 2, 4, None])
    [1, 2, 3]
    """
    return [row for row, at in enumerate(places, start=1) if at and at <= PODIUM]


def body_cell(cell: Cell, space: Space, size: float, *, is_bold: bool) -> Cell:
    """Return the content of a cell, in as many lines as it needs.

    Text is struck through except for a plus sign that counts the rest.
    """
    if not isinstance(cell, str):
        return cell
    if not space.is_struck:
        font = space.bold_font() if is_bold else space.font
        return cell_text(cell, space, size, font)
    words, plus, rest = cell.partition(" +")
    remainder = escape(plus + rest).replace(" +", PLUS)
    markup = f"<strike>{escape(words)}</strike>{remainder}"
    style = ParagraphStyle(
        "Struck", fontName=FONT, fontSize=size, leading=size * 1.25, strikeWidth=0.6
    )
    return Paragraph(markup, style)


def cell_text(cell: Cell, space: Space, size: float, font: str) -> str:
    return "\n".join(text_lines(str(cell), space.room, size, font))


def column_size(cells: Sequence[Cell], space: Space, size: float) -> float:
    """Return the size of a column: no word is broken, numbers stay on one line.

    They are measured in bold, as some rows may be. Where space is short, a number
    becomes smaller than anything else on paper; a word is broken then.
    """
    lines = [
        line for cell in cells if isinstance(cell, str) for line in cell.split("\n")
    ]
    words = [word for line in lines for word in line.replace("-", "- ").split()]
    widest, longest = (
        max((width_of(part, 1, space.bold_font()) for part in parts), default=0)
        for parts in (lines, words)
    )
    if not longest:
        return size
    least = min(size, SMALL)
    if space.align == "left":
        return max(least, min(size, space.room / longest))
    least = max(LEAST, min(least, space.room / longest))
    return max(least, min(size, space.room / widest))


def size_for_heads(
    heads: Sequence[Cell], spaces: Sequence[Space], size: float
) -> float:
    """Return the size in which no word of a heading is broken, if it is legible."""
    widest = max(
        (
            width_of(word, 1, BOLD) / space.room
            for head, space in zip(heads, spaces, strict=True)
            for word in str(head).split()
        ),
        default=0,
    )
    least = min(size, SMALL)
    return max(least, min(size, 0.99 / widest)) if widest else size
