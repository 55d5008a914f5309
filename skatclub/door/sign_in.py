"""Signing in: what may be sent, how often, and how many at the same moment."""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatclub.door import attempts
from tournaments.people.accounts.services import (
    begin_session,
    delete_sessions,
    is_shared_computer,
)
from tournaments.people.audit import record_refusal
from tournaments.people.models import IS_SHARED
from tournaments.scope.scope import organisation_or_none
from tournaments.web.access import split_edition

LONGEST_NAME = 150  # as in the database
LONGEST_PASSWORD = 1000
DEVICE = "device"
WRONG = gettext_lazy(
    "User name and password do not belong together. Capital letters count in the "
    "password."
)
# A password hash is slow on purpose and keeps a core busy for a third of a second. One
# at a time leaves the other cores to readers, and two that wait leave them the threads.
DESK = threading.Semaphore(1)
LINE = threading.Semaphore(3)


class SignInForm(AuthenticationForm):
    """A name and a password of a length that somebody can have."""

    is_shared = forms.BooleanField(
        label=gettext_lazy("Several people use this computer"),
        help_text=gettext_lazy(
            "It signs out by itself after half an hour without typing. What was typed "
            "stays."
        ),
        required=False,
    )

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.limit("username", LONGEST_NAME)
        self.limit("password", LONGEST_PASSWORD)
        self.error_messages = {**self.error_messages, "invalid_login": WRONG}

    def limit(self, name: str, most: int) -> None:
        self.fields[name].validators.append(MaxLengthValidator(most))

    def clean(self) -> dict[str, Any]:
        # Without this a name that is too long would be tried all the same.
        return self.cleaned_data if self.errors else super().clean()


class SignIn(LoginView):
    """The page to sign in; says "in a moment" instead of keeping readers waiting."""

    authentication_form = SignInForm

    def get_initial(self) -> dict[str, Any]:
        """Propose what was said the last time on this browser."""
        return {**super().get_initial(), IS_SHARED: is_shared_computer(self.request)}

    def get_success_url(self) -> str:
        """Lead from a page for everybody to the same page at the desk."""
        address = super().get_success_url()
        edition = split_edition(address)
        return f"/{edition[1].lstrip('/')}" if edition else address

    def get(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        """Send whoever is signed in on; the page itself says what it shows to them."""
        if request.user.is_authenticated:
            return HttpResponseRedirect(self.get_success_url())
        return super().get(request, *arguments, **named)

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        """Try name and password when it is the visitor's turn."""
        address = request.META["REMOTE_ADDR"]
        is_known = knows(request, request.POST.get("username", ""))
        if attempts.SIGN_IN.is_reached(address) and not is_known:
            return self.ask_to_wait(
                _("Too many attempts; please wait a minute."),
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
        name = self.request.POST.get("username", "")[:LONGEST_NAME]
        form = SignInForm(
            self.request, initial={**self.get_initial(), "username": name}
        )
        context = self.get_context_data(form=form, waiting=text)
        headers = {"Retry-After": str(seconds)}
        return self.render_to_response(context, status=429, headers=headers)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Remember the device, so that others' guesses do not lock its owner out."""
        shared = form.cleaned_data[IS_SHARED]
        begin_session(self.request, form.get_user(), is_shared=shared)
        response = HttpResponseRedirect(self.get_success_url())
        lasting: dict[str, Any] = {
            "max_age": timedelta(days=365),
            "secure": settings.HTTPS,
            "httponly": True,
            "samesite": "Lax",
        }
        device = f"{secrets.token_hex(8)} {folded(form.cleaned_data['username'])}"
        response.set_cookie(IS_SHARED, str(int(shared)), **lasting)
        response.set_signed_cookie(DEVICE, device, salt=of_here(DEVICE), **lasting)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the wrong attempt, and let its owner see that there was one."""
        attempts.SIGN_IN.count(self.request.META["REMOTE_ADDR"])
        record_refusal(form.cleaned_data.get("username", ""))
        return super().form_invalid(form)


class SignOut(LogoutView):
    """Signing out; where several people use the computer it forgets who did."""

    def post(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        response: HttpResponse = super().post(request, *arguments, **named)
        if is_shared_computer(request):
            response.delete_cookie(DEVICE)
        return response


class ChangePassword(PasswordChangeView):
    """The page on which the holder changes a password; other devices sign in anew."""

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        delete_sessions(form.user, except_key=self.request.session.session_key)
        return response


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
    cookie = request.get_signed_cookie(
        DEVICE, default="", salt=of_here(DEVICE), max_age=timedelta(days=365)
    )
    device, _space, named = (cookie or "").partition(" ")
    return bool(device) and named == folded(username)


def of_here(word: str) -> str:
    """Return a word that is another one at each club: namesakes are not the same."""
    return f"{organisation_or_none()}:{word}"


def counted_name(
    request: HttpRequest, credentials: dict[str, str] | None = None
) -> str:
    """Return under which name django-axes counts: that of one club's account."""
    named = credentials or request.POST
    return of_here(folded(named.get("username", "")))


def folded(username: str) -> str:
    """Return what is compared and fits into a cookie."""
    return username.strip().casefold()[:LONGEST_NAME]


def lockout_parameters(
    request: HttpRequest, credentials: dict[str, str] | None = None
) -> list[str | list[str]]:
    """Return what django-axes counts the wrong passwords by.

    Name and address together, because a whole pub shares one address. A device on
    which its owner has signed in before is counted apart, under the name that
    ``counted_name`` gives it: who types her name five times at the next table does not
    keep the secretary out.
    """
    username = (credentials or {}).get("username", "")
    if isinstance(request, HttpRequest) and knows(request, username):
        return ["username"]
    return [["username", "ip_address"]]
