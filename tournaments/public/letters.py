"""The letter about a result: what visitors read, and a way out."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from smtplib import SMTPException, SMTPRecipientsRefused
from urllib.parse import urljoin

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.signing import Signer
from django.db.models import Model, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from skatclub.machine.networks.reach import is_near
from tournaments.events.models import Event
from tournaments.organisations.hosts import own_address
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.organisations.services import (
    has_mail_server,
    mail_connection,
    mail_problem,
    mail_sender,
)
from tournaments.papers.event.press import own_results, short_text
from tournaments.people.models import MailAddress, Player
from tournaments.scope.scope import Audience, read_by_visitors, shown_to
from tournaments.web.access import Edition, inside_edition

SIGNER = Signer(salt="no more results by mail")


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """The letter about an event; ``root`` is empty on a private site.

    ``own`` is what it says to a player about their own result, by player.
    """

    root: str
    organisation: Organisation
    sender: str
    reply_to: str
    subject: str
    text: str
    own: Mapping[int, str]


def can_send() -> bool:
    organisation = own_organisation()
    return bool(organisation and has_mail_server(organisation))


def letter_about(event: Event) -> Letter | None:
    """Return the letter about an event, None until visitors read its released result.

    It is in the club's language.
    """
    organisation = own_organisation()
    if not (organisation and event.is_published and event.is_released):
        return None
    root = own_address()
    root = "" if is_near(root) else root
    with reading_as_visitor():
        with inside_edition(Edition(settings.LANGUAGE_CODE)):
            path = reverse("events:standings", args=[event.pk])
        text = short_text(event, urljoin(root, path) if root else "")
        reason = _("Results by mail, as asked for.")
        return Letter(
            root=root,
            organisation=organisation,
            sender=mail_sender(organisation),
            reply_to=organisation.email,
            subject=event.dated_name,
            text=f"{text}\n\n-- \n{organisation.name}\n{reason}",
            own=own_results(event),
        )


@contextmanager
def reading_as_visitor() -> Iterator[None]:
    """Read and name everything as a visitor, in the language of the club."""
    with (
        translation.override(settings.LANGUAGE_CODE),
        shown_to(Audience.PUBLIC),
        read_by_visitors(timezone.now()),
    ):
        yield


def message_to(
    mail: MailAddress, letter: Letter, connection: BaseEmailBackend
) -> EmailMessage:
    """Return a letter as the message to one person, with a way out of their own."""
    headers = {}
    own = letter.own.get(mail.player_id, "")
    with translation.override(settings.LANGUAGE_CODE):
        way_out = _("No more of these? Just tell the club.")
        if letter.root:
            path = reverse("public:no-mail", args=[SIGNER.sign(str(mail.pk))])
            url = urljoin(letter.root, path)
            way_out = _("No more of these: %(address)s") % {"address": url}
            headers = {
                "List-Unsubscribe": f"<{url}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            }
    return EmailMessage(
        subject=letter.subject,
        body="\n\n".join(filter(None, [own, f"{letter.text} {way_out}\n"])),
        from_email=letter.sender,
        to=[mail.address],
        reply_to=[letter.reply_to] if letter.reply_to else None,
        headers=headers,
        connection=connection,
    )


class NotSent(ValidationError):
    """No letter went out, or no further one; the message says why."""


def record_address(*, player: Player, address: str) -> MailAddress:
    """Record the address of a person who agreed, or the one that they have now."""
    mail = MailAddress.objects.filter(player=player).first()
    mail = mail or MailAddress(player=player)
    mail.address = address
    return mail.check_and_save()


def addresses_left(event: Event) -> QuerySet[MailAddress]:
    return MailAddress.objects.exclude(events=event).select_related("player")


def send_result(*, event: Event) -> tuple[int, list[MailAddress]]:
    """Send the result to everybody who agreed and has not got it.

    Returns the number of letters sent, and the addresses that the server refused. Each
    letter is noted before it leaves, so that two who press at the same moment send it
    once; after ``NotSent`` the next attempt goes on from there.
    """
    letter = letter_about(event)
    if letter is None or not can_send():
        raise NotSent(_("This result cannot be sent yet."))
    count, refused = 0, []
    notes = event.mailed.through._default_manager
    try:
        with mail_connection(letter.organisation) as connection:
            for mail in addresses_left(event):
                note, is_new = notes.get_or_create(event=event, mailaddress=mail)
                if is_new and send_or_forget(
                    message_to(mail, letter, connection), note
                ):
                    count += 1
                elif is_new:
                    refused.append(mail)
    except (SMTPException, OSError) as problem:
        text = _("The mail server did not take the letters: %(why)s")
        raise NotSent(text % {"why": mail_problem(problem)}) from problem
    return count, refused


def send_or_forget(message: EmailMessage, note: Model) -> bool:
    """Send a message and tell whether it left; otherwise its ``note`` goes."""
    try:
        message.send()
    except (SMTPException, OSError) as problem:
        note.delete()
        if not isinstance(problem, SMTPRecipientsRefused):
            raise
        return False
    return True
