"""The page of a list and its parts; typing, changing and ending a list."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django_htmx.http import reselect, reswap, retarget

from scoring.game.written_games import BIDS
from tournaments.sheets.board import (
    SheetBoard,
    board_for_reader,
    board_of,
    open_questions,
)
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.forms import FinishForm, FootForm
from tournaments.sheets.finishing.milestones import milestones_of_list
from tournaments.sheets.ledger import Ledger, course_rows, courses_in, round_labels
from tournaments.sheets.models import ScoreSheet, TableDevice
from tournaments.sheets.models.programme import Event, has_house_rules
from tournaments.sheets.proof.evidence import doubtful_columns
from tournaments.sheets.selectors import (
    event_sheets,
    has_arrived_version,
    ledger_of,
    mentions_on,
    neighbours_of,
    next_open_sheet,
    objections_to,
    sheet_by_name,
    table_confirmations,
)
from tournaments.sheets.table.services import take_pen_back
from tournaments.sheets.typing import services as typing_services
from tournaments.sheets.typing.buttons import ButtonsForm, CalculatorForm
from tournaments.sheets.typing.forms import (
    ALL_MARKS,
    AcceptForm,
    Echo,
    LineForm,
    PasteForm,
    RedoForm,
    UndoForm,
    cards,
    echo_of,
    key_hints,
)
from tournaments.sheets.typing.services import Reach, reach_in
from tournaments.sheets.writing import SheetUpdate
from tournaments.web.access import (
    button_for,
    form_for,
    is_signed_in,
    may,
    page_for,
    public_page,
    writer,
)
from tournaments.web.answers import button_of, posted, saved, show_form, unknown_answer
from tournaments.web.charts import charts_of, value_span
from tournaments.web.kept_pages import kept_in_edition
from tournaments.web.numbers import MOST_LINES, whole_number
from tournaments.web.requests import (
    NotReleased,
    is_fragment,
    nothing_public,
    render_part,
)
from tournaments.words.choices import CHANGES_ROWS, Action, Proof, SheetState
from tournaments.words.problems import checksum_texts
from tournaments.words.rights import Right

SESSION_KEY = "only_values"  # in the session: {list: choice}, the latest last
MOST_LISTS = 100


def remember_choice(request: HttpRequest, pk: int) -> bool:
    """Return the choice in the form of list ``pk``, and store it in the session."""
    fields = request.POST if request.method == "POST" else request.GET
    choice = bool(fields.get("values"))
    choices = request.session.get(SESSION_KEY, {})
    # The session is not written for people who never tick the box.
    if (choice or choices) and choices.get(str(pk)) is not choice:
        earlier = [item for item in choices.items() if item[0] != str(pk)]
        latest = [*earlier, (str(pk), choice)][-MOST_LISTS:]
        request.session[SESSION_KEY] = dict(latest)
    return choice


def editable_sheet(request: HttpRequest, pk: int) -> ScoreSheet:
    """Return the list ``pk`` if the reader may write on it; otherwise 404."""
    sheets = ScoreSheet.objects.editable_by(request.user).with_event()
    return get_object_or_404(sheets, pk=pk)


def sheet_for_typing(request: HttpRequest, pk: int) -> ScoreSheet:
    """Return list ``pk`` with the columns for an echo if the reader may write on it."""
    sheets = ScoreSheet.objects.editable_by(request.user).for_typing()
    return get_object_or_404(sheets.order_by(), pk=pk)


def readable_sheet(request: HttpRequest, pk: int) -> ScoreSheet:
    """Return the list ``pk`` if the reader may see it; otherwise 404.

    Raises ``NotReleased`` if they may only know that it exists. One query if they may
    read it.
    """
    sheets = ScoreSheet.objects.with_event().select_related("photo")
    sheet = sheets.visible_to(request.user).filter(pk=pk).order_by().first()
    if sheet is not None:
        return sheet
    if is_signed_in(request.user):
        raise Http404
    hidden = sheets.filter(series__event__in=Event.objects.visible_to(request.user))
    raise NotReleased(get_object_or_404(hidden, pk=pk).series.event)


def line_form(
    request: HttpRequest, board: SheetBoard, number: int | None = None, text: str = ""
) -> LineForm | None:
    """Return the form for line ``number``, or for the next one to type.

    None if the list takes no further line. Whether only place and value are typed is
    what this user has chosen for this list, else the way its last game was typed; on an
    empty list the last choice for another list.
    """
    sheet, before = board.sheet, ""
    if number is None or not 1 <= number <= board.played:
        number = board.next_number
    else:
        before = board.rows[number - 1].text
    if number is None or sheet.is_finished or sheet.pen_is_out:
        return None
    choices = request.session.get(SESSION_KEY, {})
    if "text" in request.POST or "values" in request.GET:
        values = remember_choice(request, sheet.pk)
    elif (choice := choices.get(str(sheet.pk))) is not None:
        values = choice
    elif games := [row.entry for row in board.rows if row.entry and row.declarer]:
        values = games[-1].written_value is not None
    else:
        values = list(choices.values())[-1] if choices else False
    initial = {
        "number": number,
        "before": before,
        "text": text or before,
        "values": values,
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
        initial=initial, ledger=ledger, by=request.user, auto_id="buttons_%s"
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
    reach = phone = None
    if writable and sheet.pen_is_out:  # a phone writes the list
        phones = TableDevice.objects.filter(key__sheet=sheet, epoch=sheet.pen_epoch)
        phone = phones.first()
    elif writable:
        reach = Reach(undo=step, redo=None) if step else reach_in(sheet)
    doubtful = writable and board.is_doubtful
    # Only complete lists are checked, and a list that was sent back "differs", so this
    # costs no query while games are typed.
    differs = SheetState.DIFFERS
    was_sent_back = sheet.state == differs
    was_sent_back &= board.state != differs or board.is_complete
    objections = objections_to(sheet) if was_sent_back else []
    has_word = board.proof != Proof.NONE or sheet.state == SheetState.CHECKED
    return typing_context(ledger, board, form) | {
        "sheet": sheet,
        "board": board,
        "questions": open_questions(ledger, board, objections),
        # By a proof, a verdict or a reason for differing.
        "is_answered": has_word or bool(board.explanation),
        "writable": writable,
        "reach": reach,
        "phone": phone,
        "finished_as": sheet.versions.last() if sheet.is_finished else None,
        "table_word": table_confirmations(sheet) if board.is_complete else None,
        "doubtful": doubtful_columns(ledger, board) if doubtful else (),
    }


def typing_context(
    ledger: Ledger, board: SheetBoard, form: LineForm | None
) -> dict[str, Any]:
    """Return the row that ``form`` writes, and what an empty line can begin with."""
    current = echo = None
    if form is not None:
        values = form.cleaned_data if form.is_bound else form.initial
        number = values.get("number")
        if number and number <= len(board.rows):
            current = board.rows[number - 1]
    if form is not None and current is not None and not form["text"].value():
        values_only = bool(form["values"].value())
        hints = key_hints(ledger, "", current.number, values_only=values_only)
        echo = Echo(hints=hints)
    turn = current.house.turn if current and current.house else board.turn
    return {"form": form, "current": current, "turn": turn, "echo": echo}


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

    ``foot_before`` is the text of the foot if that was written. htmx reloads the page
    where more than rows has changed.
    """
    if update.number is None and foot_before is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    board = update.board
    form = line_form(request, board)
    context = page_context(request, update.ledger, board, form, step=update.step)
    rows = board.rows
    if update.number is not None:  # those that look different now
        rows = rows[update.number - 1 : max(update.number, board.played) + 1]
    context |= {"rows": rows, "foot_before": foot_before}
    if update.ledger.sheet.totals_only:
        context["foot"] = foot_form(request, update.ledger)
    return render_part(request, "tournaments/sheets/page/_written.html", context)


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
    return render_part(
        request, "tournaments/sheets/page/_written.html", context, status=422
    )


@public_page
@kept_in_edition
def show_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    if sheet.is_former:
        return redirect(sheet.series.event)
    return show_page(request, sheet, None)


@public_page
def show_explanations(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    ledger = ledger_of(sheet)
    board = board_for_reader(board_of(ledger), mentions_on([ledger]))
    context = {"sheet": sheet, "board": board}
    return render(request, "tournaments/sheets/page/explained.html", context)


@public_page
def course(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    courses = courses_in(ledger_of(sheet))
    best_first = sorted(courses, key=lambda course: -course.points[-1])
    lines = [(course.name, course.points) for course in best_first]
    context = {
        "sheet": sheet,
        "courses": courses,
        "best_first": best_first,
        "rows": course_rows(courses),
        "charts": charts_of(
            lines,
            round_labels(courses),
            span=value_span(lines, 0),
            signs=[course.brief for course in best_first],
        )
        if lines
        else None,
    }
    return render(request, "tournaments/sheets/page/course.html", context)


@require_GET
def history(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    changes = sheet.changes.select_related("by").order_by("-pk")
    context = {"sheet": sheet, "changes": changes}
    return render(request, "tournaments/sheets/page/history.html", context)


@public_page
def find_sheet(request: HttpRequest) -> HttpResponse:
    """Redirect to the list of a typed table number, or of a typed or scanned code."""
    name = request.GET.get("code", "").strip()
    origin = whole_number(request.GET.get("beside"))
    sheets = ScoreSheet.objects.visible_to(request.user)
    beside = None
    if origin is not None:
        beside = sheets.select_related("series").filter(pk=origin).first()
    sheet = sheet_by_name(name, sheets=sheets, beside=beside)
    if sheet is None and not is_signed_in(request.user):
        return nothing_public(request)
    if sheet is None:
        words = _("There is no list “%(text)s”.") % {"text": name[:40]}
        messages.error(request, words)
        return redirect(beside or "events:list")
    return redirect(sheet)


@public_page
def shorthand(request: HttpRequest) -> HttpResponse:
    context = {"cards": cards(ALL_MARKS), "checksums": checksum_texts()}
    return render(request, "tournaments/sheets/page/shorthand.html", context)


USUAL = {"contract": "clubs", "matadors": "1"}


@public_page
def calculator(request: HttpRequest) -> HttpResponse:
    """Show value, explanation and bids of the game in the address."""
    form = CalculatorForm(request.GET or USUAL)
    is_game = form.is_valid()
    context = {"form": form, "bids": BIDS, "is_game": is_game}
    if is_game:
        context["calculation"] = form.calculation
    part = "_value" if is_fragment(request) else "calculator"
    template = f"tournaments/sheets/calculator/{part}.html"
    return render(request, template, context, status=200 if is_game else 422)


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
    """Tell which list is finished, whether it is not proved, and what is special."""
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
    if found := milestones_of_list(sheet):
        messages.info(request, " ".join(each.text for each in found))


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
