"""Whole pages for visitors, drawn and compressed once for each edition."""

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from tournaments.web.caching.drawn_once import digest, kept, state_digest
from tournaments.web.requests import is_fragment
from tournaments.words.decks import COOKIE

OK = 200
# Pages that show the moment or the way to the machine that serves them.
MOMENTARY = re.compile(r"/events/[^/]+/(clock|beamer|me)/|/check/")
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is sent: its headers, and its text compressed."""

    headers: tuple[tuple[str, str], ...]
    packed: bytes

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Return the page as this browser reads it."""
        is_packed = TAKES_GZIP.search(request.headers.get("Accept-Encoding", ""))
        content = self.packed if is_packed else gzip.decompress(self.packed)
        response = HttpResponse(content, headers=dict(self.headers))
        if is_packed:
            response["Content-Encoding"] = "gzip"
        response["Content-Length"] = str(len(content))
        patch_vary_headers(response, ["Accept-Encoding"])
        return response


class NotAPage(Exception):
    """An address answered something other than a page that can be kept."""

    def __init__(self, response: HttpResponseBase):
        super().__init__(response.status_code)
        self.response = response


def kept_page(
    request: HttpRequest, draw: Callable[[HttpRequest], HttpResponseBase]
) -> HttpResponseBase:
    """Return the page of a public address, drawn once for all its readers.

    A page with a query is drawn for its reader alone: a hundred invented queries would
    push all other pages out.
    """
    if not is_kept(request):
        return draw(request)

    def draw_page() -> Page:
        return packed_page(draw(request), is_tagged=True)

    where = (request.scheme, request.get_host(), request.path)
    deck = request.COOKIES.get(COOKIE)
    try:
        page = kept(draw_page, state_digest("page", *where, deck))
    except NotAPage as other:
        return other.response
    return page.answer(request)


def is_kept(request: HttpRequest) -> bool:
    """Return whether all readers of an address get the same for a whole edition."""
    return not (
        request.method != "GET"
        or request.META.get("QUERY_STRING")
        or is_fragment(request)
        or MOMENTARY.match(request.path_info)
    )


def packed_page(response: HttpResponseBase, *, is_tagged: bool = False) -> Page:
    """Return a page ready to be sent, with a tag of its text if nothing else has one.

    Raises ``NotAPage`` for redirects, files and errors.
    """
    is_page = response.get("Content-Type", "").startswith("text/html")
    if response.status_code != OK or not is_page or response.streaming:
        raise NotAPage(response)
    content: bytes = response.content  # type: ignore[attr-defined]
    if is_tagged:
        response["ETag"] = f'W/"{digest(content)}"'
    return Page(tuple(response.items()), gzip.compress(content, 6, mtime=0))
