"""One letter handed to the mail server, and what it said."""

import socket
import ssl
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from tournaments.api.notices.posting import Outcome
from tournaments.words.notices import NoticeFault

NO_SUCH_MAILBOX = {550, 551, 553}
ABOUT_US = b"5.7."
"""So begins the reason where a server forbids us to send, whoever gets it."""
OF_THE_SERVER = {
    NoticeFault.BAD_SERVER,
    NoticeFault.SILENT,
    NoticeFault.INSECURE,
    NoticeFault.UNKNOWN,
    NoticeFault.UNREACHABLE,
}
"""What every other letter would meet, too."""


def hand_in(message: EmailMessage, connection: BaseEmailBackend) -> Outcome:
    """Hand a letter to the server, over the same connection as the one before."""
    try:
        connection.open()
        connection.send_messages([message])
    except SMTPRecipientsRefused as refusal:
        return refused(refusal)
    except SMTPDataError as refusal:
        return Outcome(NoticeFault.REFUSED, refusal.smtp_code)
    except (SMTPException, OSError) as problem:
        connection.close()
        return Outcome(fault_of(problem), getattr(problem, "smtp_code", None))
    return Outcome()


def refused(refusal: SMTPRecipientsRefused) -> Outcome:
    """Return whether the address is wrong for good, or the server will not now."""
    (code, text), *_others = refusal.recipients.values()
    is_unknown = code in NO_SUCH_MAILBOX and ABOUT_US not in text
    fault = NoticeFault.NO_MAILBOX if is_unknown else NoticeFault.REFUSED
    return Outcome(fault, code)


def fault_of(problem: OSError) -> NoticeFault:
    """Return why no server took anything.

    >>> fault_of(TimeoutError()).value, fault_of(ConnectionRefusedError()).value
    ('silent', 'unreachable')
    """
    kinds = (
        (SMTPException, NoticeFault.BAD_SERVER),
        (TimeoutError, NoticeFault.SILENT),
        (ssl.SSLError, NoticeFault.INSECURE),
        (socket.gaierror, NoticeFault.UNKNOWN),
    )
    found = (fault for kind, fault in kinds if isinstance(problem, kind))
    return next(found, NoticeFault.UNREACHABLE)
