"""A ranking in words."""

from django.utils.translation import gettext as _

from tournaments.events.standings.selectors import Standings
from tournaments.words.choices import Ranking


def nobody_text(standings: Standings) -> str:
    """Return why nobody stands in a ranking; empty before the first finished list."""
    if standings.places or not standings.finished:
        return ""
    if standings.ranking == Ranking.SINGLE:
        return _("So far only guests have finished a list; they are ranked apart.")
    return _("Nobody of this ranking has finished a list yet.")
