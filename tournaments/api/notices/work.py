"""The worker's task of sending notices."""

from tournaments.api.notices.sending import send_due
from tournaments.web.later import later


@later
def send_notices(*, subscription: int) -> None:
    """Send the due notices of one program."""
    send_due(subscription)
