"""The page of a list and its parts: their contents and the responses with them."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from scoring.playing.rounds import Turn
from tournaments.programme.models import Event
from tournaments.sheets.board import SheetBoard, board_for_reader, board_of
from tournaments.sheets.finishing.forms import FinishForm, FootForm
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ScoreSheet, Verdict
from tournaments.sheets.page.typing_mode import only_values
from tournaments.sheets.proof.evidence import doubtful_columns
from tournaments.sheets.proof.questions import open_questions
from tournaments.sheets.selectors import (
    event_sheets,
    has_arrived_version,
    ledger_of,
    mentions_on,
    neighbours_of,
    next_open_sheet,
    objections_to,
    table_confirmations,
)
from tournaments.sheets.table.selectors import phone_writing
from tournaments.sheets.typing.buttons import ButtonsForm
from tournaments.sheets.typing.echo import Echo, key_hints
from tournaments.sheets.typing.forms import LineForm
from tournaments.sheets.typing.grammar_card import cards
from tournaments.sheets.typing.reach import Reach, reach_in
from tournaments.sheets.writing import SheetUpdate
from tournaments.web.access import may, reads_everything
from tournaments.web.numbers import MOST_LINES, whole_number
from tournaments.web.requests import NotReleased, is_fragment
from tournaments.words.choices import SheetState
from tournaments.words.rights import Right


def editable_sheet(request: HttpRequest, pk: int) -> ScoreSheet:
    """Return the list ``pk`` if the reader may write on it; otherwise 404."""
    sheets = ScoreSheet.objects.editable_by(request.user).with_event()
    return get_object_or_404(sheets, pk=pk)


def sheet_for_typing(request: HttpRequest, pk: int) -> ScoreSheet:
    """Return list ``pk`` with the columns for an echo if the reader may write on it."""
    sheets = ScoreSheet.objects.editable_by(request.user).for_typing()
    return found(next(iter(sheets.filter(pk=pk).order_by()), None))


def found(sheet: ScoreSheet | None) -> ScoreSheet:
    """Return a list that was looked for; 404 if there is none."""
    if sheet is None:
        raise Http404
    return sheet


def readable_sheet(request: HttpRequest, pk: int) -> ScoreSheet:
    """Return the list ``pk`` if the reader may see it; otherwise 404.

    Raises ``NotReleased`` if they may only know that it exists. One query if they may
    read it.
    """
    sheets = ScoreSheet.objects.with_event().select_related("photo")
    sheet = sheets.visible_to(request.user).filter(pk=pk).order_by().first()
    if sheet is not None:
        return sheet
    if reads_everything(request.user):
        raise Http404
    hidden = sheets.filter(series__event__in=Event.objects.visible_to(request.user))
    raise NotReleased(get_object_or_404(hidden, pk=pk).series.event)


def line_form(
    request: HttpRequest, board: SheetBoard, number: int | None = None, text: str = ""
) -> LineForm | None:
    """Return the form for line ``number``, or for the next one to type.

    None if the list takes no further line.
    """
    sheet = board.sheet
    if number is None or not 1 <= number <= board.played:
        number = board.next_number
        before = ""
    else:
        before = board.rows[number - 1].text
    if number is None or sheet.is_finished or sheet.pen_is_out:
        return None
    initial = {
        "number": number,
        "before": before,
        "text": text or before,
        "values": only_values(request, board),
    }
    return LineForm(initial=initial, sheet=sheet, by=request.user, auto_id="line_%s")


def buttons_form(
    request: HttpRequest, ledger: Ledger, board: SheetBoard
) -> ButtonsForm | None:
    """Return the buttons for the next line; None if the list takes no further line."""
    if board.next_number is None or board.sheet.pen_is_out:
        return None
    initial = {"number": board.next_number, "before": ""}
    return ButtonsForm(
        initial=initial,
        ledger=ledger,
        by=request.user,
        auto_id="buttons_%s",
    )


def page_context(
    request: HttpRequest,
    ledger: Ledger,
    board: SheetBoard,
    form: LineForm | None,
    *,
    step: int | None = None,
) -> dict[str, Any]:
    """Return the context of the page of a list; ``step`` was written just now."""
    sheet = ledger.sheet
    writable = may(request, Right.TYPE) and not sheet.is_finished
    reach = None
    if writable and not sheet.pen_is_out:
        reach = Reach(undo=step, redo=None) if step else reach_in(sheet)
    doubtful = writable and board.is_doubtful
    current = current_line(form, board)
    return {
        "sheet": sheet,
        "board": board,
        "form": form,
        "questions": open_questions(ledger, board, open_objections(board)),
        "current": current,
        "echo": first_keys(ledger, form, current),
        "writable": writable,
        "reach": reach,
        "phone": phone_writing(sheet) if writable else None,
        "finished_as": sheet.versions.last() if sheet.is_finished else None,
        "table_word": table_confirmations(sheet) if board.is_complete else None,
        "doubtful": doubtful_columns(ledger, board) if doubtful else (),
    }


def open_objections(board: SheetBoard) -> list[Verdict]:
    """Return the unanswered objections of second persons.

    Only complete lists are checked, and a list that was sent back "differs", so this
    costs no query while games are typed.
    """
    if board.sheet.state != SheetState.DIFFERS:
        return []
    if board.state == SheetState.DIFFERS and not board.is_complete:
        return []
    return objections_to(board.sheet)


@dataclass(frozen=True, slots=True)
class CurrentLine:
    """The line that is being typed: its dealer, and whether it is on the list yet.

    ``turn`` is what house rules propose for it.
    """

    number: int
    dealer: int
    is_written: bool
    turn: Turn | None = None


def current_line(form: LineForm | None, board: SheetBoard) -> CurrentLine | None:
    """Return the line that ``form`` writes."""
    if form is None:
        return None
    try:
        number = int(form["number"].value())
        row = board.rows[number - 1]
    except (TypeError, ValueError, IndexError):
        return None
    return CurrentLine(
        number=number,
        dealer=row.dealer,
        is_written=row.noted is not None,
        turn=row.turn if row.noted else board.turn,
    )


def first_keys(
    ledger: Ledger, form: LineForm | None, current: CurrentLine | None
) -> Echo | None:
    """Return what an empty line can begin with; None if the line has text."""
    if form is None or current is None or form["text"].value():
        return None
    values_only = bool(form["values"].value())
    return Echo(hints=key_hints(ledger, "", current.number, values_only=values_only))


def show_page(
    request: HttpRequest,
    sheet: ScoreSheet,
    form: LineForm | None,
    *,
    foot: FootForm | None = None,
    finish: FinishForm | None = None,
    buttons: ButtonsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Answer with the whole page of a list."""
    ledger = ledger_of(sheet)
    board = board_for_reader(board_of(ledger), mentions_on([ledger]))
    form = form or restored_form(request, board)
    context = page_context(request, ledger, board, form)
    if context["writable"]:
        context |= {
            "cards": cards(ledger.rules),
            "finish": finish,
            "foot": foot or foot_form(request, ledger),
            "buttons": buttons or buttons_form(request, ledger, board),
            "by_buttons": bool(buttons or request.GET.get("buttons")),
        }
    sheets = event_sheets(sheet)
    context |= {
        "event_sheets": sheets,
        "neighbours": neighbours_of(sheet, sheets),
        "next_open": next_open_sheet(sheet, sheets),
        "is_early": sheet.series.event.date > timezone.localdate(),
        "has_arrived": may(request, Right.TYPE) and has_arrived_version(sheet),
    }
    return render(
        request, "tournaments/sheets/page/detail.html", context, status=status
    )


def foot_form(request: HttpRequest, ledger: Ledger) -> FootForm:
    """Return the form of the foot of the paper as it is stored."""
    return FootForm(ledger=ledger, by=request.user, auto_id="foot_%s")


def restored_form(request: HttpRequest, board: SheetBoard) -> LineForm | None:
    """Return the form with the text that was typed before signing in again."""
    if not may(request, Right.TYPE) or board.sheet.is_finished:
        return None
    return line_form(
        request,
        board,
        whole_number(request.GET.get("line"), most=MOST_LINES),
        request.GET.get("text", "")[:300],
    )


def show_update(
    request: HttpRequest, update: SheetUpdate, *, foot_before: str | None = None
) -> HttpResponse:
    """Answer with the parts of the page that a write has changed.

    ``foot_before`` is the text of the foot if the foot was update.
    """
    board = update.board
    form = line_form(request, board)
    context = page_context(request, update.ledger, board, form, step=update.step)
    context |= {
        "rows": updated_rows(update),
        "foot_before": foot_before,
    }
    if update.ledger.sheet.totals_only:
        context["foot"] = foot_form(request, update.ledger)
    return render(request, "tournaments/sheets/page/_written.html", context)


def show_written(request: HttpRequest, update: SheetUpdate) -> HttpResponse:
    """Answer with what a step has changed; htmx reloads the page for more than rows."""
    if update.number is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return show_update(request, update)


def updated_rows(update: SheetUpdate) -> tuple[Any, ...]:
    """Return the rows that look different after a write."""
    rows = update.board.rows
    if update.number is None:
        return rows
    last = max(update.number, update.board.played)
    return rows[update.number - 1 : last + 1]


def show_refusal(
    request: HttpRequest, sheet: ScoreSheet, form: LineForm
) -> HttpResponse:
    """Answer with the typing line, which keeps what was typed, and the reasons."""
    if not is_fragment(request):
        return show_page(request, sheet, form, status=422)
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    context = page_context(request, ledger, board, form)
    context["rows"] = board.rows
    return render(request, "tournaments/sheets/page/_written.html", context, status=422)
