"""Pages for everybody: no cookie comes in, none goes out, so any cache keeps them."""

import hashlib
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers

from tournaments.public.pages import PAGES
from tournaments.scope.withheld import let_visitors_read, read_by_visitors
from tournaments.web.access import READING, reads_everything
from tournaments.web.kept.edition import (
    Edition,
    at_the_desk,
    edition_in,
    edition_liked,
    edition_shown,
    showing,
)
from tournaments.web.requests.returning import NotReleased

# A browser asks each time, and hears in a few bytes that nothing has changed. A cache
# asks every other second for all readers together, and has the page for a day when the
# site cannot answer. What it gives while it asks is told to caches alone: a browser
# that renews a part of its page would do the same, and always show the state before.
KEPT = "public, max-age=0, s-maxage=2, stale-if-error=86400"
BY_CACHES = "max-age=2, stale-while-revalidate=30, stale-if-error=86400"
GONE_SOON = "public, max-age=0, s-maxage=2"
OK, MOVED, BROKEN = 200, 301, 500


class PublicAddresses:
    """Answer everybody alike below ``/de/``, and lead visitors there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with read_by_visitors(None):
            return self.answer(request)

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        found = edition_in(request.path_info)
        if found is None:
            beginning = edition_in(f"{request.path_info}/")
            if beginning is not None:
                return moved(request, beginning[0].prefix)
            return self.get_response(request)
        if request.method not in READING:
            return HttpResponseNotAllowed(READING)
        edition, request.path_info = found
        with showing(edition):
            forget_who_asks(request, edition)
            return kept_by_caches(request, self.get_response(request))

    def process_view(
        self, request: HttpRequest, view: Any, _arguments: Any, named: dict[str, Any]
    ) -> HttpResponseBase | None:
        match = request.resolver_match
        is_public = match is not None and match.view_name in PAGES
        if is_public and not reads_everything(request.user):
            let_visitors_read(timezone.now())
        if edition_shown() is None:
            return to_everybody(request) if is_public and reads(request) else None
        if match is None or not is_public:
            return HttpResponseRedirect(at_the_desk(request))
        lasting = address_of(match)
        if lasting != request.path:
            return moved(request, lasting)
        return None

    def process_exception(
        self, request: HttpRequest, problem: Exception
    ) -> HttpResponse | None:
        if not isinstance(problem, NotReleased):
            return None
        context = {"event": problem.args[0]}
        return render(request, "not_released.html", context, status=404)


def address_of(match: ResolverMatch) -> str:
    """Return the address of a page in the edition that is shown."""
    fixed = match.extra_kwargs or {}  # type: ignore[attr-defined]
    named = {name: at for name, at in match.kwargs.items() if name not in fixed}
    return reverse(match.view_name, kwargs=named)


def is_there(address: str, edition: Edition) -> bool:
    """Tell whether an address of an edition leads to a page still."""
    try:
        resolve("/" + address.removeprefix(edition.prefix))
    except Resolver404:
        return False
    return True


def moved(request: HttpRequest, address: str) -> HttpResponse:
    """Lead to the lasting address of what was asked for, with the same question."""
    query = request.META.get("QUERY_STRING", "")
    answer = HttpResponsePermanentRedirect(f"{address}{query and '?'}{query}")
    answer["Cache-Control"] = KEPT
    return answer


def forget_who_asks(request: HttpRequest, edition: Edition) -> None:
    """Leave nothing in the request that another reader would not send, too."""
    request.COOKIES = edition.cookies
    for name in ("HTTP_COOKIE", "HTTP_AUTHORIZATION"):
        request.META.pop(name, None)


def kept_by_caches(
    request: HttpRequest, response: HttpResponseBase
) -> HttpResponseBase:
    """Return an answer that caches keep: the same for all, known again by its ETag."""
    response.cookies.clear()
    del response["Vary"]
    if response.status_code >= BROKEN:
        response["Cache-Control"] = "no-store"
        return response
    if "immutable" in response.get("Cache-Control", ""):
        return response
    lasts = response.status_code in {OK, MOVED, 204, 304}
    response["Cache-Control"] = KEPT if lasts else GONE_SOON
    if lasts:
        response["CDN-Cache-Control"] = BY_CACHES
    if response.status_code != OK or not isinstance(response, HttpResponse):
        return response
    if not response.has_header("ETag"):
        word = hashlib.sha256(response.content).hexdigest()[:32]
        response["ETag"] = f'"{word}"'
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    assert answer is not None
    return answer


def reads(request: HttpRequest) -> bool:
    """Tell whether a person without a session wants to read a page, not a program."""
    return (
        request.method in READING
        and "text/html" in request.headers.get("Accept", "")
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
    )


def to_everybody(request: HttpRequest) -> HttpResponseBase:
    """Lead a visitor to the page for everybody, in the language they have chosen.

    The word of what was taken back meanwhile is told no more than that of anything
    else which is not there.
    """
    edition, match = edition_liked(), request.resolver_match
    assert match is not None
    with showing(edition):
        address = address_of(match)
        if not is_there(address, edition):
            address = edition.prefix + request.path_info.removeprefix("/")
    query = request.META.get("QUERY_STRING", "")
    answer = HttpResponseRedirect(f"{address}{query and '?'}{query}")
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ["Cookie", "Accept"])
    return answer
