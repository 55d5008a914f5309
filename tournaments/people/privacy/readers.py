"""The audience of requests, and of pages and files for everybody."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from tournaments.people.names.names import Audience, shown_to

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
        with shown_to(paper_audience(request)):
            return view(request, *arguments, **keywords)

    return answer


def paper_audience(request: HttpRequest) -> Audience:
    """Return the audience of a paper: the club only if a signed-in user wants it."""
    wants_full = request.GET.get("names") == FULL_NAMES
    return audience_of_request(request) if wants_full else Audience.PUBLIC


def audience_of_request(request: HttpRequest) -> Audience:
    """Return the audience of a request: the club for signed-in users."""
    return Audience.CLUB if request.user.is_authenticated else Audience.PUBLIC
