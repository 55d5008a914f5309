"""Reading the tables of a league: series, match day, division, single ranking."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from scoring.leagues.rules import (
    LeagueRule,
    SeriesPoints,
    SharedPlaces,
    TeamSeries,
    final_on,
    series_points,
)
from scoring.leagues.table import (
    Imbalance,
    LeagueRow,
    PlayerRow,
    SumCheck,
    imbalances,
    league_table,
    match_day_table,
    single_ranking,
    unwon_points,
)
from tournaments.events.standings.selectors import people_by_pk
from tournaments.leagues.matches import LeagueList, Match, matches_in_groups
from tournaments.leagues.models import Division, LeagueTeam, MatchDay, MatchGroup
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import GroupState


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A team's line of a table; ``row`` has its match points and its score."""

    team: LeagueTeam
    row: LeagueRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLine:
    """A team in one series: its points, its lists, and the number of players."""

    team: LeagueTeam
    points: SeriesPoints
    players: int
    lists: Sequence[LeagueList]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesTable:
    """One series of a group; it has no lines until every list is finished."""

    number: int
    is_complete: bool
    sheets: tuple[ScoreSheet, ...]
    lines: tuple[SeriesLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTables:
    """The tables of a group: its series, the match day, and failed sum checks."""

    group: MatchGroup
    state: GroupState
    rule: LeagueRule
    teams: tuple[LeagueTeam, ...]
    absent: tuple[LeagueTeam, ...]
    series: tuple[SeriesTable, ...]
    day: tuple[TeamLine, ...]
    imbalances: tuple[Imbalance, ...]

    @property
    def is_provisional(self) -> bool:
        return self.state != GroupState.CONFIRMED

    @property
    def final_on(self) -> date | None:
        """The day from which the results are final; None while provisional."""
        confirmed = self.group.confirmed_at
        if self.is_provisional or confirmed is None:
            return None
        return final_on(self.group.match_day.date, timezone.localdate(confirmed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What counts in a division: matches with a complete series.

    Of ``counted`` groups ``open_groups`` are not confirmed, so that all is provisional;
    ``is_partial`` is true if there are groups hidden from this reader.
    """

    division: Division
    counted: int
    open_groups: tuple[MatchGroup, ...]
    is_partial: bool

    @property
    def is_provisional(self) -> bool:
        return bool(self.open_groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable(Counted):
    """The table of a division; ``unpublished`` groups do not count for visitors."""

    rule: LeagueRule
    lines: tuple[TeamLine, ...]
    unpublished: tuple[MatchGroup, ...]
    imbalances: tuple[Imbalance, ...]

    @property
    def withdrawn(self) -> set[int]:
        """The teams that are struck with all points won against them."""
        return {line.team.pk for line in self.lines if line.team.withdrawn_on}


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleLine:
    """A person's line in the single ranking of a division."""

    player: Player
    teams: tuple[LeagueTeam, ...]
    row: PlayerRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleRanking(Counted):
    """The single ranking; it needs ``needed`` of the ``possible`` games so far."""

    lines: tuple[SingleLine, ...]
    possible: int
    needed: int


def division_matches(division: Division, *, user: object) -> list[Match]:
    """Return the matches of a division as ``user`` may read them. Eight queries."""
    groups = MatchGroup.objects.filter(match_day__division=division)
    return matches_in_groups(groups, user=user)


def match_day_tables(group: MatchGroup, *, user: object) -> GroupTables:
    """Return all tables of one group that ``user`` may read.

    Ten queries, however many teams. A series has points once all its lists are
    finished (rules 6.2).
    """
    (match,) = matches_in_groups(MatchGroup.objects.filter(pk=group.pk), user=user)
    group = match.group
    rule = group.match_day.division.as_rule()
    people = people_by_pk({row.player_id for row in match.lists})
    for row in match.lists:
        row.player = people[row.player_id]
    complete = match.complete_series()
    results = match.results(complete)
    teams = {team.pk: team for team in match.teams}
    rows = match_day_table(results, match.number, group.number, rule)
    return GroupTables(
        group=group,
        state=match.state,
        rule=rule,
        teams=match.teams,
        absent=match.absent,
        series=tuple(
            series_table(match, number, rule, is_complete=number in complete)
            for number in match.series_numbers
        ),
        day=tuple(TeamLine(team=teams[row.team], row=row) for row in rows),
        imbalances=failed_sum_checks(rows, results, rule),
    )


def series_table(
    match: Match, number: int, rule: LeagueRule, *, is_complete: bool
) -> SeriesTable:
    """Return one series of a match. No query."""
    results = {result.team: result for result in match.results([number])}
    points = series_points(results.values(), rule) if is_complete else ()
    teams = {team.pk: team for team in match.teams}
    return SeriesTable(
        number=number,
        is_complete=is_complete,
        sheets=tuple(sheet for sheet in match.sheets if sheet.series.number == number),
        lines=tuple(
            SeriesLine(
                team=teams[team_points.team],
                points=team_points,
                players=results[team_points.team].players,
                lists=match.lists_of(team_points.team, number),
            )
            for team_points in points
        ),
    )


def failed_sum_checks(
    rows: Sequence[LeagueRow], results: Iterable[TeamSeries], rule: LeagueRule
) -> tuple[Imbalance, ...]:
    """Return the sum checks of rules 6.2 that fail.

    If equal teams both get the better place, the columns are not balanced, and only
    plus and minus of each team have to add up.
    """
    failed = imbalances(rows, unwon=unwon_points(results, rule))
    if rule.shared is SharedPlaces.AVERAGED:
        return failed
    return tuple(imbalance for imbalance in failed if imbalance.check is SumCheck.PAIR)


def division_table(division: Division, *, user: object) -> LeagueTable:
    """Return the table of the matches that ``user`` may read.

    Nine queries, however many teams. Complete series count at once, provisionally
    until a second person has confirmed the match. A withdrawn team is struck with all
    points won against it (rules 6.3).
    """
    return table_of_matches(division, division_matches(division, user=user))


def table_of_matches(division: Division, matches: Sequence[Match]) -> LeagueTable:
    """Return the table of ``matches``. One query, for the teams."""
    rule = division.as_rule()
    teams = {team.pk: team for team in division.teams.select_related("club")}
    withdrawn = {pk for pk, team in teams.items() if team.withdrawn_on}
    results = complete_results(matches)
    rows = league_table(results, teams.keys(), rule, withdrawn=withdrawn)
    counting = [result for result in results if result.team not in withdrawn]
    return LeagueTable(
        **counted_in(division, matches),
        rule=rule,
        lines=tuple(TeamLine(team=teams[row.team], row=row) for row in rows),
        unpublished=tuple(
            match.group
            for match in matches
            if match.group.event and not match.group.event.is_published
        ),
        imbalances=failed_sum_checks(rows, counting, rule),
    )


def complete_results(matches: Iterable[Match]) -> list[TeamSeries]:
    return [
        result for match in matches for result in match.results(match.complete_series())
    ]


def counted_in(division: Division, matches: Sequence[Match]) -> dict[str, Any]:
    """Return the values of ``Counted``."""
    counted = [match for match in matches if match.complete_series()]
    return {
        "division": division,
        "counted": len(counted),
        "open_groups": tuple(each.group for each in counted if each.is_provisional),
        "is_partial": any(match.group.is_withheld for match in matches),
    }


def league_single_ranking(division: Division, *, user: object) -> SingleRanking:
    """Return the single ranking of a division by average (rules 6.3).

    It covers the matches that ``user`` may read. Ten queries.

    The minimum grows with the series held: it is the rule's share of the games that
    one person could have played so far. Lists of a withdrawn team still count.
    """
    matches = division_matches(division, user=user)
    rule = division.as_rule()
    lists = [player_list for match in matches for player_list in match.player_lists()]
    possible = possible_games(division, matches)
    rows = single_ranking(lists, possible, rule)
    people = people_by_pk({row.person for row in rows})
    teams = {team.pk: team for match in matches for team in match.teams}
    return SingleRanking(
        **counted_in(division, matches),
        lines=tuple(
            SingleLine(
                player=people[row.person],
                teams=tuple(teams[pk] for pk in row.teams)
                if people[row.person].has_page
                else (),
                row=row,
            )
            for row in rows
        ),
        possible=possible,
        needed=-(-(rule.minimum_share * possible) // 1),
    )


def possible_games(division: Division, matches: Iterable[Match]) -> int:
    """Return the number of games a person could have played, at tables of four."""
    series_by_day: dict[int, int] = {}
    for match in matches:
        series = len(match.complete_series())
        series_by_day[match.number] = max(series, series_by_day.get(match.number, 0))
    return sum(series_by_day.values()) * division.league.rounds * 4


def division_schedule(
    division: Division, *, user: object
) -> list[tuple[MatchDay, list[Match]]]:
    """Return the match days with their matches. Nine queries, however many teams."""
    matches = division_matches(division, user=user)
    return [
        (day, [match for match in matches if match.group.match_day_id == day.pk])
        for day in division.match_days.order_by("number")
    ]
