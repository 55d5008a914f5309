"""The addresses of pages of other organisations on this site."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from tournaments.federation.crossing import Neighbour, federations_in_scope
from tournaments.scope.scope import organisation_in_scope

LOCAL_HOST = "localhost"
"""Browsers resolve this name and all below it to their own machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FederationLink:
    """A federation of our club, with the addresses of its first page and its rating."""

    name: str
    home: str
    rating: str


def federation_links(request: HttpRequest) -> list[FederationLink]:
    """Return the federations to which our club belongs. One to three queries."""
    return [
        FederationLink(
            name=federation.name,
            home=address_at(request, federation, "home:home"),
            rating=address_at(request, federation, "federation:ratings"),
        )
        for federation in federations_in_scope()
    ]


def address_at(
    request: HttpRequest, organisation: Neighbour, name: str, *arguments: object
) -> str:
    """Return the address of an organisation's page; empty if it has no host name."""
    path = reverse(name, args=arguments)
    if organisation.key == organisation_in_scope():
        return path
    current_host, port = split_domain_port(request.get_host())
    port_suffix = f":{port}" if port else ""
    host = organisation.host or host_behind_all(current_host)
    return host and f"{request.scheme}://{host}{port_suffix}{path}"


def host_behind_all(current_host: str) -> str:
    """Return the host name of the organisation without its own; empty if unknown."""
    if settings.ADDRESS:
        return urlsplit(settings.ADDRESS).hostname or ""
    return LOCAL_HOST if current_host.endswith(f".{LOCAL_HOST}") else ""
