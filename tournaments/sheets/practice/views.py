"""Practice: sixty lists to type against the clock. Nothing is stored."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from scoring.proof.detective.slips.kinds import Correction, Suspect, blaming_writer
from tournaments.sheets.practice.exercises import LISTS, SIZES, Exercise, make_exercise
from tournaments.sheets.practice.forms import PracticeForm
from tournaments.sheets.typing.grammar_card import cards
from tournaments.web.access import requires
from tournaments.web.requests.htmx import is_fragment
from tournaments.words.proof.slips import rows_text, slips_text
from tournaments.words.rights import Right

COUNTERS = ("line", "started", "keys", "mistakes")


@require_GET
def practice(request: HttpRequest) -> HttpResponse:
    """Show all practice lists."""
    sizes = [
        (
            games,
            [number for number, (_seed, size) in enumerate(LISTS, 1) if size == games],
        )
        for games, _count in SIZES
    ]
    return render(
        request, "tournaments/sheets/practice/practice.html", {"sizes": sizes}
    )


@requires(Right.READ)
@require_http_methods(["GET", "POST"])
def practise(request: HttpRequest, number: int) -> HttpResponse:
    """Receive the lines of a list; show mistakes, and the time at the end."""
    if not 1 <= number <= len(LISTS):
        raise Http404
    exercise = make_exercise(number)
    status = 200
    if request.method == "POST":
        form = PracticeForm(request.POST, exercise=exercise, auto_id="line_%s")
        context = (
            next_line(exercise, form) if form.is_valid() else same_line(exercise, form)
        )
        status = 422 if form.errors else 200
    else:
        context = line_context(exercise, started_now())
    context |= {
        "exercise": exercise,
        "board": exercise.board,
        "sheet": exercise.board.sheet,
    }
    if is_fragment(request):
        context["rows"] = rows_to_mark(exercise, context)
        part = "tournaments/sheets/practice/_practised.html"
        return render(request, part, context, status=status)
    context["cards"] = cards()
    return render(
        request, "tournaments/sheets/practice/practise.html", context, status=status
    )


def started_now() -> dict[str, int]:
    """Return the counters at the start of a list."""
    return {"line": 1, "started": seconds_now(), "keys": 0, "mistakes": 0}


def seconds_now() -> int:
    """Return the current time in whole seconds."""
    return int(timezone.now().timestamp())


def line_context(exercise: Exercise, counters: dict[str, int]) -> dict[str, Any]:
    """Return the context for the line to type next."""
    form = PracticeForm(initial=counters, exercise=exercise, auto_id="line_%s")
    return {"form": form, "current": exercise.board.rows[counters["line"] - 1]}


def next_line(exercise: Exercise, form: PracticeForm) -> dict[str, Any]:
    """Return the context of the next line, or of the result at the end."""
    counters = {name: form.cleaned_data[name] for name in COUNTERS}
    counters["keys"] = form.keys_pressed()
    games = len(exercise.entries)
    if counters["line"] < games:
        counters["line"] += 1
        return line_context(exercise, counters)
    seconds = max(1, seconds_now() - counters["started"])
    return {
        "form": None,
        "current": None,
        "seconds": seconds,
        "clock": f"{seconds // 60}:{seconds % 60:02}",
        "per_game": seconds / games,
        "keys_per_game": counters["keys"] / games,
        "mistakes": counters["mistakes"],
        **slip_explanations(exercise),
    }


def slip_explanations(exercise: Exercise) -> dict[str, Any]:
    """Return how the proof finds the slip of the paper: by totals, and by rows.

    The lines are correct, so each explanation is a slip of the writer, not the typist.
    """
    names = exercise.board.names
    by_totals = [writer_corrections(suspect) for suspect in exercise.by_totals()]
    by_rows = [writer_corrections(suspect) for suspect in exercise.by_rows()]
    return {
        "by_totals": [slips_text(slips, names) for slips in by_totals],
        "by_rows": [rows_text(slips, names) for slips in by_rows],
    }


def same_line(exercise: Exercise, form: PracticeForm) -> dict[str, Any]:
    """Return the context of the same line, with the typed text and its mistake."""
    line = form.cleaned_data.get("line")
    if line is None:
        raise Http404
    form.count_mistake()
    return {"form": form, "current": exercise.board.rows[line - 1]}


def writer_corrections(suspect: Suspect) -> list[Correction]:
    """Return an explanation as a slip of the writer if it may be one of the typist."""
    return [
        blaming_writer(correction)
        if correction.or_paper and correction.before
        else correction
        for correction in suspect.corrections
    ]


def rows_to_mark(exercise: Exercise, context: dict[str, Any]) -> tuple[Any, ...]:
    """Return the rows just typed and to type next, between which the mark moves."""
    current = context["current"]
    last = current.number if current else len(exercise.entries)
    return exercise.board.rows[max(0, last - 2) : last]
