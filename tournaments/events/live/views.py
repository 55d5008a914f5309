"""The page that shows how it stands while lists are in play."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.events.live.selectors import live_standings
from tournaments.events.pages import readable_event
from tournaments.web.access import requires
from tournaments.words.rights import Right


@requires(Right.READ)
@require_safe
def show_live(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    context = {"event": event, "live": live_standings(event)}
    return render(request, "tournaments/events/live/live.html", context)
