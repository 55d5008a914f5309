"""Start cards, which players carry from series to series, eight per page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.units import mm

from tournaments.papers.canvas import paper
from tournaments.papers.canvas.canvas import SMALL, PaperCanvas, StraightLine, Text
from tournaments.papers.canvas.fitting import (
    fitted_before,
    fitted_lines,
    fitted_text,
    text_lines,
    width_of,
)
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD

QR_SIZE = 18 * mm
INSET = 6 * mm
HEAD = 30 * mm
BOTTOM = 6 * mm
MOST_SERIES = 12
SHORT = 6
HEAD_ROW = 4.6 * mm
HIGHEST_ROW = 8.5 * mm
SUMMED = 3
SHARES = (0, 0.16, 0.31, 0.46, 0.66, 1)
"""The column edges of the table of series, as shares of its width."""

WIDE = 60 * mm
NARROW = (0, 0.2, 0.42, 0.6, 1)
"""The same for half a card, without a column for won and lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeat:
    """A player's seat in one series, empty before the draw."""

    series: str
    table: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCard:
    """One player's card; ``qr`` is the content of its code, by default ``code``."""

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

    def draw(self, canvas: PaperCanvas) -> None:
        paper.draw_cards(canvas, self.cards, partial(_draw_card, of=self))


def _draw_card(
    canvas: PaperCanvas,
    card: StartCard,
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    of: StartCardsDocument,
) -> None:
    x, right = left + INSET, left + width - INSET
    has_code = bool(card.code or card.qr)
    room = right - x - (QR_SIZE + 3 * mm if has_code else 0)
    canvas.write(_head_texts(card, x, top, room, of))
    if has_code:
        canvas.qr(card.qr or card.code, right - QR_SIZE, top - INSET - QR_SIZE, QR_SIZE)
        code = fitted_text(card.code, QR_SIZE + 4 * mm, 8, BOLD)
        middle = right - QR_SIZE / 2
        canvas.write([Text(middle, top - QR_SIZE - 7.6 * mm, code, 8, BOLD, "centre")])
    seats = card.seats[:MOST_SERIES]
    parts = (seats,) if len(seats) <= SHORT else (seats[:SHORT], seats[SHORT:])
    share = (right - x + 3 * mm) / len(parts)
    for index, part in enumerate(parts):
        start = x + index * share
        box = (start, top - HEAD, start + share - 3 * mm, top - height + BOTTOM)
        _draw_seats(canvas, part, *box, is_last=index == len(parts) - 1)


def _head_texts(
    card: StartCard, x: float, top: float, room: float, of: StartCardsDocument
) -> list[Text]:
    headline = fitted_before(of.date, of.event, room, 8.5)
    number = fitted_text(card.start_number, 24 * mm, 22, SERIF_BOLD)
    beside = x + (width_of(number, 22, SERIF_BOLD) + 3 * mm if number else 0)
    name_room = x + room - beside
    for size in (16, 14, 12, 10.5, 9):
        name = text_lines(card.name, name_room, size, SERIF_BOLD)
        if len(name) == 1 or (len(name) == 2 and size <= 12):
            break
    first = top - (15 if len(name) == 1 else 13.5) * mm
    return [
        Text(x, top - 7.5 * mm, headline, 8.5),
        Text(x, top - 17 * mm, number, 22, SERIF_BOLD),
        *(
            Text(beside, first - below * size * 1.1, line, size, SERIF_BOLD)
            for below, line in enumerate(name[:2])
        ),
        *(
            Text(x, top - 23 * mm - below * 3.6 * mm, line, 9)
            for below, line in enumerate(fitted_lines(card.club, room, 9))
        ),
    ]


def _draw_seats(
    canvas: PaperCanvas,
    seats: Sequence[CardSeat],
    x: float,
    top: float,
    right: float,
    bottom: float,
    *,
    is_last: bool,
) -> None:
    """Draw a row for each series with space to write, and one for the sum."""
    width = right - x
    edges = [x + width * share for share in (SHARES if width > WIDE else NARROW)]
    count = len(seats) + 1
    step = min(HIGHEST_ROW, (top - HEAD_ROW - bottom) / max(1, count))
    begin = top - HEAD_ROW
    count -= not is_last
    end = begin - step * count
    lines = [
        StraightLine(x, begin - step * n, right, begin - step * n) for n in range(count)
    ]
    lines.append(StraightLine(x, end, right, end))
    sum_at = end + step if is_last else end
    for at, edge in enumerate(edges):
        is_written_on = 0 < at < len(edges) - 1 and at < SUMMED
        lines.append(StraightLine(edge, begin, edge, sum_at if is_written_on else end))
    if is_last:
        lines.append(StraightLine(x, sum_at, right, sum_at, 1.2))
    texts = [
        *_seat_heads(edges, begin + 1.3 * mm),
        *_seat_texts(seats, edges, begin, step),
    ]
    if is_last:
        size = min(11.0, step * 0.75)
        text = fitted_text(_("Sum"), edges[SUMMED] - x - 2 * mm, size, BOLD)
        y = end + step / 2 - size * 0.33
        texts.append(Text(edges[SUMMED] - 1.5 * mm, y, text, size, BOLD, "right"))
    canvas.rule(lines)
    canvas.write(texts)


def _seat_heads(edges: Sequence[float], y: float) -> Iterator[Text]:
    won, lost = pgettext("short", "won"), pgettext("short", "lost")
    heads = (
        _("Series"),
        pgettext("seating", "Table"),
        pgettext("seating", "Seat"),
        *([f"{won}–{lost}"] if len(edges) == len(SHARES) else []),
        _("Points"),
    )
    for (left, right), head in zip(pairwise(edges), heads, strict=True):
        text = fitted_text(head, right - left - 1, SMALL)
        yield Text((left + right) / 2, y, text, SMALL, FONT, "centre")


def _seat_texts(
    seats: Sequence[CardSeat], edges: Sequence[float], begin: float, step: float
) -> Iterator[Text]:
    size = min(13.0, step * 0.75)
    for index, seat in enumerate(seats):
        y = begin - step * (index + 0.5) - size * 0.35
        for (left, right), text, font in zip(
            pairwise(edges),
            (seat.series, seat.table, seat.seat),
            (FONT, BOLD, BOLD),
            strict=False,
        ):
            fit = fitted_text(text, right - left - 2, size, font)
            yield Text((left + right) / 2, y, fit, size, font, "centre")
