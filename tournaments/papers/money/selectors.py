"""Receipts for the payments that were booked."""

from django.utils.translation import gettext as _

from tournaments.events.models import Event, Payment
from tournaments.events.money.selectors import valid_payments, writers_by_list
from tournaments.papers.money.receipts import Receipt, ReceiptsDocument
from tournaments.words import formats
from tournaments.words.choices import PaymentKind

TAKEN_IN = (PaymentKind.FEE, PaymentKind.LOSS, PaymentKind.OTHER)
Key = tuple[int, int, int]


def booked_receipts_document(event: Event) -> ReceiptsDocument | None:
    """Return a receipt for each player and list with payments; None without any.

    Payments that were reverted are left out. Two queries.
    """
    groups: dict[Key, list[Payment]] = {}
    payments = valid_payments(event, *TAKEN_IN).filter(amount__gt=0).order_by("pk")
    for payment in payments.select_related("entry__player", "sheet__series"):
        groups.setdefault(receipt_key(payment), []).append(payment)
    if not groups:
        return None
    writers = writers_by_list(
        payment.sheet_id for group in groups.values() for payment in group
    )
    place_and_date = (event.place, formats.long_date(event.date))
    return ReceiptsDocument(
        event=event.name,
        receiver=event.organiser,
        place_and_date=", ".join(filter(None, place_and_date)),
        receipts=[payment_receipt(groups[key], writers) for key in sorted(groups)],
    )


def receipt_key(payment: Payment) -> Key:
    """Return the key that payments on one receipt share; players sort before lists."""
    if payment.entry:
        return (0, payment.entry.start_number, 0)
    if payment.sheet:
        return (1, payment.sheet.series.number, payment.sheet.table_number)
    return (2, payment.pk, 0)


def payment_receipt(payments: list[Payment], writers: dict[int, str]) -> Receipt:
    """Return the receipt for payments with the same key."""
    first = payments[0]
    number, payer = str(first.pk), first.note
    if first.entry:
        number, payer = str(first.entry.start_number), first.entry.player.name
    elif first.sheet:
        sheet = first.sheet
        number = f"{sheet.series.number}-{sheet.table_number}"
        payer = writers.get(sheet.pk, "")
    return Receipt(
        number=number,
        payer=payer,
        items=tuple(
            (payment_purpose(payment), formats.money(payment.amount))
            for payment in payments
        ),
        total=formats.money(sum(payment.amount for payment in payments)),
    )


def payment_purpose(payment: Payment) -> str:
    """Return the purpose of a payment."""
    parts = [str(payment.get_kind_display())]
    if payment.sheet:
        parts.append(
            _("series %(series)s, table %(table)s")
            % {
                "series": payment.sheet.series.number,
                "table": payment.sheet.table_number,
            }
        )
    if payment.note and (payment.entry or payment.sheet):
        parts.append(payment.note)
    return " · ".join(parts)
