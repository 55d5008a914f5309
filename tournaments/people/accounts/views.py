"""Pages about accounts, and the one that sets up a new site."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from skatclub.door.attempts import ENTRY_CODE
from tournaments.people.accounts.forms import (
    AccountForm,
    CodeOnceForm,
    RoleForm,
    SetUpForm,
)
from tournaments.people.accounts.services import (
    IDLE,
    VALID_FOR,
    active_sessions,
    begin_session,
    end_sessions,
    hand_out_code,
    is_shared_computer,
    set_account_active,
)
from tournaments.people.audit import record_wrong_code
from tournaments.people.models import User
from tournaments.people.selectors import has_accounts
from tournaments.web.access import (
    button_for,
    form_for,
    open_to_visitors,
    page_for,
    writer,
)
from tournaments.web.answers import refusals_as_messages, saved, show_form
from tournaments.words.formats import number
from tournaments.words.rights import Right, Role

NEXT = '{} <a href="{}">{}</a>'
hides_passwords = sensitive_post_parameters("password", "password_again", "code")


@login_not_required
@never_cache
@hides_passwords
@open_to_visitors
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
        begin_session(request, secretary, is_shared=is_shared_computer(request))
        if form.is_sample:
            return redirect("/")
        title = _("Your club is set up. Now add the people who play.")
        next_step = _("Whenever you like: logo, colour, place and imprint.")
        page = reverse("organisations:change")
        messages.success(request, format_html(NEXT, title, page, next_step))
        return redirect("people:list")
    form.put_focus()
    return show_form(request, "tournaments/people/accounts/set_up.html", form=form)


@login_not_required
@open_to_visitors
@never_cache
@hides_passwords
@require_http_methods(["GET", "HEAD", "POST"])
def redeem(request: HttpRequest) -> HttpResponse:
    """Let the holder of a code choose a password, limiting wrong attempts."""
    template = "tournaments/people/accounts/redeem.html"
    address = request.META["REMOTE_ADDR"]
    if request.method == "POST" and ENTRY_CODE.is_reached(address):
        context = {"form": CodeOnceForm(), "is_slowed": True}
        return render(request, template, context, status=429)
    form = CodeOnceForm(request.POST or None)
    if form.is_valid() and (account := form.save()):
        begin_session(request, account, is_shared=is_shared_computer(request))
        messages.success(request, _("Welcome, %(name)s.") % {"name": account})
        return redirect("/")
    if "code" in form.errors:
        ENTRY_CODE.count(address)
        record_wrong_code()
    return show_form(request, template, form=form)


@page_for(Right.CLUB)
def show_accounts(request: HttpRequest) -> HttpResponse:
    # Accounts of match hosts are not for signing in.
    accounts = User.objects.exclude(role=Role.HOST)
    context = {"accounts": accounts.order_by("-is_active", "username")}
    return render(request, "tournaments/people/accounts/accounts.html", context)


@form_for(Right.CLUB)
@never_cache
def add_account(request: HttpRequest) -> HttpResponse:
    form = AccountForm(request.POST or None, by=writer(request))
    if form.is_valid() and (added := form.save()):
        messages.success(request, _("The account is added."))
        return show_code(request, *added)
    return show_form(request, "tournaments/people/accounts/add_account.html", form=form)


def show_code(request: HttpRequest, account: User, code: str) -> HttpResponse:
    context = {
        "account": account,
        "code": code,
        "address": request.build_absolute_uri(reverse("redeem")),
        "days": VALID_FOR.days,
    }
    return render(request, "tournaments/people/accounts/code.html", context)


@button_for(Right.CLUB)
@never_cache
def give_code(request: HttpRequest, pk: int) -> HttpResponse:
    account = get_object_or_404(User.objects.filter(is_active=True), pk=pk)
    code = ""
    with refusals_as_messages(request):
        code = hand_out_code(account=account, by=writer(request))
    if not code:
        return redirect("people:accounts")
    return show_code(request, account, code)


@form_for(Right.CLUB)
def change_role(request: HttpRequest, pk: int) -> HttpResponse:
    account = get_object_or_404(User.objects.exclude(role=Role.HOST), pk=pk)
    initial = {"role": account.role}
    form = RoleForm(request.POST or None, account=account, initial=initial)
    if saved(request, form):
        return redirect("people:accounts")
    template = "tournaments/people/accounts/role.html"
    return show_form(request, template, account=account, form=form)


@button_for(Right.CLUB)
def change_state(request: HttpRequest, pk: int, is_active: bool) -> HttpResponse:
    account = get_object_or_404(User, pk=pk)
    with refusals_as_messages(request):
        set_account_active(account=account, is_active=is_active)
    return redirect("people:accounts")


@form_for(Right.READ)
@never_cache
def show_own_account(request: HttpRequest) -> HttpResponse:
    return sessions_page(request, writer(request))


@form_for(Right.CLUB)
@never_cache
def show_sessions(request: HttpRequest, pk: int) -> HttpResponse:
    return sessions_page(request, get_object_or_404(User, pk=pk))


def sessions_page(request: HttpRequest, account: User) -> HttpResponse:
    """Show the sessions of an account; end one of them, or all without a name."""
    if request.method == "POST":
        name = request.POST.get("session", "")
        ended = end_sessions(account=account, by=writer(request), name=name)
        if ended:
            text = _("Signed out on %(count)s devices.") % {"count": number(len(ended))}
            if len(ended) == 1:
                device = ended[0].device or _("Another program")
                text = _("Signed out: %(device)s") % {"device": device}
            messages.success(request, text)
        if request.session.session_key in {session.session_key for session in ended}:
            request.session.flush()
            return redirect("login")
        return redirect(request.path)
    context = {
        "account": account,
        "sessions": active_sessions(account),
        "this": request.session.session_key,
        "minutes": int(IDLE.total_seconds()) // 60,
    }
    return render(request, "tournaments/people/accounts/account.html", context)
