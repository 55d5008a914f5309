"""On an empty database every page leads to the set-up page."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

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


def is_open(path: str) -> bool:
    """Tell whether ``path`` is needed before there is a club."""
    open_paths = (reverse("setup"), reverse("set_language"), settings.STATIC_URL)
    return path.startswith(open_paths)
