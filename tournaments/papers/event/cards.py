"""Cards, signs, lots and receipts: what is cut from a page, and the money on it."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm

from tournaments.events.models import Event, Payment
from tournaments.events.money.selectors import cash_taken_in, writers_by_list
from tournaments.events.standings.selectors import clubs_beside
from tournaments.papers.event.draws import (
    Seated,
    club_and_teams,
    seated_people,
    seats_by_person,
)
from tournaments.seating.problem import table_sizes
from tournaments.sheets.writing import card_code
from tournaments.web.canvas import (
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
from tournaments.web.faces import BOLD, FONT, SERIF_BOLD
from tournaments.web.shapes import Box, CardPaper, SheetPaper
from tournaments.words import formats
from tournaments.words.choices import EntryStatus
from tournaments.words.formats import (
    clock_time,
    long_date,
    money,
    series_name,
    weekday_date,
)

INSET = EDGE + 1 * mm

# Place cards
PLACE_QR = 15 * mm
INDEX_SUIT = 6.5 * mm
NAME_SIZES = (26, 23, 20, 17, 14, 12, 10, 8)
CLUB_SIZES = (12, 11, 10, 9, 8, 7, 6)
HEADLINE_SIZES = (8.5, 8, 7, 6)
TWO_LINES = 46
"""The height of two lines of 20 points, in which larger names have but one."""

# Start cards
START_QR = 18 * mm
START_SIZES = (16, 14, 12, 10.5, 9, 8, 7)
TWO_SMALLER = 26  # of 12 points
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
    event: Event, addresses: Addresses, **part: int | None
) -> list[CardPaper]:
    """Return place cards, whose codes lead to the evening of their owner."""
    papers, draw = [], partial(draw_place_card, addresses=addresses)
    people = seated_people(event, **part)
    for number, group in groupby(people, key=attrgetter("series_number")):
        headline = f"{event.name} · {series_name(number)}"
        cards = CardPaper(cards=list(group), draw_card=partial(draw, headline=headline))
        papers.append(cards)
    return papers


def draw_place_card(
    canvas: PaperCanvas, card: Seated, box: Box, *, headline: str, addresses: Addresses
) -> None:
    """Draw the card of one player at a table; the table may write its list with it."""
    edge = box.right - PLACE_QR - INSET
    below = box.top - box.height + INSET
    texts = place_card_head(card, box, headline)
    if card.number:
        number = _("No. %(number)s") % {"number": card.number}
        texts.append(Text(box.left + INSET, below + 1 * mm, number, 13))
    if key := addresses.table_key(card.code):
        end = edge - PLACE_QR - 5 * mm
        words = ((_("List on the phone:"), 4.4 * mm), (key, 0.4 * mm))
        texts += [Text(end, below + y, line, 9, FONT, "right") for line, y in words]
        address = addresses.table_entry(card.code)
        canvas.qr(address, edge - PLACE_QR - 3 * mm, below - 1 * mm, PLACE_QR)
    # The seat with a suit below, as in the corners of a playing card.
    seat, suit = str(card.place), suit_of_place(card.place)
    for x in (box.left + 6 * mm, box.right - 13 * mm):
        middle, y = x + INDEX_SUIT / 2, box.top - 12.5 * mm
        texts.append(Text(middle, y, seat, 20, SERIF_BOLD, "centre"))
        canvas.addLiteral(suit_drawing(suit, x, y - 1.5 * mm - INDEX_SUIT, INDEX_SUIT))
    canvas.qr(addresses.seat(card.code, card.place), edge, below - 1 * mm, PLACE_QR)
    x, y = edge + PLACE_QR / 2, below + PLACE_QR - 0.5 * mm
    canvas.write([*texts, Text(x, y, card.code, SMALL, BOLD, "centre")])


def place_card_head(card: Seated, box: Box, headline: str) -> list[Text]:
    """Return event, seat, name and club, centred from top to bottom."""
    x, top, room = box.middle, box.top, box.width - 2 * INSET
    table = _("Table %(number)s") % {"number": card.table}
    seat = _("Place %(number)s") % {"number": card.place}
    centred = partial(fitted_block, align="centre", most=2)
    named = partial(centred, height=TWO_LINES, above=0.6)
    names = named(card.name, x, top - 32 * mm, room, NAME_SIZES, SERIF_BOLD)
    club_at = min((line.y for line in names), default=top) - 6.5 * mm
    return [
        *centred(headline, x, top - 10 * mm, room - 24 * mm, HEADLINE_SIZES, above=0.5),
        Text(x, top - 18 * mm, f"{table} · {seat}", 16, BOLD, "centre"),
        *names,
        *centred(card.club, x, club_at, room, CLUB_SIZES),
    ]


class StartCard(NamedTuple):
    """One player's card; ``seats`` has table and seat of each series, "" if unknown."""

    name: str
    club: str
    number: str
    qr: str
    code: str
    seats: Sequence[tuple[str, str, str]]


def start_cards(event: Event, addresses: Addresses) -> CardPaper | None:
    """Return the start cards, None if nobody takes part.

    Without entries, everybody who has a seat gets a card without a number. The codes
    lead to the evening of their owner, where the secretary can check them in.
    """
    series = list(event.series.values_list("number", flat=True))
    seated = {
        seats[0].player_id: seats for seats in seats_by_person(seated_people(event))
    }

    def card(player: int, name: str, club: str, number: str, qr: str) -> StartCard:
        code = card_code(event=event.pk, player=player)
        places = {
            seat.series_number: (str(seat.table), str(seat.place))
            for seat in seated.get(player, ())
        }
        seats = [(str(number), *places.get(number, ("", ""))) for number in series]
        return StartCard(name, club, number, qr, code, seats)

    coming = event.entries.exclude(status=EntryStatus.ABSENT).order_by("start_number")
    entries = coming.select_related("player__club").with_teams()
    clubs = clubs_beside(event, (entry.player for entry in entries))
    cards = [
        card(
            entry.player_id,
            entry.player.name,
            club_and_teams(entry.player, entry.team_names, clubs),
            str(entry.start_number),
            addresses.evening(event.pk, entry.start_number),
        )
        for entry in entries
    ] or [
        card(pk, one.name, one.club, "", addresses.seat(one.code, one.place))
        for pk, (one, *_others) in seated.items()
    ]
    if not cards:
        return None
    headline = f"{event.name} · {formats.short_date(event.date)}"
    return CardPaper(cards=cards, draw_card=partial(draw_start_card, headline=headline))


def draw_start_card(
    canvas: PaperCanvas, card: StartCard, box: Box, *, headline: str
) -> None:
    """Draw a card that players carry from series to series."""
    x, right, top = box.left + INSET, box.right - INSET, box.top
    room = right - x - START_QR - 3 * mm
    canvas.write(start_card_head(card, headline, x, top, room))
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
    card: StartCard, headline: str, x: float, top: float, room: float
) -> list[Text]:
    number = card.number
    beside = x + (width_of(number, 22, SERIF_BOLD) + 3 * mm if number else 0)
    fitted, y = partial(fitted_block, most=2, leading=1.05), top - 16 * mm
    named = partial(fitted, height=TWO_SMALLER, above=0.33)
    return [
        *fitted(headline, x, top - 9.5 * mm, room, HEADLINE_SIZES, above=0.45),
        Text(x, top - 18 * mm, number, 22, SERIF_BOLD),
        *named(card.name, beside, y, x + room - beside, START_SIZES, SERIF_BOLD),
        *fitted(card.club, x, top - 23.5 * mm, room, CLUB_SIZES[3:]),
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
    texts = [*seat_heads(edges, begin + 1.3 * mm)]
    size = min(13.0, step * 0.75)
    for index, seat in enumerate(seats):
        y = begin - step * (index + 0.5) - size * 0.35
        for (left, end_x), text, font in zip(
            pairwise(edges), seat, (FONT, BOLD, BOLD), strict=False
        ):
            texts.append(Text((left + end_x) / 2, y, text, size, font, "centre"))
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
        pgettext("seat", "Table"),
        pgettext("seat", "Place"),
        *([f"{won}–{lost}"] if len(edges) == len(SHARES) else []),
        _("Points"),
    )
    for (left, right), head in zip(pairwise(edges), heads, strict=True):
        x, room, sizes = (left + right) / 2, right - left - 1, (SMALL, 7, 6)
        yield from fitted_block(head, x, y, room, sizes, align="centre")


def lots_paper(event: str, people: int) -> CardPaper | None:
    """Return slips to be cut, folded and drawn: one for each seat of the tables."""
    lots = [
        (table, seat)
        for table, size in enumerate(table_sizes(people), start=1)
        for seat in range(1, size + 1)
    ]
    draw = partial(draw_lot, event=event)
    paper = CardPaper(cards=lots, draw_card=draw, columns=LOT_COLUMNS, rows=LOT_ROWS)
    return paper if lots else None


def draw_lot(
    canvas: PaperCanvas, lot: tuple[int, int], box: Box, *, event: str
) -> None:
    """Draw one slip; its suit stands for the seat as well."""
    table, seat = lot
    room, middle, top = box.width - 12 * mm, box.middle, box.top
    centred = partial(fitted_block, align="centre", most=2)
    words = _("Table %(number)s") % {"number": table}
    below, beside = (
        _("Place %(number)s") % {"number": seat},
        box.left + box.width * 0.42,
    )
    canvas.write(
        [
            *centred(words, middle, top - 14 * mm, room, (25, 22, 18, 14), SERIF_BOLD),
            Text(beside, top - 23 * mm, below, 16, BOLD, "centre"),
            *centred(event, middle, top - 28.5 * mm, room, CLUB_SIZES[4:]),
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
    word = pgettext("seat", "Table")
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


INVITATION_QR = 88 * mm
INVITATION_SIZES = (44, 38, 32, 27, 22, 18, 15, 12)
DAY_SIZES = (30, 26, 22)


def invitation_paper(event: Event, addresses: Addresses) -> SheetPaper:
    """Return a page for the wall whose code leads to the registration."""
    draw = partial(draw_invitation, address=addresses.register(event.pk))
    return SheetPaper(sheets=[event], draw_sheet=draw)


def draw_invitation(canvas: PaperCanvas, event: Event, *, address: str) -> None:
    middle, frame = A4[0] / 2, page_frame()
    day, time = weekday_date(event.open_until), clock_time(event.open_until)
    places = ngettext("%(count)s place", "%(count)s places", event.places or 0)
    fee = _("Entry fee %(amount)s") % {"amount": money(event.entry_fee)}
    series = ngettext("%(count)s series", "%(count)s series", event.series.count())
    facts = (
        event.place,
        series % {"count": event.series.count()},
        fee if event.entry_fee else "",
        places % {"count": event.places} if event.places else "",
    )
    until = _("Register until %(day)s, %(time)s:") % {"day": day, "time": time}
    lines = (
        (frame.club, 262, (20, 16, 13, 10), FONT, 1),
        (event.name, 238, INVITATION_SIZES, SERIF_BOLD, 2),
        (
            f"{weekday_date(event.date)} {event.date.year}",
            205,
            DAY_SIZES,
            SERIF_BOLD,
            1,
        ),
        (" · ".join(filter(None, facts)), 190, (18, 15, 12, 10, 8), FONT, 2),
        (until, 160, (18, 15, 12), BOLD, 1),
        (address, 52, (14, 12, 10, 8), FONT, 2),
    )
    canvas.setFillGray(0)
    for text, y, sizes, font, most in lines:
        block = fitted_block(
            text, middle, y * mm, SIGN_ROOM, sizes, font, "centre", most=most
        )
        canvas.write(block)
    canvas.qr(address, middle - INVITATION_QR / 2, 62 * mm, INVITATION_QR)


MOST_ITEMS = 6
RECEIPT_INSET = 15 * mm


class Receipt(NamedTuple):
    """One receipt; ``items`` are what was paid for, each with its cents."""

    number: str
    payer: str
    items: Sequence[tuple[str, int]]

    @property
    def total(self) -> str:
        return money(sum(amount for _purpose, amount in self.items))

    @property
    def shown_items(self) -> list[tuple[str, str]]:
        """The items that fit on a receipt; the sixth may stand for the rest."""
        items = [(purpose, money(amount)) for purpose, amount in self.items]
        if len(items) <= MOST_ITEMS:
            return items
        return [*items[: MOST_ITEMS - 1], (_("further items"), "…")]


def booked_receipts(event: Event) -> list[Receipt]:
    """Return a receipt for each person, and for each list by its writer, who paid.

    Every cent stands on one of them: that of a person has what they paid themselves.
    """
    groups: dict[tuple[int, ...], list[Payment]] = {}
    payments = cash_taken_in(event).order_by("pk")
    for payment in payments.select_related("entry__player", "sheet__series"):
        groups.setdefault(receipt_key(payment), []).append(payment)
    writers = writers_by_list(
        payment.sheet_id for group in groups.values() for payment in group
    )
    receipts = []
    for (_kind, *numbers), paid in sorted(groups.items()):
        first = paid[0]
        payer = first.entry.player.name if first.entry else first.note
        if first.sheet and not first.entry:
            payer = writers.get(first.sheet.pk, "")
        items = [(payment_purpose(payment), payment.amount) for payment in paid]
        receipts.append(Receipt("-".join(map(str, numbers)), payer, items))
    return receipts


def receipt_key(payment: Payment) -> tuple[int, ...]:
    """Return what payments on one receipt share: players before lists, its number."""
    if payment.entry:
        return (0, payment.entry.start_number)
    if payment.sheet:
        return (1, payment.sheet.series.number, payment.sheet.table_number)
    return (2, payment.pk)


def payment_purpose(payment: Payment) -> str:
    where = payment.sheet.long_name if payment.sheet else ""
    note = payment.note if payment.entry or payment.sheet else ""
    return " · ".join(filter(None, (payment.get_kind_display(), where, note)))


def receipts_paper(event: Event) -> CardPaper | None:
    """Return the receipts, signed for the organiser or the own club; None without."""
    if not (receipts := booked_receipts(event)):
        return None
    date = long_date(event.date)
    draw = partial(
        draw_receipt,
        event=event.name,
        place=", ".join(filter(None, (event.place, date))),
        receiver=event.organiser,
    )
    return CardPaper(cards=receipts, draw_card=draw, columns=1)


def draw_receipt(
    canvas: PaperCanvas,
    receipt: Receipt,
    box: Box,
    *,
    event: str,
    place: str,
    receiver: str,
) -> None:
    x, right, top = box.left + RECEIPT_INSET, box.right - RECEIPT_INSET, box.top
    room, middle = right - x, (x + right) / 2
    number = _("No. %(number)s") % {"number": receipt.number}
    payer = _("Received from %(name)s") % {"name": receipt.payer}
    fitted, club = partial(fitted_block, most=2, above=1), page_frame().club
    head, at, half = top - 11 * mm, top - 19 * mm, room * 0.4
    texts = [
        Text(x, head, _("Receipt"), 17, SERIF_BOLD),
        *fitted_block(
            club, middle, head, room * 0.6, CLUB_SIZES[1:], SERIF_BOLD, "centre"
        ),
        Text(right, head, number, 10, FONT, "right"),
        *fitted_block(payer, x, at, room * 0.55, CLUB_SIZES, BOLD),
        *fitted(event, right, at, room * 0.43, CLUB_SIZES[2:], align="right"),
    ]
    for row, (purpose, amount) in enumerate(receipt.shown_items):
        y = top - (27 + row * 4.4) * mm
        texts += fitted_block(purpose, x, y, room * 0.8, (9.5, *CLUB_SIZES[3:]))
        texts.append(Text(right, y, amount, 9.5, FONT, "right"))
    y = top - 54 * mm
    texts.append(Text(x, y, _("Total"), 11, BOLD))
    texts.append(Text(right, y, receipt.total, 11, BOLD, "right"))
    signature = ", ".join(filter(None, (_("Signature"), receiver or club)))
    y, ends = top - 64.5 * mm, (x, right - half)
    for at, text in zip(ends, (place or _("Place, date"), signature), strict=True):
        texts += fitted_block(text, at, y, half, CLUB_SIZES[4:], most=2)
    canvas.write(texts)
    signs = [StraightLine(at, y + 4 * mm, at + half, y + 4 * mm) for at in ends]
    canvas.rule([StraightLine(x, top - 22 * mm, right, top - 22 * mm, 0.8), *signs])
