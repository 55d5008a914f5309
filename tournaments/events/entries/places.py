"""The places of an event whose players enter themselves, and who moves up to one."""

import logging
from functools import partial
from smtplib import SMTPException
from urllib.parse import urljoin

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.signing import Signer
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from skatclub.machine.networks.reach import is_near
from tournaments.events.models import Event, Registration
from tournaments.organisations.hosts import own_address
from tournaments.organisations.selectors import own_organisation
from tournaments.organisations.services import (
    has_mail_server,
    mail_connection,
    mail_sender,
)
from tournaments.scope.models import update_many
from tournaments.words.choices import EntryStatus

SIGNER = Signer(salt="registration")
logger = logging.getLogger(__name__)


def can_tell() -> bool:
    """Whether letters go out, with a link that leads here."""
    organisation = own_organisation()
    has_server = organisation is not None and has_mail_server(organisation)
    return has_server and not is_near(own_address())


def is_open(event: Event) -> bool:
    """Whether visitors may enter themselves now."""
    until = event.open_until
    return event.is_published and until is not None and timezone.now() < until


def pending(event: Event) -> QuerySet[Registration]:
    """Return the registrations that are no entries yet, the first ones first."""
    return Registration.objects.filter(event=event, player=None)


def places_left(event: Event) -> int | None:
    """Return how many places nobody has; None where they are not limited."""
    if event.places is None:
        return None
    entries = event.entries.exclude(status=EntryStatus.ABSENT).count()
    promised = pending(event).filter(is_waiting=False).count()
    return max(0, event.places - entries - promised)


def move_up(event: Event) -> list[Registration]:
    """Give free places to those who wait longest, and tell them; the event is locked.

    Nobody moves up once the registration is over: then the organiser decides.
    """
    if not is_open(event):
        return []
    waiting = pending(event).filter(is_waiting=True)
    moved = list(waiting[: places_left(event)])
    for registration in moved:
        registration.is_waiting = False
        tell(registration)
    update_many(moved, ["is_waiting"])
    return moved


def token_of(registration: Registration) -> str:
    return SIGNER.sign(str(registration.pk))


def tell(registration: Registration) -> None:
    """Send a letter about a registration, once it is stored, to who wants one.

    What a stranger typed is not in it: nobody spreads a message by it.
    """
    if registration.mail and can_tell():
        transaction.on_commit(partial(send_letter, registration))


def send_letter(registration: Registration) -> None:
    """Send the letter; without a mail server the page says the same."""
    organisation, event = own_organisation(), registration.event
    if organisation is None:
        return
    name = organisation.name
    with translation.override(settings.LANGUAGE_CODE):
        text = _("You have a place: %(event)s, %(place)s.")
        if registration.is_waiting:
            text = _("You are on the waiting list: %(event)s, %(place)s.")
        path = reverse("events:registration", args=[token_of(registration)])
        way_out = _("See it, or take it back: %(address)s")
        lines = (
            text % {"event": event.dated_name, "place": event.place or name},
            way_out % {"address": urljoin(own_address(), path)},
        )
    message = EmailMessage(
        subject=event.dated_name,
        body="\n\n".join(lines) + f"\n\n-- \n{name}\n",
        from_email=mail_sender(organisation),
        to=[registration.mail],
        reply_to=[organisation.email] if organisation.email else None,
        connection=mail_connection(organisation),
    )
    try:
        message.send()
    except (SMTPException, OSError, UnicodeError):
        logger.warning("A letter about a registration was not taken.", exc_info=True)
