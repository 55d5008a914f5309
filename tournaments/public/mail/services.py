"""A test letter, sent while the user waits for the server's answer."""

from django.core.exceptions import ValidationError
from django.core.mail import get_connection
from django.utils.translation import gettext as _

from tournaments.organisations.selectors import own_organisation
from tournaments.public.mail.letters import Letter, email_message, letter_sender
from tournaments.public.mail.smtp import hand_to_server
from tournaments.words.notices import NoticeFault


class NotSent(ValidationError):
    """The mail server did not accept the test; the message says why."""


def send_test(*, address: str, message_id: str) -> None:
    """Send a letter without content. Raises ``NotSent``."""
    organisation = own_organisation()
    letter = Letter(
        sender=letter_sender(organisation),
        reply_to=organisation.email if organisation else "",
        subject=_("Test: results by mail"),
        text=_("If this is read, mail from the club arrives."),
        unsubscribe_url="",
    )
    connection = get_connection()
    outcome = hand_to_server(email_message(address, letter, message_id), connection)
    connection.close()
    if outcome.fault:
        code = f" ({outcome.status})" if outcome.status else ""
        reason = NoticeFault(outcome.fault).label
        raise NotSent(
            _("The test did not go out: %(why)s.") % {"why": f"{reason}{code}"}
        )
