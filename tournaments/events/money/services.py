"""Writing money: every booking stays; a wrong one is reverted, never changed.

Each service locks the event, so that nothing is booked twice at the same moment.
"""

from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.accounts import Step
from tournaments.events.entries.selectors import credits_of, entry_fees, fees_of
from tournaments.events.log import locked_event
from tournaments.events.models import (
    CashCount,
    Entry,
    Event,
    LossStep,
    Payment,
    Prize,
    Team,
)
from tournaments.events.money.awards import (
    count_payers,
    overpaid_text,
    plan_for,
    prize_list,
)
from tournaments.events.money.selectors import (
    PersonMoney,
    list_money,
    people_money,
    valid_payments,
)
from tournaments.people.models import Player, User
from tournaments.scope.models import create_many
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EntryStatus, PaymentKind
from tournaments.words.formats import enumeration, money

BOOKED_BY_HAND = (PaymentKind.FLOAT, PaymentKind.OTHER, PaymentKind.CREDIT)


class MoneyRefused(ValidationError):
    """A booking that would make the cash desk wrong."""


class PaysBeyondPlan(MoneyRefused):
    """Prizes are paid although others were paid too much; it can be confirmed."""


class PlanExceedsPot(ValidationError):
    """A prize plan pays more than the entry fees bring; it can be confirmed."""


@transaction.atomic
def save_money_plan(*, event: Event, steps: Sequence[Step]) -> Event:
    """Save the fees of an event; ``steps`` replace those of the loss money."""
    if len(steps) != len({step.from_loss for step in steps}):
        text = _("Two steps of the loss money begin with the same lost game.")
        raise ValidationError(text, "step")
    locked_event(event.pk)
    event.full_clean()
    event.save(update_fields=["entry_fee", "passed_in_fee", "passed_in_free"])
    rows = [LossStep(event=event, **step._asdict()) for step in sorted(steps)]
    replace_rows(event.loss_steps.all(), rows)
    return event


@transaction.atomic
def save_prize_plan(
    *, event: Event, prizes: Sequence[Prize], confirmed: bool = False
) -> Event:
    """Save the prize plan; ``prizes`` replace the stored ones.

    A plan that pays more than the pot raises ``PlanExceedsPot`` unless it is
    ``confirmed``. Once a prize has been paid the plan cannot change (rules 5.3, 5.8).
    """
    locked_event(event.pk)
    if valid_payments(event, PaymentKind.PRIZE).exists():
        text = _("Prizes have been paid by this plan. Take those bookings back first.")
        raise MoneyRefused(text, "paid")
    plan = plan_for(event, prizes, count_payers(event))
    if plan.excess and not confirmed:
        text = _(
            "The plan pays %(total)s, but the pot of %(people)s people is "
            "%(pot)s: %(excess)s are missing."
        )
        sums = {n: money(getattr(plan, n)) for n in ("total", "pot", "excess")}
        raise PlanExceedsPot(text, "pot", {**sums, "people": plan.people})
    event.full_clean()
    event.save(
        update_fields=[
            *("prize_mode", "prize_percent", "pot_percent", "prize_rounding"),
            "prizes_each",
        ]
    )
    for prize in prizes:
        prize.event = event
    replace_rows(event.prizes.all(), prizes)
    return event


def replace_rows(stored: QuerySet[Any], wanted: Iterable[Any]) -> None:
    """Replace the stored rows; equal ones stay, so that the log has what changed."""
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
def pay_dues(
    *,
    event: Event,
    by: User,
    amount: int,
    from_credit: int = 0,
    number: int | None = None,
    fees_only: bool = False,
    on_credit: bool = False,
) -> list[Payment]:
    """Book what people owe, fee and loss money, of one start number or of everybody.

    With ``fees_only`` the loss money stays open, and "everybody" is who is here.
    ``amount`` is what was to be paid, and ``from_credit`` the part of it that was paid
    ahead; if it is more or less by now nothing is booked. With ``on_credit`` nobody
    pays: they owe it from then on.
    """
    event = locked_event(event.pk)
    lock_credits(event.entries.values("player"))
    lists = [] if fees_only else list_money(event)
    people = people_money(lists=lists, fees=entry_fees(event))
    paying = [person for person in people if person.entry and person.open]
    if fees_only:
        paying = only_present(event, paying)
    if number is not None:
        paying = [each for each in people if each.payable and each.number == number]
    due = sum(person.payable for person in paying)
    if not due:
        raise MoneyRefused(_("There is nothing to pay."), "paid")
    refuse_change(due, amount)
    ahead = from_credit if on_credit else sum(each.from_credit for each in paying)
    refuse_change(due - ahead, amount - from_credit)
    at = timezone.now()
    return [
        book_payment(event, by=by, at=at, **about)
        for person in paying
        for about in person.bookings(
            person.payable if on_credit else person.from_credit
        )
    ]


def only_present(event: Event, people: Iterable[PersonMoney]) -> list[PersonMoney]:
    present = event.entries.filter(status=EntryStatus.PRESENT)
    here = set(present.values_list("player", flat=True))
    return [person for person in people if person.player_id in here]


def lock_credits(players: Any) -> None:
    """Lock people until the transaction ends: their credit belongs to all events."""
    list(Player.every.select_for_update().filter(pk__in=players).order_by("pk"))


def refuse_change(due: int, amount: int) -> None:
    if due != amount:
        text = _("Meanwhile %(due)s are to be paid, and not %(amount)s.")
        sums = {"due": money(due), "amount": money(amount)}
        raise MoneyRefused(text, "changed", sums)


@transaction.atomic
def pay_debt(*, entry: Entry, amount: int, by: User) -> Payment:
    """Take in what somebody owes from earlier, if it is still ``amount`` cents."""
    event = locked_event(entry.event_id)
    lock_credits([entry.player_id])
    [fee] = fees_of(event.entries.filter(pk=entry.pk))
    refuse_change(fee.debt, amount)
    if amount <= 0:
        raise MoneyRefused(_("There is nothing to pay."), "paid")
    return book_payment(event, PaymentKind.CREDIT, amount, by, entry=entry)


@transaction.atomic
def take_back_dues(*, entry: Entry, by: User, fees_only: bool = False) -> list[Payment]:
    """Take back what one person has paid last: all that was booked at once."""
    event = locked_event(entry.event_id)
    kinds = [PaymentKind.FEE] if fees_only else [PaymentKind.FEE, PaymentKind.LOSS]
    booked = list(valid_payments(event, *kinds).filter(entry=entry))
    if not booked:
        raise MoneyRefused(_("Nothing has been booked yet."), "open")
    last = max(payment.at for payment in booked)
    return [book_reversal(each, by) for each in booked if each.at == last]


@transaction.atomic
def take_back_bookings(*, event: Event, payments: Collection[int], by: User) -> int:
    """Take back what was booked of many people at once; return how many bookings.

    What was taken back one by one meanwhile stays as it is.
    """
    event = locked_event(event.pk)
    lock_credits(event.entries.values("player"))
    booked = valid_payments(event, *PaymentKind.values).filter(pk__in=payments)
    return len([book_reversal(payment, by) for payment in booked])


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
        text = _("This list is not finished; nobody knows yet what is due.")
        raise MoneyRefused(text, "open")
    if account.booked != seen:
        text = _("%(amount)s have been handed in with this list already.")
        raise MoneyRefused(text, "booked", {"amount": money(account.booked)})
    if not amount:
        raise MoneyRefused(_("Nothing was handed in."), "nothing")
    handed_in = account.booked + amount
    store_count(event, handed_in, account.due, by=by, note=note, sheet=sheet)
    return book_payment(event, PaymentKind.LOSS, amount, by, sheet=sheet, note=note)


@transaction.atomic
def book_other(
    *,
    event: Event,
    kind: str,
    amount: int,
    by: User,
    note: str = "",
    entry: Entry | None = None,
) -> Payment:
    """Book the change fund or something else, but not what was booked last.

    Money of a person that they pay ahead, or get back, needs their ``entry``.
    """
    event, note = locked_event(event.pk), note.strip()
    if kind not in BOOKED_BY_HAND:
        raise ValueError(kind)
    if (entry is None) == (kind == PaymentKind.CREDIT):
        text = _("Credit is of one person, other money of nobody.")
        raise MoneyRefused(text, "entry")
    if not amount:
        raise MoneyRefused(_("An amount is needed."), "nothing")
    if kind == PaymentKind.OTHER and not note:
        raise MoneyRefused(_("Please say what for."), "note")
    last = event.payments.last()
    booked = last and (last.kind, last.amount, last.note, last.entry)
    if booked == (kind, amount, note, entry):
        text = _("Exactly this was booked last. If it happened twice, say so in words.")
        raise MoneyRefused(text, "twice")
    if entry and amount < 0:
        lock_credits([entry.player_id])
        credit = credits_of([entry.player_id]).get(entry.player_id, 0)
        if credit + amount < 0:
            text = _("%(player)s has paid %(amount)s ahead, and no more.")
            words = {"player": entry.player, "amount": money(max(0, credit))}
            raise MoneyRefused(text, "credit", words)
    return book_payment(event, kind, amount, by, note=note, entry=entry)


@transaction.atomic
def pay_prizes(
    *,
    event: Event,
    by: User,
    keys: Collection[str] | None = None,
    confirmed: bool = False,
) -> list[Payment]:
    """Book the unpaid prizes of the lines with ``keys``, or of all open lines.

    Refused while lists are missing, since later corrections do not change a prize
    that was paid (rules 5.8). If somebody else was paid too much, ``PaysBeyondPlan``
    is raised unless it is ``confirmed``. A thing is booked as handed out, without
    money.
    """
    event = locked_event(event.pk)
    prizes = prize_list(event)
    if not prizes.standings.is_complete or not prizes.standings.places:
        text = _("Prizes are paid when every list is finished.")
        raise MoneyRefused(text, "provisional")
    lines = [line for line in prizes.open_lines if keys is None or line.key in keys]
    if not lines:
        raise MoneyRefused(_("This prize has been paid."), "paid")
    if prizes.overpaid and not confirmed:
        text = _(
            "%(overpaid)s If you pay %(names)s now and that does not come back, "
            "the prizes cost more than was planned. Pay all the same?"
        )
        names = enumeration([line.name for line in lines])
        words = {"overpaid": overpaid_text(prizes), "names": names}
        raise PaysBeyondPlan(text, "beyond", words)
    paid = []
    for line in lines:
        team = Team.objects.get(pk=line.team_id) if line.team_id else None
        note = team.name if team else line.to_note
        about: dict[str, Any] = {"entry_id": line.entry_id, "note": note, "team": team}
        paid.append(book_payment(event, PaymentKind.PRIZE, -line.owed, by, **about))
    return paid


@transaction.atomic
def pass_prizes_on(*, event: Event, entry_pk: int, absent: bool) -> Entry:
    """Note that a person is not there to take prizes, or is after all.

    Their prizes go to the next ones. Refused of a person who has got a prize.
    """
    event = locked_event(event.pk)
    entry = event.entries.select_related("player").get(pk=entry_pk)
    prizes = valid_payments(event, PaymentKind.PRIZE)
    if absent and prizes.filter(entry=entry).exists():
        text = _("%(player)s has got a prize. Take that booking back first.")
        raise MoneyRefused(text, "paid", {"player": entry.player})
    entry.store(misses_prizes=absent)
    return entry


@transaction.atomic
def revert_payment(*, payment: Payment, by: User) -> Payment:
    """Take a booking back by one with the opposite amount; both stay in the books."""
    locked_event(payment.event_id)
    if payment.reverts_id is not None:
        text = _("This takes another one back; please write it anew.")
        raise MoneyRefused(text, "reversal")
    if Payment.objects.filter(reverts=payment).exists():
        raise MoneyRefused(_("This was taken back already."), "reverted")
    return book_reversal(payment, by)


@transaction.atomic
def count_cash(*, event: Event, counted: int, by: User, note: str = "") -> CashCount:
    """Record the money counted in the drawer, and what was booked at that time."""
    event = locked_event(event.pk)
    booked = payments_total(event.payments.filter(on_credit=False))
    return store_count(event, counted, booked, by=by, note=note.strip())


def store_count(event: Event, counted: int, expected: int, **about: Any) -> CashCount:
    """Store what was counted; ``about`` has its list, its note and its account."""
    if counted < 0:
        text = _("An amount below zero is not possible here.")
        raise MoneyRefused(text, "negative")
    return CashCount.objects.create(
        event=event, counted=counted, expected=expected, at=timezone.now(), **about
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
    about |= {"team": team, "contest": team.contest if team else None}
    about = {"at": timezone.now(), "by": by} | about
    payment = Payment(event=event, kind=kind, amount=amount, **about)
    return payment.check_and_save(force_insert=True)


def book_reversal(payment: Payment, by: User) -> Payment:
    same = (
        *("event_id", "kind", "entry_id", "sheet_id", "contest_id", "team_id"),
        *("note", "on_credit"),
    )
    return Payment.objects.create(
        **{name: getattr(payment, name) for name in same},
        amount=-payment.amount,
        reverts=payment,
        at=timezone.now(),
        by=by,
    )


def payments_total(payments: QuerySet[Payment]) -> int:
    return int(payments.aggregate(total=Sum("amount"))["total"] or 0)
