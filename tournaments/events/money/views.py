"""The money plan, entry fees, the money of lists and of people."""

from fractions import Fraction

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.events.entrants import seated_without_entry
from tournaments.events.entries.services import register_seated as enter_seated
from tournaments.events.models import Entry, Payment
from tournaments.events.money import services
from tournaments.events.money.forms import FeeForm, HandInForm, MoneyPlanForm
from tournaments.events.money.selectors import (
    entry_fees,
    list_money,
    payments_of,
    people_money,
)
from tournaments.events.pages import editable_event, readable_event, requested_event
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import button_for, writer, writes_with
from tournaments.web.answers import (
    refusals_as_messages,
    saved,
    show_form,
    unknown_answer,
)
from tournaments.web.numbers import whole_number
from tournaments.words.formats import money
from tournaments.words.rights import Right

STAKES = {
    "1/10": Fraction(1, 10),
    "1/4": Fraction(1, 4),
    "1/2": Fraction(1, 2),
    "1": Fraction(1),
    "2": Fraction(2),
    "5": Fraction(5),
}


@writes_with(Right.MONEY, Right.EVENTS)
def plan_money(request: HttpRequest, pk: int) -> HttpResponse:
    event = requested_event(request, pk)
    data = request.POST if request.method == "POST" else None
    form = MoneyPlanForm(data, instance=event)
    if saved(request, form):
        return redirect("events:money", pk)
    return show_form(
        request, "tournaments/events/money/money.html", event=event, form=form
    )


@writes_with(Right.MONEY)
def show_fees(request: HttpRequest, pk: int) -> HttpResponse:
    event = requested_event(request, pk)
    fees = entry_fees(event)
    form = FeeForm(request.POST or None, fees=fees, by=request.user)
    if form.is_valid() and (payment := form.save()):
        report_fee_paid(request, payment)
        return redirect("events:fees", pk)
    return show_form(
        request,
        "tournaments/events/money/fees.html",
        event=event,
        form=form,
        fees=fees,
        due=sum(fee.due for fee in fees),
        paid=sum(fee.paid for fee in fees),
        unpaid=sum(fee.state == "open" for fee in fees),
        unregistered=seated_without_entry(event),
    )


def report_fee_paid(request: HttpRequest, payment: Payment) -> None:
    text = _("%(player)s has paid %(amount)s.")
    values = {"player": payment.entry, "amount": money(payment.amount)}
    messages.success(request, text % values)


@button_for(Right.MONEY)
def toggle_fee(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    actions = {"paid": book_fee, "open": take_fee_back}
    action = next((name for name in actions if name in request.POST), None)
    if action is None:
        return unknown_answer()
    number = whole_number(request.POST[action]) or 0
    entries = Entry.objects.filter(event=event).select_related("player")
    entry = get_object_or_404(entries, start_number=number)
    with refusals_as_messages(request):
        actions[action](request, entry)
    return redirect("events:fees", pk)


def book_fee(request: HttpRequest, entry: Entry) -> None:
    """Book the entry fee of a person."""
    report_fee_paid(request, services.pay_fee(entry=entry, by=writer(request)))


def take_fee_back(request: HttpRequest, entry: Entry) -> None:
    """Take back the bookings of a person's entry fee."""
    services.take_back_fee(entry=entry, by=writer(request))
    text = _("The entry fee of %(player)s is open again.")
    messages.success(request, text % {"player": entry})


@button_for(Right.MONEY)
def register_seated(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    entries = enter_seated(event=event)
    text = ngettext(
        "%(count)d person is registered.",
        "%(count)d people are registered.",
        len(entries),
    )
    messages.success(request, text % {"count": len(entries)})
    return redirect("events:fees", pk)


@writes_with(Right.MONEY)
def show_list_money(request: HttpRequest, pk: int) -> HttpResponse:
    sheets = ScoreSheet.objects.visible_to(request.user)
    if request.method == "POST":
        sheets = ScoreSheet.objects.editable_by(request.user)
    sheet = get_object_or_404(sheets.with_event(), pk=pk)
    event = sheet.series.event
    (account,) = list_money(event, sheet=sheet)
    form = HandInForm(request.POST or None, account=account, by=request.user)
    if form.is_valid() and (payment := form.save()):
        report_handed_in(request, payment)
        return redirect("events:cash", event.pk)
    return show_form(
        request,
        "tournaments/events/money/list_money.html",
        event=event,
        account=account,
        form=form,
        bookings=payments_of(event).filter(sheet=sheet),
    )


@button_for(Right.MONEY)
def revert_booking(request: HttpRequest, pk: int, payment_pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    payment = get_object_or_404(event.payments, pk=payment_pk)
    with refusals_as_messages(request):
        services.revert_payment(payment=payment, by=writer(request))
        messages.success(request, _("The booking is taken back."))
    return redirect("events:cash", pk)


@require_safe
def show_people_money(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    stake = request.GET.get("stake", "")
    lists = list_money(event, stake=STAKES.get(stake))
    series = [series.number for series in event.series.all()]
    people = people_money(event, lists=lists, fees=entry_fees(event))
    return show_form(
        request,
        "tournaments/events/money/people_money.html",
        event=event,
        people=people,
        total=sum(person.due for person in people),
        series=series,
        stakes=STAKES,
        stake=stake if stake in STAKES else "",
        shows_settlement=any(account.shows_settlement for account in lists),
    )


def report_handed_in(request: HttpRequest, payment: Payment) -> None:
    text = _("%(amount)s of series %(series)s, table %(table)s are booked.")
    sheet = payment.sheet
    if sheet is not None:
        values = {
            "amount": money(payment.amount),
            "series": sheet.series.number,
            "table": sheet.table_number,
        }
        messages.success(request, text % values)
