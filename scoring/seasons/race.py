"""The course of a season: everybody's result after each evening (rules 6.4)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from scoring.seasons.rules import SeasonRule
from scoring.seasons.table import season_standings
from scoring.seasons.units import HeldSeries, ListResult


def season_race(
    rule: SeasonRule,
    results: Iterable[ListResult],
    units: Iterable[HeldSeries],
    stages: Sequence[int],
    *,
    over: bool,
    least: int = 1,
) -> dict[int, tuple[Fraction | None, ...]]:
    """Return the result of each person after the evenings ``stages``, oldest first.

    It is None until the person has ``least`` results: the average of one evening says
    little. A line depends only on the person's own lists and on what was held, so it
    can be asked for a few people alone.

    >>> lists = [
    ...     ListResult(person=1, evening=1, series=1, total=900, won=9, lost=1),
    ...     ListResult(person=1, evening=2, series=1, total=700, won=7, lost=2),
    ...     ListResult(person=2, evening=2, series=1, total=801, won=8, lost=0),
    ... ]
    >>> held = [HeldSeries(1, 1), HeldSeries(2, 1)]
    >>> race = season_race(SeasonRule(), lists, held, [1, 2], over=True)
    >>> [[value and int(value) for value in race[person]] for person in (1, 2)]
    [[900, 800], [None, 801]]
    """
    results, units = list(results), list(units)
    values = []
    for stage in stages:
        rows = season_standings(
            rule,
            [result for result in results if result.evening <= stage],
            [result for result in units if result.evening <= stage],
            over=over and stage == stages[-1],
        )
        values.append({row.person: row.value for row in rows if row.played >= least})
    people = sorted({result.person for result in results})
    return {
        person: tuple(values_then.get(person) for values_then in values)
        for person in people
    }


def spread_stages(stages: Sequence[int], most: int) -> list[int]:
    """Return at most ``most`` stages, as evenly spread as possible, the last included.

    >>> spread_stages([1, 2, 3, 4, 5, 6, 7], 3)
    [1, 4, 7]
    >>> spread_stages([1, 2], 3)
    [1, 2]
    """
    every = max(-(-(len(stages) - 1) // max(most - 1, 1)), 1)
    return list(reversed(stages[::-1][::every]))
