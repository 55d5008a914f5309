"""The reckoning that a worker does beside the pages."""

from tournaments.federation.services import reckon_ratings
from tournaments.web.later import later


@later
def renew_ratings() -> None:
    """Reckon the ratings of the federation in scope, if anything has changed."""
    reckon_ratings()
