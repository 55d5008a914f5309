"""Receipts for what was paid, four per page."""

from collections.abc import Iterator, Sequence
from functools import partial

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tournaments.events.models import Event
from tournaments.papers.canvas.canvas import (
    SMALL,
    PaperCanvas,
    StraightLine,
    Text,
    fitted_block,
    page_frame,
)
from tournaments.papers.canvas.shapes import Box, CardPaper
from tournaments.papers.event.payments import Receipt
from tournaments.people.selectors import home_club
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD
from tournaments.words.formats import long_date, short_date

INSET = 15 * mm


def receipts_paper(
    event: Event, receipts: Sequence[Receipt], *, are_booked: bool = False
) -> CardPaper | None:
    """Return receipts with the receiver of the money, the place and the date.

    None without receipts. Those for all that was booked are signed for the organiser,
    those for players and lists without one for the own club.
    """
    if not receipts:
        return None
    club = None if are_booked else home_club()
    receiver = event.organiser or (club.name if club else "")
    date = long_date(event.date) if are_booked else short_date(event.date)
    draw = partial(
        draw_receipt,
        event=event.name,
        place=", ".join(filter(None, (event.place, date))),
        signature=", ".join(filter(None, (_("Signature"), receiver))),
    )
    return CardPaper(cards=receipts, draw_card=draw, columns=1)


def draw_receipt(
    canvas: PaperCanvas,
    receipt: Receipt,
    box: Box,
    *,
    event: str,
    place: str,
    signature: str,
) -> None:
    x, right, top = box.left + INSET, box.right - INSET, box.top
    room, sign = right - x, top - 60.5 * mm
    canvas.write(
        [
            *head_texts(receipt, event, x, right, top),
            *item_texts(receipt, x, right, top),
            *foot_texts(place, signature, x, right, top - 64.5 * mm),
        ]
    )
    canvas.rule(
        [
            StraightLine(x, top - 22 * mm, right, top - 22 * mm, 0.8),
            StraightLine(x, sign, x + room * 0.4, sign),
            StraightLine(right - room * 0.4, sign, right, sign),
        ]
    )


def head_texts(
    receipt: Receipt, event: str, x: float, right: float, top: float
) -> Iterator[Text]:
    """Yield the club, the number, who paid and for which event."""
    room, y = right - x, top - 11 * mm
    number = _("No. %(number)s") % {"number": receipt.number}
    yield Text(x, y, _("Receipt"), 17, SERIF_BOLD)
    club, middle = page_frame().club, x + room / 2
    sizes = (11, 10, 9, 8, 7, 6)
    yield from fitted_block(club, middle, y, room * 0.6, sizes, SERIF_BOLD, "centre")
    yield Text(right, y, number, 10, FONT, "right")
    payer = _("Received from %(name)s") % {"name": receipt.payer}
    y = top - 19 * mm
    yield from fitted_block(payer, x, y, room * 0.55, (12, *sizes), BOLD)
    yield from fitted_block(
        event,
        right,
        y,
        room * 0.43,
        (10, 9, 8, 7, 6),
        align="right",
        most=lambda size: 1 + (size < SMALL),
        above=1,
    )


def item_texts(receipt: Receipt, x: float, right: float, top: float) -> Iterator[Text]:
    room, y = right - x, top - 27 * mm
    for purpose, amount in receipt.shown_items:
        yield from fitted_block(purpose, x, y, room * 0.8, (9.5, 9, 8, 7, 6))
        yield Text(right, y, amount, 9.5, FONT, "right")
        y -= 4.4 * mm
    y = top - 54 * mm
    yield Text(x, y, _("Total"), 11, BOLD)
    yield Text(right, y, receipt.total, 11, BOLD, "right")


def foot_texts(
    place: str, signature: str, x: float, right: float, y: float
) -> Iterator[Text]:
    room, sizes = (right - x) * 0.4, (SMALL, 7, 6)
    for at, text in ((x, place or _("Place, date")), (right - room, signature)):
        yield from fitted_block(text, at, y, room, sizes, most=2)
