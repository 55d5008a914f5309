"""Reading what was played in the groups of a league, from the ordinary lists."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

from django.db.models import QuerySet

from scoring.leagues.rules import TeamSeries
from scoring.leagues.table import PlayerList
from tournaments.events.models import Adjustment, Entry, Event
from tournaments.leagues.matches.states import group_states
from tournaments.leagues.models import GroupTeam, LeagueTeam, MatchGroup
from tournaments.sheets.models import Result, ScoreSheet
from tournaments.words.choices import EventKind, GroupState

Decision = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableList:
    """One list of a group, as far as it has come."""

    sheet_id: int
    series: int
    table: int
    state: str
    label: str
    is_finished: bool
    is_unproved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueList:
    """What one person took from one list, for the team at whose place they sat."""

    sheet_id: int
    series: int
    table: int
    place: int
    player_id: int
    team_id: int
    first_game: int
    total: int
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A group with its teams and everything that was played in it.

    ``decided`` are the referee's decisions as (series, player, points, won, lost).
    """

    group: MatchGroup
    state: GroupState
    sides: tuple[GroupTeam, ...]
    tables: tuple[TableList, ...] = ()
    lists: tuple[LeagueList, ...] = ()
    decided: tuple[Decision, ...] = ()
    members: dict[int, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """The number of the match day."""
        return self.group.match_day.number

    @property
    def date(self) -> datetime.date:
        return self.group.match_day.date

    @property
    def teams(self) -> tuple[LeagueTeam, ...]:
        return tuple(side.team for side in self.sides)

    @property
    def absent(self) -> tuple[LeagueTeam, ...]:
        """The teams that did not come to a match that the reader may see."""
        if self.group.event is None:
            return ()
        return tuple(side.team for side in self.sides if side.is_absent)

    @property
    def is_provisional(self) -> bool:
        """Whether no second person has confirmed what there is (rules 6.3)."""
        return self.state != GroupState.CONFIRMED

    @property
    def series_numbers(self) -> tuple[int, ...]:
        """The series that have tables."""
        return tuple(sorted({table.series for table in self.tables}))

    def complete_series(self) -> tuple[int, ...]:
        """Return the series of which all lists are finished: only these count."""
        open_ones = {each.series for each in self.tables if not each.is_finished}
        return tuple(n for n in self.series_numbers if n not in open_ones)

    def results(self, series: Iterable[int]) -> list[TeamSeries]:
        """Return what each team did in each of ``series``, absent teams with zeros."""
        return [
            self.result_of(team.pk, number) for number in series for team in self.teams
        ]

    def result_of(self, team: int, series: int) -> TeamSeries:
        """Return the sum of a team's lists in a series, decisions counted."""
        own = [one for one in self.lists if (one.team_id, one.series) == (team, series)]
        decided = [
            rest
            for number, player, *rest in self.decided
            if number == series and self.team_of(player, series) == team
        ]
        return TeamSeries(
            team=team,
            match_day=self.number,
            series=series,
            group=self.group.number,
            score=sum(one.total for one in own) + sum(row[0] for row in decided),
            players=len({(one.sheet_id, one.place) for one in own}),
            won=sum(one.won for one in own) + sum(row[1] for row in decided),
            lost=sum(one.lost for one in own) + sum(row[2] for row in decided),
        )

    def team_of(self, player: int, series: int) -> int | None:
        """Return for which team somebody played in a series."""
        for one in self.lists:
            if (one.player_id, one.series) == (player, series):
                return one.team_id
        return self.members.get(player)

    def player_lists(self) -> list[PlayerList]:
        """Return every person's lists of the complete series, decisions counted.

        Leaving a list and coming back makes one list; after taking over a part of one,
        too.
        """
        complete = set(self.complete_series())
        found: dict[tuple[int, int], list[LeagueList]] = defaultdict(list)
        for one in self.lists:
            if one.series in complete:
                found[one.sheet_id, one.player_id].append(one)
        return [self.player_list(parts) for parts in found.values()]

    def player_list(self, parts: Sequence[LeagueList]) -> PlayerList:
        """Return the parts of one list that one person played as one."""
        first = parts[0]
        decided = [
            rest
            for number, player, *rest in self.decided
            if (number, player) == (first.series, first.player_id)
        ]
        return PlayerList(
            person=first.player_id,
            team=first.team_id,
            total=sum(one.total for one in parts) + sum(row[0] for row in decided),
            games=sum(one.games for one in parts),
            won=sum(one.won for one in parts) + sum(row[1] for row in decided),
            lost=sum(one.lost for one in parts) + sum(row[2] for row in decided),
        )


def matches_of(groups: QuerySet[MatchGroup], *, user: object) -> list[Match]:
    """Return the matches of ``groups`` by match day, as ``user`` may read them.

    Eight queries, however many.
    """
    stored = list(
        groups.select_related(
            "match_day__division__league",
            "event",
            "host",
            "entered_by",
            "confirmed_by",
        ).order_by("match_day__number", "number")
    )
    found = [as_read_by(group, user) for group in stored]
    events = [group.event_id for group in found if group.event_id]
    states = group_states(found)
    sides = sides_of(found)
    members = members_of(events)
    tables = lists_of_events(events)
    lists = lists_of(events, members)
    decided = decided_in(events)
    return [
        Match(
            group=group,
            state=states[group.pk],
            sides=tuple(sides[group.pk]),
            tables=tuple(tables.get(group.event_id or 0, ())),
            lists=tuple(lists.get(group.event_id or 0, ())),
            decided=tuple(decided.get(group.event_id or 0, ())),
            members=members.get(group.event_id or 0, {}),
        )
        for group in found
    ]


def as_read_by(group: MatchGroup, user: object) -> MatchGroup:
    """Return a group without its match if that is not public for ``user``. No query.

    To whoever may not read it, nothing has been played there. The event is
    fetched; what is returned is never saved.
    """
    if group.event is None or group.event.is_visible_to(user):
        return group
    bare = copy(group)
    bare.is_withheld, bare.event = True, None
    bare.entered_at = bare.entered_by = bare.confirmed_at = bare.confirmed_by = None
    return bare


def is_partial(matches: Iterable[Match]) -> bool:
    """Tell whether the reader may not see all of ``matches``."""
    return any(match.group.is_withheld for match in matches)


def unpublished_groups(matches: Iterable[Match]) -> tuple[MatchGroup, ...]:
    """Return the groups whose match not everybody may see, but this reader."""
    return tuple(
        match.group
        for match in matches
        if match.group.event and not match.group.event.is_published
    )


def matches_without_group() -> QuerySet[Event]:
    """Return the matches that came as event files and belong to no group. One query."""
    found = Event.objects.planned_here().filter(kind=EventKind.LEAGUE)
    return found.order_by("-date", "-pk")


def sides_of(groups: Iterable[MatchGroup]) -> dict[int, list[GroupTeam]]:
    """Return the teams of each group. One query."""
    found: dict[int, list[GroupTeam]] = defaultdict(list)
    sides = GroupTeam.objects.filter(group__in=list(groups))
    for side in sides.select_related("team__club").order_by("order", "pk"):
        found[side.group_id].append(side)
    return found


def members_of(events: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return by event for which league team each person plays. One query."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    rows = Entry.objects.filter(
        event__in=events, teams__league_side__isnull=False
    ).values_list("event", "player", "teams__league_side__team")
    for event, player, team in rows.order_by():
        found[event][player] = team
    return found


def lists_of_events(events: Sequence[int]) -> dict[int, list[TableList]]:
    """Return the lists of each event by series and table. One query."""
    found: dict[int, list[TableList]] = defaultdict(list)
    sheets = ScoreSheet.objects.filter(series__event__in=events)
    for sheet in sheets.select_related("series").order_by(
        "series__number", "table_number"
    ):
        found[sheet.series.event_id].append(
            TableList(
                sheet_id=sheet.pk,
                series=sheet.series.number,
                table=sheet.table_number,
                state=sheet.state,
                label=sheet.state_label,
                is_finished=sheet.is_finished,
                is_unproved=sheet.is_unproved,
            )
        )
    return found


def lists_of(
    events: Sequence[int], members: Mapping[int, Mapping[int, int]]
) -> dict[int, list[LeagueList]]:
    """Return the finished lists of people by event. One query.

    A place belongs to the team of whoever sat down on it; a substitute who takes
    over a running list plays for that team (rules 5.5).
    """
    found: dict[int, list[LeagueList]] = defaultdict(list)
    teams: dict[tuple[int, int], int | None] = {}
    results = Result.objects.filter(series__event__in=events)
    for one in results.select_related("series", "sheet").order_by(
        "series__number", "sheet__table_number", "place", "first_game"
    ):
        event = one.series.event_id
        place = (one.sheet_id, one.place)
        team = teams.setdefault(place, members.get(event, {}).get(one.player_id))
        if team is not None:
            found[event].append(league_list(one, team))
    return found


def league_list(one: Result, team: int) -> LeagueList:
    """Return a result of somebody who played for ``team``. No query."""
    return LeagueList(
        sheet_id=one.sheet_id,
        series=one.series.number,
        table=one.sheet.table_number,
        place=one.place,
        player_id=one.player_id,
        team_id=team,
        first_game=one.first_game,
        games=one.last_game - one.first_game + 1,
        total=one.total,
        won=one.won,
        lost=one.lost,
    )


def decided_in(events: Sequence[int]) -> dict[int, list[Decision]]:
    """Return the referee's decisions by event. One query."""
    found: dict[int, list[Decision]] = defaultdict(list)
    rows = Adjustment.objects.filter(series__event__in=events).values_list(
        "series__event", "series__number", "player", "points", "won", "lost"
    )
    for event, series, player, points, won, lost in rows:
        found[event].append((series, player, points, won, lost))
    return found
