"""The foot of the paper, striking, finishing, reopening."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import reselect, reswap, retarget

from tournaments.sheets.finishing import foot as foot_services
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.forms import (
    AcceptForm,
    FinishForm,
    FootForm,
    ReasonForm,
)
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.page import editable_sheet, show_page, show_update
from tournaments.sheets.selectors import event_sheets, ledger_of, next_open_sheet
from tournaments.sheets.typing import services as typing_services
from tournaments.web.access import button_for, requires, writer
from tournaments.web.answers import refusals_as_messages, show_form, unknown_answer
from tournaments.web.requests import is_fragment
from tournaments.words.choices import Proof
from tournaments.words.rights import Right

TOTALS_ONLY = {"totals": True, "games": False}
"""Whether only the totals of a list are typed, by the word of the button."""


@button_for(Right.TYPE)
def foot(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    form = FootForm(
        request.POST, ledger=ledger_of(sheet), by=writer(request), auto_id="foot_%s"
    )
    if form.is_valid() and (update := form.save()):
        if is_fragment(request):
            before = foot_services.whole_foot_text(update.ledger)
            return show_update(request, update, foot_before=before)
        return redirect(f"{sheet.get_absolute_url()}#status")
    response = show_page(request, sheet, None, status=422, foot=form)
    return reswap(retarget(reselect(response, "#foot"), "#foot"), "outerHTML")


@button_for(Right.TYPE)
def mode(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    totals_only = TOTALS_ONLY.get(request.POST.get("mode", ""))
    if totals_only is None:
        return unknown_answer()
    with refusals_as_messages(request):
        foot_services.set_totals_only(
            sheet=sheet, by=writer(request), totals_only=totals_only
        )
    return redirect(sheet)


@button_for(Right.TYPE)
def strike(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    struck = request.POST.get("struck") != "no"
    with refusals_as_messages(request):
        finishing_services.strike_rest(sheet=sheet, by=writer(request), struck=struck)
    return redirect(sheet)


@button_for(Right.TYPE)
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    form = FinishForm(request.POST, sheet=sheet, by=writer(request))
    if not (form.is_valid() and (update := form.save())):
        return show_page(
            request,
            sheet,
            None,
            finish=form,
            foot=marked_foot(sheet, writer(request)),
            status=422,
        )
    announce_finished(request, update.ledger.sheet)
    following = next_open_sheet(sheet, event_sheets(sheet))
    if following:
        return redirect(f"{following.get_absolute_url()}#typing")
    standings = reverse("events:standings", args=[sheet.series.event_id])
    return redirect(f"{standings}#main")


def marked_foot(sheet: ScoreSheet, by: Any) -> FootForm | None:
    """Return the foot with missing numbers marked if only totals are typed."""
    if not sheet.totals_only:
        return None
    ledger = ledger_of(sheet)
    stored = FootForm(ledger=ledger, by=by).stored()
    foot = FootForm(stored, ledger=ledger, by=by, auto_id="foot_%s")
    foot.mark_missing()
    return foot


def announce_finished(request: HttpRequest, sheet: ScoreSheet) -> None:
    """Tell the user which list is finished, and whether it is not proved."""
    fields = {"series": sheet.series.number, "table": sheet.table_number}
    words = _("Series %(series)s, table %(table)s: the list is finished and counts.")
    if sheet.is_unproved:
        unproved = _(
            "Without all totals or check values of the paper it is marked as not "
            "proved yet."
        )
        messages.warning(request, f"{words % fields} {unproved}")
    elif sheet.proof == Proof.EXPLAINED:
        explained = _("It differs from the paper, and the reason is kept.")
        messages.success(request, f"{words % fields} {explained}")
    else:
        messages.success(request, words % fields)


@requires(Right.JUDGE)
@require_http_methods(["GET", "POST"])
def reopen(
    request: HttpRequest, pk: int, reopen_list: Callable[..., object]
) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    service = partial(reopen_list, sheet=sheet, by=writer(request))
    form = ReasonForm(request.POST or None, service=service)
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("The list is open again."))
        # The cursor is in the last line, from which all others can be reached by keys.
        return redirect(f"{sheet.get_absolute_url()}?line={sheet.games.count()}")
    context = {"sheet": sheet, "form": form}
    return render(request, "tournaments/sheets/finishing/reopen.html", context)


@requires(Right.TYPE)
@require_http_methods(["GET", "POST"])
def accept(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    service = partial(
        typing_services.accept_line, sheet=sheet, by=writer(request), number=number
    )
    line = typing_services.present_text(ledger_of(sheet), number)
    if request.method == "GET" and not line:
        raise Http404
    form = AcceptForm(request.POST or None, initial={"before": line}, service=service)
    if request.method == "POST" and form.is_valid() and form.save():
        return redirect(sheet)
    return show_form(
        request,
        "tournaments/sheets/finishing/accept.html",
        sheet=sheet,
        form=form,
        number=number,
        line=line,
    )
