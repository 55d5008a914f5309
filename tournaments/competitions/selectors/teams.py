"""Reading teams: the same lists, added up for two, four or more people."""

from collections.abc import Iterable

from tournaments.competitions.models import Entry, Team
from tournaments.competitions.selectors.rows import StandingRow, TeamRow


def team_rows(
    people: Iterable[StandingRow], entries: Iterable[Entry], *, series: int
) -> list[TeamRow]:
    """Add up the rows of people by team, in the order of the names. No query.

    Who has no team is left out; a team without any result, too. ``entries`` come
    with their teams.
    """
    rows = {row.player_id: row for row in people}
    members: dict[int, list[StandingRow]] = {}
    teams: dict[int, Team] = {}
    for entry in entries:
        if entry.team and entry.player_id in rows:
            teams[entry.team.pk] = entry.team
            members.setdefault(entry.team.pk, []).append(rows[entry.player_id])
    found = [row_of(teams[pk], own, series) for pk, own in members.items()]
    return sorted(found, key=lambda row: row.name_key)


def row_of(team: Team, people: list[StandingRow], series: int) -> TeamRow:
    """Return the sum of ``people``."""
    per_series = tuple(
        added([row.per_series[index] for row in people]) for index in range(series)
    )
    return TeamRow(
        team_id=team.pk,
        team=team.name,
        name_key=team.name.casefold(),
        members=tuple(row.player for row in people),
        per_series=per_series,
        lists=sum(row.lists for row in people),
        game_points=sum(row.game_points for row in people),
        total=sum(row.total for row in people),
        won=sum(row.won for row in people),
        lost=sum(row.lost for row in people),
        best_list=max(points for points in per_series if points is not None),
        notes=tuple(number for row in people for number in row.notes),
    )


def added(points: list[int | None]) -> int | None:
    """Return the sum of what there is; None if nothing.

    >>> added([None, 12, None, -2]), added([None])
    (10, None)
    """
    played = [each for each in points if each is not None]
    return sum(played) if played else None
