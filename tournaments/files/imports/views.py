"""The pages on which people and results are downloaded and brought in as tables."""

from collections.abc import Callable, Sized
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tournaments.events.pages import editable_event, not_for_league_matches
from tournaments.files.columns.layout import LETTERS_QUESTION
from tournaments.files.imports.forms import (
    EntriesForm,
    PeopleForm,
    ResultsForm,
    TableForm,
)
from tournaments.files.imports.people import people_spreadsheet
from tournaments.files.imports.people_services import ImportedPeople
from tournaments.files.imports.results import results_spreadsheet
from tournaments.files.spreadsheets.answers import spreadsheet_answer
from tournaments.files.spreadsheets.rules import with_rules
from tournaments.files.tables.letters import decoded
from tournaments.files.uploads import refuse_large_files
from tournaments.people.models import Player
from tournaments.web.access import form_for, requires, writer
from tournaments.words.rights import Right

PEOPLE_PAGE = "people:list"


def table_page(
    request: HttpRequest,
    form: TableForm,
    *,
    title: str,
    back: tuple[str, str],
    done: Callable[[Any], HttpResponse],
    choose: str = "tournaments/files/imports/choose.html",
    **more: object,
) -> HttpResponse:
    """Show how a table is read, until what is new in it has come in.

    ``back`` are the address and the text of the page above; ``done`` answers once the
    table is stored. ``choose`` is the page on which a table is chosen.
    """
    context = {"form": form, "title": title, "back": back, "address": request.path}
    context |= more
    is_asked = request.method == "POST" and form.is_bound and form.is_confirmed
    if form.is_valid() and is_asked and (stored := form.save()) is not None:
        return done(stored)
    if "back" in form.data and form.preview is not None:
        letters = decoded(form.content, form.data.get(f"ask-{LETTERS_QUESTION}", ""))
        context["text"] = letters.text if letters else ""
    elif form.is_bound and form.preview is not None:
        context["token"] = form.keep()
        return render(request, "tournaments/files/imports/preview.html", context)
    return render(request, choose, context)


def table_form(
    form: type[TableForm], request: HttpRequest, **arguments: object
) -> TableForm:
    """Return the form for a table, with what the request sends."""
    return form(
        request.POST or None, request.FILES or None, owner=writer(request), **arguments
    )


@requires(Right.PEOPLE)
@require_GET
def people_file(request: HttpRequest, kind: str) -> HttpResponse:
    table = people_spreadsheet(Player.objects.select_related("club"))
    return spreadsheet_answer(table, _("people"), kind)


@form_for(Right.PEOPLE)
@refuse_large_files
def import_people(request: HttpRequest) -> HttpResponse:
    form = table_form(PeopleForm, request)

    def done(imported: ImportedPeople) -> HttpResponse:
        messages.success(request, imported_text(imported))
        return redirect(reverse(PEOPLE_PAGE) + "?added")

    return table_page(
        request,
        form,
        title=_("Bring in many people"),
        back=(reverse(PEOPLE_PAGE), _("Members and guests")),
        done=done,
    )


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


@form_for(Right.RUN)
@not_for_league_matches
@refuse_large_files
def import_entries(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)

    def done(entries: Sized) -> HttpResponse:
        text = ngettext(
            "%(count)d person is registered.",
            "%(count)d people are registered.",
            len(entries),
        )
        messages.success(request, text % {"count": len(entries)})
        return redirect("events:entries", pk)

    return table_page(
        request,
        table_form(EntriesForm, request, event=event),
        title=_("Register many"),
        back=(reverse("events:entries", args=[pk]), f"{event}: {_('Who takes part')}"),
        done=done,
    )


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

    def done(sheets: Sized) -> HttpResponse:
        text = ngettext(
            "%(count)d list was imported.",
            "%(count)d lists were imported.",
            len(sheets),
        )
        messages.success(request, text % {"count": len(sheets)})
        return redirect(event)

    return table_page(
        request,
        table_form(ResultsForm, request, event=event),
        title=_("Import results"),
        back=(event.get_absolute_url(), str(event)),
        done=done,
    )
