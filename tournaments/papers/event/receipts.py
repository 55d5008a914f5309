"""Receipts for fees, loss money and all that was booked, four per page."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm

from tournaments.events.models import Event, Payment
from tournaments.events.money.selectors import (
    ListMoney,
    PlayerMoney,
    entry_fees,
    list_money,
    valid_payments,
    writers_by_list,
)
from tournaments.papers.canvas.canvas import (
    SMALL,
    PaperCanvas,
    StraightLine,
    Text,
    fitted_block,
    page_frame,
)
from tournaments.papers.canvas.shapes import Box, CardPaper
from tournaments.people.selectors import home_club
from tournaments.web.drawing.faces import BOLD, FONT, SERIF_BOLD
from tournaments.words.choices import PaymentKind
from tournaments.words.formats import enumeration, long_date, money, short_date

TAKEN_IN = (PaymentKind.FEE, PaymentKind.LOSS, PaymentKind.OTHER)
MOST_ITEMS = 6
Key = tuple[int, int, int]


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


def player_receipts(event: Event) -> list[Receipt]:
    """Return a receipt for each player who paid: the entry fee and loss money.

    Loss money counts as paid once its list was settled without a difference.
    """
    paid: dict[int, list[tuple[str, int]]] = {}
    for account in list_money(event):
        for player in account.players if account.is_settled else ():
            if player.due:
                item = (loss_text(account, player), player.due)
                paid.setdefault(player.player_id, []).append(item)
    receipts = (
        Receipt(
            str(fee.entry.start_number),
            fee.entry.player.name,
            [
                *([(_("Entry fee"), fee.paid)] if fee.paid else []),
                *paid.get(fee.entry.player_id, []),
            ],
        )
        for fee in entry_fees(event)
    )
    return [receipt for receipt in receipts if receipt.items]


def list_receipts(event: Event) -> list[Receipt]:
    """Return a receipt for each list whose money was handed in (rules 5.7).

    It is for the writer of the list, with the amount that each player owed.
    """
    return [
        Receipt(
            f"{account.sheet.series.number}/{account.sheet.table_number}",
            account.writer,
            [
                *(
                    (f"{player.name}: {games_text(player)}", player.due)
                    for player in account.players
                ),
                *([(_("Difference"), -account.open)] if account.open else []),
            ],
        )
        for account in list_money(event)
        if account.booked
    ]


def loss_text(account: ListMoney, player: PlayerMoney) -> str:
    """Return the list and the games for which a player paid loss money."""
    sheet = account.sheet
    where = _("Series %(series)s, table %(table)s") % {
        "series": sheet.series.number,
        "table": sheet.table_number,
    }
    return f"{where}: {games_text(player)}"


def games_text(player: PlayerMoney) -> str:
    """Return the games of a list for which a player pays, in words."""
    text = ngettext("%(count)d lost game", "%(count)d lost games", player.lost)
    extra = [_("passed-in games")] if player.passed_in else []
    return enumeration([text % {"count": player.lost}, *extra])


def booked_receipts(event: Event) -> list[Receipt]:
    """Return a receipt for each player and list with payments.

    Payments that were reverted are left out. Two queries.
    """
    groups: dict[Key, list[Payment]] = {}
    payments = valid_payments(event, *TAKEN_IN).filter(amount__gt=0).order_by("pk")
    for payment in payments.select_related("entry__player", "sheet__series"):
        groups.setdefault(receipt_key(payment), []).append(payment)
    writers = writers_by_list(
        payment.sheet_id for group in groups.values() for payment in group
    )
    return [payment_receipt(groups[key], writers) for key in sorted(groups)]


def receipt_key(payment: Payment) -> Key:
    """Return the key that payments on one receipt share; players sort before lists."""
    if payment.entry:
        return (0, payment.entry.start_number, 0)
    if payment.sheet:
        return (1, payment.sheet.series.number, payment.sheet.table_number)
    return (2, payment.pk, 0)


def payment_receipt(payments: list[Payment], writers: dict[int, str]) -> Receipt:
    first = payments[0]
    number, payer = str(first.pk), first.note
    if first.entry:
        number, payer = str(first.entry.start_number), first.entry.player.name
    elif first.sheet:
        sheet = first.sheet
        number = f"{sheet.series.number}-{sheet.table_number}"
        payer = writers.get(sheet.pk, "")
    items = [(payment_purpose(payment), payment.amount) for payment in payments]
    return Receipt(number, payer, items)


def payment_purpose(payment: Payment) -> str:
    parts = [str(payment.get_kind_display())]
    if sheet := payment.sheet:
        words = _("series %(series)s, table %(table)s")
        numbers = {"series": sheet.series.number, "table": sheet.table_number}
        parts.append(words % numbers)
    if payment.note and (payment.entry or payment.sheet):
        parts.append(payment.note)
    return " · ".join(parts)


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
