"""Where the pages of another organisation of this site are found."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from tournaments.federation.crossing import Neighbour, federations_in_scope
from tournaments.scope.scope import organisation_in_scope

HERE = "localhost"
"""What browsers send home by themselves, with all names below it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FederationLink:
    """A federation of ours, with the addresses of its first page and its rating."""

    name: str
    home: str
    rating: str


def federation_links(request: HttpRequest) -> list[FederationLink]:
    """Return the federations to which our club belongs. One to three queries."""
    return [
        FederationLink(
            name=each.name,
            home=address_at(request, each, "home:home"),
            rating=address_at(request, each, "federation:ratings"),
        )
        for each in federations_in_scope()
    ]


def address_at(
    request: HttpRequest, at: Neighbour, name: str, *arguments: object
) -> str:
    """Return the address of a page of an organisation; empty where it has no name."""
    path = reverse(name, args=arguments)
    if at.key == organisation_in_scope():
        return path
    here, port = split_domain_port(request.get_host())
    beside = f":{port}" if port else ""
    host = at.host or host_behind_all(here)
    return host and f"{request.scheme}://{host}{beside}{path}"


def host_behind_all(here: str) -> str:
    """Return a name of the organisation that has none of its own; empty for none."""
    if settings.ADDRESS:
        return urlsplit(settings.ADDRESS).hostname or ""
    return HERE if here.endswith(f".{HERE}") else ""
