"""Reading a division by match days, and proposing groups for the next one."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from django.db.models import QuerySet

from scoring.leagues.table import Ladder, LeagueRow, league_ladder, match_day_table
from tournaments.events.models import Event
from tournaments.leagues.matches import Match
from tournaments.leagues.models import Division, GroupTeam, League, MatchDay, MatchGroup
from tournaments.leagues.ranking import (
    LeagueTable,
    complete_results,
    division_matches,
    table_of_matches,
)
from tournaments.words.choices import GroupState

USUAL_GROUP = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCell:
    """The result of a team on a match day, with its group."""

    group: MatchGroup
    row: LeagueRow
    is_provisional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionDays:
    """The table of a division with the results of each match day.

    ``cells`` are by team and number of the match day, without withdrawn teams.
    ``ladder`` has the places after each day, ``upcoming`` the matches of the next day.
    """

    table: LeagueTable
    days: tuple[int, ...]
    cells: dict[tuple[int, int], DayCell]
    ladder: Ladder
    upcoming: tuple[Match, ...] = ()


def division_days(division: Division, *, user: object) -> DivisionDays:
    """Return the table of a division by match days for ``user``. Nine queries."""
    matches = division_matches(division, user=user)
    table = table_of_matches(division, matches)
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
            complete_results(matches),
            [line.team.pk for line in table.lines],
            table.rule,
            withdrawn=table.withdrawn,
        ),
        upcoming=upcoming_matches(matches),
    )


def upcoming_match_days(*, user: object, since: date) -> QuerySet[MatchDay]:
    """Return the match days from ``since`` on without an event that ``user`` sees."""
    visible = MatchGroup.objects.filter(event__in=Event.objects.visible_to(user))
    days = MatchDay.objects.filter(
        date__gte=since, division__league__in=League.objects.visible_to(user)
    )
    return days.exclude(groups__in=visible).select_related("division__league")


def upcoming_matches(matches: Sequence[Match]) -> tuple[Match, ...]:
    """Return the matches of the first match day that has not begun."""
    planned = [match for match in matches if match.state == GroupState.PLANNED]
    number = min((match.number for match in planned), default=0)
    return tuple(match for match in planned if match.number == number)


def day_rows(match: Match, table: LeagueTable) -> tuple[LeagueRow, ...]:
    """Return the rows of one match without withdrawn teams."""
    withdrawn = table.withdrawn
    results = [
        result for result in complete_results([match]) if result.team not in withdrawn
    ]
    return match_day_table(results, match.number, match.group.number, table.rule)


def proposed_groups(division: Division) -> dict[int, tuple[int, list[int]]]:
    """Return groups for the next match day: by number its host and its teams.

    Teams that have met least often are put together, and the one that was host least
    often is host. Surplus teams are left out. Two queries.
    """
    teams = [team.pk for team in division.teams.all() if not team.withdrawn_on]
    sides = GroupTeam.objects.filter(group__match_day__division=division)
    teams_by_group: dict[int, list[int]] = {}
    hosts: Counter[int] = Counter()
    for group, team, host in sides.values_list("group", "team", "group__host"):
        teams_by_group.setdefault(group, []).append(team)
        hosts[team] += team == host
    meetings = Counter(
        frozenset(pair)
        for group in teams_by_group.values()
        for pair in combinations(sorted(group), 2)
    )
    return arrange_groups(teams, meetings, hosts)


def arrange_groups(
    teams: Sequence[int], meetings: Counter[frozenset[int]], hosts: Counter[int]
) -> dict[int, tuple[int, list[int]]]:
    """Return groups with few repeated meetings, each with its host, by number.

    >>> arrange_groups([1, 2, 3, 4, 5], Counter(), Counter({1: 1}))
    {1: (2, [1, 2, 3, 4])}
    """
    remaining = list(teams)
    groups: dict[int, tuple[int, list[int]]] = {}
    for number, size in enumerate(group_sizes(len(teams)), 1):
        group = [remaining.pop(0)]
        while len(group) < size:
            opponent = min(
                remaining, key=lambda team: meeting_weight(team, group, meetings)
            )
            remaining.remove(opponent)
            group.append(opponent)
        groups[number] = (min(group, key=lambda team: hosts[team]), group)
    return groups


def meeting_weight(
    team: int, group: Sequence[int], meetings: Counter[frozenset[int]]
) -> int:
    """Return the sum of the squared numbers of meetings with the teams of a group.

    >>> meeting_weight(3, [1, 2], Counter({frozenset((1, 3)): 2}))
    4
    """
    return sum(meetings[frozenset((team, other))] ** 2 for other in group)


def group_sizes(teams: int) -> list[int]:
    """Return the sizes of the groups: fours, and threes if that leaves none over.

    >>> group_sizes(16), group_sizes(7), group_sizes(9), group_sizes(5), group_sizes(2)
    ([4, 4, 4, 4], [4, 3], [3, 3, 3], [4], [])
    """
    threes = -teams % USUAL_GROUP
    fours = (teams - 3 * threes) // USUAL_GROUP
    if fours < 0:
        return [USUAL_GROUP] * (teams // USUAL_GROUP) or ([3] if teams == 3 else [])
    return [USUAL_GROUP] * fours + [3] * threes
