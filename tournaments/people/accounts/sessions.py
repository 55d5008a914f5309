"""Sessions of accounts: beginning, listing and ending them."""

from datetime import timedelta

from django.contrib.auth import login
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournaments.people.accounts.devices import device_name
from tournaments.people.deeds import record_sign_in, record_sign_out
from tournaments.people.models import Session, User
from tournaments.people.models.sessions import DEVICE, IS_SHARED, SIGNED_IN_AT

BACKEND = "django.contrib.auth.backends.ModelBackend"
# On a shared computer a session ends after this time without a request.
IDLE = timedelta(minutes=30)


def is_shared_computer(request: HttpRequest) -> bool:
    """Return whether this browser was marked as shared by several people."""
    return request.COOKIES.get(IS_SHARED) == "1"


def begin_session(
    request: HttpRequest, account: User, *, is_shared: bool = False
) -> None:
    """Sign ``account`` in on this browser, and delete expired sessions."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    login(request, account, backend=BACKEND)
    session = request.session
    session[DEVICE] = device_name(request.headers.get("User-Agent", ""))
    session[SIGNED_IN_AT] = timezone.now().isoformat()
    session[IS_SHARED] = is_shared
    session.set_expiry(int(IDLE.total_seconds()) if is_shared else None)
    record_sign_in(account)


def active_sessions(account: User) -> QuerySet[Session]:
    """Return the active sessions of an account, last seen first."""
    return Session.objects.filter(account=account, expire_date__gt=timezone.now())


def delete_sessions(account: User, *, except_key: str | None = None) -> None:
    """Sign an account out everywhere, except in the session ``except_key``."""
    Session.objects.filter(account=account).exclude(
        session_key=except_key or ""
    ).delete()


@transaction.atomic
def end_sessions(*, account: User, by: User, name: str = "") -> list[Session]:
    """End one session of an account, or all without a name, and return them.

    The history records the user who did it.
    """
    rows = [
        session for session in active_sessions(account) if name in ("", session.name)
    ]
    keys = [session.session_key for session in rows]
    Session.objects.filter(session_key__in=keys).delete()
    if rows:
        record_sign_out(account, by=by, times=len(rows))
    return rows
