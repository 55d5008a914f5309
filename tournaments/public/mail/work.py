"""Sending letters in a worker."""

from tournaments.public.mail.sending import send_letters_due
from tournaments.web.later import later


@later
def send_letters(*, subscription: int) -> None:
    """Send the letters of a club that are due."""
    send_letters_due(subscription)
