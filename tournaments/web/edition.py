"""The public editions of the site: one for each language, given by the address.

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
    query = request.META.get("QUERY_STRING", "")
    return f"{request.path_info}{query and '?'}{query}"


def address_in_edition(context: Mapping[str, Any], *, language: str) -> str:
    there = desk_address(context["request"]).removeprefix("/")
    return Edition(language).prefix + there
