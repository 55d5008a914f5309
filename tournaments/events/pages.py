"""Fetching an event for a page: by its address, and only if the account may."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import register_converter

from tournaments.events.addresses import EventConverter
from tournaments.events.models import Event, Series
from tournaments.web.requests import is_fragment

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
