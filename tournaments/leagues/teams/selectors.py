"""Reading a league team with its people, and the league games of one person."""

from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Q, QuerySet

from scoring.leagues.table import PlayerRow, single_ranking
from tournaments.events.models import Entry
from tournaments.events.standings.fields import people_by_pk
from tournaments.leagues.match_days.selectors import day_rows
from tournaments.leagues.matches import (
    LeagueList,
    Match,
    matches_in_groups,
)
from tournaments.leagues.models import (
    Division,
    GroupReopening,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchGroup,
)
from tournaments.leagues.ranking import (
    LeagueTable,
    TeamLine,
    division_matches,
    possible_games,
    table_of_matches,
)
from tournaments.people.models import Player
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.sheets.selectors import people_seated_in
from tournaments.words.choices import EntryStatus


class Appearance(NamedTuple):
    """A person who was set up to play for a team on a match day."""

    player_id: int
    league_id: int
    team_id: int
    team: str
    group_id: int
    match_day: int


def related_leagues(league: League, *, in_category: bool) -> QuerySet[League]:
    """Return the leagues of the federation and season of ``league``, including it.

    With ``in_category`` only those of the same event category (rules 6.3).
    """
    leagues = League.objects.filter(
        federation__iexact=league.federation, season__iexact=league.season
    )
    return leagues.filter(category__iexact=league.category) if in_category else leagues


def appearances(players: Collection[int]) -> list[Appearance]:
    """Return the appearances of ``players``, by match day. One query.

    People who did not come are left out.
    """
    side = "teams__league_side"
    rows = (
        Entry.objects.filter(player__in=list(players), teams__league_side__isnull=False)
        .exclude(status__in=[EntryStatus.ABSENT, EntryStatus.REGISTERED])
        .order_by(f"{side}__group__match_day__number", "pk")
        .values_list(
            "player",
            f"{side}__team__division__league",
            f"{side}__team",
            f"{side}__team__name",
            f"{side}__group",
            f"{side}__group__match_day__number",
        )
    )
    return [Appearance(*row) for row in rows]


class TeamPerson(NamedTuple):
    """A person of a team, with their place in the line-up and their results so far."""

    player: Player
    place: LeaguePlayer | None
    row: PlayerRow | None


class TeamMatch(NamedTuple):
    """One match of a team; ``line`` is its result on the match day, if any."""

    match: Match
    opponents: tuple[LeagueTeam, ...]
    line: TeamLine | None
    lists: tuple[LeagueList, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPage:
    """A team with its line in the table, its people and its matches."""

    team: LeagueTeam
    division: Division
    line: TeamLine
    is_partial: bool
    people: tuple[TeamPerson, ...]
    matches: tuple[TeamMatch, ...]
    withdrawn_reason: str


class LeagueGame(NamedTuple):
    """One list of a person in a league."""

    match: Match
    team: LeagueTeam
    played: LeagueList


def team_page(team: LeagueTeam, *, user: object) -> TeamPage:
    """Return the page of a team for ``user``. Twelve queries, however many people."""
    division = Division.objects.select_related("league").get(pk=team.division_id)
    matches = division_matches(division, user=user)
    table = table_of_matches(division, matches)
    (line,) = (team_line for team_line in table.lines if team_line.team.pk == team.pk)
    team_matches = [match for match in matches if team in match.teams]
    rows = single_ranking(
        [
            row
            for match in team_matches
            for row in match.player_lists()
            if row.team == team.pk
        ],
        possible_games(division, matches),
        division.as_rule(),
    )
    places = {place.player_id: place for place in team.line_up.order_by("position")}
    results = {row.person: row for row in rows}
    seated = [row.player_id for match in team_matches for row in match.lists]
    people = people_by_pk([*places, *results, *seated])
    return TeamPage(
        team=line.team,
        division=division,
        line=line,
        is_partial=table.is_partial,
        people=tuple(
            TeamPerson(people[pk], places.get(pk), results.get(pk))
            for pk in dict.fromkeys([*places, *results])
        ),
        matches=tuple(team_match(match, line.team, table) for match in team_matches),
        withdrawn_reason=mentions_for_reader(Q(pk__in=list(people))).public_text(
            team.withdrawn_reason
        )
        if team.withdrawn_reason
        else "",
    )


def group_reopenings(group: MatchGroup) -> list[GroupReopening]:
    """Return the reopenings of a group, with the names that the reader may see.

    One query, two for visitors if there are any; none before the group is set up.
    """
    if group.event_id is None:
        return []
    reopenings = list(group.reopenings.select_related("by"))
    if reopenings:
        mentions = mentions_for_reader(people_seated_in([group.event_id]))
        for reopening in reopenings:
            reopening.reason = mentions.public_text(reopening.reason)
    return reopenings


def team_match(match: Match, team: LeagueTeam, table: LeagueTable) -> TeamMatch:
    """Return one match for the page of ``team``, counted as in ``table``."""
    rows = day_rows(match, table)
    lines = [TeamLine(team=team, row=row) for row in rows if row.team == team.pk]
    return TeamMatch(
        match=match,
        opponents=tuple(opponent for opponent in match.teams if opponent != team),
        line=lines[0] if lines else None,
        lists=tuple(row for row in match.lists if row.team_id == team.pk),
    )


def league_games(player: Player, *, user: object) -> list[LeagueGame]:
    """Return a person's league lists that ``user`` may read, the latest first.

    Ten queries.
    """
    groups = {appearance.group_id for appearance in appearances([player.pk])}
    matches = matches_in_groups(MatchGroup.objects.filter(pk__in=groups), user=user)
    matches.sort(key=attrgetter("date"), reverse=True)
    return [
        LeagueGame(match, team, row)
        for match in matches
        for row in match.lists
        for team in match.teams
        if (row.player_id, row.team_id) == (player.pk, team.pk)
    ]
