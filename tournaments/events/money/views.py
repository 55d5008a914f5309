"""The money of an event: plan, fees, lists, people, the cash desk and the prizes."""

from fractions import Fraction
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.entrants import seated_without_entry
from tournaments.events.entries.selectors import entry_fees
from tournaments.events.entries.services import register_seated as enter_seated
from tournaments.events.models import Event, Payment
from tournaments.events.money import awards, forms, reports, selectors, services
from tournaments.events.pages import (
    editable_event,
    event_button,
    event_form,
    event_page,
    forms_on_page,
    mass_act,
    remember_mass_act,
    requested_event,
    taken_back,
)
from tournaments.people.models import Player, User
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import form_for, may, page_for, writer, writes_with
from tournaments.web.answers import done, posted, show_form, unknown_answer
from tournaments.web.numbers import whole_number
from tournaments.web.tables import RankedTable
from tournaments.words import formats
from tournaments.words.rights import Right

BOOKINGS_A_PAGE = 10
STAKES = {text: Fraction(text) for text in ("1/10", "1/4", "1/2", "1", "2", "5")}
"""Cents for each point of difference."""
Shown = dict[str, Any]
Booked = tuple[str, list[Payment]]
"""What is said of bookings, and these."""


@event_form(forms.MoneyPlanForm, Right.MONEY, Right.EVENTS, back="events:money")
def money(request: HttpRequest, event: Event) -> Shown:
    """Show what everybody has to pay and gets, and the amounts behind it."""
    stake = request.GET.get("stake", "")
    lists = selectors.list_money(event, stake=STAKES.get(stake))
    fees = entry_fees(event)
    people = selectors.people_money(lists=lists, fees=fees)
    prizes = awards.prize_list(event).lines
    awards.share_out(prizes, people)
    has_paid = any(person.paid for person in people)
    takes_loss_money = selectors.takes_loss_money(event, lists)
    has_money = event.entry_fee or takes_loss_money or has_paid
    is_open = sum(person.open for person in people if person.entry)
    from_credit = sum(person.from_credit for person in people if person.open)
    shows_settlement = any(account.shows_settlement for account in lists)
    return {
        "people": people,
        "mass": mass_act(request, event, "dues"),
        "is_played": any(account.players for account in lists),
        "due": sum(person.due for person in people),
        "open": is_open,
        "on_credit": sum(person.owing for person in people),
        "excess": sum(person.excess for person in people),
        "from_credit": from_credit,
        "cash": is_open - from_credit,
        "has_receipts": selectors.cash_taken_in(event).exists(),
        "earlier": selectors.left_open(event) if may(request, Right.MONEY) else None,
        "lists": [each for each in lists if each.lacks_unnamed],
        "prizes": prizes,
        "takes_loss_money": takes_loss_money,
        "is_shown": people and (has_money or shows_settlement or prizes),
        "unregistered": seated_without_entry(event),
        "stakes": STAKES,
        "stake": stake if stake in STAKES else "",
        "shows_settlement": shows_settlement,
    }


@event_button(Right.MONEY, back="events:money")
def pay_dues(request: HttpRequest, event: Event) -> HttpResponse:
    """Book what one person owes, or all, as it was shown; or take it back."""
    return press_dues(request, event, back="events:money")


@event_button(Right.MONEY, back="events:check_in")
def pay_fees(request: HttpRequest, event: Event) -> HttpResponse:
    return press_dues(request, event, back="events:check_in", fees_only=True)


def press_dues(
    request: HttpRequest, event: Event, *, back: str, **only: bool
) -> HttpResponse:
    """Book what the pressed button says: for whom, and the amounts it was shown with.

    It is the number of a person, or "all" of them.
    """
    verb = next((each for each in PRESSED if each in request.POST), "")
    who, *shown = request.POST.get(verb, "").split("/")
    amounts = [cents for text in shown if (cents := whole_number(text)) is not None]
    if not verb or len(shown) not in PRESSED[verb][1:] or len(amounts) < len(shown):
        return unknown_answer()
    number = None if who == "all" else whole_number(who) or 0
    book = PRESSED[verb][0]
    text, booked = book(event, writer(request), number, *amounts, **only)
    messages.success(request, text)
    if who == "all":
        act = "fees" if only else "dues"
        remember_mass_act(request, event, act, [payment.pk for payment in booked])
    address = reverse(back, args=[event.pk])
    at = f"#number-{number}" if number and verb != "earlier" else ""
    return redirect(address + at)


def book_paid(
    event: Event,
    by: User,
    number: int | None,
    amount: int,
    from_credit: int = 0,
    **only: bool,
) -> Booked:
    sums: dict[str, Any] = {"amount": amount, "from_credit": from_credit, **only}
    booked = services.pay_dues(event=event, number=number, by=by, **sums)
    total = sum(payment.amount for payment in booked)
    return _("%(amount)s are booked.") % {"amount": formats.money(total)}, booked


def put_on_credit(
    event: Event, by: User, number: int | None, amount: int, **_only: bool
) -> Booked:
    sums: dict[str, Any] = {"amount": amount, "on_credit": True}
    booked = services.pay_dues(event=event, number=number, by=by, **sums)
    text = _("%(amount)s are on credit: they stand at the next door, to be paid.")
    return text % {"amount": formats.money(amount)}, booked


def put_earlier_on_credit(
    event: Event, by: User, number: int | None, amount: int, **only: bool
) -> Booked:
    """Put what is open of the event with the key ``number`` on credit."""
    earlier = get_object_or_404(Event, pk=number, date__lte=event.date)
    return put_on_credit(earlier, by, None, amount, **only)


def take_debt(
    event: Event, by: User, number: int | None, amount: int, **_only: bool
) -> Booked:
    entry = get_object_or_404(event.entries, start_number=number)
    payment = services.pay_debt(entry=entry, by=by, amount=amount)
    text = _("%(player)s has paid the old debt of %(amount)s.")
    words = {"player": entry.player, "amount": formats.money(amount)}
    return text % words, [payment]


def take_back_paid(event: Event, by: User, number: int | None, **only: bool) -> Booked:
    entry = get_object_or_404(event.entries, start_number=number)
    booked = services.take_back_dues(entry=entry, by=by, **only)
    amount = formats.money(-sum(payment.amount for payment in booked))
    text = _("%(amount)s that %(player)s has paid are open again.")
    return text % {"amount": amount, "player": entry.player}, booked


# What each button books, and with how many amounts.
PRESSED: dict[str, Any] = {
    "paid": (book_paid, 1, 2),
    "owed": (put_on_credit, 1),
    "earlier": (put_earlier_on_credit, 1),
    "settled": (take_debt, 1),
    "open": (take_back_paid, 0),
}


# Where what was booked of many at once is taken back as one.
MASS_BACK = {
    "fees": "events:check_in",
    "dues": "events:money",
    "prizes": "events:prizes",
}


@event_button(Right.MONEY, back="events:money")
def take_back(request: HttpRequest, event: Event) -> HttpResponse:
    act = mass_act(request, event, *MASS_BACK)
    if act is None:
        return unknown_answer()
    payments = act["rows"]
    count = services.take_back_bookings(
        event=event, payments=payments, by=writer(request)
    )
    messages.success(request, taken_back(request, count, payments))
    return redirect(MASS_BACK[act["act"]], event.pk)


@event_button(Right.MONEY, back="events:money")
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


DESK_FORMS: dict[str, Any] = {
    "booking": forms.BookingForm,
    "count": forms.CountForm,
}


@writes_with(Right.MONEY)
def cash(request: HttpRequest, pk: int, sent: str = "booking") -> HttpResponse:
    """Show the cash desk; its own form books the change fund or something else."""
    event = requested_event(request, pk)
    accounts = selectors.list_money(event)
    desk_forms = forms_on_page(request, DESK_FORMS, sent, event=event, by=request.user)
    if answer := done(request, desk_forms[sent], "events:cash", event.pk):
        return answer
    fees, prizes = entry_fees(event), awards.prize_list(event)
    desk = selectors.cash_desk(event, lists=accounts, fees=fees, prizes=prizes.due)
    due = selectors.open_money(lists=accounts, fees=fees)
    counts = event.cash_counts.filter(sheet=None).select_related("by")
    bookings = Paginator(selectors.payments_of(event), BOOKINGS_A_PAGE)
    return show_form(
        request,
        "tournaments/events/money/cash.html",
        event=event,
        accounts=accounts,
        to_settle=[
            account
            for account in accounts
            if account.is_to_settle and not (due.is_by_person and account.is_by_person)
        ],
        due=due,
        takes_loss_money=selectors.takes_loss_money(event, accounts),
        desk=desk,
        drawer=desk[-1],
        last_count=counts.last(),
        overpaid=awards.overpaid_text(prizes),
        has_receipts=selectors.cash_taken_in(event).exists(),
        page=bookings.get_page(request.GET.get("page")),
        **desk_forms,
    )


@page_for(Right.MONEY)
def year_money(request: HttpRequest, year: int, pk: int | None = None) -> HttpResponse:
    """Show what everybody paid in a year, or the statement of one person."""
    player = get_object_or_404(Player.every, pk=pk) if pk else None
    found = reports.statements(year, player)
    plain = partial(RankedTable, look="ranked-rows is-plain")
    tables = [plain(found, reports.year_columns(), caption=_("Sums of the year"))]
    notes = reports.year_notes(year) if found and not player else []
    if found and player:
        notes = found[0].notes
        lines, columns = found[0].lines, reports.statement_columns()
        tables.insert(0, plain(lines, columns, caption=_("Statement")))
    days = Event.objects.filter(payments__isnull=False).dates("date", "year")
    return render(
        request,
        "tournaments/events/money/year_money.html",
        {
            "year": year,
            "years": [day.year for day in days],
            "player": player,
            "found": found,
            "tables": tables if found else [],
            "notes": notes,
        },
    )


@event_page
def prizes(request: HttpRequest, event: Event) -> Shown:
    return shown_prizes(request, event)


def shown_prizes(request: HttpRequest, event: Event) -> Shown:
    prizes = awards.prize_list(event)
    return {
        "prizes": prizes,
        "mass": mass_act(request, event, "prizes"),
        "may_pay": may(request, Right.MONEY) and prizes.standings.is_complete,
        "overpaid": awards.overpaid_text(prizes),
        "pot_note": awards.pot_note(event),
    }


@event_page
def announce(request: HttpRequest, event: Event) -> Shown:
    """Show the prizes one by one, for whoever stands at the microphone."""
    return {
        "prizes": awards.prize_list(event),
        "may_tick": may(request, Right.MONEY) or may(request, Right.EVENTS),
    }


@event_button(Right.MONEY, Right.EVENTS, back="events:announce")
def pass_on(request: HttpRequest, event: Event) -> HttpResponse:
    """Pass the prizes of a person on, or not; and go on where the page was."""
    for name in ("absent", "here"):
        if pk := whole_number(request.POST.get(name)):
            get_object_or_404(event.entries, pk=pk)
            services.pass_prizes_on(event=event, entry_pk=pk, absent=name == "absent")
            mark = request.POST.get("mark", "")
            return redirect(f"{reverse('events:announce', args=[event.pk])}#{mark}")
    return unknown_answer()


@form_for(Right.MONEY, Right.EVENTS)
def prize_plan(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the prize plan; "try" only asks what each place would get."""
    event = editable_event(request, pk)
    form = forms.PrizePlanForm(posted(request), event=event, instance=event)
    is_trial = "try" in request.POST
    if not is_trial and (answer := done(request, form, "events:prizes", event.pk)):
        return answer
    shown = {"event": event, "form": form, "plan": form.plan()}
    shown["pot_note"] = awards.pot_note(event)
    page = "tournaments/events/money/prize_plan.html"
    if is_trial:
        return render(request, page, shown)
    return show_form(request, page, **shown)


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
    if key == "all":
        rows = [payment.pk for payment in paid]
        remember_mass_act(request, event, "prizes", rows)
    text = ngettext(
        "%(count)d prize is booked: %(amount)s.",
        "%(count)d prizes are booked: %(amount)s.",
        len(paid),
    )
    total = -sum(payment.amount for payment in paid)
    return text % {"count": len(paid), "amount": formats.money(total)}
