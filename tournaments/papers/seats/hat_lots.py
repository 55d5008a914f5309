"""Lots for a hat: slips with a table and seat, to be cut, folded and drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas, Text
from tournaments.papers.canvas.fitting import fitted_text, shrunk_text
from tournaments.papers.canvas.suits import suit_drawing, suit_of_place
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD

COLUMNS, ROWS = 4, 8
SUIT_SIZE = 8 * mm


class Lot(NamedTuple):
    """One place at one table."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsDocument:
    """The lots of an event, one for each seat; ``sizes`` are those of its tables."""

    event: str
    sizes: Sequence[int] = ()

    @property
    def lots(self) -> list[Lot]:
        """All seats, table by table."""
        return [
            Lot(table, seat)
            for table, size in enumerate(self.sizes, start=1)
            for seat in range(1, size + 1)
        ]

    def draw(self, canvas: PaperCanvas) -> None:
        draw = partial(draw_lot, event=self.event)
        paper.draw_cards(canvas, self.lots, draw, columns=COLUMNS, rows=ROWS)


def draw_lot(
    canvas: PaperCanvas,
    lot: Lot,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    event: str,
) -> None:
    """Draw one slip; its suit stands for the seat as well."""
    room = width - 12 * mm
    middle = left + width / 2
    table = _("Table %(number)s") % {"number": lot.table}
    large, size = shrunk_text(table, room - 2 * mm, (25, 22, 18), SERIF_BOLD)
    seat = _("Seat %(number)s") % {"number": lot.seat}
    canvas.write(
        [
            Text(middle, top - 13 * mm, large, size, SERIF_BOLD, "centre"),
            Text(left + width * 0.42, top - 23 * mm, seat, 16, BOLD, "centre"),
            Text(middle, top - 30 * mm, fitted_text(event, room, 8), 8, FONT, "centre"),
        ]
    )
    x = left + width * 0.7
    canvas.addLiteral(
        suit_drawing(suit_of_place(lot.seat), x, top - 25 * mm, SUIT_SIZE)
    )
