"""Adding and closing accounts, their roles, and codes for setting a password."""

import hashlib
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from skatclub.door.setup_code import new_code, plain
from tournaments.people.accounts.sessions import delete_sessions
from tournaments.people.models import User
from tournaments.people.services import save_account
from tournaments.scope.log import working_as
from tournaments.words.rights import Role

VALID_FOR = timedelta(days=7)


class LastOwner(ValidationError):
    """Without this account nobody could manage accounts any more."""


class NotForSigningIn(ValidationError):
    """The account is for a program, or for a host with a code, and not for a person."""


class OwnCode(ValidationError):
    """Users cannot give themselves a code; they change their password instead."""


@transaction.atomic
def add_account(*, username: str, role: str, by: User) -> tuple[User, str]:
    """Add an account without a password and return it with a code for its holder."""
    if User.objects.filter(username__iexact=username).exists():
        raise ValidationError({"username": _("This user name is taken.")})
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
        raise OwnCode(_("Change your own password with the old one."))
    code = new_code()
    account.entry_code = code_digest(code)
    account.entry_code_at = timezone.now()
    account.entry_code_by = by
    account.save()
    delete_sessions(account)
    return code


@transaction.atomic
def redeem_code(*, account: User, password: str) -> User:
    """Set the password that the holder chose and invalidate the code.

    All sessions with the old password end.
    """
    account = User.objects.select_for_update(of=("self",)).get(pk=account.pk)
    delete_sessions(account)
    account.entry_code = ""
    # Nobody is signed in yet, but the holder is the one who makes this change.
    with working_as(account):
        return save_account(account=account, password=password)


def account_with_code(code: str) -> User | None:
    """Return the account of a code, None if it is wrong, used or expired. One query.

    Codes of closed accounts are not valid.
    """
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
    return account.check_and_save()


@transaction.atomic
def set_account_active(*, account: User, is_active: bool) -> User:
    """Close or reopen an account. The last owner's cannot be closed.

    A reopened account has no sessions.
    """
    require_person(account)
    if not is_active:
        require_another_owner(account)
        delete_sessions(account)
    account.store(is_active=is_active)
    return account


def require_person(account: User) -> None:
    """Raise ``NotForSigningIn`` for the account of a program or a host."""
    if not account.is_for_signing_in:
        raise NotForSigningIn(
            _(
                "%(name)s is the account of a program or of a match, with which nobody "
                "signs in: it keeps its rights and stays closed."
            ),
            params={"name": account.username},
        )


def require_another_owner(account: User) -> None:
    """Raise ``LastOwner`` if there is no other owner."""
    owners = User.objects.select_for_update(of=("self",)).filter(
        role=Role.OWNER, is_active=True
    )
    if {owner.pk for owner in owners} == {account.pk}:
        raise LastOwner(
            _("Nobody else may keep the accounts; this one stays the owner's.")
        )
