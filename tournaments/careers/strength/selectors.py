"""Reading who is how strong: the groups people are in, and those a season proposes."""

from collections.abc import Sequence
from datetime import date

from django.db.models import QuerySet

from tournaments.people.models import Player
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import season_table, seasons_for


def people_in_groups() -> QuerySet[Player]:
    """Return everybody who may be put into a group, by name. One query."""
    return Player.objects.active().order_by("name_key", "pk")


def seasons_to_propose_from(user: object, today: date) -> QuerySet[Season]:
    """Return the seasons that have begun, the latest first; one that is over leads."""
    return seasons_for(user).filter(first_date__lte=today)


def usual_season(seasons: Sequence[Season], today: date) -> Season | None:
    """Return the last season that is over; the running one where there is none."""
    over = [each for each in seasons if each.last_date < today]
    return next(iter([*over, *seasons]), None)


def proposed_groups(
    season: Season, count: int, *, user: object, today: date
) -> dict[int, int]:
    """Return the group of everybody who played in ``season``, by key. Eight queries.

    Those without enough results and guests are taken in by what they have.
    """
    table = season_table(season, user=user, today=today)
    lines = sorted(table.lines, key=lambda line: -line.row.value)
    return cut_into_groups([line.player_id for line in lines], count)


def cut_into_groups(ranking: Sequence[int], count: int) -> dict[int, int]:
    """Return the group of each, best first; the groups are as equal as they can be.

    >>> cut_into_groups([7, 3, 5, 4, 9], 2)
    {7: 1, 3: 1, 5: 1, 4: 2, 9: 2}
    """
    return {person: at * count // len(ranking) + 1 for at, person in enumerate(ranking)}
