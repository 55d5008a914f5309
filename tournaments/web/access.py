"""Who may open which page and send its form, and the editions that are for everybody.

A view declares the right it needs together with its methods (``page_for``,
``form_for``, ``button_for``, ``writes_with``), and ``AskFirst`` checks the account.
Pages should not offer what the reader may not do: templates have the reader's rights as
``may.run`` and so on, code calls ``may`` or ``may_open``.

``/de/`` and everything below is the same for all readers, so any cache may keep it. The
desk, where users sign in and write, has the addresses without such a prefix.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any, Self, TypeVar

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.urls import (
    URLResolver,
    get_resolver,
    get_script_prefix,
    set_script_prefix,
)
from django.utils import translation
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournaments.words.rights import Right

LANGUAGES = dict(settings.LANGUAGES)
BEGINNING = re.compile(rf"/({'|'.join(LANGUAGES)})(/.*)")


@dataclass(frozen=True, slots=True)
class Edition:
    """A language.

    >>> Edition("de").prefix
    '/de/'
    """

    language: str

    @property
    def prefix(self) -> str:
        return f"/{self.language}/"

    @property
    def cookies(self) -> dict[str, str]:
        return {settings.LANGUAGE_COOKIE_NAME: self.language}


edition_in_use: ContextVar[Edition | None] = ContextVar("edition", default=None)


def split_edition(path: str) -> tuple[Edition, str] | None:
    """Return the edition of an address, and the address of the page at the desk.

    >>> split_edition("/de/events/3/")
    (Edition(language='de'), '/events/3/')
    >>> split_edition("/deck/")
    """
    match = BEGINNING.fullmatch(path)
    if match is None:
        return None
    language, remainder = match.groups()
    return Edition(language), remainder


def current_edition() -> Edition | None:
    """Return the edition of the current page, None at the desk."""
    return edition_in_use.get()


def preferred_edition() -> Edition:
    return Edition(translation.get_language() or settings.LANGUAGE_CODE)


@contextmanager
def inside_edition(edition: Edition) -> Iterator[None]:
    """Make all addresses lead to this edition inside the block."""
    prefix, token = get_script_prefix(), edition_in_use.set(edition)
    set_script_prefix(edition.prefix)
    try:
        yield
    finally:
        set_script_prefix(prefix)
        edition_in_use.reset(token)


def desk_address(request: HttpRequest) -> str:
    query = request.META.get("QUERY_STRING", "")
    return f"{request.path_info}{query and '?'}{query}"


def address_in_edition(context: Mapping[str, Any], *, language: str) -> str:
    there = desk_address(context["request"]).removeprefix("/")
    return Edition(language).prefix + there


View = TypeVar("View", bound=Callable[..., HttpResponseBase])
Rights = frozenset[Right]
READING = ("GET", "HEAD")
SAFE = frozenset({*READING, "OPTIONS"})
with_form = require_http_methods([*READING, "POST"])
NO_RIGHTS: Rights = frozenset()
# The reader of papers of an event, whose access was checked when it was fetched.
ADMITTED_READER = SimpleNamespace(is_authenticated=True)


def rights_of(user: Any) -> Rights:
    return getattr(user, "rights", NO_RIGHTS)


def may(request: HttpRequest, right: Right) -> bool:
    return right in rights_of(request.user)


def is_signed_in(user: Any) -> bool:
    """Return whether ``user`` has signed in: every account reads everything.

    Asked by every ``visible_to`` and by what is computed from several events.
    """
    return bool(user.is_authenticated)


def writes_something(user: Any) -> bool:
    """Return whether ``user`` may write at all; ``editable_by`` selects the rows."""
    return bool(rights_of(user) - {Right.READ})


class OwnRows(QuerySet[Any]):
    """Rows that each account with a right to write may find to change them."""

    def editable_by(self, user: Any) -> Self:
        return self if writes_something(user) else self.none()


class PublishedRows(OwnRows):
    """Rows that everybody may read once they are published."""

    def visible_to(self, user: Any) -> Self:
        """Return the rows that ``user`` may read: all, or the published ones."""
        return self if is_signed_in(user) else self.filter(is_published=True)


def requires(*rights: Right) -> Callable[[View], View]:
    """Open a view only to accounts that have one of these rights."""

    def mark(view: View) -> View:
        view.reading = view.writing = frozenset(rights)  # type: ignore[attr-defined]
        return view

    return mark


def form_for(*rights: Right) -> Callable[[View], View]:
    """Open a page with its form to accounts that have one of these rights."""
    return lambda view: requires(*rights)(with_form(view))


def button_for(*rights: Right) -> Callable[[View], View]:
    """Let accounts that have one of these rights press the button of a view."""
    return lambda view: requires(*rights)(require_POST(view))


def page_for(*rights: Right) -> Callable[[View], View]:
    """Open a page without a form to accounts that have one of these rights."""
    return lambda view: requires(*rights)(require_safe(view))


def public_page(view: View) -> View:
    """Open a page without a form to everybody, visitors included."""
    return in_edition(require_safe(view))


def in_edition(view: View) -> View:
    """Give every visitor the same answer, below ``/de/``.

    It uses neither sessions nor cookies; caches and the static copy rely on that.
    """
    view.in_edition = True  # type: ignore[attr-defined]
    return login_not_required(view)


def is_in_edition(view: Callable[..., Any]) -> bool:
    return getattr(view, "in_edition", False)


def writes_with(*rights: Right) -> Callable[[View], View]:
    """Open a page to all readers, its form to accounts with one of these rights."""

    def mark(view: View) -> View:
        view = with_form(view)
        view.writing = frozenset(rights)  # type: ignore[attr-defined]
        return view

    return mark


def open_to_visitors(view: View) -> View:
    """Let visitors send the form of a view as well."""
    view.writing = None  # type: ignore[attr-defined]
    return view


def required_rights(view: Callable[..., Any], method: str = "GET") -> Rights | None:
    """Return the rights of which a view needs one, None if it needs none.

    A view that declares nothing has no form to send.
    """
    if method not in SAFE:
        return getattr(view, "writing", NO_RIGHTS)
    is_public = not getattr(view, "login_required", True)
    return getattr(view, "reading", None if is_public else frozenset({Right.READ}))


def is_open(view: Callable[..., Any], user: Any, method: str = "GET") -> bool:
    """Return whether an account or a visitor may send this method to a view."""
    required = required_rights(view, method)
    return required is None or not required.isdisjoint(rights_of(user))


def may_open(user: Any, name: str, method: str = "GET") -> bool:
    return is_open(views_by_name()[name], user, method)


@cache
def views_by_name() -> dict[str, Callable[..., Any]]:
    return dict(named_views(get_resolver(), ""))


def named_views(resolver: URLResolver, space: str) -> Iterator[tuple[str, Any]]:
    """Yield the names of addresses, as used by ``reverse``, with their views."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from named_views(pattern, inner)
        elif pattern.name:
            yield f"{space}{pattern.name}", pattern.callback


def rights_of_reader(request: HttpRequest) -> dict[str, dict[str, bool]]:
    """Return the rights of the reader for templates: ``{% if may.run %}``."""
    user = getattr(request, "user", None)
    return {"may": dict.fromkeys(map(str, rights_of(user)), True)}


def writer(request: HttpRequest) -> Any:
    """Return the account of a request that writes.

    The type is loose because this module must not import the model of accounts.
    """
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
