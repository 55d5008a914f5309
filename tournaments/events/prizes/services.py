"""Writing the prize plan, and paying prizes out."""

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.log import locked_event
from tournaments.events.models import Event, Payment, Prize
from tournaments.events.money.services import (
    MoneyRefused,
    record,
    replace_rows,
    unreverted,
)
from tournaments.events.prizes.selectors import payers, planned
from tournaments.events.prizes.winners import Winner, prize_list
from tournaments.events.prizes.words import overpaid_text
from tournaments.people.models import User
from tournaments.words.choices import PaymentKind
from tournaments.words.formats import enumeration, money


class PaysBeyondPlan(MoneyRefused):
    """Prizes are paid though others were paid too much; it can be confirmed."""


class PlanExceedsPot(ValidationError):
    """A prize plan pays more than the entry fees bring; it can be confirmed."""


@transaction.atomic
def save_prize_plan(
    *, event: Event, prizes: Sequence[Prize], confirmed: bool = False
) -> Event:
    """Save how the prizes are made up; ``prizes`` replace the old ones.

    A plan that pays more than the pot raises ``PlanExceedsPot`` unless it is
    ``confirmed``. Once a prize was paid the plan stays (rules 5.3, 5.8).
    """
    locked_event(event.pk)
    if unreverted(event, PaymentKind.PRIZE).exists():
        raise MoneyRefused(
            _("Prizes have been paid by this plan. Take those bookings back first."),
            code="paid",
        )
    plan = planned(event, prizes, payers(event))
    if plan.excess and not confirmed:
        raise PlanExceedsPot(
            _(
                "The plan pays %(total)s, but the pot of %(people)s people is "
                "%(pot)s: %(excess)s are missing. Confirm it if the club adds them."
            ),
            code="pot",
            params={
                "total": money(plan.total),
                "people": plan.people,
                "pot": money(plan.pot),
                "excess": money(plan.excess),
            },
        )
    event.full_clean()
    event.save(
        update_fields=["prize_mode", "prize_percent", "pot_percent", "prize_rounding"]
    )
    for prize in prizes:
        prize.event = event
    replace_rows(event.prizes.all(), prizes)
    return event


@transaction.atomic
def pay_prizes(
    *,
    event: Event,
    by: User,
    keys: Collection[str] | None = None,
    confirmed: bool = False,
) -> list[Payment]:
    """Book what is owed on the lines with ``keys``, or on all that are open.

    Refused while lists are missing: later corrections do not change a prize that was
    paid (rules 5.8). While somebody else was paid too much, ``PaysBeyondPlan`` is
    raised unless it is ``confirmed``. A thing is booked as handed out, with no money.
    """
    event = locked_event(event.pk)
    found = prize_list(event)
    if not found.standings.is_complete or not found.standings.places:
        raise MoneyRefused(
            _("Prizes are paid when every list is finished."), code="provisional"
        )
    lines = [line for line in found.open_lines if keys is None or line.key in keys]
    if not lines:
        raise MoneyRefused(_("This prize has been paid."), code="paid")
    if found.overpaid and not confirmed:
        raise PaysBeyondPlan(
            _(
                "%(overpaid)s If you pay %(names)s now and that does not come back, "
                "the prizes cost more than was planned. Pay all the same?"
            ),
            code="beyond",
            params={
                "overpaid": overpaid_text(found),
                "names": enumeration([line.name for line in lines]),
            },
        )
    return [pay_line(event, line, by) for line in lines]


def pay_line(event: Event, line: Winner, by: User) -> Payment:
    """Book what is owed of one prize; the note of a team's is the team's name."""
    entry = event.entries.get(pk=line.entry_id) if line.entry_id else None
    note = ", ".join(line.things) if entry else line.note
    return record(
        event, PaymentKind.PRIZE, -line.owed, by, entry=entry, note=note[:200]
    )
