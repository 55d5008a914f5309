"""A test letter, sent while somebody waits for what the server says."""

from django.core.exceptions import ValidationError
from django.core.mail import get_connection
from django.utils.translation import gettext as _

from tournaments.organisations.selectors import own_organisation
from tournaments.public.mail.letters import Letter, message_to, sender_of
from tournaments.public.mail.smtp import hand_in
from tournaments.words.notices import NoticeFault


class NotSent(ValidationError):
    """The mail server did not take the test; the message says why."""


def send_test(*, address: str, message_id: str) -> None:
    """Send a letter that tells nothing. Raises ``NotSent``."""
    own = own_organisation()
    letter = Letter(
        sender=sender_of(own),
        reply_to=own.email if own else "",
        subject=_("Test: results by mail"),
        text=_("If this is read, mail from the club arrives."),
        way_out="",
    )
    connection = get_connection()
    outcome = hand_in(message_to(address, letter, message_id), connection)
    connection.close()
    if outcome.fault:
        code = f" ({outcome.status})" if outcome.status else ""
        why = NoticeFault(outcome.fault).label
        raise NotSent(_("The test did not go out: %(why)s.") % {"why": f"{why}{code}"})
