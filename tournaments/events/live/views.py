"""The page that shows how it stands while lists are in play."""

from functools import partial

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from tournaments.events.live.selectors import live_revision, live_standings
from tournaments.events.models import Event
from tournaments.events.pages import readable_event
from tournaments.events.visibility.words import hidden_texts
from tournaments.people.names.names import is_public
from tournaments.scope.withheld import is_for_visitors
from tournaments.web.kept.drawn_once import drawn_once, word_for
from tournaments.web.requests.htmx import is_fragment

UNCHANGED = 204


@login_not_required
@require_safe
def show_live(request: HttpRequest, pk: int) -> HttpResponse:
    """Show it to visitors, too, who follow the lists themselves as they are written.

    While anything is hidden from them there is no standing to be told.
    """
    event = readable_event(request, pk)
    hidden = hidden_texts(event.series.all()) if is_for_visitors() else []
    revision = live_revision(event)
    word = word_for(revision, hidden)
    if is_fragment(request) and request.GET.get("revision") == word:
        return HttpResponse(status=UNCHANGED)
    draw = partial(drawn_live, event, word, tuple(hidden))
    body = drawn_once(draw, revision, tuple(hidden), "live", is_public())
    if is_fragment(request):
        return HttpResponse(body)
    context = {"event": event, "body": body}
    return render(request, "tournaments/events/live/live.html", context)


def drawn_live(event: Event, word: str, hidden: tuple[str, ...]) -> str:
    """Draw how it stands without a request: nothing of its reader can get into it."""
    live = None if hidden else live_standings(event)
    context = {"event": event, "live": live, "hidden": hidden, "revision": word}
    return render_to_string("tournaments/events/live/_live.html", context)
