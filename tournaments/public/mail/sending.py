"""Sending letters, with the retries and pauses of notices."""

from collections.abc import Callable
from functools import partial

from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from tournaments.api.notices.posting import Outcome
from tournaments.api.notices.sending import (
    Now,
    hold_back_notice,
    record_outcome,
    send_in_turn,
    waiting_notices,
)
from tournaments.notices.models import Notice
from tournaments.people.mail.services import mark_refused
from tournaments.public.mail.letters import email_message, is_released, letter_about
from tournaments.public.mail.smtp import SERVER_FAULTS, hand_to_server
from tournaments.words.notices import NoticeFault

Send = Callable[[EmailMessage], Outcome]


def send_letters_due(
    subscription: int, *, send: Send | None = None, now: Now = timezone.now
) -> int:
    """Send the letters that are due and return the number of attempts.

    A letter is marked as sent after the server took it. If the process is killed in
    between, the letter is sent once more, with the same id.
    """
    connection: BaseEmailBackend = get_connection()
    send = send or partial(hand_to_server, connection=connection)
    try:
        return send_in_turn(subscription, partial(deliver, send=send, now=now), now=now)
    finally:
        connection.close()


def deliver(notice: Notice, *, send: Send, now: Now) -> None:
    """Try once to send a letter, to the address the person has given by now."""
    mail, event = notice.recipient, notice.event
    assert mail is not None
    assert event is not None
    if not mail.address:
        notice.delete()
    elif mail.refused_at:
        record_outcome(notice, Outcome(NoticeFault.NO_MAILBOX), now())
    elif not is_released(notice):
        hold_back_notice(notice, now(), is_readable=is_released)
    elif (letter := letter_about(event, mail)) is None:
        notice.delete()
    else:
        outcome = send(email_message(mail.address, letter, notice.public_id.hex))
        record_outcome(notice, outcome, now())
        if outcome.fault == NoticeFault.NO_MAILBOX:
            mark_refused(mail=mail)
        elif outcome.fault in SERVER_FAULTS:
            postpone_other_letters(notice, outcome, now)


def postpone_other_letters(notice: Notice, outcome: Outcome, now: Now) -> None:
    """Record the same failure for the other letters due, so that they wait together."""
    other_letters = waiting_notices(notice.subscription_id).exclude(pk=notice.pk)
    for letter in other_letters.filter(due_at__lte=now()).select_related(
        "subscription"
    ):
        record_outcome(letter, outcome, now())
