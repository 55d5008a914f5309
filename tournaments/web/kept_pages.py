"""Whole pages for visitors, drawn and compressed once for each edition."""

import gzip
import hashlib
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from functools import partial, wraps
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import escape
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control

from skatclub.backups.folder import state
from skatclub.machine.room import free_bytes, is_nearly_full
from skatclub.release.build import EDITION
from tournaments.scope.scope import (
    counts_in_edition,
    edition_number,
    is_for_visitors,
    next_release,
    organisation_in_scope,
)
from tournaments.web.access import current_edition, rights_of
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


View = Callable[..., HttpResponse]
# Nobody can guess them, so nobody can type them as a name.
NAME, KEY, TOKEN = (f"mark{secrets.token_hex(24)}" for _mark in range(3))
MEGABYTE = 1024**2
# Of the session: whose it is and since when. No page that is kept shows any of it.
ABOUT_SIGNING_IN = {
    *(SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, "_session_expiry"),
    *("device", "signed_in_at", "is_shared"),
}


class AnyReader:
    """An account of which only the rights are known.

    A template finds marks in place of name and key. Code that asks for anything else
    gets the answer, and the page is not kept.
    """

    SHARED = frozenset({"is_authenticated", "is_anonymous", "is_active", "rights"})

    def __init__(self, user: Any):
        self._user = user
        self.is_known = False

    def __getattr__(self, name: str) -> Any:
        self.is_known |= name not in self.SHARED
        return getattr(self._user, name)

    def __getitem__(self, name: str) -> str:
        """Return what a template puts in place of an attribute."""
        return {"pk": KEY}[name]

    def __str__(self) -> str:
        return NAME

    def __eq__(self, other: object) -> bool:
        self.is_known = True
        return bool(self._user == other)

    def __hash__(self) -> int:
        self.is_known = True
        return hash(self._user)

    # A query can ask for the rows of the account.
    __class__: Any = property(lambda self: self._user.__class__)

    def note_query(self, execute: Any, sql: str, *more: Any) -> Any:
        """Note when a query reads what may change within an edition."""
        self.is_known |= not counts_in_edition(sql)
        return execute(sql, *more)


def kept_in_edition(view: View) -> View:
    """Keep a page for all accounts with the same rights, as long as its edition lasts.

    A browser that has it is told so. Pages for visitors are kept by
    ``PublicAddresses``.
    """

    @wraps(view)
    def answer(
        request: HttpRequest, *arguments: object, **named: object
    ) -> HttpResponse:
        draw = partial(view, request, *arguments, **named)
        if current_edition() is not None or has_news(request):
            return draw()
        word = page_word(request)
        tag = reader_tag(request, word)
        unchanged = get_conditional_response(request, etag=tag)
        response = unchanged or drawn_for(request, draw, word)
        if request.method in {"GET", "HEAD"}:
            response.headers.setdefault("ETag", tag)
        return response

    return cache_control(private=True, no_cache=True)(answer)


def drawn_for(
    request: HttpRequest, draw: Callable[[], HttpResponse], word: str
) -> HttpResponse:
    """Return the page that was drawn for all under ``word``, as its reader gets it."""
    if not is_kept(request):
        return draw()
    try:
        page = kept(partial(drawn_page, request, draw), word)
    except NotAPage as other:
        return personal(request, other.response)  # type: ignore[arg-type]
    content = gzip.decompress(page.packed)
    return personal(request, HttpResponse(content, headers=dict(page.headers)))


def drawn_page(request: HttpRequest, draw: Callable[[], HttpResponse]) -> Page:
    """Return a page as it is for every account with the rights of the reader."""
    user = request.user
    request.user = reader = AnyReader(user)  # type: ignore[assignment]
    try:
        with connection.execute_wrapper(reader.note_query):
            response = draw()
        is_for_one = reader.is_known or has_news(request) or response.cookies
    finally:
        request.user = user
    if is_for_one:
        raise NotAPage(response)
    return packed_page(response)


def personal(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Put into a page what only its reader has, in place of the marks."""
    marks: Mapping[str, Callable[[], str]] = {
        NAME: lambda: escape(str(request.user)),
        KEY: lambda: str(request.user.pk),
        TOKEN: lambda: get_token(request),
    }
    content = b"" if response.streaming else response.content
    for mark, part in marks.items():
        if mark.encode() in content:
            content = content.replace(mark.encode(), part().encode())
            response.content = content
    return response


def token_of_reader(request: HttpRequest) -> dict[str, str]:
    """Return the token of forms for templates: a mark in a page that is kept."""
    is_for_all = type(getattr(request, "user", None)) is AnyReader
    return {"csrf_token": TOKEN} if is_for_all else {}


def has_news(request: HttpRequest) -> bool:
    """Return whether a page tells something that is shown only once."""
    return bool(len(messages.get_messages(request)))


def reader_tag(request: HttpRequest, word: str) -> str:
    """Return the ETag of the page ``word`` for its reader.

    The token in forms belongs to the browser's cookie; a browser without one gets it
    beforehand, so that its first page is recognised at the second visit.
    """
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    reader = (request.user.pk, str(request.user), request.META.get("CSRF_COOKIE"))
    return f'"{digest(word, *reader)}"'


def page_word(request: HttpRequest) -> str:
    """Return the word of a page, which differs where it shows something different.

    The owner is told when the disk is full or a backup has failed.
    """
    session = request.session.items()
    return state_digest(
        (request.scheme, request.get_host(), request.path),
        (get_language(), deck_name(), request.user.is_authenticated),
        sorted(rights_of(request.user)),
        getattr(getattr(request, "hosting", None), "pk", None),
        sorted(each for each in session if each[0] not in ABOUT_SIGNING_IN),
        (astuple(state()), is_nearly_full() and free_bytes() // MEGABYTE),
    )
