"""The money of an event: plan, fees, lists, people, the cash desk and the prizes."""

from fractions import Fraction
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.entrants import seated_without_entry
from tournaments.events.entries.services import register_seated as enter_seated
from tournaments.events.models import Event
from tournaments.events.money import awards, forms, selectors, services
from tournaments.events.pages import (
    event_button,
    event_form,
    event_page,
    forms_on_page,
    requested_event,
)
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import may, writer, writes_with
from tournaments.web.answers import done, posted, show_form, unknown_answer
from tournaments.web.numbers import whole_number
from tournaments.words import formats
from tournaments.words.rights import Right

BOOKINGS_A_PAGE = 10
STAKES = {text: Fraction(text) for text in ("1/10", "1/4", "1/2", "1", "2", "5")}
"""Cents for each point of difference."""
Shown = dict[str, Any]


@event_form(forms.MoneyPlanForm, Right.MONEY, Right.EVENTS, back="events:money")
def money(_request: HttpRequest, _event: Event) -> Shown:
    return {}


@event_form(forms.FeeForm, Right.MONEY, back="events:fees")
def fees(_request: HttpRequest, event: Event) -> Shown:
    rows = selectors.entry_fees(event)
    return {
        "fees": rows,
        "due": sum(fee.due for fee in rows),
        "paid": sum(fee.paid for fee in rows),
        "unpaid": sum(fee.state == "open" for fee in rows),
        "unregistered": seated_without_entry(event),
    }


@event_button(Right.MONEY, back="events:fees")
def toggle_fee(request: HttpRequest, event: Event) -> str | HttpResponse:
    """Book the entry fee of a person, or take its bookings back."""
    is_paid = "paid" in request.POST
    number = request.POST.get("paid" if is_paid else "open")
    if number is None:
        return unknown_answer()
    entries = event.entries.select_related("player")
    entry = get_object_or_404(entries, start_number=whole_number(number) or 0)
    if is_paid:
        payment = services.pay_fee(entry=entry, by=writer(request))
        return str(forms.fee_paid_text(payment))
    services.take_back_fee(entry=entry, by=writer(request))
    return _("The entry fee of %(player)s is open again.") % {"player": entry}


@event_button(Right.MONEY, back="events:fees")
def register_seated(_request: HttpRequest, event: Event) -> str:
    count = len(enter_seated(event=event))
    text = ngettext(
        "%(count)d person is registered.", "%(count)d people are registered.", count
    )
    return text % {"count": count}


@writes_with(Right.MONEY)
def list_money(request: HttpRequest, pk: int) -> HttpResponse:
    sheets = ScoreSheet.objects.visible_to(request.user)
    if request.method == "POST":
        sheets = ScoreSheet.objects.editable_by(request.user)
    sheet = get_object_or_404(sheets.with_event(), pk=pk)
    event = sheet.series.event
    (account,) = selectors.list_money(event, sheet=sheet)
    form = forms.HandInForm(
        posted(request), account=account, sheet=sheet, by=request.user
    )
    return done(request, form, "events:cash", event.pk) or show_form(
        request,
        "tournaments/events/money/list_money.html",
        event=event,
        account=account,
        form=form,
        bookings=selectors.payments_of(event).filter(sheet=sheet),
    )


@event_button(Right.MONEY, back="events:cash")
def revert_booking(request: HttpRequest, event: Event, payment_pk: int) -> str:
    payment = get_object_or_404(event.payments, pk=payment_pk)
    services.revert_payment(payment=payment, by=writer(request))
    return _("The booking is taken back.")


@event_page
def people_money(request: HttpRequest, event: Event) -> Shown:
    stake = request.GET.get("stake", "")
    lists = selectors.list_money(event, stake=STAKES.get(stake))
    fees = selectors.entry_fees(event)
    people = selectors.people_money(event, lists=lists, fees=fees)
    return {
        "people": people,
        "total": sum(person.due for person in people),
        "series": [series.number for series in event.series.all()],
        "stakes": STAKES,
        "stake": stake if stake in STAKES else "",
        "shows_settlement": any(account.shows_settlement for account in lists),
    }


DESK_FORMS: dict[str, Any] = {
    "quick": forms.QuickHandInForm,
    "booking": forms.BookingForm,
    "count": forms.CountForm,
}


@writes_with(Right.MONEY)
def cash(request: HttpRequest, pk: int, sent: str = "quick") -> HttpResponse:
    """Show the cash desk; its quick form books the loss money of one list."""
    event = requested_event(request, pk)
    accounts = selectors.list_money(event)
    known = {"event": event, "accounts": accounts, "by": request.user}
    desk_forms = forms_on_page(request, DESK_FORMS, sent, **known)
    if answer := done(request, desk_forms[sent], "events:cash", event.pk):
        return answer
    fees, prizes = selectors.entry_fees(event), awards.prize_list(event)
    desk = selectors.cash_desk(
        event, lists=accounts, fees=fees, prizes=prizes.plan.total
    )
    counts = event.cash_counts.filter(sheet=None).select_related("by")
    bookings = Paginator(selectors.payments_of(event), BOOKINGS_A_PAGE)
    return show_form(
        request,
        "tournaments/events/money/cash.html",
        event=event,
        accounts=accounts,
        to_settle=[account for account in accounts if account.is_to_settle],
        takes_loss_money=selectors.takes_loss_money(event, accounts),
        desk=desk,
        drawer=desk[-1],
        last_count=counts.last(),
        overpaid=awards.overpaid_text(prizes),
        has_receipts=any(fee.paid for fee in fees),
        has_slips=any(account.booked for account in accounts),
        page=bookings.get_page(request.GET.get("page")),
        **desk_forms,
    )


@event_page
def prizes(request: HttpRequest, event: Event) -> Shown:
    return shown_prizes(request, event)


def shown_prizes(request: HttpRequest, event: Event) -> Shown:
    prizes = awards.prize_list(event)
    return {
        "prizes": prizes,
        "may_pay": may(request, Right.MONEY) and prizes.standings.is_complete,
        "overpaid": awards.overpaid_text(prizes),
    }


@event_form(
    forms.PrizePlanForm,
    *(Right.MONEY, Right.EVENTS),
    back="events:prizes",
    for_writers=True,
)
def prize_plan(_request: HttpRequest, event: Event) -> Shown:
    return {"plan": awards.prize_plan(event)}


@event_button(Right.MONEY, back="events:prizes")
def pay(request: HttpRequest, event: Event) -> str | HttpResponse:
    key = request.POST.get("prize", "")
    try:
        paid = services.pay_prizes(
            event=event,
            by=writer(request),
            keys=None if key == "all" else {key},
            confirmed="confirmed" in request.POST,
        )
    except services.PaysBeyondPlan as refusal:
        shown = shown_prizes(request, event)
        shown |= {"event": event, "asked": refusal.messages[0], "asked_for": key}
        return show_form(request, "tournaments/events/money/prizes.html", **shown)
    text = ngettext(
        "%(count)d prize is booked: %(amount)s.",
        "%(count)d prizes are booked: %(amount)s.",
        len(paid),
    )
    total = -sum(payment.amount for payment in paid)
    return text % {"count": len(paid), "amount": formats.money(total)}
