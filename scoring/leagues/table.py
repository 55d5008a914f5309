"""Match day, league table, single ranking and the sum checks (rules 6.2, 6.3)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from scoring.leagues.rules import (
    PRESETS,
    AverageOf,
    LeagueRule,
    SeriesPoints,
    TeamSeries,
    is_absent,
    place_points,
    series_points,
)
from scoring.ranking.standings import Placed, rank


class LeagueMark(StrEnum):
    """What a team's place means; OPEN is a shared place across the line."""

    PROMOTED = "promoted"
    RELEGATED = "relegated"
    OPEN = "open"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A team's line: both columns of Wertungspunkte, Spielpunkte, games, mark.

    ``series`` counts those that count, ``absences`` those from which the team was
    absent. A withdrawn team has no place and no points.
    """

    team: int
    place: int | None = None
    shared: bool = False
    plus: Fraction = Fraction(0)
    minus: Fraction = Fraction(0)
    possible: int = 0
    score: Fraction = Fraction(0)
    won: int = 0
    lost: int = 0
    series: int = 0
    absences: int = 0
    mark: LeagueMark | None = None


def match_day_table(
    results: Iterable[TeamSeries],
    match_day: int,
    group: int,
    rule: LeagueRule = PRESETS["DSKV"],
) -> tuple[LeagueRow, ...]:
    """Return the standing of one group after one match day, without marks (6.2).

    >>> results = [
    ...     TeamSeries(team=team, match_day=1, series=1, group=7, score=score)
    ...     for team, score in ((1, 3500), (2, 4100), (3, 3900), (4, 3700))
    ... ]
    >>> table = match_day_table(results, 1, 7)
    >>> [(row.place, row.team, f"{row.plus}:{row.minus}") for row in table]
    [(1, 2, '3:0'), (2, 3, '2:1'), (3, 4, '1:2'), (4, 1, '0:3')]
    """
    group_results = [r for r in results if (r.match_day, r.group) == (match_day, group)]
    return _ranked_rows(group_results, {result.team for result in group_results}, rule)


def league_table(
    results: Iterable[TeamSeries],
    teams: Collection[int],
    rule: LeagueRule = PRESETS["DSKV"],
    *,
    withdrawn: Collection[int] = (),
) -> tuple[LeagueRow, ...]:
    """Return the league table: Wertungspunkte, then Spielpunkte (rules 6.2, 6.3).

    ``teams`` without a result are listed with zeros. A ``withdrawn`` team is struck
    with everything won against it: its groups are ranked again without it, each of the
    others losing the point for leaving it behind or for being beaten; their Spielpunkte
    stay. It comes last and fills a place of relegation.

    >>> results = [
    ...     TeamSeries(team=team, match_day=1, series=1, group=1, score=score)
    ...     for team, score in ((1, 3500), (2, 4100), (3, 3900), (4, 3700))
    ... ]
    >>> table = league_table(results, {1, 2, 3, 4}, withdrawn={3})
    >>> [(row.place, row.team, f"{row.plus}:{row.minus}") for row in table]
    [(1, 2, '2:0'), (2, 4, '1:1'), (3, 1, '0:2'), (None, 3, '0:0')]
    """
    struck = set(withdrawn)
    remaining = [result for result in results if result.team not in struck]
    rows = _ranked_rows(remaining, set(teams) - struck, rule)
    last_at = {row.place: at for at, row in enumerate(rows, start=1)}
    stay = len(rows) - max(0, rule.relegated - len(struck))
    marks = (
        _mark(row.place or 0, last_at[row.place], rule.promoted, stay) for row in rows
    )
    return (
        *(replace(row, mark=mark) for row, mark in zip(rows, marks, strict=True)),
        *(LeagueRow(team=team, mark=LeagueMark.WITHDRAWN) for team in sorted(struck)),
    )


def _ranked_rows(
    results: Iterable[TeamSeries], teams: Collection[int], rule: LeagueRule
) -> tuple[LeagueRow, ...]:
    rows = {team: LeagueRow(team=team) for team in sorted(teams)}
    for group in _groups(results):
        by_team = {result.team: result for result in group}
        for points in series_points(group, rule):
            row = rows.get(points.team, LeagueRow(team=points.team))
            rows[points.team] = _with_points(row, points, by_team[points.team])
    ordered = [rows[team] for team in sorted(rows)]

    def key(row: LeagueRow) -> tuple[Fraction | int, ...]:
        games = (row.won, -row.lost) if rule.games_decide else ()
        return (row.plus, row.score, *games)

    return tuple(
        replace(line.entry, place=line.place, shared=line.shared)
        for line in rank(ordered, by=key)
    )


def _groups(results: Iterable[TeamSeries]) -> Iterable[list[TeamSeries]]:
    """Return the results of the teams that played one another in each series."""
    groups: dict[tuple[int, int, int], list[TeamSeries]] = defaultdict(list)
    for result in results:
        groups[result.match_day, result.series, result.group].append(result)
    return groups.values()


def _with_points(row: LeagueRow, points: SeriesPoints, result: TeamSeries) -> LeagueRow:
    is_present = not points.absent
    return replace(
        row,
        plus=row.plus + points.plus,
        minus=row.minus + points.minus,
        possible=row.possible + points.possible,
        score=row.score + points.score,
        won=row.won + result.won * is_present,
        lost=row.lost + result.lost * is_present,
        series=row.series + 1,
        absences=row.absences + points.absent,
    )


def _mark(first: int, last: int, promoted: int, stay: int) -> LeagueMark | None:
    """Return the mark of the teams that share the positions first to last."""
    if last <= promoted:
        return LeagueMark.PROMOTED
    if first > stay:
        return LeagueMark.RELEGATED
    if first <= promoted or last > stay:
        return LeagueMark.OPEN
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerList:
    """One list of one person in a league; ``games`` are those of the list."""

    person: int
    team: int
    total: int
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """A person's line in the single ranking; no place below the minimum.

    ``average`` is the one of both that ranks.
    """

    person: int
    teams: tuple[int, ...]
    place: int | None = None
    shared: bool = False
    average: Fraction
    per_list: Fraction
    per_game: Fraction
    total: int
    lists: int
    games: int
    won: int
    lost: int


def single_ranking(
    lists: Iterable[PlayerList], possible_games: int, rule: LeagueRule = PRESETS["DSKV"]
) -> tuple[PlayerRow, ...]:
    """Return the single ranking of a league by average (rules 6.3, ties 5.6).

    People with less than the rule's share of the ``possible_games`` of one person
    take no place and come last: at ISPA 540 of 720 are needed.

    >>> lists = [
    ...     PlayerList(person=1, team=1, total=11_340, games=540, won=120, lost=20),
    ...     PlayerList(person=2, team=1, total=14_000, games=504, won=150, lost=20),
    ... ]
    >>> table = single_ranking(lists, 720, PRESETS["ISPA"])
    >>> [(row.place, row.person, str(row.average)) for row in table]
    [(1, 1, '21'), (None, 2, '250/9')]
    """
    by_person: dict[int, list[PlayerList]] = defaultdict(list)
    for player_list in lists:
        by_person[player_list.person].append(player_list)
    rows = [_player_row(own_lists, rule) for _, own_lists in sorted(by_person.items())]
    needed = rule.minimum_share * possible_games
    ranked: list[Placed[PlayerRow]] = rank(
        (row for row in rows if row.games >= needed), by=_player_key
    )
    short = [row for row in rows if row.games < needed]
    return (
        *(replace(p.entry, place=p.place, shared=p.shared) for p in ranked),
        *sorted(short, key=_player_key, reverse=True),
    )


def _player_row(lists: Sequence[PlayerList], rule: LeagueRule) -> PlayerRow:
    total = sum(player_list.total for player_list in lists)
    games = sum(player_list.games for player_list in lists)
    per_list, per_game = Fraction(total, len(lists)), Fraction(total, games or 1)
    return PlayerRow(
        person=lists[0].person,
        teams=tuple(sorted({player_list.team for player_list in lists})),
        average=per_game if rule.average_of is AverageOf.GAMES else per_list,
        per_list=per_list,
        per_game=per_game,
        total=total,
        lists=len(lists),
        games=games,
        won=sum(player_list.won for player_list in lists),
        lost=sum(player_list.lost for player_list in lists),
    )


def _player_key(row: PlayerRow) -> tuple[Fraction, int, int]:
    return (row.average, row.won, -row.lost)


class SumCheck(StrEnum):
    PAIR = "pair"
    PLUS = "plus"
    MINUS = "minus"


@dataclass(frozen=True, slots=True, kw_only=True)
class Imbalance:
    """A sum that is off, and ``by`` how much; ``team`` for the pair sum of one team."""

    check: SumCheck
    by: Fraction
    team: int | None = None


class HasPoints(Protocol):
    """A line with both columns: of a series, a match day, a league, a paper."""

    @property
    def team(self) -> int: ...
    @property
    def plus(self) -> Fraction: ...
    @property
    def minus(self) -> Fraction: ...
    @property
    def possible(self) -> int: ...


def imbalances(
    rows: Sequence[HasPoints], *, unwon: Fraction = Fraction(0)
) -> tuple[Imbalance, ...]:
    """Return the sums that do not hold, none for a sound table (rules 6.2).

    Plus and minus of a team add up to what was possible: 3 per series in a group of 4,
    9 on a day of three. All plus points, and all minus points, add up to half of what
    was possible: 6 per series of a group of 4, 1.5 m s in a league of m teams. Points
    that nobody could win, see ``unwon_points``, are missing in the plus column. Only
    averaged ties keep these sums.

    >>> group = [
    ...     TeamSeries(team=team, match_day=1, series=1, group=1, score=score)
    ...     for team, score in ((1, 3500), (2, 4100), (3, 4100), (4, 3700))
    ... ]
    >>> imbalances(series_points(group))
    ()
    """
    half = Fraction(sum(row.possible for row in rows), 2)
    offs = (
        *((SumCheck.PAIR, r.plus + r.minus - r.possible, r.team) for r in rows),
        (SumCheck.PLUS, sum(row.plus for row in rows) - half + unwon, None),
        (SumCheck.MINUS, sum(row.minus for row in rows) - half - unwon, None),
    )
    return tuple(
        Imbalance(check=check, by=Fraction(off), team=team)
        for check, off, team in offs
        if off
    )


def unwon_points(
    results: Iterable[TeamSeries], rule: LeagueRule = PRESETS["DSKV"]
) -> Fraction:
    """Return the plus points nobody could win: a group with two or more absent.

    Of two absent teams one would have had a point, but both get 0 (rules 6.1).

    >>> group = [
    ...     TeamSeries(
    ...         team=team, match_day=1, series=1, group=1, score=0, players=players
    ...     )
    ...     for team, players in ((1, 4), (2, 4), (3, 0), (4, 0))
    ... ]
    >>> unwon_points(group)
    Fraction(1, 1)
    """
    unwon = 0
    for group in _groups(results):
        present = sum(not is_absent(result, rule) for result in group)
        for place in range(present + 1, len(group) + 1):
            unwon += place_points(place, len(group), rule)
    return Fraction(unwon)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """The places of each team after ``days``; withdrawn teams are not in it."""

    days: tuple[int, ...]
    places: dict[int, tuple[int, ...]]


def league_ladder(
    results: Iterable[TeamSeries],
    teams: Collection[int],
    rule: LeagueRule = PRESETS["DSKV"],
    *,
    withdrawn: Collection[int] = (),
) -> Ladder:
    """Return the places after every match day that has a result.

    >>> results = [
    ...     TeamSeries(team=team, match_day=day, series=1, group=1, score=score)
    ...     for day, scores in ((1, (3500, 4100, 3900)), (2, (4600, 3000, 3100)))
    ...     for team, score in enumerate(scores, 1)
    ... ]
    >>> league_ladder(results, {1, 2, 3}).places
    {1: (3, 1), 2: (1, 2), 3: (2, 3)}
    """
    results = list(results)
    days = tuple(sorted({result.match_day for result in results}))
    ranked = sorted(set(teams) - set(withdrawn))
    places: dict[int, tuple[int, ...]] = dict.fromkeys(ranked, ())
    for day in days:
        so_far = [result for result in results if result.match_day <= day]
        for row in league_table(so_far, teams, rule, withdrawn=withdrawn):
            if row.place is not None:
                places[row.team] = (*places[row.team], row.place)
    return Ladder(days=days, places=places)
