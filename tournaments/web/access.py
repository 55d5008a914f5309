"""The right to write, and to read what is not published: one place that says no."""

from collections.abc import Callable
from functools import wraps
from types import SimpleNamespace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]
# The reader of the papers of one event, who was let see it when it was fetched.
LET_IN = SimpleNamespace(is_authenticated=True)


def may_write(request: HttpRequest) -> bool:
    """Return whether the reader is a secretary."""
    return bool(getattr(request.user, "is_secretary", False))


def reads_everything(user: Any) -> bool:
    """Return whether ``user`` may read what is not published.

    Every ``visible_to`` and whatever is computed from more than one event asks here.
    """
    return bool(user.is_authenticated)


def secretary_required(view: View) -> View:
    """Refuse whoever may only read; what belongs to nobody has no other lock."""

    @wraps(view)
    def guarded(
        request: HttpRequest, *arguments: object, **named: object
    ) -> HttpResponse:
        if not may_write(request):
            raise PermissionDenied
        return view(request, *arguments, **named)

    return guarded


def writer(request: HttpRequest) -> Any:
    """Return the account that writes; views fetch what it may edit before.

    Typed loosely: this module knows no topic, and the account is one of members.
    """
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
