"""Pages and files that everybody gets to see, whoever asks for them."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse

from tournaments.people.names.names import Audience, shown_to

View = Callable[..., HttpResponse]
FULL_NAMES = "full"


def for_everybody(view: View) -> View:
    """Show public names, also to whoever is signed in: this is hung up or handed on.

    People who are signed in get the full names with ``?names=full``.
    """

    @wraps(view)
    def answer(
        request: HttpRequest, *arguments: object, **keywords: object
    ) -> HttpResponse:
        with shown_to(paper_audience(request)):
            return view(request, *arguments, **keywords)

    return answer


def paper_audience(request: HttpRequest) -> Audience:
    """Return for whom a paper is: the club only if somebody of the club says so."""
    wants_full = request.GET.get("names") == FULL_NAMES
    return audience_of_request(request) if wants_full else Audience.PUBLIC


def audience_of_request(request: HttpRequest) -> Audience:
    """Return who asks: the club has signed in."""
    return Audience.CLUB if request.user.is_authenticated else Audience.PUBLIC
