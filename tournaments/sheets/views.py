"""Typing, changing and ending a list: lines, echo, undo, foot, finishing."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django_htmx.http import reselect, reswap, retarget

from tournaments.sheets.board import board_of
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.forms import FinishForm, FootForm
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.models.programme import has_house_rules
from tournaments.sheets.page import (
    editable_sheet,
    line_form,
    page_context,
    remember_choice,
    sheet_for_typing,
    show_page,
    show_refusal,
    show_update,
)
from tournaments.sheets.selectors import event_sheets, ledger_of, next_open_sheet
from tournaments.sheets.table.services import take_pen_back
from tournaments.sheets.typing import services as typing_services
from tournaments.sheets.typing.buttons import ButtonsForm
from tournaments.sheets.typing.echo import echo_of
from tournaments.sheets.typing.forms import (
    AcceptForm,
    LineForm,
    PasteForm,
    RedoForm,
    UndoForm,
)
from tournaments.web.access import button_for, form_for, page_for, public_page, writer
from tournaments.web.answers import button_of, posted, saved, show_form, unknown_answer
from tournaments.web.numbers import MOST_LINES, whole_number
from tournaments.web.requests import is_fragment, render_part
from tournaments.words.choices import CHANGES_ROWS, Action, Proof
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
            before = finishing_services.whole_foot_text(update.ledger)
            return show_update(request, update, foot_before=before)
        return redirect(f"{sheet.get_absolute_url()}#status")
    response = show_page(request, sheet, None, status=422, foot=form)
    return reswap(retarget(reselect(response, "#foot"), "#foot"), "outerHTML")


@button_of(editable_sheet, Right.TYPE)
def mode(request: HttpRequest, sheet: ScoreSheet) -> HttpResponse:
    totals_only = TOTALS_ONLY.get(request.POST.get("mode", ""))
    if totals_only is None:
        return unknown_answer()
    finishing_services.choose_totals_only(
        sheet=sheet, by=writer(request), totals_only=totals_only
    )
    return redirect(sheet)


@button_of(editable_sheet, Right.TYPE)
def strike(request: HttpRequest, sheet: ScoreSheet) -> HttpResponse:
    struck = request.POST.get("struck") != "no"
    finishing_services.strike_rest(sheet=sheet, by=writer(request), struck=struck)
    return redirect(sheet)


@button_for(Right.TYPE)
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    form = FinishForm(request.POST, sheet=sheet, by=writer(request))
    if not (form.is_valid() and (update := form.save())):
        foot = None
        if sheet.totals_only:
            with_foot = {"ledger": ledger_of(sheet), "by": writer(request)}
            stored = FootForm(**with_foot).stored()
            foot = FootForm(stored, **with_foot, auto_id="foot_%s")
            foot.mark_missing()
        return show_page(request, sheet, None, finish=form, foot=foot, status=422)
    announce_finished(request, update.ledger.sheet)
    following = next_open_sheet(sheet, event_sheets(sheet))
    if following:
        return redirect(f"{following.get_absolute_url()}#typing")
    return redirect(f"{sheet.series.event.get_result_url()}#main")


def announce_finished(request: HttpRequest, sheet: ScoreSheet) -> None:
    """Tell the user which list is finished, and whether it is not proved."""
    fields = {"series": sheet.series.number, "table": sheet.table_number}
    words = _("Series %(series)s, table %(table)s: the list is finished and counts.")
    if sheet.is_unproved:
        unproved = _("It is not proved yet.")
        messages.warning(request, f"{words % fields} {unproved}")
    elif sheet.proof == Proof.EXPLAINED:
        explained = _("It differs from the paper, and the reason is kept.")
        messages.success(request, f"{words % fields} {explained}")
    else:
        messages.success(request, words % fields)


@form_for(Right.TYPE)
def accept(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    line = typing_services.present_text(ledger_of(sheet), number)
    if request.method == "GET" and not line:
        raise Http404
    form = AcceptForm(
        posted(request),
        initial={"before": line},
        sheet=sheet,
        by=writer(request),
        number=number,
    )
    if form.is_valid() and form.save():
        return redirect(sheet)
    return show_form(
        request,
        "tournaments/sheets/finishing/accept.html",
        sheet=sheet,
        form=form,
        number=number,
        line=line,
    )


@button_for(Right.TYPE)
def record(request: HttpRequest, pk: int) -> HttpResponse:
    # The service locks the list and reads it whole; it refuses what is finished.
    sheet = ScoreSheet(pk=pk)
    form = LineForm(request.POST, sheet=sheet, by=writer(request), auto_id="line_%s")
    try:
        update = form.save() if form.is_valid() else None
    except ScoreSheet.DoesNotExist:
        raise Http404 from None
    if update is None:
        return show_refusal(request, editable_sheet(request, pk), form)
    if not is_fragment(request):
        remember_choice(request, pk)
        place = "typing" if update.board.next_number else "foot_total_1"
        return redirect(f"{sheet.get_absolute_url()}#{place}")
    return show_update(request, update)


@button_for(Right.TYPE)
def press(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a line from the buttons instead of the shorthand."""
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    form = ButtonsForm(
        request.POST, ledger=ledger, by=writer(request), auto_id="buttons_%s"
    )
    if form.is_valid() and form.save():
        return redirect(f"{sheet.get_absolute_url()}?buttons=1#buttons")
    return show_page(request, sheet, None, buttons=form, status=422)


@page_for(Right.TYPE)
def line(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    form = line_form(request, board, number)
    if not is_fragment(request):
        return show_page(request, sheet, form)
    context = page_context(request, ledger, board, form)
    return render_part(request, "tournaments/sheets/typing/_typing.html", context)


@page_for(Right.TYPE)
def echo(request: HttpRequest, pk: int) -> HttpResponse:
    # In official Skat the meaning of a line does not depend on earlier ones.
    sheet = sheet_for_typing(request, pk)
    ledger = Ledger(sheet=sheet, seats=[], games=[], substitutions=[])
    if sheet.series.event.rule_set_id is not None:
        sheet = editable_sheet(request, pk)
        if has_house_rules(sheet.series.event.rule_set):
            ledger = ledger_of(sheet)
    reading = echo_of(
        ledger,
        text=request.GET.get("text", "")[:300],
        number=whole_number(request.GET.get("number"), most=MOST_LINES) or 1,
        values_only=remember_choice(request, pk),
    )
    return render_part(
        request, "tournaments/sheets/typing/_echo.html", {"echo": reading}
    )


@form_for(Right.TYPE)
def paste(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    form = PasteForm(posted(request), sheet=sheet, by=writer(request))
    if saved(request, form, _("The lines are on the list.")):
        return redirect(sheet)
    return show_form(
        request, "tournaments/sheets/typing/paste.html", sheet=sheet, form=form
    )


@button_for(Right.TYPE)
def revert(request: HttpRequest, pk: int, way: str) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    form_class = {"undo": UndoForm, "redo": RedoForm}[way]
    form = form_class(request.POST, sheet=sheet, by=writer(request))
    if not (form.is_valid() and (update := form.save())):
        for errors in form.errors.values():
            messages.warning(request, " ".join(map(str, errors)))
        return redirect(sheet)
    if not is_fragment(request):
        return redirect(f"{sheet.get_absolute_url()}#typing")
    return show_update(request, update)


@button_of(
    editable_sheet, Right.TYPE, back=lambda sheet: f"{sheet.get_absolute_url()}#typing"
)
def take_back_pen(_request: HttpRequest, sheet: ScoreSheet) -> str:
    take_pen_back(sheet=sheet)
    return _("This list is written here again; the phone at the table shows it.")


@public_page
def since(request: HttpRequest, pk: int, revision: int) -> HttpResponse:
    """Answer with the rows that changed after ``revision``; empty if none did.

    The answer is also empty for a user whose session has ended: what they are typing
    stays until they send it, and comes back when they have signed in again.
    """
    if not request.user.is_authenticated:
        return HttpResponse(status=204)
    if sheet_for_typing(request, pk).revision == revision:
        return HttpResponse(status=204)
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    later = sheet.changes.filter(step__gt=revision)
    changes = list(later.values_list("action", "number"))
    number = whole_number(request.GET.get("number")) or 0
    # What looks different now: the changed lines and all running totals after them.
    lines = [n for action, n in changes if action in CHANGES_ROWS and n is not None]
    deleted = sum(action == Action.DELETE for action, _number in changes)
    last = max(*lines, board.played) + deleted + 1 if lines else 0
    context = page_context(request, ledger, board, None)
    context |= {
        "rows": board.rows[min(lines, default=1) - 1 : last],
        "needs_reload": any(action not in CHANGES_ROWS for action, _number in changes),
        "pen_was_taken": sheet.pen_is_out and "number" in request.GET,
        "current": board.rows[number - 1] if 1 <= number <= len(board.rows) else None,
    }
    return render_part(request, "tournaments/sheets/typing/_news.html", context)
