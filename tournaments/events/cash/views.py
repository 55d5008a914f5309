"""The cash desk: the money due, booked and counted."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.events.cash.selectors import cash_desk
from tournaments.events.models import Event
from tournaments.events.money.forms import BookingForm, CountForm, QuickHandInForm
from tournaments.events.money.selectors import (
    entry_fees,
    list_money,
    payments_of,
    takes_loss_money,
)
from tournaments.events.money.views import report_handed_in
from tournaments.events.pages import editable_event, requested_event
from tournaments.events.prizes.selectors import prize_plan
from tournaments.web.access import button_for, writer, writes_with
from tournaments.web.answers import saved, show_form
from tournaments.words.formats import money
from tournaments.words.rights import Right

BOOKINGS_A_PAGE = 10


@writes_with(Right.MONEY)
def cash(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the cash desk; a POST books the loss money of one list."""
    event = requested_event(request, pk)
    accounts = list_money(event)
    form = QuickHandInForm(request.POST or None, accounts=accounts, by=request.user)
    if form.is_valid() and (payment := form.save()):
        report_handed_in(request, payment)
        return redirect("events:cash", pk)
    return show_cash(request, event, quick=form, accounts=accounts)


def show_cash(request: HttpRequest, event: Event, **context: Any) -> HttpResponse:
    """Answer with the cash desk; ``context`` has the submitted form."""
    accounts = context.pop("accounts", None) or list_money(event)
    by = request.user
    forms = {
        "quick": QuickHandInForm(accounts=accounts, by=by),
        "booking": BookingForm(event=event, by=by),
        "count": CountForm(event=event, by=by),
    } | context
    fees = entry_fees(event)
    bookings = Paginator(payments_of(event), BOOKINGS_A_PAGE)
    return show_form(
        request,
        "tournaments/events/cash/cash.html",
        event=event,
        accounts=accounts,
        to_settle=[account for account in accounts if account.is_to_settle],
        takes_loss_money=takes_loss_money(event, accounts),
        desk=cash_desk(event, lists=accounts, fees=fees, plan=prize_plan(event)),
        has_receipts=any(fee.paid for fee in fees),
        has_slips=any(account.booked for account in accounts),
        page=bookings.get_page(request.GET.get("page")),
        **forms,
    )


@button_for(Right.MONEY)
def book(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    form = BookingForm(request.POST, event=event, by=writer(request))
    if form.is_valid() and (payment := form.save()):
        text = _("%(amount)s are booked.")
        messages.success(request, text % {"amount": money(payment.amount)})
        return redirect("events:cash", pk)
    return show_cash(request, event, booking=form)


@button_for(Right.MONEY)
def count(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    form = CountForm(request.POST, event=event, by=writer(request))
    if saved(request, form, _("The count is written down.")):
        return redirect("events:cash", pk)
    return show_cash(request, event, count=form)
