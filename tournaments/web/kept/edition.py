"""The edition of the site for everybody: one language and one deck, by the address.

``/de/`` and all below it is the same for whoever asks, so any cache may keep it. The
desk, where people sign in and write, has the addresses without such a beginning.
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
        """Return how all addresses of the edition begin."""
        deck = "" if self.deck == Deck.FRENCH else f"-{self.deck}"
        return f"/{self.language}{deck}/"

    @property
    def cookies(self) -> dict[str, str]:
        """Return what a browser would send whose reader had chosen the same."""
        return {settings.LANGUAGE_COOKIE_NAME: self.language, COOKIE: self.deck}


edition_in_use: ContextVar[Edition | None] = ContextVar("edition", default=None)


def split_edition(path: str) -> tuple[Edition, str] | None:
    """Return which edition an address belongs to, and what the desk calls the page.

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
    """Return the edition whose page is made now; None at the desk."""
    return edition_in_use.get()


def preferred_edition() -> Edition:
    """Return the edition with the language and the deck in which the reader reads."""
    return Edition(translation.get_language() or settings.LANGUAGE_CODE, deck_name())


@contextmanager
def inside_edition(edition: Edition) -> Iterator[None]:
    """Let all addresses lead to pages of this edition meanwhile."""
    prefix, token = get_script_prefix(), edition_in_use.set(edition)
    set_script_prefix(edition.prefix)
    try:
        yield
    finally:
        set_script_prefix(prefix)
        edition_in_use.reset(token)


def public_address(request: HttpRequest, name: str, *arguments: object) -> str:
    """Return the address of a page for everybody as other people open it.

    Whoever sits at the machine that serves calls it by a name that leads them alone
    there; then the site's own address stands in its place, if there is one.
    """
    with inside_edition(preferred_edition()):
        path = reverse(name, args=arguments)
    address: str = request.build_absolute_uri(path)
    return urljoin(settings.ADDRESS or address, path) if is_here(address) else address


def desk_address(request: HttpRequest) -> str:
    """Return the address at which those who sign in read the same."""
    query = request.META.get("QUERY_STRING", "")
    return f"{request.path_info}{query and '?'}{query}"


def address_in_edition(
    context: Mapping[str, Any], *, language: str = "", deck: str = ""
) -> str:
    """Return the address of the page that is shown in another language or deck."""
    preferred = preferred_edition()
    other = Edition(language or preferred.language, deck or preferred.deck)
    return other.prefix + desk_address(context["request"]).removeprefix("/")
