"""Reading tables of a league: series, match day, division; people by average."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
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
from tournaments.events.standings.fields import people_by_pk
from tournaments.leagues.matches.selectors import (
    LeagueList,
    Match,
    TableList,
    is_partial,
    matches_of,
    unpublished_groups,
)
from tournaments.leagues.models import (
    Division,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.people.models import Player
from tournaments.words.choices import GroupState


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A team's line of a table; ``row`` has both columns and the Spielpunkte."""

    team: LeagueTeam
    row: LeagueRow


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonScore:
    """What one person brought the team in one series, and at which table."""

    player: Player
    sheet_id: int
    table: int
    place: int
    total: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLine:
    """A team in one series: its points, its people, how many of it sat down."""

    team: LeagueTeam
    points: SeriesPoints
    players: int
    won: int
    lost: int
    people: tuple[PersonScore, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesTable:
    """One series of a group; without lines until every list is finished."""

    number: int
    is_complete: bool
    tables: tuple[TableList, ...]
    lines: tuple[SeriesLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTables:
    """Everything of a group: its series, the standing of the day, sums that are off."""

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
        """From when on the results are final; None while they are provisional."""
        confirmed = self.group.confirmed_at
        if self.is_provisional or confirmed is None:
            return None
        return final_on(self.group.match_day.date, timezone.localdate(confirmed))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTable:
    """The table of a division; provisional while anything in it is not confirmed.

    ``open_groups`` count already and are not confirmed, ``unpublished`` ones count
    for this reader only; ``is_partial``: there are more, which the reader may not see.
    """

    division: Division
    rule: LeagueRule
    lines: tuple[TeamLine, ...]
    open_groups: tuple[MatchGroup, ...]
    unpublished: tuple[MatchGroup, ...]
    is_partial: bool
    imbalances: tuple[Imbalance, ...]

    @property
    def is_provisional(self) -> bool:
        return bool(self.open_groups)

    @property
    def withdrawn(self) -> set[int]:
        """The teams that are struck with all that was won against them."""
        return {line.team.pk for line in self.lines if line.team.withdrawn_on}


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleLine:
    """A person's line in the single ranking of a division."""

    player: Player
    teams: tuple[LeagueTeam, ...]
    row: PlayerRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleRanking:
    """The single ranking: ``needed`` of the ``possible`` games of one person so far."""

    division: Division
    rule: LeagueRule
    lines: tuple[SingleLine, ...]
    possible: int
    needed: int
    is_provisional: bool
    is_partial: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMatch:
    """A group of the schedule: who meets where, and how far it has come."""

    group: MatchGroup
    teams: tuple[LeagueTeam, ...]
    absent: tuple[LeagueTeam, ...]
    state: GroupState
    lists: int
    finished: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedDay:
    """A match day of the schedule with its groups."""

    match_day: MatchDay
    matches: tuple[PlannedMatch, ...]


def leagues_for(user: object) -> QuerySet[League]:
    """Return the leagues that ``user`` may read, the latest season first."""
    return League.objects.visible_to(user)


def division_matches(division: Division, *, user: object) -> list[Match]:
    """Return what was played in a division as ``user`` may read it. Eight queries."""
    groups = MatchGroup.objects.filter(match_day__division=division)
    return matches_of(groups, user=user)


def match_day_tables(group: MatchGroup, *, user: object) -> GroupTables:
    """Return all tables of one group that ``user`` may read.

    Ten queries, however many teams. A series has points once all its lists are
    finished (rules 6.2).
    """
    (match,) = matches_of(MatchGroup.objects.filter(pk=group.pk), user=user)
    group = match.group
    rule = group.match_day.division.as_rule()
    people = people_by_pk({one.player_id for one in match.lists})
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
            series_table(match, number, rule, people, is_complete=number in complete)
            for number in match.series_numbers
        ),
        day=tuple(TeamLine(team=teams[row.team], row=row) for row in rows),
        imbalances=sums_off(rows, results, rule),
    )


def series_table(
    match: Match,
    number: int,
    rule: LeagueRule,
    people: dict[int, Player],
    *,
    is_complete: bool,
) -> SeriesTable:
    """Return one series of a match. No query."""
    tables = tuple(each for each in match.tables if each.series == number)
    results = {each.team: each for each in match.results([number])}
    points = series_points(results.values(), rule) if is_complete else ()
    teams = {team.pk: team for team in match.teams}
    return SeriesTable(
        number=number,
        is_complete=is_complete,
        tables=tables,
        lines=tuple(
            SeriesLine(
                team=teams[each.team],
                points=each,
                players=results[each.team].players,
                won=results[each.team].won,
                lost=results[each.team].lost,
                people=tuple(
                    person_score(one, people[one.player_id])
                    for one in match.lists
                    if (one.series, one.team_id) == (number, each.team)
                ),
            )
            for each in points
        ),
    )


def person_score(one: LeagueList, player: Player) -> PersonScore:
    """Return a list with the name of its person."""
    return PersonScore(
        player=player,
        sheet_id=one.sheet_id,
        table=one.table,
        place=one.place,
        total=one.total,
        won=one.won,
        lost=one.lost,
    )


def sums_off(
    rows: Sequence[LeagueRow], results: Iterable[TeamSeries], rule: LeagueRule
) -> tuple[Imbalance, ...]:
    """Return the sum checks of rules 6.2 that do not hold.

    Where equal teams both get the better place, only plus and minus of each team
    have to fit: the columns are not balanced then.
    """
    found = imbalances(rows, unwon=unwon_points(results, rule))
    if rule.shared is SharedPlaces.AVERAGED:
        return found
    return tuple(each for each in found if each.check is SumCheck.PAIR)


def league_table_of(division: Division, *, user: object) -> LeagueTable:
    """Return the table that the matches make which ``user`` may read.

    Nine queries, however many teams. Complete series count at once, provisionally
    until a second person confirmed the match. A withdrawn team is struck with all
    that was won against it (rules 6.3).
    """
    return table_from(division, division_matches(division, user=user))


def table_from(division: Division, matches: Sequence[Match]) -> LeagueTable:
    """Return the table that ``matches`` make. One query for the teams."""
    rule = division.as_rule()
    teams = {team.pk: team for team in division.teams.select_related("club")}
    gone = {pk for pk, team in teams.items() if team.withdrawn_on}
    results = results_of(matches)
    rows = league_table(results, teams.keys(), rule, withdrawn=gone)
    left = [one for one in results if one.team not in gone]
    return LeagueTable(
        division=division,
        rule=rule,
        lines=tuple(TeamLine(team=teams[row.team], row=row) for row in rows),
        open_groups=open_groups(matches),
        unpublished=unpublished_groups(matches),
        is_partial=is_partial(matches),
        imbalances=sums_off(rows, left, rule),
    )


def results_of(matches: Iterable[Match]) -> list[TeamSeries]:
    """Return what counts of ``matches``: their complete series."""
    return [one for match in matches for one in match.results(match.complete_series())]


def open_groups(matches: Iterable[Match]) -> tuple[MatchGroup, ...]:
    """Return the groups that count already and are not confirmed."""
    return tuple(
        match.group
        for match in matches
        if match.is_provisional and match.complete_series()
    )


def league_single_ranking(division: Division, *, user: object) -> SingleRanking:
    """Return the single ranking of a division by average (rules 6.3).

    It is made of the matches that ``user`` may read. Ten queries.

    The minimum grows with what was held: it is the rule's share of the games that
    somebody could have played so far. Lists of a withdrawn team stay: they were
    played.
    """
    matches = division_matches(division, user=user)
    rule = division.as_rule()
    lists = [one for match in matches for one in match.player_lists()]
    possible = possible_games(division, matches)
    rows = single_ranking(lists, possible, rule)
    people = people_by_pk({row.person for row in rows})
    teams = {team.pk: team for match in matches for team in match.teams}
    return SingleRanking(
        division=division,
        rule=rule,
        lines=tuple(
            SingleLine(
                player=people[row.person],
                teams=tuple(teams[pk] for pk in row.teams),
                row=row,
            )
            for row in rows
        ),
        possible=possible,
        needed=-(-(rule.minimum_share * possible) // 1),
        is_provisional=bool(open_groups(matches)),
        is_partial=is_partial(matches),
    )


def possible_games(division: Division, matches: Iterable[Match]) -> int:
    """Return how many games one person could have played so far, at tables of four."""
    held: dict[int, int] = {}
    for match in matches:
        series = len(match.complete_series())
        held[match.number] = max(series, held.get(match.number, 0))
    return sum(held.values()) * division.league.rounds * 4


def schedule_of(division: Division, *, user: object) -> list[PlannedDay]:
    """Return the match days with their groups. Nine queries, however many teams."""
    matches = division_matches(division, user=user)
    return [
        PlannedDay(
            match_day=day,
            matches=tuple(
                planned(match)
                for match in matches
                if match.group.match_day_id == day.pk
            ),
        )
        for day in division.match_days.order_by("number")
    ]


def planned(match: Match) -> PlannedMatch:
    """Return a match as the schedule shows it. No query."""
    return PlannedMatch(
        group=match.group,
        teams=match.teams,
        absent=match.absent,
        state=match.state,
        lists=len(match.tables),
        finished=sum(each.is_finished for each in match.tables),
    )
