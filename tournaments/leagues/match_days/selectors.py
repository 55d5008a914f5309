"""Reading a division by match days, and who may meet on the next one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from django.db.models import QuerySet

from scoring.leagues.ladder import Ladder, league_ladder
from scoring.leagues.table import LeagueRow, match_day_table
from tournaments.events.models import Event
from tournaments.leagues.matches.selectors import Match
from tournaments.leagues.models import Division, GroupTeam, MatchDay, MatchGroup
from tournaments.leagues.ranking.selectors import (
    LeagueTable,
    division_matches,
    leagues_for,
    results_of,
    table_from,
)
from tournaments.words.choices import GroupState

USUAL_GROUP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCell:
    """What a team did on a match day, and in which group."""

    group: MatchGroup
    row: LeagueRow
    is_provisional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionDays:
    """The table of a division with what every match day brought.

    ``cells`` are by team and number of the match day, without the withdrawn.
    ``ladder`` has the places after each day, ``coming`` the matches of the next day.
    """

    table: LeagueTable
    days: tuple[int, ...]
    cells: dict[tuple[int, int], DayCell]
    ladder: Ladder
    coming: tuple[Match, ...] = ()


def division_days(division: Division, *, user: object) -> DivisionDays:
    """Return the table of a division by match days for ``user``. Nine queries."""
    matches = division_matches(division, user=user)
    table = table_from(division, matches)
    cells = {
        (row.team, match.number): DayCell(
            group=match.group, row=row, is_provisional=match.is_provisional
        )
        for match in matches
        for row in day_rows(match, table)
    }
    return DivisionDays(
        table=table,
        days=tuple(sorted({day for _team, day in cells})),
        cells=cells,
        ladder=league_ladder(
            results_of(matches),
            [line.team.pk for line in table.lines],
            table.rule,
            withdrawn=table.withdrawn,
        ),
        coming=matches_to_come(matches),
    )


def days_to_play(*, user: object, since: date) -> QuerySet[MatchDay]:
    """Return the match days from ``since`` on of which ``user`` reads no event yet."""
    known = MatchGroup.objects.filter(event__in=Event.objects.visible_to(user))
    days = MatchDay.objects.filter(
        date__gte=since, division__league__in=leagues_for(user)
    )
    return days.exclude(groups__in=known).select_related("division__league")


def matches_to_come(matches: Sequence[Match]) -> tuple[Match, ...]:
    """Return the matches of the first day that is planned and not begun."""
    planned = [match for match in matches if match.state == GroupState.PLANNED]
    number = min((match.number for match in planned), default=0)
    return tuple(match for match in planned if match.number == number)


def day_rows(match: Match, table: LeagueTable) -> tuple[LeagueRow, ...]:
    """Return the standing of one match without the teams that have withdrawn."""
    gone = table.withdrawn
    results = [
        one for one in match.results(match.complete_series()) if one.team not in gone
    ]
    return match_day_table(results, match.number, match.group.number, table.rule)


def proposed_groups(division: Division) -> dict[int, tuple[int, list[int]]]:
    """Return groups for the next match day: by number the host and all its teams.

    Teams that met least come together, and the one that was host least often is host.
    Teams that are left over are not in it. Two queries.
    """
    teams = [team.pk for team in division.teams.all() if not team.withdrawn_on]
    sides = GroupTeam.objects.filter(group__match_day__division=division)
    played: dict[int, list[int]] = {}
    hosts: Counter[int] = Counter()
    for group, team, host in sides.values_list("group", "team", "group__host"):
        played.setdefault(group, []).append(team)
        hosts[team] += team == host
    met = Counter(
        frozenset(pair)
        for group in played.values()
        for pair in combinations(sorted(group), 2)
    )
    return arranged(teams, met, hosts)


def arranged(
    teams: Sequence[int], met: Counter[frozenset[int]], hosts: Counter[int]
) -> dict[int, tuple[int, list[int]]]:
    """Return groups in which few meet again, each with its host, by number.

    >>> arranged([1, 2, 3, 4, 5], Counter(), Counter({1: 1}))
    {1: (2, [1, 2, 3, 4])}
    """
    left = list(teams)
    groups: dict[int, tuple[int, list[int]]] = {}
    for number, size in enumerate(sizes_of(len(teams)), 1):
        group = [left.pop(0)]
        while len(group) < size:
            mate = min(left, key=lambda team: meetings(team, group, met))
            left.remove(mate)
            group.append(mate)
        groups[number] = (min(group, key=lambda team: hosts[team]), group)
    return groups


def meetings(team: int, group: Sequence[int], met: Counter[frozenset[int]]) -> int:
    """Return how often a team has met those of a group, counted more than singly.

    >>> meetings(3, [1, 2], Counter({frozenset((1, 3)): 2}))
    4
    """
    return sum(met[frozenset((team, other))] ** 2 for other in group)


def sizes_of(teams: int) -> list[int]:
    """Return the sizes of the groups: fours, and threes where they come out even.

    >>> sizes_of(16), sizes_of(7), sizes_of(9), sizes_of(5), sizes_of(2)
    ([4, 4, 4, 4], [4, 3], [3, 3, 3], [4], [])
    """
    threes = -teams % USUAL_GROUP
    fours = (teams - 3 * threes) // USUAL_GROUP
    if fours < 0:
        return [USUAL_GROUP] * (teams // USUAL_GROUP) or ([3] if teams == 3 else [])
    return [USUAL_GROUP] * fours + [3] * threes
