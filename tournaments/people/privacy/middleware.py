"""Redirecting to the set-up page, and the audience of names."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from tournaments.people.names.names import shown_to
from tournaments.people.privacy.readers import audience_of_request
from tournaments.people.selectors import has_accounts


def set_up_first(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Send visitors to the set-up page while there is no account.

    This costs visitors one short query and signed-in users none.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.user.is_authenticated or is_open(request.path) or has_accounts():
            return get_response(request)
        return redirect("setup")

    return answer


def names_for_readers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Show full names only to signed-in users.

    Checking the user makes every response vary with the cookie, so that no cache gives
    visitors a page of a signed-in user.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        with shown_to(audience_of_request(request)):
            return get_response(request)

    return answer


def is_open(path: str) -> bool:
    """Return whether ``path`` is needed before there is a club."""
    open_paths = (
        reverse("setup"),
        reverse("site:backups"),
        reverse("help"),
        reverse("set_language"),
        reverse("set_deck"),
        settings.STATIC_URL,
        # Programs get an answer of the API instead of a redirect.
        reverse("api:openapi").removesuffix("openapi.json"),
    )
    return path.startswith(open_paths)
