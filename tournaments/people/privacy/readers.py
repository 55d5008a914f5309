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
        request: HttpRequest, *arguments: object, **named: object
    ) -> HttpResponse:
        with shown_to(audience_of(request)):
            return view(request, *arguments, **named)

    return answer


def audience_of(request: HttpRequest) -> Audience:
    """Return for whom a paper is: the club only if somebody of the club says so."""
    wants_full = request.GET.get("names") == FULL_NAMES
    return reader_of(request) if wants_full else Audience.PUBLIC


def reader_of(request: HttpRequest) -> Audience:
    """Return who asks: the club has signed in."""
    return Audience.CLUB if request.user.is_authenticated else Audience.PUBLIC
