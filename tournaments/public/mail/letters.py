"""Letters about results: what visitors may read, and a way to unsubscribe."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import formataddr
from urllib.parse import urljoin

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from skatclub.machine.letters import sender_address
from skatclub.machine.networks.reach import is_near
from tournaments.events.models import Event
from tournaments.notices.models import Notice
from tournaments.organisations.hosts import own_address
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.papers.event.short_text import short_text
from tournaments.people.models import MailAddress
from tournaments.people.names.names import Audience, shown_to
from tournaments.scope.withheld import read_by_visitors
from tournaments.web.caching.edition import Edition, inside_edition
from tournaments.words.formats import with_date

SIGNER = Signer(salt="no more results by mail")
EXAMPLE = "..."


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """The contents of a letter; ``unsubscribe_url`` is empty on a private site."""

    sender: str
    reply_to: str
    subject: str
    text: str
    unsubscribe_url: str


def is_released(notice: Notice) -> bool:
    """Return whether visitors may read all results of the event. One query."""
    now = timezone.now()
    withheld = Q(series__draw_from__gt=now) | Q(series__results_from__gt=now)
    released = Event.objects.filter(is_published=True, is_released=True)
    return released.filter(pk=notice.event_id or 0).exclude(withheld).exists()


def letter_about(event: Event, mail: MailAddress | None = None) -> Letter | None:
    """Return the letter about an event, None if visitors see no results of it.

    It is in the club's language; without ``mail`` it is an example. Some 15 queries.
    """
    organisation = own_organisation()
    root = own_address()
    root = "" if is_near(root) else root
    with reading_as_visitor():
        address = urljoin(root, standings_path(event)) if root else ""
        result = short_text(event, address)
        if not result:
            return None
        unsubscribe_url = urljoin(root, unsubscribe_path(mail)) if root else ""
        return Letter(
            sender=letter_sender(organisation),
            reply_to=organisation.email if organisation else "",
            subject=with_date(event.name, event.date),
            text=f"{result}\n\n-- \n{letter_footer(organisation, unsubscribe_url)}\n",
            unsubscribe_url=unsubscribe_url,
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


def standings_path(event: Event) -> str:
    """Return the path of the full standings, from the root of the site."""
    with inside_edition(Edition(settings.LANGUAGE_CODE)):
        return reverse("events:standings", args=[event.pk])


def letter_sender(organisation: Organisation | None) -> str:
    """Return the sender of a letter: the club, at the address of this machine."""
    return formataddr(
        (organisation.name if organisation else "Skatclub", sender_address())
    )


def letter_footer(organisation: Organisation | None, unsubscribe_url: str) -> str:
    """Return the footer with the club's name and the way to unsubscribe."""
    name = organisation.name if organisation else "Skatclub"
    reason = _("Results by mail, as asked for.")
    if unsubscribe_url:
        how_to_end = _("No more of these: %(address)s") % {"address": unsubscribe_url}
    elif (organisation and organisation.email) or not sender_address().endswith(
        "@localhost"
    ):
        how_to_end = _("No more of these? A short answer to this mail will do.")
    else:
        how_to_end = _("No more of these? Just tell the club.")
    return f"{name}\n{reason} {how_to_end}"


def unsubscribe_path(mail: MailAddress | None) -> str:
    """Return the path with which a person unsubscribes without an account."""
    token = SIGNER.sign(str(mail.pk)) if mail else EXAMPLE
    return reverse("public:no-mail", args=[token])


def mail_of_token(token: str) -> MailAddress | None:
    """Return the address that a token unsubscribes, None for a forged token."""
    try:
        key = SIGNER.unsign(token)
    except BadSignature:
        return None
    return MailAddress.objects.filter(pk=key).first()


def email_message(address: str, letter: Letter, message_id: str) -> EmailMessage:
    """Return a letter as a message; when repeated it has the same ``message_id``.

    Mail programs show two messages with the same id only once.
    """
    sender = sender_address()
    reply_to = letter.reply_to or sender
    headers = {
        "Message-ID": f"<{message_id}@{sender.partition('@')[2] or 'localhost'}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{letter.unsubscribe_url or f'mailto:{reply_to}'}>",
    }
    if letter.unsubscribe_url:
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return EmailMessage(
        subject=letter.subject,
        body=letter.text,
        from_email=letter.sender,
        to=[address],
        reply_to=[letter.reply_to] if letter.reply_to else None,
        headers=headers,
    )
