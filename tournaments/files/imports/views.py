"""The page on which a table comes in, and those on which tables go out and back."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tournaments.events.models import Event
from tournaments.events.pages import editable_event, not_for_league_matches
from tournaments.files.forms import QualifyForm, refuse_large_files
from tournaments.files.imports.back import take_back_import
from tournaments.files.imports.former import publish_source
from tournaments.files.imports.joining import LETTERS_QUESTION
from tournaments.files.imports.people import people_spreadsheet
from tournaments.files.imports.purpose_forms import (
    EntriesForm,
    FormerForm,
    PeopleForm,
    ResultsForm,
    TableForm,
)
from tournaments.files.imports.results import results_spreadsheet
from tournaments.files.report import with_rules
from tournaments.files.tables.cells import Purpose
from tournaments.files.tables.grids import decoded
from tournaments.people.audit import recording_exports
from tournaments.people.models import Import, Player
from tournaments.scope.models import working
from tournaments.scope.scope import Audience, shown_to
from tournaments.web.access import button_for, form_for, requires, rights_of, writer
from tournaments.web.answers import done, show_form
from tournaments.web.requests import growing_page
from tournaments.web.spreadsheets import spreadsheet_answer
from tournaments.words.choices import ExportedFile
from tournaments.words.rights import Right

TEMPLATES = "tournaments/files/imports"
STORING = f"{TEMPLATES}/storing.html"
MANY = 1000  # results; storing them takes so long that its progress is shown
RIGHTS = {
    Purpose.PEOPLE: Right.PEOPLE,
    Purpose.ENTRIES: Right.RUN,
    Purpose.RESULTS: Right.EVENTS,
    Purpose.FORMER: Right.EVENTS,
}


def table_page(
    request: HttpRequest, form_class: type[TableForm], **about: object
) -> Any:
    """Show how a table is read, until what is new in it has come in."""
    is_next = request.method == "GET" and "token" in request.GET
    data = request.POST or (request.GET if is_next else None)
    form = form_class(data, request.FILES or None, owner=writer(request), **about)
    back = page_above(form.purpose, form.event)
    context: dict[str, object] = {"form": form, "address": request.path, "back": back}
    is_asked = request.method == "POST" and form.is_bound and form.is_confirmed
    if form.is_valid() and is_asked:
        if form.counts["taken"] > MANY and form.can_bring_in:
            parts = stored_parts(request, form)
            return growing_page(request, STORING, parts, form=form, back=back)
        if (run := form.save()) is not None:
            address = reverse("files:take-back", args=[run.pk])
            messages.success(request, f"{run.outcome}.", extra_tags=address)
            if form.left_text:
                messages.warning(request, form.left_text)
            return redirect(form.next_address or back[0])
    if "back" in form.data and form.preview is not None:
        letters = decoded(form.content, form.data.get(f"ask-{LETTERS_QUESTION}", ""))
        context["text"] = letters.text if letters else ""
    elif form.is_bound and form.preview is not None:
        context["token"] = form.keep()
        return show_form(request, f"{TEMPLATES}/preview.html", **context)
    return show_form(request, f"{TEMPLATES}/choose.html", **context)


def page_above(purpose: str, event: Event | None) -> tuple[str, str]:
    """Return the address and the text of the page above."""
    if event and purpose == Purpose.ENTRIES:
        address = reverse("events:entries", args=[event.pk])
        return address, f"{event}: {_('Who takes part')}"
    if event:
        return event.get_absolute_url(), str(event)
    if purpose == Purpose.PEOPLE:
        return reverse("people:list"), _("Members and guests")
    return reverse("files:index"), _("Files")


def stored_parts(request: HttpRequest, form: TableForm) -> Iterator[str]:
    """Store a table, yielding the progress and the outcome."""
    context: dict[str, Any] = {"all": form.counts["taken"]}
    try:
        with working(request), shown_to(Audience.CLUB):
            for done in form.steps():
                context["done"] = done
                yield render_to_string(f"{STORING}#step", context)
        text = f"{form.run.outcome}. {form.left_text}".rstrip()
        context |= {"run": form.run, "text": text}
    except ValidationError as refusal:
        context["refusals"] = refusal.messages
    context["next"] = form.next_address or page_above(form.purpose, form.event)[0]
    yield render_to_string(f"{STORING}#outcome", context, request)


@button_for(*RIGHTS.values())
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo an import and say what stays."""
    run = get_object_or_404(Import, pk=pk)
    if RIGHTS[Purpose(run.purpose)] not in rights_of(request.user):
        raise Http404
    levels = (messages.SUCCESS, messages.WARNING)
    for level, text in zip(levels, take_back_import(run=run), strict=False):
        messages.add_message(request, level, text)
    event = Event.objects.filter(pk=run.event or 0).first()
    is_former = run.purpose == Purpose.FORMER
    return redirect("files:former" if is_former else page_above(run.purpose, event)[0])


@recording_exports(ExportedFile.PEOPLE)
@requires(Right.PEOPLE)
@require_GET
def people_file(request: HttpRequest, kind: str) -> HttpResponse:
    table = people_spreadsheet(Player.objects.select_related("club"))
    return spreadsheet_answer(table, _("people"), kind)


@recording_exports(ExportedFile.RESULTS)
@requires(Right.EVENTS)
@require_GET
def results_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    event = editable_event(request, pk)
    name = _("results-%(event)s") % {"event": event.slug}
    table = with_rules(results_spreadsheet(event), event)
    return spreadsheet_answer(table, name, kind)


@form_for(Right.PEOPLE)
@refuse_large_files
def import_people(request: HttpRequest) -> Any:
    return table_page(request, PeopleForm)


@form_for(Right.RUN)
@not_for_league_matches
@refuse_large_files
def import_entries(request: HttpRequest, pk: int) -> Any:
    return table_page(request, EntriesForm, event=editable_event(request, pk))


@form_for(Right.RUN)
@not_for_league_matches
def qualify(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who of a ranking qualifies for an event, and enter them all at once."""
    event = editable_event(request, pk)
    data = request.POST or (request.GET if "ranking" in request.GET else None)
    initial = {"best": 10, "substitutes": 3}
    form = QualifyForm(data, event=event, user=request.user, initial=initial)
    is_sent = request.method == "POST"
    if is_sent and (answer := done(request, form, "events:entries", pk)):
        return answer
    return show_form(request, f"{TEMPLATES}/qualify.html", event=event, form=form)


@form_for(Right.EVENTS)
@refuse_large_files
def import_results(request: HttpRequest, pk: int) -> Any:
    return table_page(request, ResultsForm, event=editable_event(request, pk))


@form_for(Right.EVENTS)
@refuse_large_files
def former(request: HttpRequest) -> Any:
    return table_page(request, FormerForm)


@button_for(Right.EVENTS)
def publish(request: HttpRequest) -> HttpResponse:
    """Publish or withdraw everything that came from one source."""
    is_published = "is_published" in request.POST
    count = publish_source(
        source=request.POST.get("source", ""), is_published=is_published
    )
    text = (
        ngettext(
            "Everybody may read %(count)d evening now.",
            "Everybody may read %(count)d evenings now.",
            count,
        )
        if is_published
        else ngettext(
            "%(count)d evening is only for who signs in now.",
            "%(count)d evenings are only for who signs in now.",
            count,
        )
    )
    messages.success(request, text % {"count": count})
    return redirect("files:former")
