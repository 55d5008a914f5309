"""Reading the matches of a league from the ordinary lists of its groups."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet

from scoring.leagues.rules import TeamSeries
from scoring.leagues.table import PlayerList
from tournaments.events.models import Adjustment, Entry, Event, Series
from tournaments.leagues.models import GroupTeam, LeagueTeam, MatchGroup
from tournaments.sheets.models import Result, ScoreSheet
from tournaments.words.choices import EventKind, GroupState, SheetState

Progress = tuple[datetime.datetime | None, int, int]
"""The time a series was closed, the number of its lists, and of finished ones."""


def group_state(group: MatchGroup) -> GroupState:
    """Return the state of ``group``. Two queries."""
    return group_states([group])[group.pk]


def group_states(groups: Iterable[MatchGroup]) -> dict[int, GroupState]:
    """Return the states of groups by their keys. Two queries, however many.

    A confirmation covers only the results at that time: a series opened since, or a
    decision of the referee, makes them provisional again.
    """
    groups = list(groups)
    events = [group.event_id for group in groups if group.event_id]
    series: dict[int, list[Progress]] = {}
    rows = (
        Series.objects.filter(event__in=events)
        .annotate(
            lists=Count("sheets"),
            finished=Count("sheets", filter=Q(sheets__state=SheetState.FINISHED)),
        )
        .values_list("event", "closed_at", "lists", "finished")
    )
    for event, closed, lists, finished in rows:
        series.setdefault(event, []).append((closed, lists, finished))
    last_decisions = dict(
        Adjustment.objects.filter(series__event__in=events)
        .order_by()
        .values_list("series__event")
        .annotate(last=Max("at"))
    )
    return {
        group.pk: derived_state(
            group,
            series.get(group.event_id or 0, []),
            last_decisions.get(group.event_id or 0),
        )
        for group in groups
    }


def derived_state(
    group: MatchGroup,
    series: Sequence[Progress],
    last_decision: datetime.datetime | None,
) -> GroupState:
    """Return the state of one group from its rows. No query."""
    if not group.event_id:
        return GroupState.WITHHELD if group.is_withheld else GroupState.PLANNED
    if any(not lists or finished < lists for _closed, lists, finished in series):
        return GroupState.PLAYING
    entered = group.entered_at
    changes = [closed for closed, _lists, _finished in series]
    changes += [last_decision] if last_decision else []
    if not entered or any(moment is None or moment > entered for moment in changes):
        return GroupState.PLAYED
    return GroupState.CONFIRMED if group.confirmed_at else GroupState.ENTERED


Decision = tuple[int, int, int, int, int]
LeagueList = Any
"""A ``Result`` with ``series_number``, ``table``, ``games`` and ``team_id``: it counts
for the team at whose place somebody sat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A group with its teams and lists.

    ``decisions`` are the referee's decisions as (series, player, points, won, lost).
    """

    group: MatchGroup
    state: GroupState
    sides: tuple[GroupTeam, ...]
    sheets: tuple[ScoreSheet, ...] = ()
    lists: tuple[LeagueList, ...] = ()
    decisions: tuple[Decision, ...] = ()
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
        """The teams that did not come, if the reader may see the match."""
        if self.group.event is None:
            return ()
        return tuple(side.team for side in self.sides if side.is_absent)

    @property
    def finished(self) -> int:
        return sum(sheet.is_finished for sheet in self.sheets)

    @property
    def is_provisional(self) -> bool:
        """Whether no second person has confirmed the results yet (rules 6.3)."""
        return self.state != GroupState.CONFIRMED

    @property
    def series_numbers(self) -> tuple[int, ...]:
        """The series that have lists."""
        return tuple(sorted({sheet.series.number for sheet in self.sheets}))

    def complete_series(self) -> tuple[int, ...]:
        """Return the series with all lists finished; only these count."""
        unfinished = [sheet for sheet in self.sheets if not sheet.is_finished]
        open_series = {sheet.series.number for sheet in unfinished}
        return tuple(sorted(set(self.series_numbers) - open_series))

    def results(self, series: Iterable[int]) -> list[TeamSeries]:
        """Return the results of all teams in ``series``; absent teams have zeros."""
        return [
            self.result(team.pk, number) for number in series for team in self.teams
        ]

    def lists_of(self, team: int, series: int) -> list[LeagueList]:
        key = team, series
        return [row for row in self.lists if (row.team_id, row.series_number) == key]

    def result(self, team: int, series: int) -> TeamSeries:
        """Return the sum of a team's lists in a series, including decisions."""
        lists = self.lists_of(team, series)
        decisions = [
            values
            for number, player, *values in self.decisions
            if number == series and self.team_of(player, series) == team
        ]
        score, won, lost = result_sums(lists, decisions)
        return TeamSeries(
            team=team,
            match_day=self.number,
            series=series,
            group=self.group.number,
            score=score,
            players=len({(row.sheet_id, row.place) for row in lists}),
            won=won,
            lost=lost,
        )

    def team_of(self, player: int, series: int) -> int | None:
        """Return the team for which a person played in a series."""
        for row in self.lists:
            if (row.player_id, row.series_number) == (player, series):
                return row.team_id
        return self.members.get(player)

    def player_lists(self) -> list[PlayerList]:
        """Return everyone's lists of the complete series, including decisions.

        All parts that one person played of a list make one list, also after a
        takeover.
        """
        complete = set(self.complete_series())
        parts_by_list: dict[tuple[int, int], list[LeagueList]] = defaultdict(list)
        for row in self.lists:
            if row.series_number in complete:
                parts_by_list[row.sheet_id, row.player_id].append(row)
        return [self.player_list(parts) for parts in parts_by_list.values()]

    def player_list(self, parts: Sequence[LeagueList]) -> PlayerList:
        """Return the parts of a list that one person played as one list."""
        first = parts[0]
        decisions = [
            values
            for number, player, *values in self.decisions
            if (number, player) == (first.series_number, first.player_id)
        ]
        total, won, lost = result_sums(parts, decisions)
        return PlayerList(
            person=first.player_id,
            team=first.team_id,
            total=total,
            games=sum(part.games for part in parts),
            won=won,
            lost=lost,
        )


def result_sums(
    lists: Iterable[LeagueList], decisions: Iterable[Sequence[int]]
) -> tuple[int, int, int]:
    """Return points, won and lost games of lists and decisions together."""
    rows = [(result.total, result.won, result.lost) for result in lists]
    total, won, lost = map(sum, zip((0, 0, 0), *rows, *decisions, strict=True))
    return total, won, lost


def matches_in_groups(groups: QuerySet[MatchGroup], *, user: object) -> list[Match]:
    """Return the matches of ``groups`` by match day, as ``user`` may read them.

    Eight queries, however many matches.
    """
    ordered = with_details(groups).order_by("match_day__number", "number")
    readable = [group_for_reader(group, user) for group in ordered]
    events = [group.event_id for group in readable if group.event_id]
    states = group_states(readable)
    sides = teams_by_group(readable)
    members = team_members(events)
    sheets = sheets_by_event(events)
    lists = finished_lists(events, members)
    decisions: dict[int, list[Decision]] = defaultdict(list)
    rows = Adjustment.objects.filter(series__event__in=events).values_list(
        "series__event", "series__number", "player", "points", "won", "lost"
    )
    for event, series, player, points, won, lost in rows:
        decisions[event].append((series, player, points, won, lost))
    return [
        Match(
            group=group,
            state=states[group.pk],
            sides=tuple(sides[group.pk]),
            sheets=tuple(sheets.get(group.event_id or 0, ())),
            lists=tuple(lists.get(group.event_id or 0, ())),
            decisions=tuple(decisions.get(group.event_id or 0, ())),
            members=members.get(group.event_id or 0, {}),
        )
        for group in readable
    ]


def with_details(groups: QuerySet[MatchGroup]) -> QuerySet[MatchGroup]:
    """Return ``groups`` with all rows that their pages name."""
    return groups.select_related(
        "match_day__division__league", "event", "host", "entered_by", "confirmed_by"
    )


def group_for_reader(group: MatchGroup, user: object) -> MatchGroup:
    """Return a group, without its match if ``user`` may not read that. No query.

    To such a reader the group looks as if it had not been played. The event must be
    fetched; the returned copy is never saved.
    """
    if group.event is None or group.event.is_visible_to(user):
        return group
    stub = copy(group)
    stub.is_withheld, stub.event = True, None
    stub.entered_at = stub.entered_by = stub.confirmed_at = stub.confirmed_by = None
    return stub


def matches_without_group() -> QuerySet[Event]:
    """Return the imported matches that belong to no group. One query."""
    events = Event.objects.planned_here().filter(kind=EventKind.LEAGUE)
    return events.order_by("-date", "-pk")


def teams_by_group(groups: Iterable[MatchGroup]) -> dict[int, list[GroupTeam]]:
    """Return the teams of each group. One query."""
    by_group: dict[int, list[GroupTeam]] = defaultdict(list)
    sides = GroupTeam.objects.filter(group__in=list(groups))
    for side in sides.select_related("team__club").order_by("order", "pk"):
        by_group[side.group_id].append(side)
    return by_group


def team_members(events: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return the league team of each person by event. One query."""
    by_event: dict[int, dict[int, int]] = defaultdict(dict)
    rows = Entry.objects.filter(
        event__in=events, teams__league_side__isnull=False
    ).values_list("event", "player", "teams__league_side__team")
    for event, player, team in rows.order_by():
        by_event[event][player] = team
    return by_event


def sheets_by_event(events: Sequence[int]) -> dict[int, list[ScoreSheet]]:
    """Return the lists of each event by series and table. One query."""
    by_event: dict[int, list[ScoreSheet]] = defaultdict(list)
    sheets = ScoreSheet.objects.filter(series__event__in=events)
    ordered = sheets.order_by("series__number", "table_number")
    for sheet in ordered.select_related("series"):
        by_event[sheet.series.event_id].append(sheet)
    return by_event


def finished_lists(
    events: Sequence[int], members: Mapping[int, Mapping[int, int]]
) -> dict[int, list[LeagueList]]:
    """Return the finished lists of people by event. One query.

    A place belongs to the team of the player who started on it; a substitute who takes
    over a running list plays for that team (rules 5.5).
    """
    by_event: dict[int, list[LeagueList]] = defaultdict(list)
    teams: dict[tuple[int, int], int | None] = {}
    results = Result.objects.filter(series__event__in=events).annotate(
        event=F("series__event"),
        series_number=F("series__number"),
        table=F("sheet__table_number"),
        games=F("last_game") - F("first_game") + 1,
    )
    ordered = results.order_by("series_number", "table", "place", "first_game")
    result: LeagueList
    for result in ordered:
        place = (result.sheet_id, result.place)
        member = members.get(result.event, {}).get(result.player_id)
        result.team_id = teams.setdefault(place, member)
        if result.team_id is not None:
            by_event[result.event].append(result)
    return by_event
