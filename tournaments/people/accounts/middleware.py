"""The time an account was last seen, recorded every few minutes."""

from collections.abc import Callable
from datetime import timedelta
from typing import cast

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

from skatclub.door.known_sessions import forget_session, note_session
from tournaments.people.models.sessions import IS_SHARED, SessionStore

STEP = timedelta(minutes=5)
# Shared sessions end after half an hour without a request, so they need more precision.
SHARED_STEP = timedelta(minutes=1)
# Pages that reload themselves send it, as nobody may be sitting in front of them.
UNATTENDED = "X-Unattended"


def keep_session_alive(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
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
