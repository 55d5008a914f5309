"""Place cards for the tables, eight on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import PaperCanvas, Text
from tournaments.papers.canvas.faces import BOLD, FONT
from tournaments.papers.canvas.fitting import fitted, printable, shrunk, wrapped

QR_SIZE = 15 * mm


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCard:
    """One card: who sits where; ``qr`` is what scanning it says."""

    name: str
    club: str = ""
    table: str = ""
    seat: str = ""
    start_number: str = ""
    qr: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCardsDocument:
    """All place cards of a series."""

    event: str
    cards: Sequence[PlaceCard] = ()

    def to_pdf(self) -> bytes:
        """Return the cards, eight on an A4 page."""
        return paper.drawn_pdf(self.draw, title=self.event, subject=_("Place cards"))

    def draw(self, canvas: PaperCanvas) -> None:
        """Put the pages on ``canvas``."""
        paper.draw_cards(canvas, self.cards, partial(_draw_card, event=self.event))

    def rows(self) -> list[tuple[str, ...]]:
        """Return one row a card as plain text: what the tests read."""
        return [
            (_seat_text(card), card.start_number, card.name, card.club)
            for card in self.cards
        ]


def _seat_text(card: PlaceCard) -> str:
    """Return "Tisch 3 · Platz 1", or what is known of it."""
    parts = (
        _("Table %(number)s") % {"number": card.table} if card.table else "",
        _("Seat %(number)s") % {"number": card.seat} if card.seat else "",
    )
    return " · ".join(part for part in parts if part)


def _name_lines(name: str, room: float) -> list[tuple[int, tuple[str, float]]]:
    """Return the name in one line or two, with how many stand below each."""
    whole, size = shrunk(name, room, (24, 20, 17), BOLD)
    if whole == printable(name):
        return [(0, (whole, size))]
    lines = wrapped(name, room, 14, BOLD)
    return [(len(lines) - 1 - n, (line, 14.0)) for n, line in enumerate(lines)]


def _draw_card(
    canvas: PaperCanvas,
    card: PlaceCard,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    event: str,
) -> None:
    x, room = left + width / 2, width - 14 * mm
    names = _name_lines(card.name, room)
    texts = (
        (12, fitted(event, room, 8), 8.0, FONT),
        (24, fitted(_seat_text(card), room, 15, BOLD), 15.0, BOLD),
        *((42 - 6 * behind, name, size, BOLD) for behind, (name, size) in names),
        (50, fitted(card.club, room, 11), 11.0, FONT),
        (63, fitted(card.start_number, room, 12), 12.0, FONT),
    )
    canvas.write(
        Text(x, top - down * mm, text, size, font, "centre")
        for down, text, size, font in texts
    )
    if card.qr:
        edge = left + width - QR_SIZE - 5 * mm
        canvas.qr(card.qr, edge, top - height + 5 * mm, QR_SIZE)
