"""People and results as tables: to take away, and to bring in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.events.pages import editable_event
from tournaments.files.imports.forms import PeopleFileForm, ResultsFileForm
from tournaments.files.imports.people import people_spreadsheet
from tournaments.files.imports.people_services import BroughtIn
from tournaments.files.imports.results import results_spreadsheet
from tournaments.files.spreadsheets.answers import spreadsheet_answer
from tournaments.files.spreadsheets.rules import with_rules
from tournaments.files.uploads import refuse_large_files
from tournaments.people.models import Player
from tournaments.web.access import requires, writer
from tournaments.words.rights import Right


@requires(Right.PEOPLE)
@require_GET
def people_file(request: HttpRequest, kind: str) -> HttpResponse:
    table = people_spreadsheet(Player.objects.select_related("club"))
    return spreadsheet_answer(table, _("people"), kind)


@requires(Right.PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_large_files
def import_people(request: HttpRequest) -> HttpResponse:
    form = PeopleFileForm(
        request.POST or None, request.FILES or None, owner=writer(request)
    )
    if form.is_valid() and (form.is_open or not form.is_confirmed):
        context = {
            "form": form,
            "people": form.preview,
            "new": form.has_news,
            "is_wrong": form.is_wrong,
            "token": form.keep(),
        }
        return render(request, "tournaments/files/imports/people_preview.html", context)
    if form.is_valid() and (done := form.save()) is not None:
        messages.success(request, said_of(done))
        return redirect("people:list")
    return render(request, "tournaments/files/imports/people.html", {"form": form})


def said_of(done: BroughtIn) -> str:
    """Return what came in, in words."""
    numbers = ngettext(
        "%(count)d number was entered.",
        "%(count)d numbers were entered.",
        len(done.numbered),
    ) % {"count": len(done.numbered)}
    if done.numbered and not done.added:
        return numbers
    people = ngettext(
        "%(count)d person was added.", "%(count)d people were added.", len(done.added)
    ) % {"count": len(done.added)}
    return f"{people} {numbers}" if done.numbered else people


@requires(Right.EVENTS)
@require_GET
def results_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    event = editable_event(request, pk)
    name = _("results-%(event)s") % {"event": event.slug}
    table = with_rules(results_spreadsheet(event), event)
    return spreadsheet_answer(table, name, kind)


@requires(Right.EVENTS)
@require_http_methods(["GET", "HEAD", "POST"])
@refuse_large_files
def import_results(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    form = ResultsFileForm(
        request.POST or None,
        request.FILES or None,
        owner=writer(request),
        event=event,
    )
    context = {"form": form, "event": event}
    if form.is_valid() and not form.is_confirmed:
        context |= {
            "lists": form.preview,
            "new": sum(not own.is_known for own in form.preview),
            "is_wrong": any(own.problem for own in form.preview),
            "token": form.keep(),
        }
        return render(
            request, "tournaments/files/imports/results_preview.html", context
        )
    if form.is_valid() and (written := form.save()) is not None:
        said = ngettext(
            "%(count)d list was imported.",
            "%(count)d lists were imported.",
            len(written),
        )
        messages.success(request, said % {"count": len(written)})
        return redirect(event)
    return render(request, "tournaments/files/imports/results.html", context)
