"""The look of paper: styles, margins, flowing pages, pages of cards, and the file.

Lengths are points (1/72 inch) unless a name says otherwise. The same values give
the same bytes: no clock, no random identifiers.
"""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import Protocol, TypeVar
from xml.sax import saxutils

from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.pagesizes import landscape as turned
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    Paragraph,
    SimpleDocTemplate,
)

from tournaments.papers.canvas.canvas import (
    HEAD_HEIGHT,
    MARGIN,
    PRODUCT,
    PaperCanvas,
    StraightLine,
)
from tournaments.papers.canvas.fitting import largest_size, printable_text
from tournaments.web.drawing.faces import FONT, SERIF_BOLD

FRAME_PADDING = 6
GAP = 2 * mm
CARDS_ABOVE = 6 * mm
"""Cards keep 6 mm inside their edges; many printers leave 12 mm blank at the foot."""
TABLE_SIZES = (12.5, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5)
LONGEST_TITLE = 120

Card = TypeVar("Card")


class Paper(Protocol):
    """Any paper: it draws itself, alone or after others."""

    def draw(self, canvas: PaperCanvas) -> None:
        """Draw all pages on ``canvas``."""


def styles() -> dict[str, ParagraphStyle]:
    """Return the paragraph styles of all papers by name."""
    body = ParagraphStyle("Body", fontName=FONT, fontSize=10, leading=13.5)
    style = partial(ParagraphStyle, parent=body)
    return {
        "Body": body,
        "Number": style("Number", alignment=TA_RIGHT),
        "Centred": style("Centred", alignment=TA_CENTER),
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
        bottomMargin=MARGIN - FRAME_PADDING + GAP,
        title=canvas.title,
        subject=canvas.subject,
        author=canvas.author,
        creator=PRODUCT,
    )
    template._doSave = 0
    template.build(list(story), canvasmaker=lambda *_arguments, **_options: canvas)


def text_area(*, landscape: bool = False) -> tuple[float, float]:
    """Return the width and height of a page that a story may fill."""
    width, height = turned(A4) if landscape else A4
    return width - 2 * MARGIN, height - HEAD_HEIGHT - MARGIN - 2 * GAP


def flow_sized(
    canvas: PaperCanvas,
    story: Callable[[float], list[Flowable]],
    sizes: Sequence[float] = TABLE_SIZES,
    *,
    note: str = "",
    landscape: bool = False,
) -> None:
    """Draw a story on one page in the largest size that fits, or on several pages."""
    width, height = text_area(landscape=landscape)
    size = largest_size(story, sizes, width=width, height=height)
    usual = sizes[len(sizes) // 2]
    flow(canvas, story(size or usual), note=note, landscape=landscape)


def heading(title: str, *about: str) -> list[Flowable]:
    """Return the title of a document, with the subtitle made of ``about`` below."""
    style = styles()
    lines = ((title, "Title"), (" · ".join(filter(None, about)), "Subtitle"))
    parts: list[Flowable] = [
        Paragraph(
            escape(textwrap.shorten(text, LONGEST_TITLE, placeholder=" …")), style[name]
        )
        for text, name in lines
        if text
    ]
    return parts


def pdf_bytes(
    draw: Callable[[PaperCanvas], None], *, title: str, subject: str = ""
) -> bytes:
    """Return a file with the pages that ``draw`` puts on its canvas."""
    buffer = BytesIO()
    canvas = PaperCanvas(buffer, title=title, subject=subject)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundPapers:
    """Several named papers, one after the other in one file."""

    papers: Sequence[tuple[str, Paper]]

    def draw(self, canvas: PaperCanvas) -> None:
        for name, paper in self.papers:
            canvas.bookmark(name)
            paper.draw(canvas)


def draw_cards(
    canvas: PaperCanvas,
    cards: Sequence[Card],
    draw: Callable[[PaperCanvas, Card, float, float, float, float], None],
    *,
    columns: int = 2,
    rows: int = 4,
) -> None:
    """Draw cards of one size on A4 pages with dashed lines to cut along.

    ``draw`` gets the canvas, the card, its left and upper edge, width and height.
    """
    canvas.open_part(names_rules=False)
    width, height = A4[0] / columns, (A4[1] - CARDS_ABOVE) / rows
    cards_per_page = columns * rows
    for start in range(0, len(cards), cards_per_page):
        canvas.setDash(2, 3)
        canvas.rule(
            [
                *(
                    StraightLine(x * width, CARDS_ABOVE, x * width, A4[1])
                    for x in range(1, columns)
                ),
                *(
                    StraightLine(0, y, A4[0], y)
                    for y in (CARDS_ABOVE + row * height for row in range(rows))
                ),
            ]
        )
        canvas.setDash()
        for index, card in enumerate(cards[start : start + cards_per_page]):
            left = index % columns * width
            top = A4[1] - index // columns * height
            draw(canvas, card, left, top, width, height)
        canvas.showPage()
