"""Sending a result by mail to everybody who agreed."""

from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.exceptions import ValidationError
from django.core.mail import get_connection
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.people.models import MailAddress, Player
from tournaments.public.mail.letters import can_send, letter_about, message_to


class NotSent(ValidationError):
    """No letter went out, or no further one; the message says why."""


def record_address(*, player: Player, address: str) -> MailAddress:
    """Record the address of a person who agreed, or the one that they have now."""
    mail = MailAddress.objects.filter(player=player).first()
    mail = mail or MailAddress(player=player)
    mail.address = address
    return mail.check_and_save()


def addresses_left(event: Event) -> QuerySet[MailAddress]:
    """Return the addresses that have not got the result of an event."""
    return MailAddress.objects.exclude(events=event).select_related("player")


def send_result(*, event: Event) -> tuple[int, list[MailAddress]]:
    """Send the result to everybody who agreed and has not got it.

    Returns the number of letters sent, and the addresses that the server refused. Each
    letter is stored at once: after ``NotSent`` the next attempt goes on from there.
    """
    letter = letter_about(event)
    if letter is None or not can_send():
        raise NotSent(_("This result cannot be sent yet."))
    count, refused = 0, []
    try:
        with get_connection() as connection:
            for mail in addresses_left(event):
                try:
                    message_to(mail, letter, connection).send()
                except SMTPRecipientsRefused:
                    refused.append(mail)
                else:
                    event.mailed.add(mail)
                    count += 1
    except (SMTPException, OSError) as problem:
        raise NotSent(
            _("The mail server did not take the letters: %(why)s") % {"why": problem}
        ) from problem
    return count, refused
