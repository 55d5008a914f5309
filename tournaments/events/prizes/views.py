"""Prizes: the plan, the winners, and paying them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.events.models import Event
from tournaments.events.pages import editable_event, readable_event
from tournaments.events.prizes import services
from tournaments.events.prizes.forms import PrizePlanForm
from tournaments.events.prizes.selectors import prize_plan
from tournaments.events.prizes.winners import prize_list
from tournaments.events.prizes.words import overpaid_text
from tournaments.web.access import button_for, form_for, may, writer
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.words.formats import money
from tournaments.words.rights import Right


@require_safe
def show_prizes(request: HttpRequest, pk: int) -> HttpResponse:
    return answer_with_prizes(request, readable_event(request, pk))


def answer_with_prizes(
    request: HttpRequest, event: Event, **context: str
) -> HttpResponse:
    """Answer with the prizes; ``context`` has the question to confirm a payment."""
    prizes = prize_list(event)
    return show_form(
        request,
        "tournaments/events/prizes/prizes.html",
        event=event,
        prizes=prizes,
        may_pay=may(request, Right.MONEY) and prizes.standings.is_complete,
        overpaid=overpaid_text(prizes),
        **context,
    )


@form_for(Right.MONEY, Right.EVENTS)
def plan_prizes(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    stored = prize_plan(event)
    form = PrizePlanForm(request.POST or None, instance=event)
    if form.is_valid() and form.save():
        text = _("The prize plan is saved.")
        messages.success(request, f"{text} {form.read_text()}")
        return redirect("events:prizes", pk)
    return show_form(
        request,
        "tournaments/events/prizes/prize_plan.html",
        event=event,
        form=form,
        plan=stored,
    )


@button_for(Right.MONEY)
def pay(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    key = request.POST.get("prize", "")
    with refusals_as_messages(request):
        try:
            paid = services.pay_prizes(
                event=event,
                by=writer(request),
                keys=None if key == "all" else {key},
                confirmed="confirmed" in request.POST,
            )
        except services.PaysBeyondPlan as refusal:
            question = refusal.messages[0]
            return answer_with_prizes(request, event, asked=question, asked_for=key)
        text = ngettext(
            "%(count)d prize is booked: %(amount)s.",
            "%(count)d prizes are booked: %(amount)s.",
            len(paid),
        )
        total = -sum(payment.amount for payment in paid)
        messages.success(request, text % {"count": len(paid), "amount": money(total)})
    return redirect("events:prizes", pk)
