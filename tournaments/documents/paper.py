"""How paper looks: styles, margins, tables, pages of cards, and bytes out.

Lengths are points (1/72 inch) unless a name says otherwise. The same values give
the same bytes: no clock, no random identifiers.
"""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import Any, NamedTuple, TypeVar
from xml.sax import saxutils

import segno
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.colors import black
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.pagesizes import landscape as turned
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    Flowable,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from tournaments.documents.fitting import (
    BOLD,
    FONT,
    fitted,
    printable,
    shrunk,
    width_of,
)

PRODUCT = "Skatclub"
MARGIN = 15 * mm
FRAME_PADDING = 6
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


class Text(NamedTuple):
    """One short string on a page; ``align`` says which end ``x`` is.

    ``upright`` strings run from bottom to top, as in the heads of narrow columns.
    """

    x: float
    y: float
    text: str
    size: float
    font: str = FONT
    align: str = "left"
    upright: bool = False


class Line(NamedTuple):
    """One straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.4


class Column(NamedTuple):
    """One column of a ruled table: width in mm, and which side the text keeps to."""

    width: float
    align: str = "left"
    font: str = FONT


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


class PaperCanvas(Canvas):
    """A canvas that embeds every font, numbers its pages and writes fast.

    ``footer`` stands at the left of every page; without page numbers nothing does.
    """

    def __init__(
        self,
        target: Any,
        *,
        title: str,
        subject: str = "",
        footer: str = "",
        numbered: bool = True,
        pagesize: tuple[float, float] = A4,
        **options: Any,
    ) -> None:
        options |= {"invariant": 1, "initialFontName": FONT, "pageCompression": 1}
        options["lang"] = get_language() or "de"
        super().__init__(target, pagesize=pagesize, **options)
        self.setTitle(printable(title))
        self.setSubject(printable(subject or title))
        self.setAuthor(PRODUCT)
        self.setCreator(PRODUCT)
        self._footer = footer
        self._numbered = numbered
        self._encoded: dict[tuple[str, str], list[tuple[str, str]]] = {}

    def showPage(self) -> None:
        """Close the page; its footer is drawn last, when the page count is known."""
        if self._numbered:
            self.doForm(f"footer-{self.getPageNumber()}")
        super().showPage()

    def save(self) -> None:
        """Draw the footers, then write the file."""
        if len(self._code):
            self.showPage()
        if self._numbered:
            pages = self.getPageNumber() - 1
            for number in range(1, pages + 1):
                self._draw_footer(number, pages)
        super().save()

    def _draw_footer(self, page: int, pages: int) -> None:
        text = _("Page %(page)s of %(pages)s") % {"page": page, "pages": pages}
        width, right = self._pagesize[0] - 2 * MARGIN, self._pagesize[0] - MARGIN
        note = fitted(self._footer, width - 90, 8)
        self.beginForm(f"footer-{page}")
        self.write(
            [Text(MARGIN, 9 * mm, note, 8), Text(right, 9 * mm, text, 8, FONT, "right")]
        )
        self.endForm()

    def rule(self, lines: Iterable[Line]) -> None:
        """Draw straight lines."""
        width = None
        code = []
        for x1, y1, x2, y2, wanted in lines:
            if wanted != width:
                code.append(f"{wanted:.2f} w")
                width = wanted
            code.append(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")
        self.addLiteral("\n".join(code))

    def write(self, texts: Iterable[Text]) -> None:
        """Draw strings; each is encoded once a document, which makes lists fast.

        The caller has made the texts printable where a user typed them.
        """
        code = ["BT"]
        in_use = None
        for x, y, text, size, font, align, upright in texts:
            if align != "left":
                shift = width_of(text, size, font) * (0.5 if align == "centre" else 1)
                x, y = (x, y - shift) if upright else (x - shift, y)
            turn = "0 1 -1 0" if upright else "1 0 0 1"
            code.append(f"{turn} {x:.2f} {y:.2f} Tm")
            for name, content in self._encoding(text, font):
                if in_use != (name, size):
                    in_use = (name, size)
                    code.append(f"{name} {size:.2f} Tf")
                code.append(f"<{content}> Tj")
        code.append("ET")
        self.addLiteral("\n".join(code))

    def _encoding(self, text: str, font: str) -> list[tuple[str, str]]:
        known = self._encoded.get((text, font))
        if known is None:
            face = pdfmetrics.getFont(font)
            known = [
                (face.getSubsetInternalName(subset, self._doc), part.hex())
                for subset, part in face.splitString(text, self._doc)
            ]
            self._encoded[text, font] = known
        return known

    def qr(self, text: str, x: float, y: float, size: float) -> None:
        """Draw ``text`` as a QR code with its lower left corner at x, y."""
        matrix = qr_matrix(text)
        module = size / len(matrix)
        path = self.beginPath()
        for index, row in enumerate(matrix):
            top = y + size - (index + 1) * module
            for start, length in row:
                path.rect(x + start * module, top, length * module, module)
        self.drawPath(path, stroke=0, fill=1)


@lru_cache(maxsize=1024)
def qr_matrix(text: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return a QR code as rows of dark runs (start, length)."""
    rows = []
    for row in segno.make_qr(text, error="m").matrix:
        runs: list[tuple[int, int]] = []
        for column, dark in enumerate(row):
            if not dark:
                continue
            if runs and sum(runs[-1]) == column:
                runs[-1] = (runs[-1][0], runs[-1][1] + 1)
            else:
                runs.append((column, 1))
        rows.append(tuple(runs))
    return tuple(rows)


def to_pdf(
    story: Sequence[Flowable],
    *,
    title: str,
    subject: str = "",
    footer: str = "",
    landscape: bool = False,
) -> bytes:
    """Return a flowing document as bytes, A4, every page with footer and number."""
    buffer = BytesIO()
    template = SimpleDocTemplate(
        buffer,
        pagesize=turned(A4) if landscape else A4,
        leftMargin=MARGIN - FRAME_PADDING,
        rightMargin=MARGIN - FRAME_PADDING,
        topMargin=MARGIN - FRAME_PADDING,
        bottomMargin=MARGIN,
        title=printable(title),
        subject=printable(subject or title),
        author=PRODUCT,
        creator=PRODUCT,
        lang=get_language() or "de",
        initialFontName=FONT,
    )
    canvas = partial(_canvas_of_a_template, title=title, subject=subject, footer=footer)
    template.build(list(story), canvasmaker=canvas)
    return buffer.getvalue()


def _canvas_of_a_template(
    target: Any, *, title: str, subject: str, footer: str, **options: Any
) -> PaperCanvas:
    own = ("invariant", "initialFontName", "pageCompression", "lang")
    kept = {name: value for name, value in options.items() if name not in own}
    return PaperCanvas(target, title=title, subject=subject, footer=footer, **kept)


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
    body = []
    for row_number, row in enumerate(rows):
        cells = []
        for index, (cell, column) in enumerate(zip(row, columns, strict=True)):
            font = BOLD if row_number == 0 else column.font
            text, fit = _cell(cell, column.width * mm - 6.5, sizes, font)
            cells.append(text)
            if fit != size:
                here = (index, row_number)
                commands.append(("FONTSIZE", here, here, fit))
        body.append(cells)
    widths = [column.width * mm for column in columns]
    style = TableStyle(commands, parent=RULED)
    return Table(body, colWidths=widths, repeatRows=1, style=style)


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
    """Return what ``draw`` puts on a canvas of A4 pages without footers."""
    buffer = BytesIO()
    canvas = PaperCanvas(buffer, title=title, subject=subject, numbered=False)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


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
