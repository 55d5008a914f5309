"""Whole pages for visitors, drawn and compressed once for each edition."""

import gzip
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from skatclub.release.build import EDITION
from tournaments.scope.edition_number import edition_number, next_release
from tournaments.scope.scope import organisation_in_scope
from tournaments.scope.withheld import is_for_visitors
from tournaments.web.requests import is_fragment
from tournaments.words.decks import COOKIE, deck_name

Drawn = TypeVar("Drawn")
locks: "WeakValueDictionary[str, Lock]" = WeakValueDictionary()
locks_guard = Lock()


def draw_once(draw: Callable[[], Drawn], *parts: object) -> Drawn:
    """Return the result of ``draw``, kept for ``parts``, language, deck and prefix.

    ``parts`` is what is drawn, and the rights of the reader; the edition of the data is
    always part of the key. Other readers wait for the first instead of rendering the
    same, so that 500 readers cost one rendering. The result must not depend on the
    request, as other readers get it, too.
    """
    word = state_digest(*parts, get_language(), deck_name(), get_script_prefix())
    return kept(draw, word)


def kept(draw: Callable[[], Drawn], key: str) -> Drawn:
    """Return the result of ``draw``, which is kept in this process under ``key``."""
    cache = caches["drawn"]
    drawing: Drawn | None = cache.get(key)
    if drawing is not None:
        return drawing
    with lock_for(key):
        drawing = cache.get(key)
        if drawing is None:
            drawing = draw()
            cache.set(key, drawing)
    return drawing


def state_digest(*parts: object) -> str:
    """Return a digest of ``parts`` and the edition, the same in every process.

    It differs for visitors, who do not see everything. It changes every day, as coming
    events become past ones, and whenever something is released.
    """
    edition = (organisation_in_scope(), edition_number())
    moment = (end_of(edition), timezone.localdate())
    return digest(EDITION, *edition, *moment, is_for_visitors(), *parts)


def digest(*parts: object) -> str:
    """Return a digest of ``parts`` alone."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def end_of(edition: tuple[int, int]) -> datetime | None:
    """Return when something is released, by which an edition ends by itself."""
    cache, key, now = caches["drawn"], digest("end", edition), timezone.now()
    [end] = cache.get(key) or [now]
    if end is not None and end <= now:
        end = next_release(now)
        cache.set(key, [end])
    return end


def lock_for(key: str) -> Lock:
    """Return the lock of ``key``, which exists while it is in use."""
    with locks_guard:
        lock = locks.get(key)
        if lock is None:
            lock = locks[key] = Lock()
        return lock


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
