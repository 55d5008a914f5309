"""What one person played in a season, grouped into the units that count (6.4)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.seasons.rules import SeasonRule, Unit


@dataclass(frozen=True, slots=True, order=True)
class HeldSeries:
    """A series that took place; the season's units are counted from these."""

    evening: int
    series: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ListResult:
    """What one person got on one list.

    ``person`` and ``evening`` are numbers of the caller's; those of evenings grow with
    time. ``games`` are the games the list was planned for, so that a list cut short by
    time is not scaled up (rules 3.4, 5.4).
    """

    person: int
    evening: int
    series: int
    total: int
    won: int
    lost: int
    players: int = 4
    games: int = 48
    is_guest: bool = False

    @property
    def held(self) -> HeldSeries:
        """The series in which the list was played."""
        return HeldSeries(self.evening, self.series)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTotal:
    """One unit a person played: a list, a series or an evening (``series`` None)."""

    evening: int
    series: int | None
    total: Fraction
    won: int
    lost: int
    lists: int
    best_list: int
    struck: bool = False


def units_of(rule: SeasonRule, results: Iterable[ListResult]) -> tuple[UnitTotal, ...]:
    """Return one person's lists grouped into units, in the order of the season.

    A list of 32 games scaled to 12 rounds counts half as much again (rules 3.4).

    >>> short = ListResult(
    ...     person=1, evening=1, series=1, total=600, won=6, lost=1, games=32
    ... )
    >>> units_of(SeasonRule(rounds=12), [short])[0].total
    Fraction(900, 1)
    >>> three = ListResult(
    ...     person=1, evening=1, series=1, total=600, won=6, lost=1, games=36, players=3
    ... )
    >>> units_of(SeasonRule(threes_as_fours=True), [three])[0].total
    Fraction(800, 1)
    """
    by_unit: dict[tuple[int, ...], list[ListResult]] = defaultdict(list)
    for result in results:
        by_unit[_unit_key(rule, result, by_unit)].append(result)
    units = [_unit_total(rule, lists) for lists in by_unit.values()]
    # The key has every field, so that results in any order give the same table.
    return tuple(sorted(units, key=_in_order))


def _in_order(unit: UnitTotal) -> tuple[Fraction | int, ...]:
    series = unit.series or 0
    return unit.evening, series, unit.total, unit.won, unit.lost, unit.best_list


def _unit_key(
    rule: SeasonRule, result: ListResult, by_unit: Mapping[tuple[int, ...], object]
) -> tuple[int, ...]:
    if rule.unit is Unit.EVENING:
        return (result.evening,)
    if rule.unit is Unit.SERIES:
        return (result.evening, result.series)
    return (result.evening, result.series, len(by_unit))


def _unit_total(rule: SeasonRule, lists: Sequence[ListResult]) -> UnitTotal:
    first = lists[0]
    return UnitTotal(
        evening=first.evening,
        series=None if rule.unit is Unit.EVENING else first.series,
        total=sum((_scaled(rule, result) for result in lists), Fraction(0)),
        won=sum(result.won for result in lists),
        lost=sum(result.lost for result in lists),
        lists=len(lists),
        best_list=max(result.total for result in lists),
    )


def _scaled(rule: SeasonRule, result: ListResult) -> Fraction:
    shares = 4 if rule.threes_as_fours and result.players == 3 else 3
    total = Fraction(result.total * shares, 3)
    if rule.rounds is None:
        return total
    return total * Fraction(rule.rounds * result.players, result.games)
