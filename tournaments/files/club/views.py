"""Exporting and importing one event, and the whole club, as a file."""

import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatclub.backups.making import back_up_before_loss
from tournaments.events.models import Event
from tournaments.events.pages import editable_event
from tournaments.files.club.reading import (
    MOST_ARCHIVE_BYTES,
    archive_chunks,
    archive_name,
    open_archive,
)
from tournaments.files.club.services import import_club, section_counts
from tournaments.files.event import services
from tournaments.files.event.reading import read_event
from tournaments.files.event.selectors import EventImport, preview_of
from tournaments.files.event.writing import event_text, public_event_text
from tournaments.files.forms import (
    FileForm,
    keep_pieces,
    refuse_large_files,
    upload_path,
)
from tournaments.leagues.models import Division
from tournaments.organisations.hosts import is_alone
from tournaments.people.audit import recording_exports
from tournaments.people.models import User
from tournaments.scope.scope import Audience, shown_to
from tournaments.seasons.models import Season
from tournaments.web.access import form_for, page_for, writer
from tournaments.web.answers import show_form
from tournaments.web.forms import ServiceForm
from tournaments.web.requests import growing_page, refuse_above, zip_answer
from tournaments.web.spreadsheets import file_answer
from tournaments.words.choices import ExportedFile
from tournaments.words.rights import Right


class ClubFileForm(ServiceForm):
    """The archive of a club, which the next page checks."""

    needs = ("owner",)
    owner: User

    file = forms.FileField(
        label=gettext_lazy("File"),
        error_messages={"required": gettext_lazy("Please choose a file.")},
        widget=forms.ClearableFileInput(attrs={"accept": ".zip"}),
    )

    def act(self) -> str:
        pieces = self.cleaned_data["file"].chunks()
        return keep_pieces(pieces, owner=self.owner.pk)


IMPORT = "tournaments/files/club/club_import.html"
ARCHIVE = Lock()  # writing one keeps a core busy
logger = logging.getLogger(__name__)


@recording_exports(ExportedFile.CLUB)
@page_for(Right.CLUB)
def export_club(request: HttpRequest) -> Any:
    if ARCHIVE.locked():
        messages.error(
            request,
            _("An archive is being written already. Please try again in a minute."),
        )
        return redirect("files:index")
    return zip_answer(one_archive(), archive_name())


def one_archive() -> Iterator[bytes]:
    with ARCHIVE:
        yield from archive_chunks()


@form_for(Right.CLUB)
@refuse_above(MOST_ARCHIVE_BYTES)
def upload_club(request: HttpRequest) -> HttpResponse:
    form = ClubFileForm(
        request.POST or None, request.FILES or None, owner=writer(request)
    )
    if form.is_valid() and (token := form.save()):
        return redirect("files:club-import", token)
    return show_form(request, "tournaments/files/club/club.html", form=form)


@form_for(Right.CLUB)
def club_import(request: HttpRequest, token: str) -> StreamingHttpResponse:
    """Check an archive, or store what has been checked, and show how far that is."""
    path = upload_path(token, owner=writer(request).pk)
    if path is None or not path.exists():
        raise Http404
    return growing_page(request, IMPORT, import_parts(request, path))


def import_parts(request: HttpRequest, path: Path) -> Iterator[str]:
    """Import the archive of the request, yielding its progress and its outcome."""
    replace, is_check = "replace" in request.POST, request.method != "POST"
    context: dict[str, Any] = {"is_check": is_check}
    try:
        with shown_to(Audience.CLUB), open_archive(path) as archive:
            if replace:
                back_up_before_loss(of_a_club=True)
            for report in import_club(
                archive,
                dry_run=is_check,
                replace=replace,
                as_guests=request.POST.get("whose") == "another",
            ):
                context["report"] = report
                yield render_to_string(f"{IMPORT}#step", context)
        context["sections"] = section_counts(report.counts)
    except ValidationError as refusal:
        context["refusals"] = refusal.messages
    except Exception:
        logger.exception("No import")
        context["refusals"] = [_("The import has failed.")]
    if not is_check or "refusals" in context:
        path.unlink(missing_ok=True)
    yield render_to_string(f"{IMPORT}#outcome", context, request)


class EventFileForm(FileForm):
    """A complete event."""

    accepts = ".json"

    replace = forms.BooleanField(
        label=gettext_lazy("Put the event of the file in the place of the one here"),
        required=False,
    )

    def read(self, content: bytes) -> EventImport:
        return preview_of(read_event(content))

    def store(self) -> EventImport:
        if self.cleaned_data["replace"]:
            back_up_before_loss()
        return services.import_event(
            document=self.preview.document, replace=self.cleaned_data["replace"]
        )


PER_PAGE = 20
JSON = "application/json"


@page_for(Right.EVENTS)
def index(request: HttpRequest) -> HttpResponse:
    events = Paginator(Event.objects.all(), PER_PAGE)
    context = {
        "page": events.get_page(request.GET.get("page")),
        "seasons": Season.objects.order_by("-first_date"),
        "divisions": Division.objects.select_related("league").order_by(
            "-league", "pk"
        ),
        "others": not is_alone(),
    }
    return render(request, "tournaments/files/event/index.html", context)


@recording_exports(ExportedFile.EVENT)
@page_for(Right.EVENTS)
def event_file(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    is_public = request.GET.get("names") == "public"
    if not is_public:
        return file_answer(event_text(event).encode(), f"{event.slug}.json", JSON)
    with shown_to(Audience.PUBLIC):
        name = f"{event.slug}-public.json"
    return file_answer(public_event_text(event).encode(), name, JSON)


@form_for(Right.EVENTS)
@refuse_large_files
def import_event(request: HttpRequest) -> HttpResponse:
    form = EventFileForm(
        request.POST or None, request.FILES or None, owner=writer(request)
    )
    if form.is_valid() and not form.is_confirmed:
        context = {"form": form, "preview": form.preview, "token": form.keep()}
        return render(request, "tournaments/files/event/event_preview.html", context)
    if form.is_valid() and (imported := form.save()):
        text = _("Everything in the file was here already; nothing has changed.")
        if imported.is_changed:
            text = _("The event has been imported.")
        messages.success(request, text)
        return redirect(imported.event)
    return show_form(request, "tournaments/files/event/event.html", form=form)
