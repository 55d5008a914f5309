"""Pages about accounts: who may sign in, and the very first one."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournaments.people.accounts.forms import AccountForm, PasswordForm, SetUpForm
from tournaments.people.models import User
from tournaments.people.selectors import has_accounts
from tournaments.people.services import set_account_active
from tournaments.web.access import requires, sent_by_everybody
from tournaments.words.rights import Right

NEXT = '{} <a href="{}">{}</a>'
BACKEND = "django.contrib.auth.backends.ModelBackend"
hides_passwords = sensitive_post_parameters("password", "password_again", "code")


@login_not_required
@never_cache
@hides_passwords
@sent_by_everybody
@require_http_methods(["GET", "HEAD", "POST"])
def set_up(
    request: HttpRequest, build_sample: Callable[..., object] | None = None
) -> HttpResponse:
    if has_accounts():
        return redirect("/")
    form = SetUpForm(
        request.POST or None,
        initial={"code": request.GET.get("code")},
        build_sample=build_sample,
    )
    if form.is_valid() and (secretary := form.save()):
        login(request, secretary, backend=BACKEND)
        if form.is_sample:
            return redirect("/")
        done = _("Your club is set up. Now add the people who play.")
        later = _("Whenever you like: logo, colour, place and imprint.")
        page = reverse("organisations:change")
        messages.success(request, format_html(NEXT, done, page, later))
        return redirect("people:list")
    form.put_focus()
    return render(request, "tournaments/people/accounts/set_up.html", {"form": form})


@requires(Right.CLUB)
@require_safe
def show_accounts(request: HttpRequest) -> HttpResponse:
    accounts = User.objects.order_by("-is_active", "username")
    context = {"accounts": accounts}
    return render(request, "tournaments/people/accounts/accounts.html", context)


@requires(Right.CLUB)
@hides_passwords
@require_http_methods(["GET", "HEAD", "POST"])
def add_account(request: HttpRequest) -> HttpResponse:
    form = AccountForm(request.POST or None)
    if form.is_valid() and (account := form.save()):
        messages.success(request, _("%(name)s can sign in now.") % {"name": account})
        return redirect("people:accounts")
    return render(
        request, "tournaments/people/accounts/add_account.html", {"form": form}
    )


@requires(Right.CLUB)
@hides_passwords
@require_http_methods(["GET", "HEAD", "POST"])
def set_password(request: HttpRequest, pk: int) -> HttpResponse:
    # Whoever changes their own shows first that they know the old one.
    others = User.objects.exclude(username=request.user.get_username())
    account = get_object_or_404(others, pk=pk)
    form = PasswordForm(request.POST or None, account=account)
    if form.is_valid() and form.save():
        tell_of_password(request, account)
        return redirect("people:accounts")
    context = {"form": form, "account": account}
    return render(request, "tournaments/people/accounts/set_password.html", context)


def tell_of_password(request: HttpRequest, account: User) -> None:
    """Say that a password was changed, and whether it opens anything."""
    if account.is_active:
        messages.success(request, _("%(name)s has a new password.") % {"name": account})
        return
    said = _(
        "%(name)s has a new password, but the account is still closed: nobody can "
        "sign in with it before you open it again."
    )
    messages.warning(request, said % {"name": account})


@requires(Right.CLUB)
@require_POST
def close_account(request: HttpRequest, pk: int) -> HttpResponse:
    return change_account(request, pk, is_active=False)


@requires(Right.CLUB)
@require_POST
def open_account(request: HttpRequest, pk: int) -> HttpResponse:
    return change_account(request, pk, is_active=True)


def change_account(request: HttpRequest, pk: int, *, is_active: bool) -> HttpResponse:
    account = get_object_or_404(User, pk=pk)
    try:
        set_account_active(account=account, is_active=is_active)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    return redirect("people:accounts")
