"""The public editions of the site: one language and one deck, given by the address.

``/de/`` and everything below is the same for all readers, so any cache may keep it. The
desk, where users sign in and write, has the addresses without such a prefix.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.http import HttpRequest
from django.urls import get_script_prefix, reverse, set_script_prefix
from django.utils import translation

from skatclub.machine.networks.reach import is_here
from tournaments.words.decks import COOKIE, Deck, deck_name

LANGUAGES = dict(settings.LANGUAGES)
BEGINNING = re.compile(rf"/({'|'.join(LANGUAGES)})(?:-({'|'.join(Deck.values)}))?(/.*)")


@dataclass(frozen=True, slots=True)
class Edition:
    """A language and a deck.

    >>> Edition("de").prefix, Edition("en", "german").prefix
    ('/de/', '/en-german/')
    """

    language: str
    deck: str = Deck.FRENCH.value

    @property
    def prefix(self) -> str:
        """The prefix of all addresses of the edition."""
        deck = "" if self.deck == Deck.FRENCH else f"-{self.deck}"
        return f"/{self.language}{deck}/"

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies of a browser with the same language and deck."""
        return {settings.LANGUAGE_COOKIE_NAME: self.language, COOKIE: self.deck}


edition_in_use: ContextVar[Edition | None] = ContextVar("edition", default=None)


def split_edition(path: str) -> tuple[Edition, str] | None:
    """Return the edition of an address, and the address of the page at the desk.

    >>> split_edition("/de-german/events/3/")
    (Edition(language='de', deck='german'), '/events/3/')
    >>> split_edition("/deck/")
    """
    match = BEGINNING.fullmatch(path)
    if match is None:
        return None
    language, deck, remainder = match.groups()
    return Edition(language, deck or Deck.FRENCH.value), remainder


def current_edition() -> Edition | None:
    """Return the edition of the current page, None at the desk."""
    return edition_in_use.get()


def preferred_edition() -> Edition:
    """Return the edition with the language and deck of the reader."""
    return Edition(translation.get_language() or settings.LANGUAGE_CODE, deck_name())


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


def public_address(request: HttpRequest, name: str, *arguments: object) -> str:
    """Return the absolute address of a public page for other people.

    On the serving machine itself the host may be a local name, which is replaced by the
    configured address of the site, if there is one.
    """
    with inside_edition(preferred_edition()):
        path = reverse(name, args=arguments)
    address: str = request.build_absolute_uri(path)
    return urljoin(settings.ADDRESS or address, path) if is_here(address) else address


def desk_address(request: HttpRequest) -> str:
    """Return the address of the same page at the desk."""
    query = request.META.get("QUERY_STRING", "")
    return f"{request.path_info}{query and '?'}{query}"


def address_in_edition(
    context: Mapping[str, Any], *, language: str = "", deck: str = ""
) -> str:
    """Return the address of the current page in another language or deck."""
    preferred = preferred_edition()
    other = Edition(language or preferred.language, deck or preferred.deck)
    return other.prefix + desk_address(context["request"]).removeprefix("/")
