"""The course of a list, drawn and as numbers."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.sheets.page.courses import courses_in, rounds_of
from tournaments.sheets.page.page import readable_sheet
from tournaments.sheets.selectors import ledger_of
from tournaments.web.charts import chart_of


@login_not_required
@require_safe
def course(request: HttpRequest, pk: int) -> HttpResponse:
    sheet = readable_sheet(request, pk)
    courses = courses_in(ledger_of(sheet))
    lines = [(each.name, each.points) for each in courses]
    context = {
        "sheet": sheet,
        "courses": courses,
        "rows": rounds_of(courses),
        "chart": chart_of(lines) if lines else None,
    }
    return render(request, "tournaments/sheets/page/course.html", context)
