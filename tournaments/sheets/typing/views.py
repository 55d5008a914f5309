"""Typing lines: echo, writing, editing, undo, taking the pen back from the table."""

from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.programme.models import has_house_rules
from tournaments.sheets.board import LineRow, board_of
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.page import (
    editable_sheet,
    line_form,
    page_context,
    remember_choice,
    sheet_for_typing,
    show_page,
    show_refusal,
    show_written,
)
from tournaments.sheets.selectors import changes_since, ledger_of
from tournaments.sheets.table.services import take_pen_back
from tournaments.sheets.typing import history as services
from tournaments.sheets.typing.buttons import ButtonsForm
from tournaments.sheets.typing.echo import echo_of
from tournaments.sheets.typing.forms import LineForm, PasteForm, RevertForm
from tournaments.web.access import button_for, requires, writer
from tournaments.web.answers import show_form
from tournaments.web.numbers import MOST_LINES, whole_number
from tournaments.web.requests import is_fragment
from tournaments.words.choices import CHANGES_ROWS, Action
from tournaments.words.rights import Right


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
    return show_written(request, update)


@button_for(Right.TYPE)
def press(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a line from the buttons instead of the shorthand."""
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    form = ButtonsForm(
        request.POST,
        ledger=ledger,
        by=writer(request),
        auto_id="buttons_%s",
    )
    if form.is_valid() and form.save():
        return redirect(f"{sheet.get_absolute_url()}?buttons=1#buttons")
    return show_page(request, sheet, None, buttons=form, status=422)


@requires(Right.TYPE)
@require_GET
def line(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    form = line_form(request, board, number)
    if not is_fragment(request):
        return show_page(request, sheet, form)
    context = page_context(request, ledger, board, form)
    return render(request, "tournaments/sheets/typing/_typing.html", context)


@requires(Right.TYPE)
@require_GET
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
    return render(request, "tournaments/sheets/typing/_echo.html", {"echo": reading})


@requires(Right.TYPE)
@require_http_methods(["GET", "POST"])
def paste(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    form = PasteForm(request.POST or None, sheet=sheet, by=writer(request))
    if request.method == "POST" and form.is_valid() and form.save():
        messages.success(request, _("The lines are on the list."))
        return redirect(sheet)
    return show_form(
        request, "tournaments/sheets/typing/paste.html", sheet=sheet, form=form
    )


@button_for(Right.TYPE)
def revert(request: HttpRequest, pk: int, way: str) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    revert_last = {"undo": services.undo, "redo": services.redo}[way]
    service = partial(revert_last, sheet=sheet, by=writer(request))
    form = RevertForm(request.POST, service=service)
    if not (form.is_valid() and (update := form.save())):
        for errors in form.errors.values():
            messages.warning(request, " ".join(map(str, errors)))
        return redirect(sheet)
    if not is_fragment(request):
        return redirect(f"{sheet.get_absolute_url()}#typing")
    return show_written(request, update)


@button_for(Right.TYPE)
def take_back_pen(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = editable_sheet(request, pk)
    take_pen_back(sheet=sheet)
    messages.success(
        request, _("This list is written here again; the phone at the table shows it.")
    )
    return redirect(f"{sheet.get_absolute_url()}#typing")


@login_not_required
@require_GET
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
    changes = changes_since(sheet, revision)
    context = page_context(request, ledger, board, None)
    context |= {
        "rows": rows_changed_by(board.rows, board.played, changes),
        "needs_reload": any(action not in CHANGES_ROWS for action, _number in changes),
        "pen_was_taken": sheet.pen_is_out and "number" in request.GET,
        "current": current_row(request, board.rows),
    }
    return render(request, "tournaments/sheets/typing/_news.html", context)


def rows_changed_by(
    rows: tuple[LineRow, ...], played: int, changes: list[tuple[str, int | None]]
) -> tuple[LineRow, ...]:
    """Return the rows that look different after ``changes``, with running totals."""
    lines = [n for action, n in changes if action in CHANGES_ROWS and n is not None]
    if not lines:
        return ()
    deleted = sum(action == Action.DELETE for action, _number in changes)
    return rows[min(lines) - 1 : max(*lines, played) + deleted + 1]


def current_row(request: HttpRequest, rows: tuple[LineRow, ...]) -> LineRow | None:
    """Return the row that the reader is typing, to keep it marked."""
    number = whole_number(request.GET.get("number")) or 0
    return rows[number - 1] if 1 <= number <= len(rows) else None
