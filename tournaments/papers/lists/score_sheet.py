"""Official lists as PDF: blank, with names or finished, one list per page.

The form is stored once per document and referred to by every page.
"""

from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.papers.canvas.canvas import SMALL, PaperCanvas, Text
from tournaments.papers.lists.ink import (
    SheetSide,
    mask_boxes,
    sheet_sides,
    struck_lines,
    written_texts,
)
from tournaments.papers.lists.layout import (
    BOTTOM,
    CODE_WIDTH,
    QR_SIZE,
    RIGHT,
    TOP,
    SheetLayout,
    preprinted_lines,
    preprinted_texts,
)
from tournaments.papers.lists.values import ScoreSheetPage
from tournaments.web.drawing.faces import FONT


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheetsDocument:
    """Any number of lists."""

    pages: tuple[ScoreSheetPage, ...]

    def draw(self, canvas: PaperCanvas) -> None:
        canvas.open_part()
        sides = [side for page in self.pages for side in sheet_sides(page)]
        for number, side in enumerate(sides, start=1):
            _draw(canvas, side)
            if len(sides) > 1:
                text = _("Page %(page)s of %(pages)s")
                text %= {"page": number, "pages": len(sides)}
                end = Text(RIGHT, BOTTOM - 2.5 * mm, text, SMALL, FONT, "right")
                canvas.write([end])
            canvas.showPage()


def _draw_form(canvas: PaperCanvas, layout: SheetLayout) -> None:
    for grey, x, y, width, height in layout.shades():
        canvas.setFillGray(grey)
        canvas.rect(x, y, width, height, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.rule(preprinted_lines(layout))
    canvas.write(preprinted_texts(layout))


def _draw(canvas: PaperCanvas, side: SheetSide) -> None:
    layout = side.layout
    canvas.once(layout, partial(_draw_form, canvas, layout))
    canvas.rule(struck_lines(side))
    canvas.setFillGray(1)
    for x, y, width, height in mask_boxes(side):
        canvas.rect(x, y, width, height, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.write(written_texts(side))
    header = side.page.header
    left, below = RIGHT - QR_SIZE, TOP - QR_SIZE
    if header.qr or header.code:
        canvas.qr(header.qr or header.code, left, below, QR_SIZE)
    if header.key_qr:
        canvas.qr(header.key_qr, left - CODE_WIDTH, below, QR_SIZE)
