"""Receipts for entry fees, loss money and the like, four per page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import SMALL, PaperCanvas, StraightLine, Text
from tournaments.papers.canvas.fitting import (
    fitted_lines,
    fitted_text,
    shrunk_text,
    text_lines,
)
from tournaments.papers.canvas.frames import page_frame
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD

MOST_ITEMS = 6
INSET = 15 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One receipt; amounts are text ("3,50 €"), items are (purpose, amount)."""

    number: str
    payer: str
    items: tuple[tuple[str, str], ...]
    total: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptsDocument:
    """All receipts of an event; ``receiver`` is the club that takes the money."""

    event: str
    receiver: str = ""
    place_and_date: str = ""
    receipts: Sequence[Receipt] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        draw = partial(_draw_receipt, document=self)
        paper.draw_cards(canvas, self.receipts, draw, columns=1)


def shown_items(receipt: Receipt) -> tuple[tuple[str, str], ...]:
    """Return the items that fit on a receipt; the sixth may stand for the rest."""
    if len(receipt.items) <= MOST_ITEMS:
        return receipt.items
    return (*receipt.items[: MOST_ITEMS - 1], (_("further items"), "…"))


def _draw_receipt(
    canvas: PaperCanvas,
    receipt: Receipt,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    document: ReceiptsDocument,
) -> None:
    x, right = left + INSET, left + width - INSET
    room = right - x
    canvas.write(_texts(receipt, document, x, right, top))
    sign = top - 62 * mm
    canvas.rule(
        [
            StraightLine(x, top - 22 * mm, right, top - 22 * mm, 0.8),
            StraightLine(x, sign, x + room * 0.4, sign),
            StraightLine(right - room * 0.4, sign, right, sign),
        ]
    )


def _texts(
    receipt: Receipt, document: ReceiptsDocument, x: float, right: float, top: float
) -> Iterator[Text]:
    room = right - x
    number = _("No. %(number)s") % {"number": receipt.number}
    yield Text(x, top - 11 * mm, _("Receipt"), 17, SERIF_BOLD)
    club, size = shrunk_text(page_frame().club, room * 0.6, (11, 10, 9, 8), SERIF_BOLD)
    yield Text(x + room / 2, top - 11 * mm, club, size, SERIF_BOLD, "centre")
    yield Text(
        right, top - 11 * mm, fitted_text(number, 50 * mm, 10), 10, FONT, "right"
    )
    payer = _("Received from %(name)s") % {"name": receipt.payer}
    for size in (12, 11, 10, 9, SMALL):
        if len(lines := text_lines(payer, room * 0.62, size, BOLD)) == 1:
            break
    yield Text(x, top - 19 * mm, lines[0], size, BOLD)
    event = fitted_text(document.event, room * 0.36, 10)
    yield Text(right, top - 19 * mm, event, 10, FONT, "right")
    y = top - 27 * mm
    for purpose, amount in shown_items(receipt):
        yield Text(x, y, fitted_text(purpose, room * 0.7, 9.5), 9.5)
        yield Text(right, y, fitted_text(amount, room * 0.28, 9.5), 9.5, FONT, "right")
        y -= 4.4 * mm
    y = top - 54 * mm
    yield Text(x, y, _("Total"), 11, BOLD)
    yield Text(
        right, y, fitted_text(receipt.total, room * 0.4, 11, BOLD), 11, BOLD, "right"
    )
    place = document.place_and_date or _("Place, date")
    signature = ", ".join(part for part in (_("Signature"), document.receiver) if part)
    below = top - 66 * mm
    yield Text(x, below, fitted_text(place, room * 0.4, SMALL), SMALL)
    for index, line in enumerate(fitted_lines(signature, room * 0.4, SMALL)):
        yield Text(right - room * 0.4, below - index * 9, line, SMALL)
