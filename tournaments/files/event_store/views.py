"""Exporting and importing events as files."""

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatclub.backups.losses import back_up_before_loss
from tournaments.events.models import Event
from tournaments.events.pages import editable_event
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_text, public_event_text
from tournaments.files.event_store import services
from tournaments.files.event_store.selectors import EventPreview, preview_of
from tournaments.files.forms import FileForm, refuse_large_files
from tournaments.files.spreadsheets.spreadsheets import file_answer
from tournaments.leagues.models import Division
from tournaments.organisations.hosts import is_alone
from tournaments.people.names.names import Audience, shown_to
from tournaments.seasons.models import Season
from tournaments.web.access import form_for, page_for, writer
from tournaments.web.answers import show_form
from tournaments.words.rights import Right


class EventFileForm(FileForm):
    """A complete event."""

    accepts = ".json"

    replace = forms.BooleanField(
        label=gettext_lazy("Put the event of the file in the place of the one here"),
        required=False,
    )

    def read(self, content: bytes) -> EventPreview:
        return preview_of(read_event(content))

    def store(self) -> services.ImportedEvent:
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
    return render(request, "tournaments/files/event_store/index.html", context)


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
        return render(
            request, "tournaments/files/event_store/event_preview.html", context
        )
    if form.is_valid() and (imported := form.save()):
        text = _("Everything in the file was here already; nothing has changed.")
        if imported.is_changed:
            text = _("The event has been imported.")
        messages.success(request, text)
        return redirect(imported.event)
    return show_form(request, "tournaments/files/event_store/event.html", form=form)
