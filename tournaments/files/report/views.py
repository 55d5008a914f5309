"""The report to the federation: the list of years, and each year as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.files.event.writing import file_text
from tournaments.files.report.selectors import federation_report, years_to_report
from tournaments.files.report.tables import report_spreadsheet
from tournaments.files.spreadsheets.answers import file_answer, spreadsheet_answer
from tournaments.web.access import page_for, requires
from tournaments.words.rights import Right


@page_for(Right.PEOPLE)
def show_reports(request: HttpRequest) -> HttpResponse:
    context = {"years": years_to_report()}
    return render(request, "tournaments/files/report/reports.html", context)


@requires(Right.PEOPLE)
@require_GET
def report_file(request: HttpRequest, year: int, kind: str) -> HttpResponse:
    """Answer with the report of a year, as JSON or as a spreadsheet."""
    if year not in years_to_report():
        raise Http404
    report = federation_report(year)
    name = _("report-to-the-federation-%(year)s") % {"year": year}
    if kind == "json":
        text = file_text(report).encode()
        return file_answer(text, f"{name}.json", "application/json")
    return spreadsheet_answer(report_spreadsheet(report), name, kind)
