"""Saving the prize plan and paying prizes."""

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.log import locked_event
from tournaments.events.models import Event, Payment, Prize, Team
from tournaments.events.money.selectors import valid_payments
from tournaments.events.money.services import MoneyRefused, book_payment, replace_rows
from tournaments.events.prizes.selectors import count_payers, plan_for
from tournaments.events.prizes.winners import Winner, prize_list
from tournaments.events.prizes.words import overpaid_text
from tournaments.people.models import User
from tournaments.words.choices import PaymentKind
from tournaments.words.formats import enumeration, money


class PaysBeyondPlan(MoneyRefused):
    """Prizes are paid although others were paid too much; it can be confirmed."""


class PlanExceedsPot(ValidationError):
    """A prize plan pays more than the entry fees bring; it can be confirmed."""


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
        raise MoneyRefused(
            _("Prizes have been paid by this plan. Take those bookings back first."),
            code="paid",
        )
    plan = plan_for(event, prizes, count_payers(event))
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
    """Book the unpaid prizes of the lines with ``keys``, or of all open lines.

    Refused while lists are missing, since later corrections do not change a prize
    that was paid (rules 5.8). If somebody else was paid too much, ``PaysBeyondPlan``
    is raised unless it is ``confirmed``. A thing is booked as handed out, without
    money.
    """
    event = locked_event(event.pk)
    prizes = prize_list(event)
    if not prizes.standings.is_complete or not prizes.standings.places:
        raise MoneyRefused(
            _("Prizes are paid when every list is finished."), code="provisional"
        )
    lines = [line for line in prizes.open_lines if keys is None or line.key in keys]
    if not lines:
        raise MoneyRefused(_("This prize has been paid."), code="paid")
    if prizes.overpaid and not confirmed:
        raise PaysBeyondPlan(
            _(
                "%(overpaid)s If you pay %(names)s now and that does not come back, "
                "the prizes cost more than was planned. Pay all the same?"
            ),
            code="beyond",
            params={
                "overpaid": overpaid_text(prizes),
                "names": enumeration([line.name for line in lines]),
            },
        )
    return [pay_line(event, line, by) for line in lines]


def pay_line(event: Event, line: Winner, by: User) -> Payment:
    """Book the unpaid part of one prize of a person or a team."""
    entry = event.entries.get(pk=line.entry_id) if line.entry_id else None
    team = Team.objects.get(pk=line.team_id) if line.team_id else None
    note = team.name if team else ", ".join(line.things)
    return book_payment(
        event,
        PaymentKind.PRIZE,
        -line.owed,
        by,
        entry=entry,
        team=team,
        note=note[:200],
    )
