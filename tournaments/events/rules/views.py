"""The rules of an event, for all its players."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from tournaments.events.models import Event
from tournaments.events.rules.selectors import event_rules
from tournaments.web.access import public_page


@public_page
def show_event_rules(request: HttpRequest, pk: int) -> HttpResponse:
    events = Event.objects.visible_to(request.user)
    event = get_object_or_404(events.select_related("rule_set"), pk=pk)
    context = {"event": event, "rules": event_rules(event)}
    return render(request, "tournaments/events/rules/rules.html", context)
