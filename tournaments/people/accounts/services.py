"""Adding and closing accounts, their roles, and codes for setting a password."""

import hashlib
from datetime import timedelta
from typing import cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from skatclub.door.setup_code import new_code, plain
from skatclub.middleware import Handler, forget_session, middleware, note_session
from tournaments.people.audit import record_sign_in, record_sign_out
from tournaments.people.models import (
    DEVICE,
    IS_SHARED,
    SIGNED_IN_AT,
    Session,
    SessionStore,
    User,
)
from tournaments.people.names.names import audience_of, shown_to
from tournaments.people.selectors import has_accounts
from tournaments.people.services import save_account
from tournaments.scope.log import working, working_as
from tournaments.words.rights import Role

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
    return Session.objects.filter(account=account, expire_date__gt=timezone.now())


def delete_sessions(account: User, *, except_key: str | None = None) -> None:
    """Sign an account out everywhere, except in the session ``except_key``."""
    Session.objects.filter(account=account).exclude(
        session_key=except_key or ""
    ).delete()


@transaction.atomic
def end_sessions(*, account: User, by: User, name: str = "") -> list[Session]:
    """End one session of an account, or all without a name, and return them."""
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


@middleware
def know_reader(request: HttpRequest, get_response: Handler) -> HttpResponseBase:
    """Show full names to signed-in users only, and let the log name them.

    Their session lives while it is used, and is known at the door. No cache between us
    and their browser may store what they see, and signing out empties the browser's
    own: or "back" would show the pages to whoever sits down next. Their storage is not
    forbidden altogether, since "back" also brings half-typed forms.

    Checking the user makes every response vary with the cookie, so that no cache gives
    visitors a page of a signed-in user. While there is no account, visitors are sent
    to the set-up page.
    """
    session = cast(SessionStore, request.session)
    has_account, key = SESSION_KEY in session, session.session_key
    if has_account and UNATTENDED not in request.headers:
        step = SHARED_STEP if session.get(IS_SHARED) else STEP
        if session.seen_at is None or timezone.now() - session.seen_at >= step:
            session.modified = True
    is_known = request.user.is_authenticated
    if not (is_known or is_open(request.path) or has_accounts()):
        return redirect("setup")
    with shown_to(audience_of(request.user)), working(request):
        response = get_response(request)
    if is_known and not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_cache=True)
    if is_known and not request.user.is_authenticated:
        response["Clear-Site-Data"] = '"cache"'
    if has_account and key:
        (note_session if session.session_key == key else forget_session)(key)
    return response


def is_open(path: str) -> bool:
    """Return whether ``path`` is needed before there is a club."""
    open_paths = (
        reverse("setup"),
        reverse("site:backups"),
        reverse("help"),
        reverse("set_language"),
        reverse("set_deck"),
        settings.STATIC_URL,
        # Programs get an answer of the API instead of a redirect.
        reverse("api:openapi").removesuffix("openapi.json"),
    )
    return path.startswith(open_paths)


VALID_FOR = timedelta(days=7)


class NotForSigningIn(ValidationError):
    """The account is for a program, or for a host with a code, and not for a person."""


@transaction.atomic
def add_account(*, username: str, role: str, by: User) -> tuple[User, str]:
    """Add an account without a password and return it with a code for its holder."""
    if User.objects.filter(username__iexact=username).exists():
        raise ValidationError({"username": _("This name is taken.")})
    account = User(username=username, role=role)
    account.set_unusable_password()
    account.check_and_save()
    return account, hand_out_code(account=account, by=by)


@transaction.atomic
def hand_out_code(*, account: User, by: User) -> str:
    """Return a code for setting a password; an earlier one becomes invalid.

    Only its hash is stored. Until the code is used the old password stays valid, but
    all sessions end.
    """
    require_person(account)
    if account.pk == by.pk:
        raise ValidationError(_("Change your own password with the old one."))
    code = new_code()
    account.store(
        entry_code=code_digest(code), entry_code_at=timezone.now(), entry_code_by=by
    )
    delete_sessions(account)
    return code


@transaction.atomic
def redeem_code(*, account: User, password: str) -> User:
    """Set the password that the holder chose and invalidate the code."""
    account = User.objects.select_for_update(of=("self",)).get(pk=account.pk)
    delete_sessions(account)
    account.entry_code = ""
    # Nobody is signed in yet, but the holder is the one who makes this change.
    with working_as(account):
        return save_account(account=account, password=password)


def account_with_code(code: str) -> User | None:
    """Return the account of a code, None if it is wrong, used or expired."""
    codes = User.objects.filter(
        is_active=True, entry_code_at__gt=timezone.now() - VALID_FOR
    )
    return codes.filter(entry_code=code_digest(code)).first()


def code_digest(code: str) -> str:
    """Return the stored hash of a code; as it is random and expires, it has no salt."""
    return hashlib.sha256(plain(code)).hexdigest()


@transaction.atomic
def set_role(*, account: User, role: str) -> User:
    """Change the role of an account. One owner must remain."""
    require_person(account)
    if role != Role.OWNER:
        require_another_owner(account)
    account.role = role
    account.clean_fields()
    account.store(role=role)
    return account


@transaction.atomic
def set_account_active(*, account: User, is_active: bool) -> User:
    """Close or reopen an account. The last owner's cannot be closed."""
    require_person(account)
    if not is_active:
        require_another_owner(account)
        delete_sessions(account)
    account.store(is_active=is_active)
    return account


def require_person(account: User) -> None:
    if not account.is_for_signing_in:
        raise NotForSigningIn(
            _(
                "%(name)s is the account of a program or of a match, with which nobody "
                "signs in: it keeps its rights and stays closed."
            ),
            params={"name": account.username},
        )


def require_another_owner(account: User) -> None:
    owners = User.objects.select_for_update(of=("self",)).filter(
        role=Role.OWNER, is_active=True
    )
    if {owner.pk for owner in owners} == {account.pk}:
        raise ValidationError(
            _("Nobody else may keep the accounts; this one stays the owner's.")
        )
