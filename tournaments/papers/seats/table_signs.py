"""Table signs: one page per table, folded in the middle, readable from both sides."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import pgettext
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from tournaments.papers.canvas.canvas import PaperCanvas, StraightLine, Text
from tournaments.papers.canvas.fitting import fitted_text, shrunk_text
from tournaments.papers.canvas.frames import page_frame
from tournaments.papers.canvas.suits import SUITS, suit_drawing
from tournaments.web.drawing.faces import FONT, SERIF_BOLD

WIDTH, HEIGHT = A4
MIDDLE = WIDTH / 2
ROOM = WIDTH - 40 * mm
FOLD = HEIGHT / 2
NUMBER_SIZES = (250.0, 210.0, 160.0, 120.0)
SUIT_SIZE = 14 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSignsDocument:
    """The signs of the tables of an event."""

    event: str
    tables: Sequence[int] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        canvas.open_part(names_rules=False)
        for table in self.tables:
            self._draw_half(canvas, table)
            canvas.saveState()
            canvas.translate(WIDTH, HEIGHT)
            canvas.rotate(180)
            self._draw_half(canvas, table)
            canvas.restoreState()
            canvas.setDash(2, 3)
            canvas.rule([StraightLine(0, FOLD, WIDTH, FOLD)])
            canvas.setDash()
            canvas.showPage()

    def _draw_half(self, canvas: PaperCanvas, table: int) -> None:
        """Draw the half that is read with the fold at the top."""
        frame = page_frame()
        number, size = shrunk_text(str(table), ROOM, NUMBER_SIZES, SERIF_BOLD)
        club = fitted_text(frame.club, ROOM, 15, SERIF_BOLD)
        event = fitted_text(self.event, ROOM, 15, FONT)
        word = pgettext("seating", "Table")
        canvas.setFillColor(HexColor(frame.colour))
        canvas.write(
            [
                Text(MIDDLE, 125 * mm, word, 42, SERIF_BOLD, "centre"),
                Text(MIDDLE, 48 * mm, number, size, SERIF_BOLD, "centre"),
                Text(MIDDLE, 22 * mm, club, 15, SERIF_BOLD, "centre"),
            ]
        )
        canvas.setFillGray(0)
        canvas.write([Text(MIDDLE, 14 * mm, event, 15, FONT, "centre")])
        left, right = 16 * mm, WIDTH - 16 * mm - SUIT_SIZE
        spots = ((left, 118), (right, 118), (left, 16), (right, 16))
        for suit, (x, y) in zip(SUITS, spots, strict=True):
            canvas.addLiteral(suit_drawing(suit, x, y * mm, SUIT_SIZE))
