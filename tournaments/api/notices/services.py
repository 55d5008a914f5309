"""Subscribing, testing, resending to, switching and removing programs."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NoReturn
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.api.notices.places import PrivatePlace, UnknownPlace, look_up_place
from tournaments.api.notices.selectors import programs
from tournaments.api.notices.sending import switch_off_program
from tournaments.api.notices.signing import new_secret
from tournaments.notices.models import Notice, Subscription
from tournaments.notices.services import schedule_sender, store_notices
from tournaments.words.notices import CHOOSABLE, NoticeFault, NoticeKind, NoticeState

MOST_PROGRAMS = 20
"""The most subscriptions; each costs a row for everything that happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSubscription:
    """A new subscription with its secret, which is shown once."""

    subscription: Subscription
    secret: str


@transaction.atomic
def subscribe(*, address: str, kinds: Collection[str]) -> NewSubscription:
    """Subscribe a program. Raises ``ValidationError`` for a wrong address."""
    address = checked_address(address)
    if programs().count() >= MOST_PROGRAMS:
        raise ValidationError(
            _("%(most)s programs are told already; remove one first.")
            % {"most": MOST_PROGRAMS}
        )
    secret = new_secret()
    row = Subscription(address=address, kinds=stored_kinds(kinds), secret=secret)
    row.check_and_save()
    return NewSubscription(subscription=row, secret=secret)


def stored_kinds(kinds: Collection[str]) -> str:
    """Return the chosen kinds of notices as they are stored."""
    return " ".join(kind for kind in CHOOSABLE if kind in kinds)


def checked_address(address: str) -> str:
    """Return an address as it is stored; refuse one that nothing may be sent to.

    Scheme and machine are stored in lower case, so that an address is stored once.
    """
    schemes = ("https://", "http://") if settings.PRIVATE_NOTICES else ("https://",)
    if not address.lower().startswith(schemes):
        refuse_address(_("The address begins with https://."), "scheme")
    try:
        parts = urlsplit(address)
        if "@" in parts.netloc:
            refuse_address(_("A name and a password do not belong in it."), "password")
        look_up_place(address)
        return parts._replace(netloc=parts.netloc.lower()).geturl()
    except PrivatePlace:
        refuse_address(
            _("This address leads into a private network. Nothing is sent there."),
            "private",
        )
    except UnknownPlace:
        refuse_address(_("No machine on the internet has this name."), "unknown")
    except ValueError:
        refuse_address(str(URLValidator.message), "invalid")


def refuse_address(why: str, code: str) -> NoReturn:
    """Refuse the address of a program, at its field of the form."""
    raise ValidationError({"address": ValidationError(why, code=code)})


@transaction.atomic
def send_test(*, subscription: Subscription) -> Notice:
    """Send a test to a program. Raises ``ValidationError`` if it is switched off."""
    require_active(subscription)
    now = timezone.now()
    notice = Notice(
        subscription=subscription,
        kind=NoticeKind.TEST,
        queue=NoticeKind.TEST,
        at=now,
        due_at=now,
    )
    store_notices([notice])
    schedule_sender(subscription.pk, now)
    return notice


@transaction.atomic
def send_again(*, subscription: Subscription, notice: Notice | None = None) -> int:
    """Send a notice once more, with the same id; without one all undelivered ones.

    Return how many. Raises ``ValidationError`` while the program is switched off.
    """
    require_active(subscription)
    rows = Notice.objects.filter(subscription=subscription)
    rows = rows.exclude(state=NoticeState.WAITING)
    if notice is None:
        rows = rows.filter(state=NoticeState.GIVEN_UP)
    else:
        rows = rows.filter(pk=notice.pk)
    now = timezone.now()
    count = rows.update(state=NoticeState.WAITING, due_at=now, tries=0)
    schedule_sender(subscription.pk, now)
    return count


def require_active(subscription: Subscription) -> None:
    """Refuse notices to an inactive program, which would wait forever."""
    if not subscription.is_active:
        raise ValidationError(_("Switch it on first."), code="off")


@transaction.atomic
def switch_program(*, subscription: Subscription, is_active: bool) -> None:
    """Switch a program on or off; what happens while it is off is never sent."""
    if is_active:
        Subscription.objects.filter(pk=subscription.pk).update(is_active=True)
    else:
        switch_off_program(subscription, fault=NoticeFault.OFF)


@transaction.atomic
def remove_program(*, subscription: Subscription) -> None:
    """Delete a program and its notices."""
    Subscription.objects.get(pk=subscription.pk).delete()
