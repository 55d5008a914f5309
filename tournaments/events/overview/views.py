"""The page of an event: its result, the next step, the seats."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone

from tournaments.events.entries.views import gaps_for
from tournaments.events.flow.selectors import objections_in
from tournaments.events.models import Event
from tournaments.events.overview.path import (
    next_evening,
    next_step,
    path_of,
    progress_of,
)
from tournaments.events.overview.rules import event_rules, system_name
from tournaments.events.overview.selectors import event_result, upcoming_after
from tournaments.events.pages import (
    UNCHANGED,
    event_page,
    is_up_to_date,
    readable_event,
)
from tournaments.events.seats.selectors import series_cards
from tournaments.events.standings.words import hidden_texts
from tournaments.people.names.names import is_public
from tournaments.web.access import public_page, writes_something
from tournaments.web.answers import allowed_step
from tournaments.web.caching.kept_pages import digest, draw_once
from tournaments.web.requests import is_fragment

FRESH = timedelta(weeks=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownResult:
    """The result rendered for all readers of one kind.

    If ``is_live``, lists are missing and the page reloads the result by itself.
    """

    is_live: bool
    body: str


@public_page
def show_event(request: HttpRequest, pk: int) -> HttpResponse:
    event = readable_event(request, pk)
    # A league match is won by teams, and its result is on a page of the league.
    result = None
    if not event.league_match:
        draw = partial(drawn_result, event)
        result = draw_once(draw, "result", event.pk, is_public())
    word = digest(result)
    if is_up_to_date(request, word):
        return HttpResponse(status=UNCHANGED)
    context: dict[str, Any] = {"event": event, "result": result, "revision": word}
    template = "tournaments/events/overview/event.html"
    if is_fragment(request):
        return render(request, f"{template}#result", context)
    # An event of a former year has no seats, and nothing is left to do in it.
    is_former = bool(event.source)
    cards = [] if is_former else series_cards(event)
    context |= {
        "system": system_name(event),
        "cards": cards,
        "finished": sum(card.finished for card in cards),
        "expected": sum(len(card.tables) for card in cards),
        "lacks_lists": any(
            card.finished < len(card.tables) or not card.tables for card in cards
        ),
        "gaps": gaps_for(request, event),
        "hidden": hidden_texts(card.series for card in cards),
        "coming": upcoming_after(event, request.user),
    }
    if writes_something(request.user) and not (event.league_match or is_former):
        context |= path_context(event, request.user)
        if context["finished"] < context["expected"]:
            context["objections"] = len(objections_in(event))
    return render(request, template, context)


def path_context(event: Event, user: Any) -> dict[str, Any]:
    """Return the path of an event and its next step, which may be the next evening.

    There are only links and steps that are open to ``user``.
    """
    progress = progress_of(event)
    path = path_of(progress, user)
    following = next_step(progress)
    is_fresh = timezone.localdate() - event.date < FRESH
    if not following and not is_fresh:
        return {}
    step = allowed_step(following or next_evening(), user)
    return {"path": path, "people": progress.people, "step": step}


def drawn_result(event: Event) -> ShownResult:
    """Render the result without a request, so that nothing of its reader is in it."""
    result = event_result(event)
    body = render_to_string(
        "tournaments/events/overview/_result.html", {"event": event, "result": result}
    )
    return ShownResult(is_live=not result.standings.is_complete, body=body)


@public_page
@event_page
def rules(_request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"rules": event_rules(event)}
