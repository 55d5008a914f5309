"""Fetching an event for a page: by its address, and only if the account may."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import register_converter
from django.urls.converters import IntConverter
from django.utils.translation import gettext as _

from tournaments.events.models import Event, Series
from tournaments.people.names.mentions import mentions_of_the_shy
from tournaments.sheets.models import ScoreSheet
from tournaments.web.caching.drawn_once import draw_once
from tournaments.web.caching.edition import current_edition
from tournaments.web.requests import is_fragment


class EventConverter(IntConverter):
    """Reads number and word, and writes the one that suits the page being made."""

    regex = "[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> int:
        if value.isdecimal() and current_edition() is None:
            return int(value)
        lookup = {"pk": int(value)} if value.isdecimal() else {"slug": value}
        pk: int | None = (
            Event.objects.filter(**lookup, is_published=True)
            .values_list("pk", flat=True)
            .first()
        )
        if pk is None:
            raise ValueError(value)
        return pk

    def to_url(self, value: int | str) -> str:
        if current_edition() is None:
            return str(value)
        return slugs().get(int(value)) or str(value)


def slugs() -> dict[int, str]:
    """Return the words of published events, read once for each edition.

    The word contains the name of the event, so it stays secret until publication, and
    for good where it names somebody who is not to be named in full.
    """

    def read() -> dict[int, str]:
        rows = Event.objects.filter(is_published=True).values_list("pk", "slug")
        mentions = mentions_of_the_shy()
        return {
            pk: slug
            for pk, slug in rows
            if not slug.isdecimal() and not mentions.names_somebody(slug)
        }

    return draw_once(read, "slugs")


UNCHANGED = 204

# All addresses of events lead to views that fetch their event from this file.
register_converter(EventConverter, "event")


def readable_event(request: HttpRequest, pk: int) -> Event:
    """Return an event that the reader may see, or 404."""
    return get_object_or_404(Event.objects.visible_to(request.user), pk=pk)


def editable_event(request: HttpRequest, pk: int) -> Event:
    """Return an event that the account may change, or 404."""
    return get_object_or_404(Event.objects.editable_by(request.user), pk=pk)


def requested_event(request: HttpRequest, pk: int) -> Event:
    """Return an event to show, or to change if the request is a POST; or 404."""
    if request.method == "POST":
        return editable_event(request, pk)
    return readable_event(request, pk)


def editable_series(request: HttpRequest, pk: int, number: int) -> Series:
    """Return a series of an event that the account may change, or 404."""
    return get_object_or_404(
        Series.objects.select_related("event"),
        event__in=Event.objects.editable_by(request.user).filter(pk=pk),
        number=number,
    )


def is_up_to_date(request: HttpRequest, revision: str) -> bool:
    """Return whether a page that asks for its part again has this revision already."""
    return is_fragment(request) and request.GET.get("revision") == revision


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
