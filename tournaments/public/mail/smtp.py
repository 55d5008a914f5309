"""Handing a letter to the mail server, and the outcome."""

import socket
import ssl
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from tournaments.api.notices.posting import Outcome
from tournaments.words.notices import NoticeFault

UNKNOWN_MAILBOX = {550, 551, 553}
SENDER_FORBIDDEN = b"5.7."
"""The beginning of the reason if the server forbids us to send at all."""
SERVER_FAULTS = {
    NoticeFault.BAD_SERVER,
    NoticeFault.SILENT,
    NoticeFault.INSECURE,
    NoticeFault.UNKNOWN,
    NoticeFault.UNREACHABLE,
}
"""The faults that every other letter would meet as well."""


def hand_to_server(message: EmailMessage, connection: BaseEmailBackend) -> Outcome:
    """Hand a letter to the server, reusing an open connection."""
    try:
        connection.open()
        connection.send_messages([message])
    except SMTPRecipientsRefused as refusal:
        return refusal_outcome(refusal)
    except SMTPDataError as refusal:
        return Outcome(NoticeFault.REFUSED, refusal.smtp_code)
    except (SMTPException, OSError) as problem:
        connection.close()
        return Outcome(connection_fault(problem), getattr(problem, "smtp_code", None))
    return Outcome()


def refusal_outcome(refusal: SMTPRecipientsRefused) -> Outcome:
    """Return whether the address is invalid or the server refuses for now."""
    (code, text), *_rest = refusal.recipients.values()
    is_unknown = code in UNKNOWN_MAILBOX and SENDER_FORBIDDEN not in text
    fault = NoticeFault.NO_MAILBOX if is_unknown else NoticeFault.REFUSED
    return Outcome(fault, code)


def connection_fault(problem: OSError) -> NoticeFault:
    """Return the reason why no server took the letter.

    >>> connection_fault(TimeoutError()).value
    'silent'
    >>> connection_fault(ConnectionRefusedError()).value
    'unreachable'
    """
    kinds = (
        (SMTPException, NoticeFault.BAD_SERVER),
        (TimeoutError, NoticeFault.SILENT),
        (ssl.SSLError, NoticeFault.INSECURE),
        (socket.gaierror, NoticeFault.UNKNOWN),
    )
    faults = (fault for kind, fault in kinds if isinstance(problem, kind))
    return next(faults, NoticeFault.UNREACHABLE)
