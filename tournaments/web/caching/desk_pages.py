"""Pages at the desk, drawn once for an edition and all accounts with the same rights.

What is personal stands in a kept page as a mark, and each reader gets their own in its
place. While a page is drawn, ``AnyReader`` stands in for the account. A page that asks
it for more than rights, or reads what begins no edition, is for its reader alone.
"""

import gzip
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import astuple
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.html import escape
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition

from skatclub.backups.folder import state
from skatclub.machine.room import free_bytes, is_nearly_full
from tournaments.scope.edition_number import counts_in_edition
from tournaments.web.access import rights_of
from tournaments.web.caching.edition import current_edition
from tournaments.web.caching.kept_pages import (
    NotAPage,
    Page,
    is_kept,
    kept,
    packed_page,
    state_digest,
)
from tournaments.words.decks import deck_name

View = Callable[..., HttpResponse]
# Nobody can guess them, so nobody can type them as a name.
NAME, KEY, TOKEN = (f"mark{secrets.token_hex(24)}" for _mark in range(3))
MARKS = re.compile(f"{NAME}|{KEY}|{TOKEN}")
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
        if current_edition() is not None or has_news(request) or not is_kept(request):
            return draw()
        try:
            page = kept(partial(drawn_page, request, draw), page_word(request))
        except NotAPage as other:
            return personal(request, other.response)  # type: ignore[arg-type]
        content = gzip.decompress(page.packed)
        return personal(request, HttpResponse(content, headers=dict(page.headers)))

    checked: View = condition(etag_func=page_etag)(answer)
    return cache_control(private=True, no_cache=True)(checked)


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
    if not response.streaming:
        text = response.text
        parts = {mark: marks[mark]() for mark in set(MARKS.findall(text))}
        response.content = MARKS.sub(lambda mark: parts[mark[0]], text)
    return response


def token_of_reader(request: HttpRequest) -> dict[str, str]:
    """Return the token of forms for templates: a mark in a page that is kept."""
    is_for_all = type(getattr(request, "user", None)) is AnyReader
    return {"csrf_token": TOKEN} if is_for_all else {}


def has_news(request: HttpRequest) -> bool:
    """Return whether a page tells something that is shown only once."""
    return bool(len(messages.get_messages(request)))


def page_etag(request: HttpRequest, **_variant: object) -> str | None:
    """Return the ETag of a page, for its edition and its reader.

    The token in forms belongs to the browser's cookie; a browser without one gets it
    beforehand, so that its first page is recognised at the second visit.
    """
    if current_edition() is not None or has_news(request):
        return None
    if "CSRF_COOKIE" not in request.META:
        get_token(request)
    reader = (request.user.pk, str(request.user), request.META.get("CSRF_COOKIE"))
    return f'"{page_word(request, *reader)}"'


def page_word(request: HttpRequest, *reader: object) -> str:
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
        *reader,
    )
