"""Sessions of accounts: beginning, listing and ending them."""

from datetime import timedelta
from typing import cast

from django.contrib.auth import SESSION_KEY, login
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from skatclub.door.known_sessions import forget_session, note_session
from skatclub.middleware import Handler
from tournaments.people.audit import record_sign_in, record_sign_out
from tournaments.people.models import (
    DEVICE,
    IS_SHARED,
    SIGNED_IN_AT,
    Session,
    SessionStore,
    User,
)

# The first match counts: many browsers also name the browsers they descend from.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS": "Firefox",
    "Chrome/": "Chrome",
    "CriOS": "Chrome",
    "Safari/": "Safari",
}
MACHINES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "Chromebook",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Return the browser and the machine, empty for a program that names neither.

    >>> device_name("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko Firefox/132.0")
    'Firefox, Windows'
    >>> device_name("curl/8.1")
    ''
    """
    matches = (
        next((name for mark, name in names.items() if mark in user_agent), "")
        for names in (BROWSERS, MACHINES)
    )
    return ", ".join(filter(None, matches))


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


STEP = timedelta(minutes=5)
# Shared sessions end after half an hour without a request, so they need more precision.
SHARED_STEP = timedelta(minutes=1)
# Pages that reload themselves send it, as nobody may be sitting in front of them.
UNATTENDED = "X-Unattended"


def keep_session_alive(get_response: Handler) -> Handler:
    """Keep a session alive while it is used, and known at the door."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        session = cast(SessionStore, request.session)
        is_signed_in = SESSION_KEY in session
        if is_signed_in and UNATTENDED not in request.headers and is_stale(session):
            session.modified = True
        key = session.session_key
        response = get_response(request)
        if is_signed_in and key:
            is_over = session.session_key != key
            (forget_session if is_over else note_session)(key)
        return response

    return answer


def is_stale(session: SessionStore) -> bool:
    """Return whether it is time to record that the session is used."""
    step = SHARED_STEP if session.get(IS_SHARED) else STEP
    return session.seen_at is None or timezone.now() - session.seen_at >= step
