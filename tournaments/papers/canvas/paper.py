"""How paper looks: styles, margins, tables, pages of cards, and bytes out.

Lengths are points (1/72 inch) unless a name says otherwise. The same values give
the same bytes: no clock, no random identifiers.
"""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from io import BytesIO
from typing import Any, NamedTuple, Protocol, TypeVar
from xml.sax import saxutils

from reportlab.lib.colors import black
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.pagesizes import landscape as turned
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    Flowable,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from tournaments.papers.canvas.canvas import MARGIN, PRODUCT, Line, PaperCanvas
from tournaments.papers.canvas.faces import BOLD, FONT
from tournaments.papers.canvas.fitting import fitted, printable, shrunk

FRAME_PADDING = 6
PLUS = "&nbsp;+"  # a plain space behind a tag is lost
LONGEST_TITLE = 120

RULED = TableStyle(
    [
        ("FONT", (0, 0), (-1, -1), FONT, 9.5, 12),
        ("FONT", (0, 0), (-1, 0), BOLD, 9, 12),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LINEBELOW", (0, 0), (-1, 0), 1, black),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, black),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ]
)

Card = TypeVar("Card")


class Paper(Protocol):
    """Any sheet of paper: it draws itself, alone or behind others."""

    def draw(self, canvas: PaperCanvas) -> None:
        """Put all pages on ``canvas``."""


class Column(NamedTuple):
    """One column of a ruled table: width in mm, and which side the text keeps to.

    What ``is_struck`` is struck through, up to a plus sign that counts the rest.
    """

    width: float
    align: str = "left"
    font: str = FONT
    is_struck: bool = False


def styles() -> dict[str, ParagraphStyle]:
    """Return the named paragraph styles of every sheet of paper."""
    body = ParagraphStyle("Body", fontName=FONT, fontSize=10, leading=13.5)
    style = partial(ParagraphStyle, parent=body)
    return {
        "Body": body,
        "Number": style("Number", alignment=TA_RIGHT),
        "Centred": style("Centred", alignment=TA_CENTER),
        "Note": style("Note", fontSize=8.5, leading=11, spaceBefore=6),
        "Title": style(
            "Title", fontName=BOLD, fontSize=17, leading=21, spaceAfter=2 * mm
        ),
        "Subtitle": style("Subtitle", fontSize=11, leading=14, spaceAfter=4 * mm),
        "Heading": style(
            "Heading", fontName=BOLD, fontSize=12, leading=16, spaceBefore=4 * mm
        ),
    }


def escape(text: object) -> str:
    """Return ``text`` as safe content of a Paragraph, whose texts are markup.

    >>> escape("Skat & Co <b>")
    'Skat &amp; Co &lt;b&gt;'
    """
    return saxutils.escape(printable(str(text)))


def flow(
    canvas: PaperCanvas,
    story: Sequence[Flowable],
    *,
    note: str = "",
    landscape: bool = False,
) -> None:
    """Put flowing parts on A4 pages of ``canvas``, every page with foot and number."""
    pagesize = turned(A4) if landscape else A4
    canvas.open_part(note=note, pagesize=pagesize)
    template = SimpleDocTemplate(
        None,
        pagesize=pagesize,
        leftMargin=MARGIN - FRAME_PADDING,
        rightMargin=MARGIN - FRAME_PADDING,
        topMargin=MARGIN - FRAME_PADDING,
        bottomMargin=MARGIN,
        title=canvas.title,
        subject=canvas.subject,
        author=PRODUCT,
        creator=PRODUCT,
    )
    template._doSave = 0
    template.build(list(story), canvasmaker=lambda *_arguments, **_options: canvas)


def heading(title: str, subtitle: str = "") -> list[Flowable]:
    """Return title and subtitle of a flowing document."""
    style = styles()
    lines = ((title, "Title"), (subtitle, "Subtitle"))
    parts: list[Flowable] = [
        Paragraph(
            escape(textwrap.shorten(text, LONGEST_TITLE, placeholder=" …")), style[name]
        )
        for text, name in lines
        if text
    ]
    return [*parts, Spacer(0, 2 * mm)]


def ruled_table(
    rows: Sequence[Sequence[str]], columns: Sequence[Column], *, size: float = 9.5
) -> Table:
    """Return a table whose head repeats on each page; texts are shortened to fit."""
    commands: list[tuple[Any, ...]] = [
        ("FONT", (0, 0), (-1, -1), FONT, size, size * 1.25),
        ("FONT", (0, 0), (-1, 0), BOLD, size, size * 1.25),
    ]
    for index, column in enumerate(columns):
        align = {"centre": "CENTER"}.get(column.align, column.align.upper())
        commands.append(("ALIGN", (index, 0), (index, -1), align))
        commands.append(("FONTNAME", (index, 1), (index, -1), column.font))
    sizes = (size, size * 0.88, size * 0.76)
    body: list[list[str | Paragraph]] = []
    for row_number, row in enumerate(rows):
        cells: list[str | Paragraph] = []
        for index, (cell, column) in enumerate(zip(row, columns, strict=True)):
            font = BOLD if row_number == 0 else column.font
            text, fit = _cell(cell, column.width * mm - 6.5, sizes, font)
            is_struck = column.is_struck and row_number
            cells.append(struck(text, fit) if is_struck else text)
            if fit != size:
                here = (index, row_number)
                commands.append(("FONTSIZE", here, here, fit))
        body.append(cells)
    widths = [column.width * mm for column in columns]
    style = TableStyle(commands, parent=RULED)
    return Table(body, colWidths=widths, repeatRows=1, style=style)


def struck(text: str, size: float) -> Paragraph:
    """Return a text that is struck through, up to a plus sign that counts the rest."""
    words, plus, rest = text.partition(" +")
    more = escape(plus + rest).replace(" +", PLUS)
    markup = f"<strike>{escape(words)}</strike>{more}"
    style = ParagraphStyle(
        "Struck", fontName=FONT, fontSize=size, leading=size * 1.25, strikeWidth=0.6
    )
    return Paragraph(markup, style)


def _cell(
    text: str, width: float, sizes: tuple[float, ...], font: str
) -> tuple[str, float]:
    """Return the lines of a cell, shortened, in one size in which they all fit."""
    size = min(shrunk(line, width, sizes, font)[1] for line in text.split("\n"))
    lines = (fitted(line, width, size, font) for line in text.split("\n"))
    return "\n".join(lines), size


def drawn_pdf(
    draw: Callable[[PaperCanvas], None], *, title: str, subject: str = ""
) -> bytes:
    """Return what ``draw`` puts on a canvas as bytes."""
    buffer = BytesIO()
    canvas = PaperCanvas(buffer, title=title, subject=subject)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


def bound_pdf(papers: Iterable[tuple[str, Paper]], *, title: str) -> bytes:
    """Return several papers, each with its name, one behind the other in one file."""

    def draw(canvas: PaperCanvas) -> None:
        for name, paper in papers:
            canvas.bookmark(name)
            paper.draw(canvas)

    return drawn_pdf(draw, title=title)


def draw_cards(
    canvas: PaperCanvas,
    cards: Sequence[Card],
    draw: Callable[[PaperCanvas, Card, float, float, float, float], None],
    *,
    columns: int = 2,
    rows: int = 4,
) -> None:
    """Draw equal cards on A4 pages with dashed lines to cut along.

    ``draw`` gets the canvas, the card, its left and upper edge, width and height.
    """
    canvas.open_part()
    width, height = A4[0] / columns, A4[1] / rows
    each_page = columns * rows
    for start in range(0, len(cards), each_page):
        canvas.setDash(2, 3)
        canvas.rule(
            [
                *(Line(x * width, 0, x * width, A4[1]) for x in range(1, columns)),
                *(Line(0, y * height, A4[0], y * height) for y in range(1, rows)),
            ]
        )
        canvas.setDash()
        for index, card in enumerate(cards[start : start + each_page]):
            left = index % columns * width
            top = A4[1] - index // columns * height
            draw(canvas, card, left, top, width, height)
        canvas.showPage()
