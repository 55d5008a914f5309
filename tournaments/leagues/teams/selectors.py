"""Reading a team of a league and its people, and one person's league games."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Q

from scoring.leagues.table import PlayerRow, single_ranking
from tournaments.events.standings.fields import people_by_pk
from tournaments.leagues.match_days.selectors import day_rows
from tournaments.leagues.matches.selectors import Match, matches_of
from tournaments.leagues.models import (
    Division,
    GroupReopening,
    LeaguePlayer,
    LeagueTeam,
    MatchGroup,
)
from tournaments.leagues.ranking.selectors import (
    LeagueTable,
    PersonScore,
    TeamLine,
    division_matches,
    person_score,
    possible_games,
    table_from,
)
from tournaments.leagues.teams.line_ups import appearances_of
from tournaments.people.models import Player
from tournaments.people.privacy.mentions import mentions_for_reader
from tournaments.sheets.selectors import people_seated_in
from tournaments.words.choices import GroupState


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPerson:
    """Somebody of a team: the place in the line-up, and what was played so far."""

    player: Player
    place: LeaguePlayer | None
    row: PlayerRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatch:
    """One match of a team: ``line`` is its standing of the day, if any."""

    group: MatchGroup
    number: int
    date: datetime.date
    state: GroupState
    opponents: tuple[LeagueTeam, ...]
    line: TeamLine | None
    people: tuple[tuple[int, PersonScore], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPage:
    """A team with its line of the table, its people and its matches."""

    team: LeagueTeam
    division: Division
    line: TeamLine
    is_partial: bool
    people: tuple[TeamPerson, ...]
    matches: tuple[TeamMatch, ...]
    withdrawn_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueGame:
    """One list of a person in a league."""

    league: str
    division: Division
    team: LeagueTeam
    group: MatchGroup
    number: int
    date: datetime.date
    series: int
    state: GroupState
    score: PersonScore


def team_page(team: LeagueTeam, *, user: object) -> TeamPage:
    """Return a team's page for ``user``. Twelve queries, however many people."""
    division = Division.objects.select_related("league").get(pk=team.division_id)
    matches = division_matches(division, user=user)
    table = table_from(division, matches)
    (line,) = (each for each in table.lines if each.team.pk == team.pk)
    own = [match for match in matches if team.pk in {each.pk for each in match.teams}]
    lists = [one for match in own for one in match.player_lists()]
    rows = single_ranking(
        [one for one in lists if one.team == team.pk],
        possible_games(division, matches),
        division.as_rule(),
    )
    places = {place.player_id: place for place in team.line_up.order_by("position")}
    played = {row.person: row for row in rows}
    people = people_by_pk(
        [*places, *played, *(one.player_id for m in own for one in m.lists)]
    )
    return TeamPage(
        team=line.team,
        division=division,
        line=line,
        is_partial=table.is_partial,
        people=tuple(
            TeamPerson(player=people[pk], place=places.get(pk), row=played.get(pk))
            for pk in dict.fromkeys([*places, *played])
        ),
        matches=tuple(team_match(match, line.team, people, table) for match in own),
        withdrawn_reason=withdrawn_reason(team, people),
    )


def withdrawn_reason(team: LeagueTeam, people: Collection[int]) -> str:
    """Return why a team has left, in the words the reader may see; ``people`` by key.

    At most one query.
    """
    if not team.withdrawn_reason:
        return ""
    return mentions_for_reader(Q(pk__in=list(people))).told(team.withdrawn_reason)


def reopenings_of(group: MatchGroup) -> list[GroupReopening]:
    """Return when results were opened again, in the words the reader may see.

    One query, two for visitors if there are any; none while no lists are set up.
    """
    if group.event_id is None:
        return []
    found = list(group.reopenings.select_related("by"))
    if found:
        mentions = mentions_for_reader(people_seated_in([group.event_id]))
        for each in found:
            each.reason = mentions.told(each.reason)
    return found


def team_match(
    match: Match, team: LeagueTeam, people: dict[int, Player], table: LeagueTable
) -> TeamMatch:
    """Return one match as the page of ``team`` shows it, as ``table`` counts it."""
    rows = day_rows(match, table)
    lines = [TeamLine(team=team, row=row) for row in rows if row.team == team.pk]
    return TeamMatch(
        group=match.group,
        number=match.number,
        date=match.date,
        state=match.state,
        opponents=tuple(each for each in match.teams if each.pk != team.pk),
        line=lines[0] if lines else None,
        people=tuple(
            (one.series, person_score(one, people[one.player_id]))
            for one in match.lists
            if one.team_id == team.pk
        ),
    )


def league_games_of(player: Player, *, user: object) -> list[LeagueGame]:
    """Return the league lists of a person that ``user`` may read, the latest first.

    Ten queries.
    """
    groups = {one.group_id for one in appearances_of([player.pk])}
    matches = matches_of(MatchGroup.objects.filter(pk__in=groups), user=user)
    found: dict[datetime.date, list[LeagueGame]] = defaultdict(list)
    for match in matches:
        found[match.date] += games_in(match, player)
    return [game for day in sorted(found, reverse=True) for game in found[day]]


def games_in(match: Match, player: Player) -> Sequence[LeagueGame]:
    """Return the lists of a person in one match. No query."""
    division = match.group.match_day.division
    teams = {team.pk: team for team in match.teams}
    return [
        LeagueGame(
            league=str(division.league),
            division=division,
            team=teams[one.team_id],
            group=match.group,
            number=match.number,
            date=match.date,
            series=one.series,
            state=match.state,
            score=person_score(one, player),
        )
        for one in match.lists
        if one.player_id == player.pk
    ]
