"""The shapes of paper: tables below a head, cards to cut, sheets with places.

A paper is its rows and one of these shapes. Lengths are points (1/72 inch) unless a
name says otherwise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from typing import Any, NamedTuple, Protocol
from xml.sax import saxutils

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
)

from tournaments.papers.canvas.canvas import (
    EDGE,
    FOOT,
    FOOT_HEIGHT,
    HEAD_HEIGHT,
    MARGIN,
    PRODUCT,
    PaperCanvas,
    StraightLine,
)
from tournaments.papers.canvas.fitting import (
    largest_size,
    printable_text,
)
from tournaments.web.drawing.faces import FONT, SERIF_BOLD

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
    """The place of a card on its page."""

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
    """Cards of one size on A4 pages with dashed lines to cut along.

    ``draw_card`` gets the canvas, a card and its box.
    """

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
        Paragraph(
            escape(text),
            styles()[name],
        )
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
