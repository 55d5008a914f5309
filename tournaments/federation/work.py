"""The background task that updates the ratings."""

from tournaments.federation.services import update_ratings
from tournaments.web.later import later


@later
def renew_ratings() -> None:
    update_ratings()
