"""Redirecting from pages that plan an event to the league, which plans its matches."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.sheets.models import ScoreSheet

View = Callable[..., HttpResponse]


def not_for_league_matches(view: View) -> View:
    """Show a page that plans an event, unless the event is a match of a league.

    Teams, people and seats of a match follow from the league: if they were changed
    on this page, the league table would count them wrong. One query.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, pk: int, **kwargs: object) -> HttpResponse:
        matches = Event.objects.visible_to(request.user).league_matches()
        event = matches.filter(pk=pk).first()
        return redirect_to_match(request, event) or view(request, pk=pk, **kwargs)

    return wrapper


def not_for_league_tables(view: View) -> View:
    """Show a page that changes a table, unless the table is part of a league match."""

    @wraps(view)
    def wrapper(request: HttpRequest, pk: int, **kwargs: object) -> HttpResponse:
        sheets = ScoreSheet.objects.editable_by(request.user).with_event()
        event = get_object_or_404(sheets, pk=pk).series.event
        return redirect_to_match(request, event) or view(request, pk=pk, **kwargs)

    return wrapper


def redirect_to_match(request: HttpRequest, event: Event | None) -> HttpResponse | None:
    """Return a redirect to the match if ``event`` is one of a league, else None."""
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
