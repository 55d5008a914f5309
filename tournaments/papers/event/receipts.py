"""Receipts for entry fees, loss money and the like, four per page."""

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
    page_frame,
)
from tournaments.papers.canvas.fitting import (
    fitted_lines,
    fitted_text,
    lines_that_fit,
    shrunk_text,
)
from tournaments.papers.canvas.shapes import Box, CardPaper
from tournaments.papers.event.payments import Receipt, booked_receipts
from tournaments.people.selectors import home_club
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD
from tournaments.words.formats import long_date, short_date

INSET = 15 * mm


def receipts_paper(event: Event, receipts: Sequence[Receipt]) -> CardPaper | None:
    """Return receipts with the receiver of the money, the place and the date."""
    club = home_club()
    return receipts_of(
        event,
        receipts,
        receiver=event.organiser or (club.name if club else ""),
        date=short_date(event.date),
    )


def booked_receipts_paper(event: Event) -> CardPaper | None:
    """Return the receipts for all that was booked; None without payments."""
    return receipts_of(
        event,
        booked_receipts(event),
        receiver=event.organiser,
        date=long_date(event.date),
    )


def receipts_of(
    event: Event, receipts: Sequence[Receipt], *, receiver: str, date: str
) -> CardPaper | None:
    draw = partial(
        draw_receipt,
        event=event.name,
        place=", ".join(filter(None, (event.place, date))),
        signature=", ".join(filter(None, (_("Signature"), receiver))),
    )
    if not receipts:
        return None
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
    """Draw one receipt with the lines to sign."""
    x, right, top = box.left + INSET, box.right - INSET, box.top
    room, sign = right - x, top - 62 * mm
    canvas.write(
        [
            *head_texts(receipt, event, x, right, top),
            *item_texts(receipt, x, right, top),
            *foot_texts(place, signature, x, right, top - 66 * mm),
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
    club, size = shrunk_text(page_frame().club, room * 0.6, (11, 10, 9, 8), SERIF_BOLD)
    yield Text(x + room / 2, y, club, size, SERIF_BOLD, "centre")
    yield Text(right, y, fitted_text(number, 50 * mm, 10), 10, FONT, "right")
    payer = _("Received from %(name)s") % {"name": receipt.payer}
    sizes = (12, 11, 10, 9, SMALL)
    names, size = lines_that_fit(payer, room * 0.62, sizes, BOLD, most=lambda _size: 1)
    yield Text(x, top - 19 * mm, names[0], size, BOLD)
    about = fitted_text(event, room * 0.36, 10)
    yield Text(right, top - 19 * mm, about, 10, FONT, "right")


def item_texts(receipt: Receipt, x: float, right: float, top: float) -> Iterator[Text]:
    """Yield what was paid for, and the total."""
    room, y = right - x, top - 27 * mm
    for purpose, amount in receipt.shown_items:
        yield Text(x, y, fitted_text(purpose, room * 0.7, 9.5), 9.5)
        yield Text(right, y, fitted_text(amount, room * 0.28, 9.5), 9.5, FONT, "right")
        y -= 4.4 * mm
    y = top - 54 * mm
    total = fitted_text(receipt.total, room * 0.4, 11, BOLD)
    yield Text(x, y, _("Total"), 11, BOLD)
    yield Text(right, y, total, 11, BOLD, "right")


def foot_texts(
    place: str, signature: str, x: float, right: float, y: float
) -> Iterator[Text]:
    """Yield the texts below the lines to sign."""
    room = (right - x) * 0.4
    yield Text(x, y, fitted_text(place or _("Place, date"), room, SMALL), SMALL)
    for index, line in enumerate(fitted_lines(signature, room, SMALL)):
        yield Text(right - room, y - index * 9, line, SMALL)
