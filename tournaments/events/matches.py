"""Leading from pages that plan an event to the league that plans a match."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.sheets.models import ScoreSheet

View = Callable[..., HttpResponse]


def planned_here(view: View) -> View:
    """Show a page that plans an event, unless the event is a match of a league.

    Teams, people and seats of a match follow from the league; changed here, its table
    would count them wrong. One query.
    """

    @wraps(view)
    def shown(request: HttpRequest, pk: int, **named: object) -> HttpResponse:
        matches = Event.objects.visible_to(request.user).league_matches()
        event = matches.filter(pk=pk).first()
        return led_away(request, event) or view(request, pk=pk, **named)

    return shown


def table_planned_here(view: View) -> View:
    """Show a page that changes a table, unless it is one of a match of a league."""

    @wraps(view)
    def shown(request: HttpRequest, pk: int, **named: object) -> HttpResponse:
        sheets = ScoreSheet.objects.editable_by(request.user).with_event()
        event = get_object_or_404(sheets, pk=pk).series.event
        return led_away(request, event) or view(request, pk=pk, **named)

    return shown


def led_away(request: HttpRequest, event: Event | None) -> HttpResponse | None:
    """Return the way to the match that ``event`` is, if it is one."""
    match = event.league_match if event is not None else None
    if match is None:
        return None
    messages.info(
        request,
        _(
            "“%(event)s” is a match of a league: teams, people and seats are changed "
            "on its own pages."
        )
        % {"event": event},
    )
    return redirect(match)
