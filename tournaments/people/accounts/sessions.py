"""Sessions of accounts: begun by signing in, listed, ended."""

from datetime import timedelta

from django.contrib.auth import login
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournaments.people.accounts.devices import device_called
from tournaments.people.deeds import note_ending, note_sign_in
from tournaments.people.models import Session, User
from tournaments.people.models.sessions import DEVICE, IS_SHARED, SIGNED_IN_AT

BACKEND = "django.contrib.auth.backends.ModelBackend"
# On a computer that several people use: signed out after so long without a request.
IDLE = timedelta(minutes=30)


def is_shared(request: HttpRequest) -> bool:
    """Tell whether somebody said on this browser that several people use it."""
    return request.COOKIES.get(IS_SHARED) == "1"


def begin_session(
    request: HttpRequest, account: User, *, is_shared: bool = False
) -> None:
    """Sign ``account`` in on this browser, and throw away what has run out."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    login(request, account, backend=BACKEND)
    session = request.session
    session[DEVICE] = device_called(request.headers.get("User-Agent", ""))
    session[SIGNED_IN_AT] = timezone.now().isoformat()
    session[IS_SHARED] = is_shared
    session.set_expiry(int(IDLE.total_seconds()) if is_shared else None)
    note_sign_in(account)


def sessions_of(account: User) -> QuerySet[Session]:
    """Return where an account is signed in, the last seen first."""
    return Session.objects.filter(account=account, expire_date__gt=timezone.now())


def drop_sessions(account: User, *, but: str | None = None) -> None:
    """Sign an account out everywhere, but for the session with the key ``but``."""
    Session.objects.filter(account=account).exclude(session_key=but or "").delete()


@transaction.atomic
def end_sessions(*, account: User, by: User, name: str = "") -> list[Session]:
    """End one session of an account, or without a name all; return those that ended.

    The history says who did it.
    """
    rows = [each for each in sessions_of(account) if name in ("", each.name)]
    keys = [each.session_key for each in rows]
    Session.objects.filter(session_key__in=keys).delete()
    if rows:
        note_ending(account, by=by, times=len(rows))
    return rows
