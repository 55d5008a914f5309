"""Reading strength groups: those that people are in, and those a season proposes."""

from collections.abc import Sequence
from datetime import date

from tournaments.seasons.models import Season
from tournaments.seasons.selectors import season_table


def usual_season(seasons: Sequence[Season], today: date) -> Season | None:
    """Return the last finished season; if there is none, the current one."""
    finished = [season for season in seasons if season.last_date < today]
    return next(iter([*finished, *seasons]), None)


def proposed_groups(
    season: Season, count: int, *, user: object, today: date
) -> dict[int, int]:
    """Return the group of everyone who played in ``season``, by key. Eight queries.

    Guests and players with too few results are placed by the results they have.
    """
    table = season_table(season, user=user, today=today)
    lines = sorted(table.lines, key=lambda line: -line.row.value)
    return divide_into_groups([line.player_id for line in lines], count)


def divide_into_groups(ranking: Sequence[int], count: int) -> dict[int, int]:
    """Return the group of each person, best first, in groups as equal as possible.

    >>> divide_into_groups([7, 3, 5, 4, 9], 2)
    {7: 1, 3: 1, 5: 1, 4: 2, 9: 2}
    """
    size = len(ranking)
    return {person: rank * count // size + 1 for rank, person in enumerate(ranking)}
