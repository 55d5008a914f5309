"""Finding what is wrong: the first difference and the suspects of the detective."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from scoring.house.rules import HouseRules
from scoring.proof.alignment import discords
from scoring.proof.detective.case import Wanted, next_number
from scoring.proof.detective.slips.kinds import Remedy, Suspect
from scoring.proof.divergence import Ask, FirstDifference
from tournaments.sheets.board import SheetBoard, board_of
from tournaments.sheets.finishing.services import require_second_person
from tournaments.sheets.ledger import Ledger, second_ledger
from tournaments.sheets.proof.evidence import (
    doubtful_columns,
    evidence_with,
    first_difference,
    games_missing,
    spoken_rows,
    suspects_of,
)
from tournaments.sheets.proof.forms import (
    AnswerForm,
    CorrectionForm,
    NumberForm,
    NumbersField,
    SecondListForm,
    VerdictForm,
)
from tournaments.sheets.proof.services import is_of_paper
from tournaments.sheets.selectors import ledger_of, second_list_of
from tournaments.sheets.views import editable_sheet, readable_sheet
from tournaments.web.access import form_for, page_for, writer
from tournaments.web.answers import posted, refusal_of, saved, show_form
from tournaments.web.numbers import whole_number
from tournaments.web.requests import is_fragment
from tournaments.words.rights import Right
from tournaments.words.slips import (
    DISCREPANCY_TEXT,
    choice_text,
    foot_question,
    row_question,
    slips_text,
)

MOST_READINGS = 3  # other readings of the same line that are offered


@page_for(Right.TYPE)
def show_difference(request: HttpRequest, pk: int, place: int) -> HttpResponse:
    """Ask for a few running totals and name the wrong line. Nothing is stored."""
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    seat = ledger.seat(place)
    if seat is None or sheet.totals_only:
        raise Http404
    answers, form = answers_in(request)
    step = first_difference(ledger, place, answers)
    found = step if isinstance(step, FirstDifference) else None
    if form is None and isinstance(step, Ask):
        initial = {"known": AnswerForm.packed(answers), "asked": step.line}
        form = AnswerForm(initial=initial, auto_id="answer_%s")
    asked = str(form["asked"].value()) if form else ""
    board = board_of(ledger)
    context = {
        "sheet": sheet,
        "place": place,
        "column": board.columns[place - 1],
        "asked_row": next((r for r in board.rows if str(r.number) == asked), None),
        "too_few": games_missing(ledger),
        "typed": len(ledger.games),
        "ask": step if isinstance(step, Ask) else None,
        "found": found,
        "rows": [board.rows[line - 1] for line in found.lines] if found else [],
        "form": form,
        "asked": len(answers),
    }
    part = "_difference" if is_fragment(request) else "difference"
    return render(request, f"tournaments/sheets/proof/{part}.html", context)


def answers_in(request: HttpRequest) -> tuple[dict[int, int | None], AnswerForm | None]:
    if "asked" not in request.GET:
        return {}, None
    form = AnswerForm(request.GET, auto_id="answer_%s")
    if form.is_valid():
        return form.answers(), None
    known = form.cleaned_data.get("known")
    return (known or {}), form


@form_for(Right.TYPE)
def show_suspects(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the explanations of all differences; apply one of them."""
    sheet = editable_sheet(request, pk)
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    if request.method == "POST":
        return apply_suspect(request, ledger, board)
    numbers, form = numbers_in(request)
    is_open = board.is_doubtful and not sheet.is_finished
    found = suspects_of(ledger, numbers) if is_open else ()
    wanted = (
        next_number(*evidence_with(ledger, numbers), found) if len(found) > 1 else None
    )
    suspects = [
        suspect_in_words(index, suspect, board.names, ledger.rules)
        for index, suspect in enumerate(found)
    ]
    if form is None and wanted is not None:
        initial = {"known": numbers, "wanted": wanted.key}
        form = NumberForm(initial=initial, auto_id="read_%s")
    context = {
        "sheet": sheet,
        "form": form,
        "known": NumbersField().prepare_value(numbers),
        "wanted": wanted_text(wanted, board) if wanted else "",
        "suspects": suspects,
        "looked_at": suspect_in_focus(request, suspects),
        "otherwise": max(0, 100 - sum(suspect["percent"] for suspect in suspects)),
        "columns": doubtful_columns(ledger, board),
        "agrees": board.is_complete and not (board.differences or board.open_lines),
    }
    part = "_suspects" if is_fragment(request) else "suspects"
    return render(request, f"tournaments/sheets/proof/{part}.html", context)


def apply_suspect(
    request: HttpRequest, ledger: Ledger, board: SheetBoard
) -> HttpResponse:
    form = CorrectionForm(
        request.POST, ledger=ledger, names=board.names, by=writer(request)
    )
    if form.is_valid() and (update := form.save()):
        text = _("Corrected. Undo takes it back.")
        if form.is_of_paper:
            text = _("The reason is kept, the list stays as it is. Undo takes it back.")
        messages.success(request, text)
        line = "" if update.number is None else f"#line-{update.number}"
        return redirect(f"{ledger.sheet.get_absolute_url()}{line}")
    for message in form.non_field_errors():
        messages.error(request, str(message))
    return redirect("sheets:suspects", pk=ledger.sheet.pk)


def numbers_in(request: HttpRequest) -> tuple[dict[Wanted, int], NumberForm | None]:
    if "wanted" in request.GET:
        form = NumberForm(request.GET, auto_id="read_%s")
        if form.is_valid():
            return form.numbers(), None
        return form.cleaned_data.get("known", {}), form
    try:
        return NumbersField().clean(request.GET.get("known", "")), None
    except ValidationError:
        return {}, None


def wanted_text(wanted: Wanted, board: SheetBoard) -> str:
    """Return the question for a number of the paper, with the game of its row."""
    row = next((row for row in board.rows if row.number == wanted.line), None)
    if row is None or row.entry is None:
        return foot_question(wanted, board.names)
    return row_question(wanted, row.entry, row.score, board.names)


def suspect_in_focus(
    request: HttpRequest, suspects: list[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the suspect about which the user has to look at the ticks of the paper."""
    number = whole_number(request.GET.get("look"))
    if number is None or number >= len(suspects):
        return None
    return suspects[number] if suspects[number]["choices"] else None


def suspect_in_words(
    number: int, suspect: Suspect, names: dict[int, str], rules: HouseRules
) -> dict[str, Any]:
    """Return a suspect in words; only the ticks of the paper decide its ``choices``."""
    readings = [suspect.corrections, *suspect.alternatives]
    ways = 2 ** sum(correction.or_paper for correction in suspect.corrections)
    texts = [slips_text(reading, names, rules) for reading in readings]
    return {
        "number": number,
        "text": texts[0],
        "lines": [
            slip.line
            for slip in suspect.corrections
            if slip.line is not None and slip.remedy is not Remedy.INSERT
        ],
        "percent": round(100 * suspect.share),
        "of_paper": is_of_paper(suspect.corrections),
        "choices": [
            (reading, choice_text(readings[reading], names, rules))
            for reading in range(ways)
            if ways > 1
        ],
        "readings": [*enumerate(texts)][ways : ways + MOST_READINGS],
    }


@form_for(Right.TYPE)
def compare_second_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Receive the second list of the table and show where the two lists differ."""
    sheet = editable_sheet(request, pk)
    second_list = second_list_of(sheet)
    form = SecondListForm(
        posted(request),
        sheet=sheet,
        by=writer(request),
        initial={"text": second_list.text if second_list else ""},
    )
    if form.is_valid() and form.save():
        return redirect("sheets:second", pk=sheet.pk)
    ledger = ledger_of(sheet)
    first = ledger.written_games
    second = second_ledger(ledger, second_list).written_games
    differences = discords(first, second, rules=ledger.rules, players=sheet.table_size)
    return show_form(
        request,
        "tournaments/sheets/proof/second.html",
        sheet=sheet,
        form=form,
        kept=second_list,
        rules=ledger.rules,
        games=(len(first), len(second)),
        discords=[
            {
                "words": DISCREPANCY_TEXT[discord.kind],
                "same_score": discord.same_score,
                "first": [(line, first[line - 1]) for line in discord.first],
                "second": [(line, second[line - 1]) for line in discord.second],
            }
            for discord in (differences if second_list else ())
        ],
    )


@form_for(Right.TYPE)
def check_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a second person confirm the list, or name a wrong line."""
    sheet = editable_sheet(request, pk)
    form = VerdictForm(posted(request), sheet=sheet, by=writer(request))
    if saved(request, form, _("Thank you. The list says so now.")):
        return redirect(sheet)
    ledger = ledger_of(sheet)
    board = board_of(ledger)
    check = partial(require_second_person, by=writer(request))
    return show_form(
        request,
        "tournaments/sheets/proof/check.html",
        sheet=sheet,
        board=board,
        rows=spoken_rows(board),
        form=form,
        verdicts=sheet.verdicts.select_related("by").order_by("-pk"),
        refusal=refusal_of(check, ledger),
    )


@require_GET
def read_aloud(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the list in a form that the browser can read aloud."""
    sheet = readable_sheet(request, pk)
    board = board_of(ledger_of(sheet))
    context = {"sheet": sheet, "board": board, "rows": spoken_rows(board)}
    return render(request, "tournaments/sheets/proof/aloud.html", context)
