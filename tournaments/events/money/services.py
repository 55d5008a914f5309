"""Writing money: every booking stays; a wrong one is reverted, never changed.

Each service locks the event, so that nothing is booked twice at the same moment.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.accounts import Step
from tournaments.events.log import locked_event
from tournaments.events.models import (
    CashCount,
    Entry,
    Event,
    LossStep,
    Payment,
    Team,
)
from tournaments.events.money.selectors import list_money, valid_payments
from tournaments.people.models import User
from tournaments.scope.log import create_many
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EntryStatus, PaymentKind
from tournaments.words.formats import money


class MoneyRefused(ValidationError):
    """A booking that would make the cash desk wrong."""


@transaction.atomic
def save_money_plan(*, event: Event, steps: Sequence[Step]) -> Event:
    """Save entry fee, passed-in fee and the steps of the loss money.

    ``event`` has the values of the form; ``steps`` replace the stored ones.
    """
    lost = [step.from_loss for step in steps]
    if len(lost) != len(set(lost)):
        raise ValidationError(
            _("Two steps of the loss money begin with the same lost game."),
            code="step",
        )
    locked_event(event.pk)
    event.full_clean()
    event.save(update_fields=["entry_fee", "passed_in_fee", "passed_in_free"])
    rows = [
        LossStep(event=event, from_loss=step.from_loss, amount=step.amount)
        for step in sorted(steps, key=lambda step: step.from_loss)
    ]
    replace_rows(event.loss_steps.all(), rows)
    return event


def replace_rows(stored: QuerySet[Any], wanted: Iterable[Any]) -> None:
    """Replace the stored rows by ``wanted``; equal rows stay untouched.

    So the log has only what changed, and not the whole plan each time.
    """
    fields = stored.model._meta.concrete_fields
    values = attrgetter(*(field.attname for field in fields if not field.primary_key))
    new = list(wanted)
    for row in stored:
        equal = next((each for each in new if values(each) == values(row)), None)
        if equal is None:
            row.delete()
        else:
            new.remove(equal)
    for row in new:
        row.full_clean(validate_unique=False)
    create_many(new)


@transaction.atomic
def pay_fee(*, entry: Entry, by: User) -> Payment:
    """Book the unpaid part of the entry fee of ``entry``."""
    event = locked_event(entry.event_id)
    entry = event.entries.select_related("player").get(pk=entry.pk)
    paid = payments_total(entry.payments.filter(kind=PaymentKind.FEE))
    missing = event.entry_fee - paid
    if entry.status == EntryStatus.ABSENT:
        raise MoneyRefused(
            _("%(player)s did not come."),
            code="absent",
            params={"player": entry.player},
        )
    if not event.entry_fee:
        raise MoneyRefused(_("There is no entry fee."), code="free")
    if missing <= 0:
        raise MoneyRefused(
            _("%(player)s has paid already."),
            code="paid",
            params={"player": entry.player},
        )
    return book_payment(event, PaymentKind.FEE, missing, by, entry=entry)


@transaction.atomic
def take_back_fee(*, entry: Entry, by: User) -> list[Payment]:
    """Take back the bookings of the entry fee of ``entry``."""
    event = locked_event(entry.event_id)
    booked = list(valid_payments(event, PaymentKind.FEE).filter(entry=entry))
    if not booked:
        raise MoneyRefused(_("No entry fee was booked."), code="open")
    return [book_reversal(payment, by) for payment in booked]


@transaction.atomic
def take_list_money(
    *, sheet: ScoreSheet, amount: int, by: User, seen: int = 0, note: str = ""
) -> Payment:
    """Book the loss money handed in with a finished list, and what was expected.

    ``seen`` is what had been booked when the page was opened, so that money somebody
    else has booked since is not booked twice.
    """
    event = locked_event(sheet.series.event_id)
    (account,) = list_money(event, sheet=sheet)
    if not account.sheet.is_finished:
        raise MoneyRefused(
            _("This list is not finished; nobody knows yet what is due."), code="open"
        )
    if account.booked != seen:
        raise MoneyRefused(
            _("%(amount)s have been handed in with this list already."),
            code="booked",
            params={"amount": money(account.booked)},
        )
    if not amount:
        raise MoneyRefused(_("Nothing was handed in."), code="nothing")
    refuse_negative(account.booked + amount)
    CashCount.objects.create(
        event=event,
        sheet=sheet,
        counted=account.booked + amount,
        expected=account.due,
        note=note,
        at=timezone.now(),
        by=by,
    )
    return book_payment(event, PaymentKind.LOSS, amount, by, sheet=sheet, note=note)


@transaction.atomic
def book_other(
    *, event: Event, kind: str, amount: int, by: User, note: str = ""
) -> Payment:
    """Book the change fund or something else; money paid out is negative.

    A booking equal to the last one is refused, because it was probably sent twice.
    """
    event = locked_event(event.pk)
    if kind not in (PaymentKind.FLOAT, PaymentKind.OTHER):
        raise ValueError(kind)
    if not amount:
        raise MoneyRefused(_("An amount is needed."), code="nothing")
    if kind == PaymentKind.OTHER and not note.strip():
        raise MoneyRefused(_("Please say what for."), code="note")
    last = event.payments.last()
    if last and (last.kind, last.amount, last.note) == (kind, amount, note.strip()):
        raise MoneyRefused(
            _("Exactly this was booked last. If it happened twice, say so in words."),
            code="twice",
        )
    return book_payment(event, kind, amount, by, note=note.strip())


@transaction.atomic
def revert_payment(*, payment: Payment, by: User) -> Payment:
    """Take a booking back by one with the opposite amount; both stay in the books."""
    locked_event(payment.event_id)
    if payment.reverts_id is not None:
        raise MoneyRefused(
            _("This booking takes another one back; book anew instead."),
            code="reversal",
        )
    if Payment.objects.filter(reverts=payment).exists():
        raise MoneyRefused(_("This booking was taken back already."), code="reverted")
    return book_reversal(payment, by)


@transaction.atomic
def count_cash(*, event: Event, counted: int, by: User, note: str = "") -> CashCount:
    """Record the money counted in the drawer, and what was booked at that time."""
    event = locked_event(event.pk)
    refuse_negative(counted)
    return CashCount.objects.create(
        event=event,
        counted=counted,
        expected=payments_total(event.payments.all()),
        note=note.strip(),
        at=timezone.now(),
        by=by,
    )


def book_payment(
    event: Event,
    kind: str,
    amount: int,
    by: User,
    *,
    team: Team | None = None,
    **about: Any,
) -> Payment:
    """Check and store one booking; ``about`` has its entry, its list and its note."""
    payment = Payment(
        event=event,
        kind=kind,
        contest=team.contest if team else None,
        team=team,
        amount=amount,
        at=timezone.now(),
        by=by,
        **about,
    )
    return payment.check_and_save(force_insert=True)


def book_reversal(payment: Payment, by: User) -> Payment:
    """Store the booking that takes ``payment`` back."""
    return Payment.objects.create(
        event_id=payment.event_id,
        kind=payment.kind,
        entry_id=payment.entry_id,
        sheet_id=payment.sheet_id,
        contest_id=payment.contest_id,
        team_id=payment.team_id,
        amount=-payment.amount,
        note=payment.note,
        reverts=payment,
        at=timezone.now(),
        by=by,
    )


def payments_total(payments: QuerySet[Payment]) -> int:
    """Return the sum of bookings in cents."""
    return int(payments.aggregate(total=Sum("amount"))["total"] or 0)


def refuse_negative(amount: int) -> None:
    """Refuse a negative amount."""
    if amount < 0:
        raise MoneyRefused(
            _("An amount below zero is not possible here."), code="negative"
        )
