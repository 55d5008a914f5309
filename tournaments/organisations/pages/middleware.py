"""Before anything else: whose books a request opens."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils import translation

from tournaments.organisations.hosts import organisation_at
from tournaments.scope.scope import scope


def open_books(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Open the books of the organisation whose address was asked, and no others."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        organisation = organisation_at(request.get_host())
        if organisation is None:
            # The language is asked for later; that of the last reader is no answer.
            with translation.override(settings.LANGUAGE_CODE):
                return render(request, "unknown_host.html", status=404)
        with scope(organisation):
            response = get_response(request)
        if response.streaming:
            content = response.streaming_content  # type: ignore[attr-defined]
            response.streaming_content = scoped_parts(organisation, content)  # type: ignore[attr-defined]
        return response

    return answer


def scoped_parts(organisation: int, parts: Iterable[Any]) -> Iterator[Any]:
    """Give on what is still being made after the request, each part in its scope."""
    steps = iter(parts)
    while True:
        with scope(organisation):
            try:
                part = next(steps)
            except StopIteration:
                return
        yield part
