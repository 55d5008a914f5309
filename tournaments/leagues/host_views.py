"""The pages on which a host enters a code, and a league manages it."""

from collections.abc import Callable
from datetime import timedelta

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from skatclub.door.attempts import HOST_CODE
from tournaments.leagues import services
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.services import is_open_to_host, valid_code, valid_code_by_key
from tournaments.leagues.views import editable_row
from tournaments.web.access import open_to_visitors, writer
from tournaments.web.answers import button_of, unknown_answer
from tournaments.words.rights import Right


class HostCodeForm(forms.Form):
    """The code on the paper of the match; all wrong codes get the same answer."""

    code = forms.CharField(
        label=gettext_lazy("Code of the match"),
        max_length=20,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "autocorrect": "off",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        host_code = valid_code(code)
        if host_code is None:
            raise ValidationError(
                _("This code opens no match. Please compare it with the paper."),
                code="code",
            )
        self.host_code = host_code
        return code


SESSION_KEY = "host_code"


def let_hosts_in(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Sign in a host with the account of their code, on the pages of their match only.

    No query for anyone else.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        key = request.session.get(SESSION_KEY)
        if key is not None and not request.user.is_authenticated:
            code = valid_code_by_key(key)
            request.hosting = code  # type: ignore[attr-defined]
            if code and is_open_to_host(code.group, request.path_info):
                # Nobody can sign in to the account; it is active for this request only.
                code.account.is_active = True
                request.user = code.account
        return get_response(request)

    return answer


SESSION_LENGTH = timedelta(days=3)


@login_not_required
@open_to_visitors
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest, code: str = "") -> HttpResponse:
    """Exchange the code of a match for a session; wrong attempts are slowed down.

    A scanned code is part of the address, and is gone after the redirect.
    """
    data = {"code": code} if code else request.POST or None
    form = HostCodeForm(data)
    if data is None:
        return show_door(request, form)
    address = request.META["REMOTE_ADDR"]
    if HOST_CODE.is_reached(address):
        return show_door(request, HostCodeForm(), status=429)
    if not form.is_valid():
        HOST_CODE.count(address)
        return show_door(request, form, status=422)
    request.session.cycle_key()
    request.session[SESSION_KEY] = form.host_code.pk
    request.session.set_expiry(SESSION_LENGTH)
    return redirect(form.host_code.group)


def show_door(
    request: HttpRequest, form: HostCodeForm, *, status: int = 200
) -> HttpResponse:
    context = {"form": form, "is_slowed": status == 429}
    template = "tournaments/leagues/hosting/door.html"
    return render(request, template, context, status=status)


@login_not_required
@open_to_visitors
@require_POST
def leave_match(request: HttpRequest) -> HttpResponse:
    request.session.pop(SESSION_KEY, None)
    return redirect("/")


@button_of(editable_row(MatchGroup), Right.LEAGUES)
def change_code(request: HttpRequest, group: MatchGroup) -> str | HttpResponse:
    match request.POST.get("action"):
        case "renew":
            services.renew_code(group=group, by=writer(request))
            return _("The host has a code; it is on the report.")
        case "revoke":
            services.revoke_code(group=group)
            return _("The code of the host opens nothing any more.")
    return unknown_answer()
