"""Signing in: what may be sent, how often, and how many at the same moment."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from skatclub.door import attempts
from tournaments.people.deeds import note_refusal, note_sign_in

LONGEST_NAME = 150  # as in the database
LONGEST_PASSWORD = 1000
DEVICE = "device"
# A password hash is slow on purpose and keeps a core busy for a third of a second. One
# at a time leaves the other cores to readers, and two that wait leave them the threads.
DESK = threading.Semaphore(1)
LINE = threading.Semaphore(3)


class SignInForm(AuthenticationForm):
    """A name and a password of a length that somebody can have."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.limit("username", LONGEST_NAME)
        self.limit("password", LONGEST_PASSWORD)

    def limit(self, name: str, most: int) -> None:
        self.fields[name].validators.append(MaxLengthValidator(most))

    def clean(self) -> dict[str, Any]:
        # Without this a name that is too long would be tried all the same.
        return self.cleaned_data if self.errors else super().clean()


class SignIn(LoginView):
    """The page to sign in; says "in a moment" instead of keeping readers waiting."""

    authentication_form = SignInForm

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        """Try name and password when it is the visitor's turn."""
        address = request.META["REMOTE_ADDR"]
        is_known = knows(request, request.POST.get("username", ""))
        if attempts.SIGN_IN.is_reached(address) and not is_known:
            return self.ask_to_wait(
                _(
                    "Very many wrong attempts came from here. Please try again in a "
                    "minute."
                ),
                seconds=attempts.SIGN_IN.seconds,
            )
        with place_in_line() as is_free:
            if is_free:
                return super().post(request, *arguments, **named)
        return self.ask_to_wait(
            _("Many people are signing in right now. Please try again in a moment."),
            seconds=2,
        )

    def ask_to_wait(self, text: str, *, seconds: int) -> HttpResponse:
        """Show the form again, with the name that was typed."""
        name = self.request.POST.get("username", "")[:LONGEST_NAME]
        form = SignInForm(self.request, initial={"username": name})
        context = self.get_context_data(form=form, waiting=text)
        headers = {"Retry-After": str(seconds)}
        return self.response_class(
            request=self.request,
            template=self.get_template_names(),
            context=context,
            status=429,
            headers=headers,
        )

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Remember the device, so that others' guesses do not lock its owner out."""
        response = super().form_valid(form)
        note_sign_in(form.get_user())
        response.set_signed_cookie(
            DEVICE,
            folded(form.cleaned_data["username"]),
            max_age=timedelta(days=365),
            secure=settings.HTTPS,
            httponly=True,
            samesite="Lax",
        )
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the wrong attempt, and let its owner see that there was one."""
        attempts.SIGN_IN.count(self.request.META["REMOTE_ADDR"])
        note_refusal(form.cleaned_data.get("username", ""))
        return super().form_invalid(form)


@contextmanager
def place_in_line() -> Iterator[bool]:
    """Wait for one's turn; give False at once where the line is full."""
    if not LINE.acquire(blocking=False):
        yield False
        return
    try:
        with DESK:
            yield True
    finally:
        LINE.release()


def knows(request: HttpRequest, username: str) -> bool:
    """Tell whether somebody of that name has signed in on this device before."""
    named = request.get_signed_cookie(DEVICE, default="", max_age=timedelta(days=365))
    return bool(named) and named == folded(username)


def folded(username: str) -> str:
    """Return what is compared and fits into a cookie."""
    return username.strip().casefold()[:LONGEST_NAME]


def lockout_parameters(
    request: HttpRequest, credentials: dict[str, str] | None = None
) -> list[list[str]]:
    """Return what django-axes counts the wrong passwords by.

    Name and address together, because a whole pub shares one address. A device on
    which its owner has signed in before is counted apart: who types her name five
    times at the next table does not keep the secretary out.
    """
    username = (credentials or {}).get("username", "")
    if isinstance(request, HttpRequest) and knows(request, username):
        return [["username", "user_agent"]]
    return [["username", "ip_address"]]
