"""Setting the organisation in scope for each request."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import translation

from tournaments.organisations.hosts import organisation_at
from tournaments.scope.edition_number import one_edition
from tournaments.scope.scope import scope


def open_books(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Set the scope to the organisation with the host name of the request."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        organisation = organisation_at(request.get_host())
        if organisation is None:
            # The language of this request is not determined yet.
            with translation.override(settings.LANGUAGE_CODE):
                return render(request, "unknown_host.html", status=404)
        with scope(organisation), one_edition():
            response = get_response(request)
        if response.streaming:
            content = response.streaming_content  # type: ignore[attr-defined]
            response.streaming_content = scoped_parts(organisation, content)  # type: ignore[attr-defined]
        return response

    return answer


def scoped_parts(organisation: int, parts: Iterable[Any]) -> Iterator[Any]:
    """Yield the parts of a streaming response, each produced within its scope."""
    steps = iter(parts)
    while True:
        with scope(organisation):
            try:
                part = next(steps)
            except StopIteration:
                return
        yield part
