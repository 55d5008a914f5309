"""Adding and closing accounts, their roles, and codes for setting a password."""

import hashlib
from datetime import timedelta

from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.door.setup_code import new_code, plain
from tournaments.people.audit import record_sign_in, record_sign_out
from tournaments.people.models import (
    DEVICE,
    IS_SHARED,
    SIGNED_IN_AT,
    Session,
    User,
)
from tournaments.people.services import save_account
from tournaments.scope.models import working_as
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
