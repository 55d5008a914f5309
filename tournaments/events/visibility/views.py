"""The page on which the director decides what visitors see of an event."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.events.pages import editable_event
from tournaments.events.visibility.forms import VisibilityForm
from tournaments.web.access import requires
from tournaments.web.answers import show_form
from tournaments.words.rights import Right


@requires(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_visibility(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    form = VisibilityForm(request.POST or None, event=event)
    if form.is_valid() and form.save():
        messages.success(request, _("Visitors see it like this from now on."))
        return redirect("events:visibility", pk)
    template = "tournaments/events/visibility/visibility.html"
    return show_form(request, template, event=event, form=form)
