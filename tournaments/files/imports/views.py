"""The pages on which people and results are downloaded and imported as tables."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tournaments.events.pages import editable_event
from tournaments.files.imports.forms import PeopleFileForm, ResultsFileForm
from tournaments.files.imports.people import people_spreadsheet
from tournaments.files.imports.people_services import ImportedPeople
from tournaments.files.imports.results import results_spreadsheet
from tournaments.files.spreadsheets.answers import spreadsheet_answer
from tournaments.files.spreadsheets.rules import with_rules
from tournaments.files.uploads import refuse_large_files
from tournaments.people.models import Player
from tournaments.web.access import form_for, requires, writer
from tournaments.words.rights import Right


@requires(Right.PEOPLE)
@require_GET
def people_file(request: HttpRequest, kind: str) -> HttpResponse:
    table = people_spreadsheet(Player.objects.select_related("club"))
    return spreadsheet_answer(table, _("people"), kind)


@form_for(Right.PEOPLE)
@refuse_large_files
def import_people(request: HttpRequest) -> HttpResponse:
    form = PeopleFileForm(
        request.POST or None, request.FILES or None, owner=writer(request)
    )
    if form.is_valid() and (form.needs_answers or not form.is_confirmed):
        context = {
            "form": form,
            "people": form.preview,
            "new": form.has_changes,
            "is_wrong": form.is_wrong,
            "token": form.keep(),
        }
        return render(request, "tournaments/files/imports/people_preview.html", context)
    if form.is_valid() and (imported := form.save()) is not None:
        messages.success(request, imported_text(imported))
        return redirect("people:list")
    return render(request, "tournaments/files/imports/people.html", {"form": form})


def imported_text(imported: ImportedPeople) -> str:
    """Return the message with the numbers of people and member numbers imported."""
    numbers = ngettext(
        "%(count)d number was entered.",
        "%(count)d numbers were entered.",
        len(imported.numbered),
    ) % {"count": len(imported.numbered)}
    if imported.numbered and not imported.added:
        return numbers
    people = ngettext(
        "%(count)d person was added.",
        "%(count)d people were added.",
        len(imported.added),
    ) % {"count": len(imported.added)}
    return f"{people} {numbers}" if imported.numbered else people


@requires(Right.EVENTS)
@require_GET
def results_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    event = editable_event(request, pk)
    name = _("results-%(event)s") % {"event": event.slug}
    table = with_rules(results_spreadsheet(event), event)
    return spreadsheet_answer(table, name, kind)


@form_for(Right.EVENTS)
@refuse_large_files
def import_results(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    form = ResultsFileForm(
        request.POST or None, request.FILES or None, owner=writer(request), event=event
    )
    context = {"form": form, "event": event}
    if form.is_valid() and not form.is_confirmed:
        context |= {
            "lists": form.preview,
            "new": sum(not file_list.is_stored for file_list in form.preview),
            "is_wrong": any(file_list.problem for file_list in form.preview),
            "token": form.keep(),
        }
        return render(
            request, "tournaments/files/imports/results_preview.html", context
        )
    if form.is_valid() and (sheets := form.save()) is not None:
        text = ngettext(
            "%(count)d list was imported.",
            "%(count)d lists were imported.",
            len(sheets),
        )
        messages.success(request, text % {"count": len(sheets)})
        return redirect(event)
    return render(request, "tournaments/files/imports/results.html", context)
