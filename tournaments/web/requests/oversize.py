"""Refusing requests that are too large before reading them."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt, csrf_protect

MEGABYTE = 1024**2
FORM_ROOM = 64 * 1024  # bytes for the other fields of a form

View = Callable[..., HttpResponse]


def refuse_above(most: int, *, room: int = FORM_ROOM) -> Callable[[View], View]:
    """Return a decorator for views that take a file of at most ``most`` bytes.

    The other fields of the form may have ``room`` bytes. The CSRF check reads the whole
    form, so it comes after the size.
    """

    def decorate(view: View) -> View:
        protected = csrf_protect(view)

        @csrf_exempt
        @wraps(view)
        def guarded(
            request: HttpRequest, *arguments: object, **named: object
        ) -> HttpResponse:
            size = int(request.META.get("CONTENT_LENGTH") or 0)
            if size > most + room:
                context = {"size": megabytes(size), "most": megabytes(most)}
                return render(request, "413.html", context, status=413)
            return protected(request, *arguments, **named)

        return guarded

    return decorate


def megabytes(size: int) -> int:
    """Return a size in megabytes, rounded up.

    >>> megabytes(1), megabytes(MEGABYTE), megabytes(MEGABYTE + 1)
    (1, 1, 2)
    """
    return -(-size // MEGABYTE)
