"""The seasons of the invented club, whose rule strikes some lists."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils.translation import gettext as _

from scoring.seasons.rules import Minimum, SeasonRule, Unit
from tournaments.sample.events.evenings import ROUNDS, SERIES
from tournaments.seasons.models import Season
from tournaments.seasons.services import create_season, publish_season

MONTHS = 9  # of the current season that have passed


def publish_seasons(days: Sequence[date], *, today: date) -> list[Season]:
    """Publish the seasons of the club evenings on ``days``, current one first."""
    seasons = []
    first = start_of_season(today)
    last = first.replace(year=first.year + 1)
    while any(day < last for day in days):
        lists = SERIES * sum(first <= day < last for day in days)
        seasons.append(
            create_published_season(first, last - timedelta(days=1), lists=lists)
        )
        first, last = first.replace(year=first.year - 1), first
    return seasons


def start_of_season(today: date) -> date:
    """Return the first day of the season to which ``today`` belongs.

    >>> start_of_season(date(2026, 11, 6)), start_of_season(date(2026, 3, 31))
    (datetime.date(2026, 2, 1), datetime.date(2025, 6, 1))
    """
    year, month = divmod(today.year * 12 + today.month - 1 - MONTHS, 12)
    return date(year, month + 1, 1)


def create_published_season(first: date, last: date, *, lists: int) -> Season:
    """Create a published season with this number of ``lists``.

    The best half counts, so that the table has struck results; players with a third or
    less are not ranked.
    """
    years = f"{first:%Y}" if first.year == last.year else f"{first:%Y}/{last:%y}"
    season = create_season(
        name=_("Season %(year)s") % {"year": years},
        first_date=first,
        last_date=last,
        rule=SeasonRule(
            best=lists // 2,
            minimums=(Minimum(unit=Unit.LIST, count=lists // 3 + 1),),
            rounds=ROUNDS,
        ),
    )
    return publish_season(season=season, is_published=True)
