"""Sending, done by a worker beside the pages."""

from tournaments.api.notices.sending import send_due
from tournaments.web.later import later


@later
def send_notices(*, subscription: int) -> None:
    """Send one program what is due."""
    send_due(subscription)
