"""The audience of requests, and of pages and files for everybody."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from skatclub.middleware import Handler
from tournaments.people.names.names import Audience, shown_to
from tournaments.people.selectors import has_accounts

View = Callable[..., HttpResponse]
FULL_NAMES = "full"


def for_everybody(view: View) -> View:
    """Show public names even to signed-in users, as the page or file is passed on.

    Signed-in users get full names with ``?names=full``.
    """

    @wraps(view)
    def answer(
        request: HttpRequest, *arguments: object, **keywords: object
    ) -> HttpResponse:
        # The club's only if somebody signed in wants it.
        wants_full = request.GET.get("names") == FULL_NAMES
        with shown_to(audience_of_request(request) if wants_full else Audience.PUBLIC):
            return view(request, *arguments, **keywords)

    return answer


def audience_of_request(request: HttpRequest) -> Audience:
    """Return the audience of a request: the club for signed-in users."""
    return Audience.CLUB if request.user.is_authenticated else Audience.PUBLIC


def set_up_first(get_response: Handler) -> Handler:
    """Send visitors to the set-up page while there is no account.

    This costs visitors one short query and signed-in users none.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.user.is_authenticated or is_open(request.path) or has_accounts():
            return get_response(request)
        return redirect("setup")

    return answer


def names_for_readers(get_response: Handler) -> Handler:
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
