"""The table of a season under a club's own rule (rules 6.4)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from scoring.ranking.standings import Criterion, by_chain, rank
from scoring.seasons.rules import (
    Guests,
    HeldSeries,
    ListResult,
    Measure,
    SeasonRule,
    Unit,
    UnitTotal,
    units_of,
)


class SeasonStanding(StrEnum):
    """Whether a person takes a place, and if not, why."""

    RANKED = "ranked"
    SHORT = "short"
    GUEST = "guest"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A person's line in the season table.

    ``value`` ranks: the sum or the exact average, per unit or per game, with bonus and
    deduction. ``total`` and ``average`` (per unit) are of what counts, credit for
    ``missing`` units included; ``games``, ``won`` and ``lost`` are of the ``counted``
    units. ``played`` units are counted or struck.
    ``last_series`` is what the person has in the last series held, struck or not;
    ``short_by`` is the largest amount by which a minimum is missed, counted in
    ``short_of``; ``decided_by`` is 0 if the value was enough, else the position in
    the rule's ties, from 1.
    """

    person: int
    place: int | None = None
    shared: bool = False
    decided_by: int = 0
    standing: SeasonStanding
    value: Fraction
    total: Fraction
    average: Fraction
    units: tuple[UnitTotal, ...]
    counted: int
    missing: int
    games: int
    won: int
    lost: int
    best_list: int
    last_series: int
    bonus: int
    deduction: int
    fee_cents: int
    absent: int
    short_by: int
    short_of: Unit
    lot: int = 0

    @property
    def played(self) -> int:
        """Return how many units were played, struck ones included."""
        return len(self.units)

    @property
    def lists(self) -> int:
        """Return how many lists were played, struck ones included."""
        return sum(unit.lists for unit in self.units)

    @property
    def struck(self) -> tuple[UnitTotal, ...]:
        """Return the units that do not count, in the order of the season."""
        return tuple(unit for unit in self.units if unit.struck)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Season:
    """What is the same for everybody: the rule, and what was held."""

    rule: SeasonRule
    held: Mapping[Unit, int]
    last: HeldSeries | None
    over: bool

    def required(self, minimum: int) -> int:
        """Return the minimum, or its share while the season is running."""
        planned, held = self.rule.planned, self.held[self.rule.unit]
        if self.over or planned is None or held >= planned:
            return minimum
        return minimum * held // planned


def season_standings(
    rule: SeasonRule,
    results: Iterable[ListResult],
    units: Iterable[HeldSeries],
    *,
    over: bool = True,
    lots: Mapping[int, int] | None = None,
) -> tuple[SeasonRow, ...]:
    """Return the season table: ranked people first, then short ones, then guests.

    ``units`` are the series held; results of others are left out. While a season is
    not ``over`` and its length is planned, minimums grow with what was held. Of the
    ``lots`` drawn higher is better. Guests never played as a member. A ranking per
    game has no people of whose games nobody knows.

    >>> lists = [
    ...     ListResult(person=1, evening=1, series=1, total=900, won=9, lost=1),
    ...     ListResult(person=1, evening=1, series=2, total=701, won=7, lost=2),
    ...     ListResult(person=2, evening=1, series=1, total=801, won=8, lost=0),
    ... ]
    >>> held = [HeldSeries(1, 1), HeldSeries(1, 2)]
    >>> rows = season_standings(SeasonRule(), lists, held)
    >>> [(row.place, row.person, row.value) for row in rows]
    [(1, 2, Fraction(801, 1)), (2, 1, Fraction(1601, 2))]
    """
    held = {one for one in units if not rule.series or one.series in rule.series}
    last = max(held, default=None)
    results = list(results)
    held_units = _count_units(_sizes(held, results, 1))
    season = _Season(rule=rule, held=held_units, last=last, over=over)
    by_person: dict[int, list[ListResult]] = defaultdict(list)
    for result in results:
        if result.held in held:
            by_person[result.person].append(result)
    rows = [
        replace(_row(season, person, own_results), lot=(lots or {}).get(person, 0))
        for person, own_results in sorted(by_person.items())
        if rule.measure is not Measure.PER_GAME or any(r.played for r in own_results)
    ]
    return _placed(rule, rows)


def open_ties(rule: SeasonRule, rows: Iterable[SeasonRow]) -> list[tuple[int, ...]]:
    """Return the people who share a place, by place; none where no lot decides."""
    if Criterion.LOT not in rule.ties:
        return []
    shared = [row for row in rows if row.shared]
    return [
        tuple(row.person for row in tied)
        for _place, tied in groupby(shared, key=lambda row: row.place)
    ]


def decide_by_lot(
    rule: SeasonRule, rows: Sequence[SeasonRow], lots: Mapping[int, int]
) -> tuple[SeasonRow, ...]:
    """Return the table again with ties decided by ``lots`` (rules 5.6)."""
    if not lots:
        return tuple(rows)
    return _placed(
        rule,
        [
            replace(row, place=None, shared=False, lot=lots.get(row.person, 0))
            for row in rows
        ],
    )


def _sizes(
    held: Iterable[HeldSeries], results: Iterable[ListResult], least: int
) -> dict[HeldSeries, int]:
    """Return how many series each is: a total from a table may be of several."""
    sizes = dict.fromkeys(held, least)
    for result in results:
        if result.held in sizes:
            sizes[result.held] = max(sizes[result.held], result.lists)
    return sizes


def _count_units(
    sizes: Mapping[HeldSeries, int], lists: int | None = None
) -> dict[Unit, int]:
    series = sum(sizes.values())
    evenings = len({one.evening for one in sizes})
    lists = series if lists is None else lists
    return {Unit.LIST: lists, Unit.SERIES: series, Unit.EVENING: evenings}


def _count_played(results: Sequence[ListResult]) -> dict[Unit, int]:
    sizes = _sizes({result.held for result in results}, results, 0)
    counts = _count_units(sizes, sum(result.lists for result in results))
    return counts | {Unit.GAME: sum(result.played or 0 for result in results)}


def _placed(rule: SeasonRule, rows: Sequence[SeasonRow]) -> tuple[SeasonRow, ...]:
    chain = by_chain(rule.ties)

    def key(row: SeasonRow) -> tuple[Fraction | int, ...]:
        return (row.value, *chain(row))

    ranked = rank(
        (row for row in rows if row.standing is SeasonStanding.RANKED), by=key
    )
    in_order = sorted(rows, key=key, reverse=True)
    return (
        *(
            replace(
                line.entry,
                place=line.place,
                shared=line.shared,
                decided_by=line.decided_by,
            )
            for line in ranked
        ),
        *(row for row in in_order if row.standing is SeasonStanding.SHORT),
        *(row for row in in_order if row.standing is SeasonStanding.GUEST),
    )


def _row(season: _Season, person: int, results: Sequence[ListResult]) -> SeasonRow:
    rule = season.rule
    units_played = units_of(rule, results)
    counts = _count_played(results)
    missing = _missing_units(season, len(units_played))
    units, credited = _strike(rule, units_played, missing)
    counting = [unit for unit in units if not unit.struck]
    total = sum(
        (unit.total for unit in counting), Fraction((rule.missing or 0) * credited)
    )
    average = total / ((len(counting) + credited) or 1)
    games = sum(unit.games for unit in counting)
    bonus = sum(b.points for b in rule.bonuses if counts[b.unit] >= b.at_least)
    absent, charged = _absences(season, counts)
    deduction = charged * rule.absence_points
    standing, (short_by, short_of) = _standing(season, results, counts)
    return SeasonRow(
        person=person,
        standing=standing,
        value=_measured(rule, total, average, games) + bonus - deduction,
        total=total,
        average=average,
        units=units,
        counted=len(counting),
        missing=credited,
        games=games,
        won=sum(unit.won for unit in counting),
        lost=sum(unit.lost for unit in counting),
        best_list=max((unit.best_list for unit in counting), default=0),
        last_series=sum(
            result.total for result in results if result.held == season.last
        ),
        bonus=bonus,
        deduction=deduction,
        fee_cents=charged * rule.absence_cents,
        absent=absent,
        short_by=short_by,
        short_of=short_of,
    )


def _measured(
    rule: SeasonRule, total: Fraction, average: Fraction, games: int
) -> Fraction:
    if rule.measure is Measure.PER_GAME:
        return total / (games or 1)
    return total if rule.measure is Measure.SUM else average


def _missing_units(season: _Season, units_played: int) -> int:
    rule = season.rule
    if rule.missing is None:
        return 0
    due = season.held[rule.unit]
    if rule.fills_to_minimum:
        due = season.required(rule.minimums.get(rule.unit, 0))
    return max(0, due - units_played)


def _strike(
    rule: SeasonRule, units: tuple[UnitTotal, ...], missing: int
) -> tuple[tuple[UnitTotal, ...], int]:
    """Strike all but the best; of equal units the earlier stays.

    Returns the units played, struck ones marked, and how many missing units count.
    A credit above a bad result takes its place.
    """
    if rule.best is None or len(units) + missing <= rule.best:
        return units, missing
    order = sorted(
        range(len(units)),
        key=lambda at: (-units[at].total, -units[at].won, units[at].lost, at),
    )
    credit = rule.missing or 0
    better = sum(unit.total >= credit for unit in units)
    credited = min(missing, max(0, rule.best - better))
    best = set(order[: rule.best - credited])
    units = tuple(
        unit if at in best else replace(unit, struck=True)
        for at, unit in enumerate(units)
    )
    return units, credited


def _absences(season: _Season, counts: Mapping[Unit, int]) -> tuple[int, int]:
    """Return the units missed and those of them that cost something."""
    rule = season.rule
    unit = rule.absence_unit or rule.unit
    absent = max(0, season.held[unit] - counts[unit])
    return absent, max(0, absent - rule.absence_free) if rule.absence_unit else 0


def _shortfall(season: _Season, counts: Mapping[Unit, int]) -> tuple[int, Unit]:
    """Return the largest amount by which a minimum is missed."""
    rule = season.rule
    return max(
        (
            (max(0, season.required(minimum) - counts[unit]), unit)
            for unit, minimum in rule.minimums.items()
            if not (rule.fills_to_minimum and unit is rule.unit)
        ),
        key=itemgetter(0),
        default=(0, rule.unit),
    )


def _standing(
    season: _Season, results: Iterable[ListResult], counts: Mapping[Unit, int]
) -> tuple[SeasonStanding, tuple[int, Unit]]:
    """Return whether a person takes a place, and by how much a minimum is missed.

    A guest who is ranked apart misses none: no minimum leads to a place.
    """
    if season.rule.guests is Guests.APART and all(
        result.is_guest for result in results
    ):
        return SeasonStanding.GUEST, (0, season.rule.unit)
    lack = _shortfall(season, counts)
    return (SeasonStanding.SHORT if lack[0] else SeasonStanding.RANKED), lack


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What a change does to one person.

    ``before`` or ``after`` is None if the person is in one table only.
    """

    person: int
    before: SeasonRow | None
    after: SeasonRow | None

    @property
    def places_won(self) -> int | None:
        """The places won, negative for places lost; None without two places."""
        if self.before is None or self.after is None:
            return None
        if self.before.place is None or self.after.place is None:
            return None
        return self.before.place - self.after.place

    @property
    def changes_place(self) -> bool:
        """Whether the person gains, loses or changes a place."""
        before, after = (
            row.place if row else None for row in (self.before, self.after)
        )
        return before != after


def moves(before: Iterable[SeasonRow], after: Iterable[SeasonRow]) -> tuple[Move, ...]:
    """Return everybody's move between two tables, in the order of the second.

    For the trend since the last evening, pass the table without that evening. People
    who are only in the first table follow at the end.

    >>> moves((), ())
    ()
    """
    earlier = {row.person: row for row in before}
    later = {row.person: row for row in after}
    only_before = [person for person in earlier if person not in later]
    return tuple(
        Move(person=person, before=earlier.get(person), after=later.get(person))
        for person in (*later, *only_before)
    )


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
