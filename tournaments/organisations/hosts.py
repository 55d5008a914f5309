"""The organisation of a request, determined by its host name."""

import time
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port, validate_host
from django.shortcuts import render
from django.utils import translation

from skatclub.machine.running import address_in_use
from skatclub.middleware import Handler, middleware
from tournaments.organisations.models import HostName, Organisation
from tournaments.scope.scope import one_edition, organisation_in_scope, scope

DEFAULT_ADDRESS = "http://127.0.0.1:8000"
CACHED_SECONDS = 5  # until every process knows a new name
ANY = "*"


@middleware
def open_books(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Set the scope to the organisation with the host name of the request."""
    organisation = organisation_at(request.get_host())
    if organisation is None:
        # The language of this request is not determined yet.
        with translation.override(settings.LANGUAGE_CODE):
            return render(request, "unknown_host.html", status=404)
    with scope(organisation), one_edition({}):
        response = get_response(request)
    if response.streaming:
        content = response.streaming_content  # type: ignore[attr-defined]
        response.streaming_content = scoped_parts(organisation, content)  # type: ignore[attr-defined]
    return response


def scoped_parts(organisation: int, parts: Iterable[Any]) -> Iterator[Any]:
    """Yield the parts of a streaming response, each produced within its scope."""
    steps = iter(parts)
    while True:
        with scope(organisation):
            try:
                part = next(steps)
            except StopIteration:
                return
        yield part


def organisation_at(host: str) -> int | None:
    """Return the key of the organisation behind a ``Host`` header.

    None for an unknown name. An organisation without a host name is behind every name
    and address of this machine.
    """
    name, _port = split_domain_port(host)
    organisations = organisations_by_name(int(time.monotonic()) // CACHED_SECONDS)
    if name in organisations:
        return organisations[name]
    is_ours = validate_host(
        name, [host_name for host_name in settings.ALLOWED_HOSTS if host_name != ANY]
    )
    return organisations.get(ANY) if is_ours else None


def host_address(name: str) -> str:
    """Return the address of a host name of this site.

    It has the port of the configured proxy, of the running server, or of the one that
    ``up`` would start.
    """
    if settings.ADDRESS or settings.HTTPS:
        front = urlsplit(settings.ADDRESS or "https://")
    else:
        front = urlsplit(address_in_use(settings.DATA_DIR) or DEFAULT_ADDRESS)
    port = f":{front.port}" if front.port else ""
    return f"{front.scheme}://{name}{port}/"


def own_address() -> str:
    """Return the public address of the organisation in scope, empty if unknown."""
    organisation = organisation_in_scope()
    host = HostName.objects.filter(organisation=organisation).order_by("pk").first()
    if host:
        return host_address(host.name)
    front = urlsplit(settings.ADDRESS).hostname
    return settings.ADDRESS if front and organisation_at(front) == organisation else ""


def is_alone() -> bool:
    organisations = organisations_by_name(int(time.monotonic()) // CACHED_SECONDS)
    return len(set(organisations.values())) <= 1


def is_hosted() -> bool:
    """Return whether the site runs on a server, not on a computer in the room."""
    return settings.HTTPS or not is_alone()


@lru_cache(maxsize=1)
def organisations_by_name(_moment: int) -> Mapping[str, int]:
    """Return organisations by host name, ``ANY`` for the one without."""
    keys = dict(HostName.objects.values_list("name", "organisation"))
    nameless = Organisation.objects.filter(hosts=None).order_by("pk").first()
    return keys | ({ANY: nameless.pk} if nameless else {})
