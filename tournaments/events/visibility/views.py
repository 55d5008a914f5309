"""The page on which the director decides what visitors see of an event."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.events.pages import editable_event
from tournaments.events.visibility.forms import VisibilityForm
from tournaments.web.access import form_for
from tournaments.web.answers import saved, show_form
from tournaments.words.rights import Right


@form_for(Right.RUN)
def edit_visibility(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    form = VisibilityForm(request.POST or None, event=event)
    if saved(request, form, _("Visitors see it like this from now on.")):
        return redirect("events:visibility", pk)
    template = "tournaments/events/visibility/visibility.html"
    return show_form(request, template, event=event, form=form)
