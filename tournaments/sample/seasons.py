"""The season of the invented club: its evenings, ranked by a rule that strikes some."""

from datetime import date, timedelta

from django.utils.translation import gettext as _

from scoring.seasons.rules import Minimum, SeasonRule, Unit
from tournaments.seasons.models import Season
from tournaments.seasons.services import create_season, publish_season

DAYS = 364
RULE = SeasonRule(
    best=5,
    minimums=(Minimum(unit=Unit.LIST, count=4),),
    rounds=12,
)


def running_season(*, first: date) -> Season:
    """Create the published season of a year of evenings from ``first`` on.

    The best five lists count, so that the table has struck results; who played
    fewer than four is not ranked yet.
    """
    season = create_season(
        name=_("Season %(year)s") % {"year": first.year},
        first_date=first,
        last_date=first + timedelta(days=DAYS),
        rule=RULE,
    )
    return publish_season(season=season, is_published=True)
