"""Practising: sixty lists to type against the clock. Nothing is stored."""

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
    """Show the lists that one can practise on."""
    sizes = [
        (
            games,
            [number for number, (_seed, own) in enumerate(LISTS, 1) if own == games],
        )
        for games, _count in SIZES
    ]
    return render(
        request, "tournaments/sheets/practice/practice.html", {"sizes": sizes}
    )


@requires(Right.READ)
@require_http_methods(["GET", "POST"])
def practise(request: HttpRequest, number: int) -> HttpResponse:
    """Take one line after the other; say what was wrong, and how long it took."""
    if not 1 <= number <= len(LISTS):
        raise Http404
    chosen = make_exercise(number)
    status = 200
    if request.method == "POST":
        typed = PracticeForm(request.POST, exercise=chosen, auto_id="line_%s")
        context = (
            next_line(chosen, typed) if typed.is_valid() else same_line(chosen, typed)
        )
        status = 422 if typed.errors else 200
    else:
        context = line_context(chosen, started_now())
    context |= {"exercise": chosen, "board": chosen.board, "sheet": chosen.board.sheet}
    if is_fragment(request):
        context["rows"] = rows_to_mark(chosen, context)
        part = "tournaments/sheets/practice/_practised.html"
        return render(request, part, context, status=status)
    context["cards"] = cards()
    return render(
        request, "tournaments/sheets/practice/practise.html", context, status=status
    )


def started_now() -> dict[str, int]:
    """Return the counters of a list that is begun."""
    return {"line": 1, "started": seconds_now(), "keys": 0, "mistakes": 0}


def seconds_now() -> int:
    """Return the time in whole seconds."""
    return int(timezone.now().timestamp())


def line_context(chosen: Exercise, counters: dict[str, int]) -> dict[str, Any]:
    """Return what the page shows for the line to type next."""
    form = PracticeForm(initial=counters, exercise=chosen, auto_id="line_%s")
    return {"form": form, "current": chosen.board.rows[counters["line"] - 1]}


def next_line(chosen: Exercise, typed: PracticeForm) -> dict[str, Any]:
    """Go on to the next line, or say how it went."""
    counters = {name: typed.cleaned_data[name] for name in COUNTERS}
    counters["keys"] = typed.keys_pressed()
    games = len(chosen.entries)
    if counters["line"] < games:
        counters["line"] += 1
        return line_context(chosen, counters)
    seconds = max(1, seconds_now() - counters["started"])
    return {
        "form": None,
        "current": None,
        "seconds": seconds,
        "clock": f"{seconds // 60}:{seconds % 60:02}",
        "per_game": seconds / games,
        "keys_per_game": counters["keys"] / games,
        "mistakes": counters["mistakes"],
        **slip_explanations(chosen),
    }


def slip_explanations(chosen: Exercise) -> dict[str, Any]:
    """Return how the proof finds the slip of the paper: by totals, then by rows.

    The lines were typed as they are, so that the writer was wrong and not the typist.
    """
    names = chosen.board.names
    by_totals = [writer_corrections(each) for each in chosen.by_totals()]
    by_rows = [writer_corrections(each) for each in chosen.by_rows()]
    return {
        "by_totals": [slips_text(each, names) for each in by_totals],
        "by_rows": [rows_text(each, names) for each in by_rows],
    }


def same_line(chosen: Exercise, typed: PracticeForm) -> dict[str, Any]:
    """Stay on the line, with what was typed and what is wrong with it."""
    counted = typed.cleaned_data
    if "line" not in counted:
        raise Http404
    typed.count_mistake()
    return {"form": typed, "current": chosen.board.rows[counted["line"] - 1]}


def writer_corrections(found: Suspect) -> list[Correction]:
    """Return an explanation as the writer's, where it may be either's."""
    return [
        blaming_writer(each) if each.or_paper and each.before else each
        for each in found.corrections
    ]


def rows_to_mark(chosen: Exercise, context: dict[str, Any]) -> tuple[Any, ...]:
    """Return the row just typed and the row to type next, to move the mark."""
    current = context["current"]
    last = current.number if current else len(chosen.entries)
    return chosen.board.rows[max(0, last - 2) : last]
