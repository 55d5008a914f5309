"""The set-up page comes first, and visitors see the names meant for everybody."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from tournaments.members.names import Audience, shown_to
from tournaments.members.selectors import has_accounts


def set_up_first(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Send visitors to the set-up page while there is no account.

    Whoever is signed in has an account, so this costs visitors one short query and
    everybody else none.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.user.is_authenticated or is_open(request.path) or has_accounts():
            return get_response(request)
        return redirect("setup")

    return answer


def names_for_visitors(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Show visitors who are not signed in people as they want to be called in public.

    Asking who it is makes every answer vary with the cookie, so that no cache gives a
    visitor what somebody signed in has seen.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        is_signed_in = request.user.is_authenticated
        with shown_to(Audience.CLUB if is_signed_in else Audience.PUBLIC):
            return get_response(request)

    return answer


def is_open(path: str) -> bool:
    """Tell whether ``path`` is needed before there is a club."""
    open_paths = (
        reverse("setup"),
        reverse("set_language"),
        reverse("set_deck"),
        settings.STATIC_URL,
    )
    return path.startswith(open_paths)
