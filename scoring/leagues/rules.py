"""League rules: tables formed, team results, Wertungspunkte of a series (6.1, 6.2).

The Wertungspunkte of a league, its match points, are called ``plus`` and ``minus``, as
they are written, 3:0; the Spielpunkte of a team are its ``score``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from scoring.ranking.standings import Placed, rank


class SharedPlaces(StrEnum):
    """What teams with equal results in a series get (rules 11.4)."""

    AVERAGED = "averaged"
    BEST = "best"


class AverageOf(StrEnum):
    """What the single ranking of a league averages (rules 6.3)."""

    LISTS = "lists"
    GAMES = "games"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRule:
    """The numbers of one league and season (rules 6.1 to 6.3).

    ``step`` is the Wertungspunkte between two places. A team has ``team_size``
    players and may start with ``least_players``; with fewer it counts as absent.
    ``scale_short`` lets three count as four (4/3). ``promoted`` and ``relegated``
    teams are those of this season. ``minimum_share`` of the games is needed for a
    place in the single ranking. ``games_decide`` ranks by won and lost games after the
    Spielpunkte, which no source confirms (rules 5.6).
    """

    step: int = 1
    team_size: int = 4
    least_players: int = 3
    shared: SharedPlaces = SharedPlaces.AVERAGED
    scale_short: bool = False
    promoted: int = 0
    relegated: int = 0
    average_of: AverageOf = AverageOf.LISTS
    minimum_share: Fraction = Fraction(0)
    games_decide: bool = False


PRESETS: Mapping[str, LeagueRule] = MappingProxyType(
    {
        "DSKV": LeagueRule(),
        "ISPA": LeagueRule(
            step=2,
            team_size=8,
            least_players=6,
            average_of=AverageOf.GAMES,
            minimum_share=Fraction(3, 4),
        ),
    }
)
"""The numbers of the two federations; the 6 of ISPA is ours, no source names it."""

FINAL_AFTER = timedelta(days=14)
"""Confirmed results are final so long after the match day (rules 6.3)."""

MATCH_DAYS = 5
"""Match days of a season, 2025 (rules 6.1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSeries:
    """What one team did in one series of a match day.

    ``group`` is shared by the teams that played one another there; ``score`` is the sum
    of the team's lists, ``players`` how many of the team sat down, 0 for a no-show.
    """

    team: int
    match_day: int
    series: int
    group: int
    score: int
    players: int = 4
    won: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPoints:
    """Both point columns of one team in one series; ``possible`` is the most."""

    team: int
    place: int
    plus: Fraction
    minus: Fraction
    possible: int
    score: Fraction
    absent: bool = False


def final_on(match_day: date, confirmed: date) -> date:
    """Return the day on which confirmed results become final (rules 6.3).

    >>> final_on(date(2026, 2, 7), confirmed=date(2026, 2, 8)).isoformat()
    '2026-02-21'
    >>> final_on(date(2026, 2, 7), confirmed=date(2026, 3, 1)).isoformat()
    '2026-03-01'
    """
    return max(match_day + FINAL_AFTER, confirmed)


def tables_formed(
    present: Sequence[int], rule: LeagueRule = PRESETS["DSKV"]
) -> tuple[int, ...]:
    """Return the table sizes for the players present per team, largest first (6.1).

    Empty if nothing can be played: fewer than two teams, or two teams of which one
    is short. Teams below the smallest number that may start are not seated.

    >>> tables_formed([4, 4, 4, 3]), tables_formed([4, 4, 4, 0])
    ((4, 4, 4, 3), (3, 3, 3, 3))
    """
    seated = [players for players in present if players >= rule.least_players]
    seats = sum(seated)
    full = all(players == rule.team_size for players in seated)
    if len(seated) < 2 or (len(seated) == 2 and not full):
        return ()
    if len(seated) == 3 and full:
        return (3,) * rule.team_size  # one of each team at every table
    threes = -seats % 4
    fours = (seats - 3 * threes) // 4
    return (4,) * fours + (3,) * threes if fours >= 0 else ()


def team_score(result: TeamSeries, rule: LeagueRule) -> Fraction:
    """Return the Spielpunkte that count: 0 for absent teams, 4/3 where set (6.3).

    >>> three = TeamSeries(
    ...     team=1, match_day=1, series=1, group=1, score=2700, players=3
    ... )
    >>> team_score(three, LeagueRule(scale_short=True))
    Fraction(3600, 1)
    """
    if is_absent(result, rule):
        return Fraction(0)
    if rule.scale_short and result.players < rule.team_size:
        return Fraction(result.score * rule.team_size, result.players)
    return Fraction(result.score)


def is_absent(result: TeamSeries, rule: LeagueRule) -> bool:
    """Tell whether a team did not show up or has too few players to start (6.1).

    >>> absent = TeamSeries(
    ...     team=1, match_day=1, series=1, group=1, score=0, players=0
    ... )
    >>> is_absent(absent, PRESETS["DSKV"])
    True
    """
    return result.players < rule.least_players


def place_points(place: int, teams: int, rule: LeagueRule) -> int:
    """Return the Wertungspunkte of a place in a group of ``teams`` (rules 6.2).

    >>> dskv, ispa = PRESETS["DSKV"], PRESETS["ISPA"]
    >>> [place_points(place, 4, dskv) for place in (1, 2, 3, 4)]
    [3, 2, 1, 0]
    >>> [place_points(place, 4, ispa) for place in (1, 2, 3, 4)]
    [6, 4, 2, 0]
    """
    return rule.step * (teams - place)


def series_points(
    group: Iterable[TeamSeries], rule: LeagueRule = PRESETS["DSKV"]
) -> tuple[SeriesPoints, ...]:
    """Return the Wertungspunkte of one group in one series, best first (6.2, 11.4).

    An absent team stays in the group and takes 0 from its last place, so that the
    scale of the others is unchanged (rules 6.1).

    >>> def team(number, score, players=4):
    ...     return TeamSeries(
    ...         team=number,
    ...         match_day=1,
    ...         series=1,
    ...         group=1,
    ...         score=score,
    ...         players=players,
    ...     )
    >>> group = [team(1, 3900), team(2, 3900), team(3, 4100), team(4, 0, players=0)]
    >>> [(line.team, str(line.plus), str(line.minus)) for line in series_points(group)]
    [(3, '3', '0'), (1, '3/2', '3/2'), (2, '3/2', '3/2'), (4, '0', '3')]
    """
    teams = sorted(group, key=lambda result: result.team)
    most = place_points(1, len(teams), rule)
    placed = rank(
        (result for result in teams if not is_absent(result, rule)),
        by=lambda result: (team_score(result, rule),),
    )
    sharing = Counter(line.place for line in placed)
    absent = [result.team for result in teams if is_absent(result, rule)]
    return (
        *(_points_of(line, sharing[line.place], len(teams), rule) for line in placed),
        *(absent_points(team, len(placed) + 1, most) for team in absent),
    )


def _points_of(
    line: Placed[TeamSeries], sharing: int, teams: int, rule: LeagueRule
) -> SeriesPoints:
    most = place_points(1, teams, rule)
    best = place_points(line.place, teams, rule)
    plus = Fraction(best)
    if rule.shared is SharedPlaces.AVERAGED:
        worst = place_points(line.place + sharing - 1, teams, rule)
        plus = Fraction(best + worst, 2)
    return SeriesPoints(
        team=line.entry.team,
        place=line.place,
        plus=plus,
        minus=most - plus,
        possible=most,
        score=team_score(line.entry, rule),
    )


def absent_points(team: int, place: int, possible: int) -> SeriesPoints:
    """Return what an absent team gets: 0 in both kinds of points (rules 6.1).

    >>> absent = absent_points(4, 4, 3)
    >>> int(absent.plus), int(absent.minus), int(absent.score)
    (0, 3, 0)
    """
    return SeriesPoints(
        team=team,
        place=place,
        plus=Fraction(0),
        minus=Fraction(possible),
        possible=possible,
        score=Fraction(0),
        absent=True,
    )
