"""Reading a list: its page, its values explained, its course, its history."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.sheets.board import board_for_reader, board_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.page.courses import course_rows, courses_in, round_labels
from tournaments.sheets.page.page import readable_sheet, show_page
from tournaments.sheets.selectors import (
    changes_on,
    ledger_of,
    mentions_on,
    sheet_by_name,
)
from tournaments.sheets.typing.grammar_card import ALL_MARKS, cards
from tournaments.web.access import public_page, reads_everything
from tournaments.web.caching.desk_pages import kept_in_edition
from tournaments.web.charts import charts_of, value_span
from tournaments.web.numbers import whole_number
from tournaments.web.requests import nothing_public
from tournaments.words.games import checksum_texts


@login_not_required
@require_GET
@kept_in_edition
def show_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    if sheet.is_former:
        return redirect(sheet.series.event)
    return show_page(request, sheet, None)


@login_not_required
@require_GET
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
    context = {"sheet": sheet, "changes": changes_on(sheet)}
    return render(request, "tournaments/sheets/page/history.html", context)


@login_not_required
@require_GET
def find_sheet(request: HttpRequest) -> HttpResponse:
    """Redirect to the list of a typed table number, or of a typed or scanned code."""
    name = request.GET.get("code", "").strip()
    origin = whole_number(request.GET.get("beside"))
    sheets = ScoreSheet.objects.visible_to(request.user)
    beside = None
    if origin is not None:
        beside = sheets.select_related("series").filter(pk=origin).first()
    sheet = sheet_by_name(name, sheets=sheets, beside=beside)
    if sheet is None and not reads_everything(request.user):
        return nothing_public(request)
    if sheet is None:
        words = _("There is no list “%(name)s”.") % {"name": name[:40]}
        messages.error(request, words)
        return redirect(beside or "events:list")
    return redirect(sheet)


@login_not_required
@require_GET
def shorthand(request: HttpRequest) -> HttpResponse:
    context = {"cards": cards(ALL_MARKS), "checksums": checksum_texts()}
    return render(request, "tournaments/sheets/page/shorthand.html", context)
