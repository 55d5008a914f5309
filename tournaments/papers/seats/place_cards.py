"""Place cards for the tables, eight per page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import SMALL, PaperCanvas, Text
from tournaments.papers.canvas.fitting import (
    fitted_before,
    fitted_lines,
    fitted_text,
    text_lines,
)
from tournaments.papers.canvas.suits import suit_drawing, suit_of_place
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD

QR_SIZE = 15 * mm
INSET = 6 * mm
SUIT_SIZE = 6.5 * mm
LARGE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCard:
    """The card of one player at a table; ``qr`` is the content of its code.

    ``code`` is what is typed where no camera reads it.

    With ``key`` the table may write its list on a phone, which scans ``key_qr``.
    """

    name: str
    club: str = ""
    table: str = ""
    seat: str = ""
    start_number: str = ""
    qr: str = ""
    code: str = ""
    key: str = ""
    key_qr: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCardsDocument:
    """All place cards of a series."""

    event: str
    series: str = ""
    cards: Sequence[PlaceCard] = ()

    def draw(self, canvas: PaperCanvas) -> None:
        paper.draw_cards(canvas, self.cards, partial(_draw_card, of=self))


def seat_text(card: PlaceCard) -> str:
    """Return "Tisch 3 · Platz 1", or as much of it as is known."""
    parts = (
        _("Table %(number)s") % {"number": card.table} if card.table else "",
        _("Seat %(number)s") % {"number": card.seat} if card.seat else "",
    )
    return " · ".join(part for part in parts if part)


def _name_lines(name: str, room: float) -> tuple[tuple[str, ...], float]:
    """Return the whole name in the largest size in which it fits on two lines."""
    for size in (26.0, 23.0, 20.0, 17.0, 14.0, 12.0):
        lines = text_lines(name, room, size, SERIF_BOLD)
        if len(lines) == 1 or (len(lines) == 2 and size <= LARGE):
            break
    return lines[:3], size


def _draw_card(
    canvas: PaperCanvas,
    card: PlaceCard,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    of: PlaceCardsDocument,
) -> None:
    texts = _head(card, left + width / 2, top, width - 14 * mm, of)
    edge, below = left + width - QR_SIZE - INSET, top - height + INSET + 1 * mm
    if card.start_number:
        number = _("No. %(number)s") % {"number": card.start_number}
        texts.append(
            Text(left + 7 * mm, below + 1 * mm, fitted_text(number, 40 * mm, 13), 13)
        )
    if card.key:
        end = edge - QR_SIZE - 5 * mm
        words = ((_("List on the phone:"), 4.4 * mm), (card.key, 0.4 * mm))
        texts += [Text(end, below + y, line, 9, FONT, "right") for line, y in words]
        canvas.qr(card.key_qr, edge - QR_SIZE - 3 * mm, below - 1 * mm, QR_SIZE)
    canvas.write(texts)
    if card.seat.isdecimal():
        _draw_index(canvas, int(card.seat), left + 6 * mm, top - 6 * mm)
        _draw_index(canvas, int(card.seat), left + width - 13 * mm, top - 6 * mm)
    if card.qr:
        canvas.qr(card.qr, edge, below - 1 * mm, QR_SIZE)
        over = below + QR_SIZE - 0.5 * mm
        canvas.write([Text(edge + QR_SIZE / 2, over, card.code, SMALL, BOLD, "centre")])


def _head(
    card: PlaceCard, x: float, top: float, room: float, of: PlaceCardsDocument
) -> list[Text]:
    """Return event, seat, name and club, centred at ``x`` from top to bottom."""
    names, size = _name_lines(card.name, room)
    first = top - 41 * mm + (len(names) - 1) * size * 0.6
    seat = fitted_text(seat_text(card), room - 24 * mm, 16, BOLD)
    event = fitted_before(of.series, of.event, room - 30 * mm, 8.5)
    return [
        Text(x, top - 9 * mm, event, 8.5, FONT, "centre"),
        Text(x, top - 19 * mm, seat, 16, BOLD, "centre"),
        *(
            Text(x, first - below * size * 1.15, name, size, SERIF_BOLD, "centre")
            for below, name in enumerate(names)
        ),
        *(
            Text(x, top - 52 * mm - below * 4.6 * mm, line, 12, FONT, "centre")
            for below, line in enumerate(fitted_lines(card.club, room - 2 * mm, 12))
        ),
    ]


def _draw_index(canvas: PaperCanvas, seat: int, x: float, top: float) -> None:
    """Draw the seat with a suit below, as in the corner of a playing card."""
    middle = x + SUIT_SIZE / 2
    text = Text(middle, top - 6.5 * mm, str(seat), 20, SERIF_BOLD, "centre")
    canvas.write([text])
    suit = suit_drawing(suit_of_place(seat), x, top - 8 * mm - SUIT_SIZE, SUIT_SIZE)
    canvas.addLiteral(suit)
