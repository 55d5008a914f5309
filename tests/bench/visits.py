"""Visiting the site as a browser does: the whole way through Django, no network."""

from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from skatclub.failures import failed
from skatclub.urls import urlpatterns as site
from tournaments.people.models import User

EMPTY_PAGE = "/bench-empty/"


def empty_page(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


empty_page.login_required = False  # type: ignore[attr-defined]

urlpatterns = [path(EMPTY_PAGE.strip("/") + "/", empty_page), *site]
"""The site's own addresses, and an empty page to compare with."""
handler500 = failed


def browser(user: User | None = None) -> Client:
    """Return a browser, signed in as ``user``."""
    client = Client(SERVER_NAME="localhost")
    if user:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client
