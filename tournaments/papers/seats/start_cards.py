"""Start cards: what a player carries from series to series, eight on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import Line, PaperCanvas, Text
from tournaments.papers.canvas.faces import BOLD, FONT
from tournaments.papers.canvas.fitting import fitted, shrunk

QR_SIZE = 17 * mm
INSET = 6 * mm
MOST_SERIES = 12
SHORT = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeat:
    """Where the player sits in one series; empty when that is not drawn yet."""

    series: str
    table: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCard:
    """One player's card; ``qr`` is what scanning it says, the code if empty."""

    name: str
    club: str = ""
    start_number: str = ""
    code: str = ""
    qr: str = ""
    seats: tuple[CardSeat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCardsDocument:
    """All start cards of an event."""

    event: str
    date: str = ""
    cards: Sequence[StartCard] = ()

    def to_pdf(self) -> bytes:
        """Return the cards, eight on an A4 page."""
        return paper.drawn_pdf(self.draw, title=self.event, subject=_("Start cards"))

    def draw(self, canvas: PaperCanvas) -> None:
        """Put the pages on ``canvas``."""
        headline = " · ".join(part for part in (self.event, self.date) if part)
        paper.draw_cards(canvas, self.cards, partial(_draw_card, headline=headline))

    def rows(self) -> list[tuple[str, ...]]:
        """Return one row a card as plain text: what the tests read."""
        return [
            (
                card.start_number,
                card.name,
                card.club,
                card.code,
                *(f"{seat.series}: {seat.table}/{seat.seat}" for seat in card.seats),
            )
            for card in self.cards
        ]


def _draw_card(
    canvas: PaperCanvas,
    card: StartCard,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    headline: str,
) -> None:
    x, right = left + INSET, left + width - INSET
    has_code = bool(card.code or card.qr)
    room = right - x - (QR_SIZE + 3 * mm if has_code else 0)
    canvas.write(_head_texts(card, x, top, room, headline))
    if has_code:
        canvas.qr(
            card.qr or card.code, right - QR_SIZE, top - 5 * mm - QR_SIZE, QR_SIZE
        )
        code = fitted(card.code, QR_SIZE + 4 * mm, 7, BOLD)
        middle = right - QR_SIZE / 2
        canvas.write([Text(middle, top - QR_SIZE - 8 * mm, code, 7, BOLD, "centre")])
    seats = card.seats[:MOST_SERIES]
    head = top - 31 * mm
    parts = (seats,) if len(seats) <= SHORT else (seats[:SHORT], seats[SHORT:])
    share = (right - x + 3 * mm) / len(parts)
    for index, part in enumerate(parts):
        start = x + index * share
        _draw_seats(canvas, part, start, start + share - 3 * mm, head)


def _head_texts(
    card: StartCard, x: float, top: float, room: float, headline: str
) -> list[Text]:
    name, size = shrunk(card.name, room, (13, 11, 9, 7.5), BOLD)
    number = fitted(card.start_number, 24 * mm, 15, BOLD)
    return [
        Text(x, top - 8 * mm, fitted(headline, room, 7.5), 7.5),
        Text(x, top - 14.5 * mm, number, 15, BOLD),
        Text(x, top - 20.5 * mm, name, size, BOLD),
        Text(x, top - 25 * mm, fitted(card.club, room, 8.5), 8.5),
    ]


def _draw_seats(
    canvas: PaperCanvas, seats: Sequence[CardSeat], x: float, right: float, top: float
) -> None:
    width = right - x
    edges = [x + width * share for share in (0, 0.22, 0.44, 0.64, 1)]
    middles = [(a + b) / 2 for a, b in pairwise(edges)]
    step = 5.2 * mm
    heads = (
        _("Series"),
        pgettext("seating", "Table"),
        pgettext("seating", "Seat"),
        _("Points"),
    )
    texts = [
        Text(
            middle, top + 1.2 * mm, fitted(head, width * 0.24, 6.5), 6.5, FONT, "centre"
        )
        for middle, head in zip(middles, heads, strict=True)
    ]
    bottom = top - step * len(seats)
    lines = [
        Line(x, top - step * n, right, top - step * n) for n in range(len(seats) + 1)
    ]
    lines += [Line(edge, top, edge, bottom) for edge in edges]
    for index, seat in enumerate(seats):
        y = top - step * (index + 1) + 1.4 * mm
        for middle, text in zip(
            middles, (seat.series, seat.table, seat.seat), strict=False
        ):
            fit = fitted(text, width * 0.2, 9.5, BOLD)
            texts.append(Text(middle, y, fit, 9.5, BOLD, "centre"))
    canvas.rule(lines)
    canvas.write(texts)
