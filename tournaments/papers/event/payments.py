"""What is receipted: fees, loss money and all that was booked."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Event, Payment
from tournaments.events.money.selectors import (
    ListMoney,
    PlayerMoney,
    entry_fees,
    list_money,
    valid_payments,
    writers_by_list,
)
from tournaments.words.choices import PaymentKind
from tournaments.words.formats import enumeration, money

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
