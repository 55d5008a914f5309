"""Accounts: added, their role, closed; a code by which the holder sets a password."""

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
from tournaments.words.rights import Role

VALID_FOR = timedelta(days=7)


class LastOwner(ValidationError):
    """Without this account nobody could say any more who may do what."""


class NotForSigningIn(ValidationError):
    """A program writes by this account, or a host by a code: it is nobody's."""


class OwnCode(ValidationError):
    """Nobody hands a code out to themselves: who knows the password changes it."""


@transaction.atomic
def add_account(*, username: str, role: str, by: User) -> tuple[User, str]:
    """Add an account without a password, and return it with a code for its holder."""
    if User.objects.filter(username__iexact=username).exists():
        raise ValidationError(
            {"username": ValidationError(_("This user name is taken."), code="unique")}
        )
    account = User(username=username, role=role)
    account.set_unusable_password()
    account.full_clean()
    account.save()
    return account, hand_out_code(account=account, by=by)


@transaction.atomic
def hand_out_code(*, account: User, by: User) -> str:
    """Return a code by which the holder sets a password; an earlier one ends.

    Only a hash of it is kept. The old password opens the account until then, but
    whoever is signed in with it has to sign in again.
    """
    require_person(account)
    if account.pk == by.pk:
        raise OwnCode(_("Change your own password with the old one."), code="own-code")
    code = new_code()
    account.entry_code = code_digest(code)
    account.entry_code_at = timezone.now()
    account.entry_code_by = by
    account.save()
    delete_sessions(account)
    return code


@transaction.atomic
def redeem_code(*, account: User, password: str) -> User:
    """Set the password that the holder chose, and end the code.

    Everybody who was signed in with the old password is signed out by it.
    """
    account = User.objects.select_for_update(of=("self",)).get(pk=account.pk)
    delete_sessions(account)
    account.entry_code = ""
    # Nobody is signed in yet, and yet it was the holder.
    account._history_user = account  # type: ignore[attr-defined]
    return save_account(account=account, password=password)


def account_with_code(code: str) -> User | None:
    """Return whose code it is; None for one that is wrong, used or too old. One query.

    A closed account stays closed.
    """
    codes = User.objects.filter(
        is_active=True, entry_code_at__gt=timezone.now() - VALID_FOR
    )
    return codes.filter(entry_code=code_digest(code)).first()


def code_digest(code: str) -> str:
    """Return what is kept of a code: it is chance, and ends soon."""
    return hashlib.sha256(plain(code)).hexdigest()


@transaction.atomic
def set_role(*, account: User, role: str) -> User:
    """Say what an account may do from now on. One owner stays."""
    require_person(account)
    if role != Role.OWNER:
        require_another_owner(account)
    account.role = role
    account.full_clean()
    account.save()
    return account


@transaction.atomic
def set_account_active(*, account: User, is_active: bool) -> User:
    """Close an account, or open it again. The last owner's stays open.

    Opened again it is signed in nowhere.
    """
    require_person(account)
    if not is_active:
        require_another_owner(account)
        delete_sessions(account)
    account.is_active = is_active
    account.save(update_fields=["is_active"])
    return account


def require_person(account: User) -> None:
    """Refuse to give the account of a program or a host to anybody."""
    if not account.is_for_signing_in:
        raise NotForSigningIn(
            _(
                "%(name)s is the account of a program or of a match, with which nobody "
                "signs in: it keeps its rights and stays closed."
            ),
            code="not-for-signing-in",
            params={"name": account.username},
        )


def require_another_owner(account: User) -> None:
    """Refuse to take the last owner away."""
    owners = User.objects.select_for_update(of=("self",)).filter(
        role=Role.OWNER, is_active=True
    )
    if {owner.pk for owner in owners} == {account.pk}:
        raise LastOwner(
            _("Nobody else may keep the accounts; this one stays the owner's."),
            code="last-owner",
        )
