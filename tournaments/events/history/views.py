"""The course of an event: who did what, and when."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import (
    require_safe,
)

from tournaments.events.history.selectors import event_history
from tournaments.events.pages import readable_event


@require_safe
def history(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    context = {
        "event": event,
        "happenings": event_history(event),
    }
    return render(request, "tournaments/events/history/history.html", context)
