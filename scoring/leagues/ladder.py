"""The course of a league: the place of each team after every match day (rules 6.3)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring.leagues.rules import PRESETS, LeagueRule, TeamSeries
from scoring.leagues.table import league_table


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
