"""A table of all addresses of the site, with the roles that may open them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from django.urls import URLResolver, get_resolver

from tournaments.web.access import is_open
from tournaments.words.rights import ROLES

VISITOR = "visitor"
RIGHTS: Mapping[str, frozenset[str]] = {VISITOR: frozenset()} | {
    str(role): rights for role, rights in ROLES.items()
}
Pattern = Any  # a ``RoutePattern``, incomplete in the stubs


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    parts: tuple[Pattern, ...]
    readers: frozenset[str]
    writers: frozenset[str]

    @property
    def route(self) -> str:
        return "/" + "".join(map(str, self.parts))

    def cell(self, role: str) -> str:
        """Return what a role may do here: read, write, both or nothing."""
        letters = (("r", self.readers), ("w", self.writers))
        return "".join(letter for letter, roles in letters if role in roles) or "-"


def addresses() -> list[Address]:
    rows = [
        Address(
            parts=parts,
            readers=admitted_roles(view, "GET"),
            writers=admitted_roles(view, "POST"),
        )
        for parts, view in views_with_patterns(get_resolver(), ())
    ]
    return sorted(rows, key=lambda address: address.route)


def admitted_roles(view: Callable[..., Any], method: str) -> frozenset[str]:
    return frozenset(
        role
        for role, rights in RIGHTS.items()
        if is_open(view, SimpleNamespace(rights=rights), method)
    )


def views_with_patterns(
    resolver: URLResolver, prefix: tuple[Pattern, ...]
) -> Iterator[tuple[tuple[Pattern, ...], Any]]:
    for entry in resolver.url_patterns:
        parts = (*prefix, entry.pattern)
        if isinstance(entry, URLResolver):
            yield from views_with_patterns(entry, parts)
        else:
            yield parts, entry.callback


def access_table() -> str:
    lines = [
        "# Who may do what",
        "",
        "What `manage.py generate` writes: every address of the site, and what each",
        "role may do there: r reads, w sends its form. A test walks through all,",
        "and fails where an address is missing here.",
        "",
        f"| address | {' | '.join(RIGHTS)} |",
        f"| --- |{' :-: |' * len(RIGHTS)}",
    ]
    lines += [
        f"| `{address.route}` | {' | '.join(map(address.cell, RIGHTS))} |"
        for address in addresses()
    ]
    return "\n".join(lines) + "\n"
