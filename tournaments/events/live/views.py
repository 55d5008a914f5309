"""The page with the standings while lists are in play."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from tournaments.events.live.selectors import live_standings
from tournaments.events.models import Event
from tournaments.events.pages import UNCHANGED, is_up_to_date, readable_event
from tournaments.events.visibility.words import hidden_texts
from tournaments.people.names.names import is_public
from tournaments.scope.withheld import is_for_visitors
from tournaments.web.access import public_page
from tournaments.web.caching.drawn_once import draw_once, state_digest
from tournaments.web.requests import is_fragment


@public_page
def show_live(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the live standings, also to visitors, who can follow the lists themselves.

    While anything is hidden from visitors, they get no standings.
    """
    event = readable_event(request, pk)
    hidden = hidden_texts(event.series.all()) if is_for_visitors() else []
    word = state_digest(hidden)
    if is_up_to_date(request, word):
        return HttpResponse(status=UNCHANGED)
    draw = partial(drawn_live, event, word, tuple(hidden))
    body = draw_once(draw, "live", event.pk, tuple(hidden), is_public())
    if is_fragment(request):
        return HttpResponse(body)
    context = {"event": event, "body": body}
    return render(request, "tournaments/events/live/live.html", context)


def drawn_live(event: Event, word: str, hidden: tuple[str, ...]) -> str:
    """Render the standings without a request, so that nothing of a reader is in it."""
    live = None if hidden else live_standings(event)
    context = {"event": event, "live": live, "hidden": hidden, "revision": word}
    return render_to_string("tournaments/events/live/_live.html", context)
