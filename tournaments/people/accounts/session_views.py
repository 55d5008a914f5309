"""The user's own account, and the sessions of accounts."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.people.accounts.sessions import IDLE, active_sessions, end_sessions
from tournaments.people.models import Session, User
from tournaments.web.access import form_for, writer
from tournaments.words.formats import number
from tournaments.words.rights import Right


@form_for(Right.READ)
@never_cache
def show_own_account(request: HttpRequest) -> HttpResponse:
    return sessions_page(request, writer(request))


@form_for(Right.CLUB)
@never_cache
def show_sessions(request: HttpRequest, pk: int) -> HttpResponse:
    return sessions_page(request, get_object_or_404(User, pk=pk))


def signed_out_text(ended: list[Session]) -> str:
    """Return the device that was signed out, or the number of devices."""
    if len(ended) == 1:
        device = ended[0].device or _("Another program")
        return _("Signed out: %(device)s") % {"device": device}
    return _("Signed out on %(count)s devices.") % {"count": number(len(ended))}


def sessions_page(request: HttpRequest, account: User) -> HttpResponse:
    """Show the sessions of an account; end one of them, or all without a name."""
    if request.method == "POST":
        name = request.POST.get("session", "")
        ended = end_sessions(account=account, by=writer(request), name=name)
        if ended:
            messages.success(request, signed_out_text(ended))
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
