"""The course of a list as a chart and as a table."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.sheets.page.courses import course_rows, courses_in, round_labels
from tournaments.sheets.page.page import readable_sheet
from tournaments.sheets.selectors import ledger_of
from tournaments.web.drawing.charts import charts_of, value_span


@login_not_required
@require_safe
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
