"""Cards and signs for the tables: place cards, start cards, lots, table signs."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from tournaments.events.models import Event
from tournaments.papers.canvas.canvas import (
    EDGE,
    SMALL,
    SUITS,
    Addresses,
    PaperCanvas,
    StraightLine,
    Text,
    fitted_block,
    page_frame,
    suit_drawing,
    suit_of_place,
    width_of,
)
from tournaments.papers.canvas.shapes import Box, CardPaper, SheetPaper
from tournaments.papers.event.draws import (
    Seated,
    club_and_teams,
    seated_people,
    seats_by_person,
    series_name,
)
from tournaments.sheets.writing import card_code
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD
from tournaments.words import formats
from tournaments.words.choices import EntryStatus

INSET = EDGE + 1 * mm

# Place cards
PLACE_QR = 15 * mm
INDEX_SUIT = 6.5 * mm
NAME_SIZES = (26.0, 23.0, 20.0, 17.0, 14.0, 12.0, 10.0, 8.0)
CLUB_SIZES = (12, 11, 10, 9, 8, 7, 6)
LARGE = 20

# Start cards
START_QR = 18 * mm
HEAD = 30 * mm
MOST_SERIES, SHORT = 12, 6
HEAD_ROW, HIGHEST_ROW = 4.6 * mm, 8.5 * mm
SUMMED = 3
SHARES = (0, 0.16, 0.31, 0.46, 0.66, 1)
"""The column edges of the table of series, as shares of its width."""

WIDE = 60 * mm
NARROW = (0, 0.2, 0.42, 0.6, 1)
"""The same for half a card, without a column for won and lost."""

# Lots and table signs
LOT_COLUMNS, LOT_ROWS, LOT_SUIT = 4, 8, 8 * mm
SIGN_ROOM = A4[0] - 40 * mm
SIGN_SIZES = (250.0, 210.0, 160.0, 120.0)
SIGN_CLUB_SIZES = (15, 13, 11, 10, 9, 8)
SIGN_SUIT = 14 * mm


def place_cards(
    event: Event,
    addresses: Addresses,
    *,
    series: int | None = None,
    table: int | None = None,
) -> list[CardPaper]:
    """Return the place cards of one or all series. Two queries.

    Their codes lead to the evening of their owner.
    """
    people = seated_people(event, series=series, table=table)
    return [
        CardPaper(
            cards=list(group),
            draw_card=partial(
                draw_place_card,
                event=event.name,
                series=series_name(number),
                addresses=addresses,
            ),
        )
        for number, group in groupby(people, key=lambda person: person.series)
    ]


def draw_place_card(
    canvas: PaperCanvas,
    card: Seated,
    box: Box,
    *,
    event: str,
    series: str,
    addresses: Addresses,
) -> None:
    """Draw the card of one player at a table; the table may write its list with it."""
    texts = place_card_head(card, box, event, series)
    edge = box.right - PLACE_QR - INSET
    below = box.top - box.height + INSET
    if card.number:
        number = _("No. %(number)s") % {"number": card.number}
        texts.append(Text(box.left + INSET, below + 1 * mm, number, 13))
    if key := addresses.table_key(card.code):
        end = edge - PLACE_QR - 5 * mm
        words = ((_("List on the phone:"), 4.4 * mm), (key, 0.4 * mm))
        texts += [Text(end, below + y, line, 9, FONT, "right") for line, y in words]
        address = addresses.table_entry(card.code)
        canvas.qr(address, edge - PLACE_QR - 3 * mm, below - 1 * mm, PLACE_QR)
    canvas.write(texts)
    for x in (box.left + 6 * mm, box.right - 13 * mm):
        draw_index(canvas, card.place, x, box.top - 6 * mm)
    canvas.qr(addresses.seat(card.code, card.place), edge, below - 1 * mm, PLACE_QR)
    x, y = edge + PLACE_QR / 2, below + PLACE_QR - 0.5 * mm
    canvas.write([Text(x, y, card.code, SMALL, BOLD, "centre")])


def place_card_head(card: Seated, box: Box, event: str, series: str) -> list[Text]:
    """Return event, seat, name and club, centred from top to bottom."""
    x, top, room = box.middle, box.top, box.width - 2 * INSET
    table = _("Table %(number)s") % {"number": card.table}
    seat = _("Seat %(number)s") % {"number": card.place}
    headline, narrow = f"{event} · {series}", room - 24 * mm
    names = fitted_block(
        card.name,
        x,
        top - 32 * mm,
        room,
        NAME_SIZES,
        SERIF_BOLD,
        "centre",
        most=lambda size: 1 + (size <= LARGE),
        above=0.6,
    )
    club_at = min((line.y for line in names), default=top) - 6.5 * mm
    return [
        *fitted_block(
            headline,
            x,
            top - 9 * mm,
            narrow,
            (8.5, 8, 7, 6),
            align="centre",
            most=lambda size: 1 + (size < SMALL),
            above=0.5,
        ),
        Text(x, top - 18 * mm, f"{table} · {seat}", 16, BOLD, "centre"),
        *names,
        *fitted_block(card.club, x, club_at, room, CLUB_SIZES, align="centre", most=2),
    ]


def draw_index(canvas: PaperCanvas, seat: int, x: float, top: float) -> None:
    """Draw the seat with a suit below, as in the corner of a playing card."""
    middle, y = x + INDEX_SUIT / 2, top - 8 * mm - INDEX_SUIT
    canvas.write([Text(middle, top - 6.5 * mm, str(seat), 20, SERIF_BOLD, "centre")])
    canvas.addLiteral(suit_drawing(suit_of_place(seat), x, y, INDEX_SUIT))


class StartCard(NamedTuple):
    """One player's card; ``seats`` has table and seat of each series, "" if unknown."""

    name: str
    club: str
    number: str
    qr: str
    code: str
    seats: Sequence[tuple[str, str, str]]


def start_cards(event: Event, addresses: Addresses) -> CardPaper | None:
    """Return the start cards, None if nobody takes part. Five queries.

    Without entries, everybody who has a seat gets a card without a number. The codes
    lead to the evening of their owner, where the secretary can check them in.
    """
    series = list(event.series.values_list("number", flat=True))
    seated = {
        seats[0].person.pk: seats for seats in seats_by_person(seated_people(event))
    }

    def card(player: int, name: str, club: str, number: str, qr: str) -> StartCard:
        code = card_code(event=event.pk, player=player)
        places = {
            seat.series: (str(seat.table), str(seat.place))
            for seat in seated.get(player, ())
        }
        seats = [(str(number), *places.get(number, ("", ""))) for number in series]
        return StartCard(name, club, number, qr, code, seats)

    entries = event.entries.exclude(status=EntryStatus.ABSENT)
    entries = entries.select_related("player__club").with_teams()
    cards = [
        card(
            entry.player_id,
            entry.player.name,
            club_and_teams(entry.player, entry.team_names),
            str(entry.start_number),
            addresses.evening(event.pk, entry.start_number),
        )
        for entry in entries.order_by("start_number")
    ] or [
        card(pk, one.name, one.club, "", addresses.seat(one.code, one.place))
        for pk, (one, *_others) in seated.items()
    ]
    if not cards:
        return None
    date = formats.short_date(event.date)
    draw = partial(draw_start_card, event=event.name, date=date)
    return CardPaper(cards=cards, draw_card=draw)


def draw_start_card(
    canvas: PaperCanvas, card: StartCard, box: Box, *, event: str, date: str
) -> None:
    """Draw a card that players carry from series to series."""
    x, right, top = box.left + INSET, box.right - INSET, box.top
    room = right - x - START_QR - 3 * mm
    canvas.write(start_card_head(card, x, top, room, event, date))
    canvas.qr(card.qr, right - START_QR, top - INSET - START_QR, START_QR)
    x_code, y = right - START_QR / 2, top - INSET - START_QR - 2.6 * mm
    canvas.write([Text(x_code, y, card.code, 8, BOLD, "centre")])
    seats = card.seats[:MOST_SERIES]
    parts = (seats,) if len(seats) <= SHORT else (seats[:SHORT], seats[SHORT:])
    share = (right - x + 3 * mm) / len(parts)
    height = box.height - HEAD - INSET
    for index, part in enumerate(parts):
        place = Box(x + index * share, top - HEAD, share - 3 * mm, height)
        draw_seats(canvas, part, place, is_last=index == len(parts) - 1)


def start_card_head(
    card: StartCard, x: float, top: float, room: float, event: str, date: str
) -> list[Text]:
    number, headline = card.number, f"{event} · {date}"
    beside = x + (width_of(number, 22, SERIF_BOLD) + 3 * mm if number else 0)
    return [
        *fitted_block(
            headline,
            x,
            top - 9.5 * mm,
            room,
            (8.5, 8, 7, 6),
            most=lambda size: 1 + (size < SMALL),
            above=0.5,
        ),
        Text(x, top - 18 * mm, number, 22, SERIF_BOLD),
        *fitted_block(
            card.name,
            beside,
            top - 16 * mm,
            x + room - beside,
            (16, 14, 12, 10.5, 9, 8, 7),
            SERIF_BOLD,
            most=lambda size: 1 + (size <= 12),
            leading=1.1,
            above=0.33,
        ),
        *fitted_block(card.club, x, top - 23.5 * mm, room, CLUB_SIZES[3:], most=2),
    ]


def draw_seats(
    canvas: PaperCanvas,
    seats: Sequence[tuple[str, str, str]],
    box: Box,
    *,
    is_last: bool,
) -> None:
    """Draw a row for each series with space to write, and one for the sum."""
    x, right = box.left, box.right
    shares = SHARES if box.width > WIDE else NARROW
    edges = [x + box.width * share for share in shares]
    count = len(seats) + 1
    step = min(HIGHEST_ROW, (box.height - HEAD_ROW) / max(1, count))
    begin = box.top - HEAD_ROW
    count -= not is_last
    end = begin - step * count
    sum_at = end + step if is_last else end
    ys = [*(begin - step * n for n in range(count)), end]
    lines = [StraightLine(x, y, right, y) for y in ys]
    for at, edge in enumerate(edges):
        is_written_on = 0 < at < len(edges) - 1 and at < SUMMED
        lines.append(StraightLine(edge, begin, edge, sum_at if is_written_on else end))
    texts = [
        *seat_heads(edges, begin + 1.3 * mm),
        *seat_texts(seats, edges, begin, step),
    ]
    if is_last:
        lines.append(StraightLine(x, sum_at, right, sum_at, 1.2))
        size = min(11.0, step * 0.75)
        y = end + step / 2 - size * 0.33
        texts.append(Text(edges[SUMMED] - 1.5 * mm, y, _("Sum"), size, BOLD, "right"))
    canvas.rule(lines)
    canvas.write(texts)


def seat_heads(edges: Sequence[float], y: float) -> Iterator[Text]:
    won, lost = pgettext("short", "won"), pgettext("short", "lost")
    heads = (
        _("Series"),
        pgettext("seating", "Table"),
        pgettext("seating", "Seat"),
        *([f"{won}–{lost}"] if len(edges) == len(SHARES) else []),
        _("Points"),
    )
    for (left, right), head in zip(pairwise(edges), heads, strict=True):
        x, room, sizes = (left + right) / 2, right - left - 1, (SMALL, 7, 6)
        yield from fitted_block(head, x, y, room, sizes, align="centre")


def seat_texts(
    seats: Sequence[tuple[str, str, str]],
    edges: Sequence[float],
    begin: float,
    step: float,
) -> Iterator[Text]:
    size = min(13.0, step * 0.75)
    for index, seat in enumerate(seats):
        y = begin - step * (index + 0.5) - size * 0.35
        for (left, right), text, font in zip(
            pairwise(edges), seat, (FONT, BOLD, BOLD), strict=False
        ):
            yield Text((left + right) / 2, y, text, size, font, "centre")


def lots_paper(event: str, sizes: Sequence[int]) -> CardPaper:
    """Return slips to be cut, folded and drawn: one for each seat of the tables."""
    lots = [
        (table, seat)
        for table, size in enumerate(sizes, start=1)
        for seat in range(1, size + 1)
    ]
    draw = partial(draw_lot, event=event)
    return CardPaper(cards=lots, draw_card=draw, columns=LOT_COLUMNS, rows=LOT_ROWS)


def draw_lot(
    canvas: PaperCanvas, lot: tuple[int, int], box: Box, *, event: str
) -> None:
    """Draw one slip; its suit stands for the seat as well."""
    table, seat = lot
    room, middle, top = box.width - 12 * mm, box.middle, box.top
    words = _("Table %(number)s") % {"number": table}
    below, beside = _("Seat %(number)s") % {"number": seat}, box.left + box.width * 0.42
    sizes = (25, 22, 18, 14)
    canvas.write(
        [
            *fitted_block(
                words, middle, top - 14 * mm, room, sizes, SERIF_BOLD, "centre"
            ),
            Text(beside, top - 23 * mm, below, 16, BOLD, "centre"),
            *fitted_block(
                event, middle, top - 28.5 * mm, room, (8, 7, 6), align="centre", most=2
            ),
        ]
    )
    x, y = box.left + box.width * 0.7, top - 25 * mm
    canvas.addLiteral(suit_drawing(suit_of_place(seat), x, y, LOT_SUIT))


def table_signs(event: str, tables: Sequence[int]) -> SheetPaper:
    """Return a page for each table, folded in the middle, read from both sides."""
    return SheetPaper(sheets=tables, draw_sheet=partial(draw_sign, event=event))


def draw_sign(canvas: PaperCanvas, table: int, *, event: str) -> None:
    width, height = A4
    draw_half_sign(canvas, table, event)
    canvas.saveState()
    canvas.translate(width, height)
    canvas.rotate(180)
    draw_half_sign(canvas, table, event)
    canvas.restoreState()
    canvas.dashed([StraightLine(EDGE, height / 2, width - EDGE, height / 2)])


def draw_half_sign(canvas: PaperCanvas, table: int, event: str) -> None:
    """Draw the half that is read with the fold at the top."""
    width, middle, frame = A4[0], A4[0] / 2, page_frame()
    word = pgettext("seating", "Table")
    lines = (
        (str(table), 48, SIGN_SIZES, SERIF_BOLD),
        (frame.club, 22, SIGN_CLUB_SIZES, SERIF_BOLD),
        (event, 14, SIGN_CLUB_SIZES, FONT),
    )
    number, club, below = (
        fitted_block(text, middle, y * mm, SIGN_ROOM, sizes, font, "centre")
        for text, y, sizes, font in lines
    )
    canvas.setFillColor(HexColor(frame.colour))
    heading = Text(middle, 125 * mm, word, 42, SERIF_BOLD, "centre")
    canvas.write([heading, *number, *club])
    canvas.setFillGray(0)
    canvas.write(below)
    left, right = 16 * mm, width - 16 * mm - SIGN_SUIT
    spots = ((left, 118), (right, 118), (left, 16), (right, 16))
    for suit, (x, y) in zip(SUITS, spots, strict=True):
        canvas.addLiteral(suit_drawing(suit, x, y * mm, SIGN_SUIT))
