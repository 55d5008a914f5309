"""The page on which an event is restored from its codes on paper."""

from django.http import HttpRequest, HttpResponse

from tournaments.files.codes.forms import EventCodesForm
from tournaments.files.event_store.views import preview_or_import
from tournaments.web.access import form_for, writer
from tournaments.web.answers import show_form
from tournaments.words.rights import Right


@form_for(Right.EVENTS)
def import_codes(request: HttpRequest) -> HttpResponse:
    form = EventCodesForm(request.POST or None, owner=writer(request))
    return preview_or_import(request, form) or show_form(
        request, "tournaments/files/codes/codes.html", form=form
    )
