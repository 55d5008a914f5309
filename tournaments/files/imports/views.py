"""The pages on which people and results are downloaded and brought in as tables."""

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.events.models import Event
from tournaments.events.pages import editable_event, not_for_league_matches
from tournaments.files.columns.layout import LETTERS_QUESTION
from tournaments.files.imports.back import take_back_import
from tournaments.files.imports.forms import (
    EntriesForm,
    PeopleForm,
    ResultsForm,
    TableForm,
)
from tournaments.files.imports.people import people_spreadsheet
from tournaments.files.imports.results import results_spreadsheet
from tournaments.files.spreadsheets.answers import spreadsheet_answer
from tournaments.files.spreadsheets.rules import with_rules
from tournaments.files.tables.cells import Purpose
from tournaments.files.tables.grids import decoded
from tournaments.files.uploads import refuse_large_files
from tournaments.people.models import Import, Player
from tournaments.web.access import button_for, form_for, requires, rights_of, writer
from tournaments.words.rights import Right

PEOPLE_PAGE = "people:list"
RUNS_SHOWN = 20
PAGES = {Purpose.PEOPLE: PEOPLE_PAGE, Purpose.FORMER: "files:former"}
RIGHTS = {
    Purpose.PEOPLE: Right.PEOPLE,
    Purpose.ENTRIES: Right.RUN,
    Purpose.RESULTS: Right.EVENTS,
    Purpose.FORMER: Right.EVENTS,
}


def table_page(
    request: HttpRequest,
    form: TableForm,
    *,
    title: str,
    back: tuple[str, str],
    choose: str = "tournaments/files/imports/choose.html",
    next_page: Callable[[], str] | None = None,
    runs: Iterable[object] | None = None,
) -> HttpResponse:
    """Show how a table is read, until what is new in it has come in.

    ``back`` are the address and the text of the page above, ``next_page`` leads on
    from a stored table; ``choose`` is the page on which a table is chosen, with the
    ``runs`` that can be taken back.
    """
    context = {"form": form, "title": title, "back": back, "address": request.path}
    is_asked = request.method == "POST" and form.is_bound and form.is_confirmed
    if form.is_valid() and is_asked and (run := form.save()) is not None:
        address = reverse("files:take-back", args=[run.pk])
        messages.success(request, sum_text(run), extra_tags=address)
        return redirect(next_page() if next_page else back[0])
    if "back" in form.data and form.preview is not None:
        letters = decoded(form.content, form.data.get(f"ask-{LETTERS_QUESTION}", ""))
        context["text"] = letters.text if letters else ""
    elif form.is_bound and form.preview is not None:
        context["token"] = form.keep()
        return render(request, "tournaments/files/imports/preview.html", context)
    context["runs"] = stored_runs(form) if runs is None else runs
    return render(request, choose, context)


def sum_text(run: Import) -> str:
    """Return what became of all rows of a table."""
    return _(
        "%(all)s in all: %(taken)s are added, %(here)s are here already, %(left)s are "
        "left out."
    ) % {
        "all": run.taken + run.here + run.left,
        "taken": run.taken,
        "here": run.here,
        "left": run.left,
    }


def stored_runs(form: TableForm) -> QuerySet[Import]:
    """Return the latest imports of this kind, for this event."""
    key = form.event.pk if form.event else None
    return Import.objects.filter(purpose=form.purpose, event=key)[:RUNS_SHOWN]


@button_for(*RIGHTS.values())
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo an import and say what stays."""
    run = get_object_or_404(Import, pk=pk)
    if RIGHTS[Purpose(run.purpose)] not in rights_of(request.user):
        raise Http404
    levels = (messages.SUCCESS, messages.WARNING)
    for level, text in zip(levels, take_back_import(run=run).texts, strict=False):
        messages.add_message(request, level, text)
    event = Event.objects.filter(pk=run.event or 0).first()
    if run.purpose == Purpose.ENTRIES and event:
        return redirect("events:entries", event.pk)
    return redirect(event or PAGES.get(Purpose(run.purpose), "files:index"))


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
    return table_page(
        request,
        table_form(PeopleForm, request),
        title=_("Bring in many people"),
        back=(reverse(PEOPLE_PAGE), _("Members and guests")),
        next_page=lambda: reverse(PEOPLE_PAGE) + "?added",
    )


@form_for(Right.RUN)
@not_for_league_matches
@refuse_large_files
def import_entries(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    return table_page(
        request,
        table_form(EntriesForm, request, event=event),
        title=_("Register many"),
        back=(reverse("events:entries", args=[pk]), f"{event}: {_('Who takes part')}"),
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
    return table_page(
        request,
        table_form(ResultsForm, request, event=event),
        title=_("Import results"),
        back=(event.get_absolute_url(), str(event)),
    )
