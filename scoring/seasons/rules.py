"""What a club decides about its season: the rule as a value (rules 6.4).

With what one person played, grouped into the units that count, and with the rule in
sentences, as data (M13).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from types import MappingProxyType

from scoring.ranking.standings import TIE_CHAIN, Criterion


class Unit(StrEnum):
    """What is counted. A series is one list, unless a substitute shared one.

    Of games there is a minimum only.
    """

    LIST = "list"
    SERIES = "series"
    EVENING = "evening"
    GAME = "game"


class Measure(StrEnum):
    """What is made of the units that count."""

    SUM = "sum"
    AVERAGE = "average"
    PER_GAME = "per-game"


class MissingUpTo(StrEnum):
    """How many missing units are filled: up to the minimum, or all that were held."""

    MINIMUM = "minimum"
    ALL = "all"


class Guests(StrEnum):
    """Whether guests take places among the members."""

    AMONG = "among"
    APART = "apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Points for everybody who played at least ``at_least`` of ``unit``.

    The points are added to what ranks: to the sum, or to the average itself.
    """

    unit: Unit
    at_least: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRule:
    """The rule of one season table (rules 6.4).

    ``best`` is the n of "best n of m", None counts everything; ``planned`` the m,
    the units the season is to have. People with fewer units than a minimum take no
    place. ``missing`` is what a missing unit counts: None nothing, 0 zero, or points;
    units filled up to the minimum make good for it. Each missed ``absence_unit`` after
    the first ``absence_free`` takes ``absence_points`` off what ranks, and costs
    ``absence_cents``, a fee that does not affect it; None costs nothing.
    ``series`` keeps only these numbers of an evening. ``rounds`` scales every list to
    that many rounds (12 for 48/36); None leaves lists as played. ``threes_as_fours``
    counts a list of a table of three times 4/3, 36 games as 48 (as rules 6.3 do a
    team of three; no rule of the federation, see 3.4). ``ties`` decide
    between equal results, in their order (rules 5.6).
    """

    unit: Unit = Unit.LIST
    measure: Measure = Measure.AVERAGE
    best: int | None = None
    planned: int | None = None
    minimum_lists: int | None = None
    minimum_series: int | None = None
    minimum_evenings: int | None = None
    minimum_games: int | None = None
    missing: int | None = None
    missing_up_to: MissingUpTo = MissingUpTo.ALL
    bonuses: tuple[Bonus, ...] = ()
    absence_unit: Unit | None = None
    absence_points: int = 0
    absence_cents: int = 0
    absence_free: int = 0
    series: tuple[int, ...] = ()
    rounds: int | None = None
    threes_as_fours: bool = False
    guests: Guests = Guests.APART
    ties: tuple[Criterion, ...] = TIE_CHAIN[1:]

    @property
    def minimums(self) -> Mapping[Unit, int]:
        """The minimums that are asked for, by their units.

        >>> SeasonRule(minimum_evenings=12).minimums
        {<Unit.EVENING: 'evening'>: 12}
        """
        pairs = (
            (Unit.LIST, self.minimum_lists),
            (Unit.SERIES, self.minimum_series),
            (Unit.EVENING, self.minimum_evenings),
            (Unit.GAME, self.minimum_games),
        )
        return {unit: count for unit, count in pairs if count is not None}

    @property
    def counts_games(self) -> bool:
        """Whether it matters how many games somebody played."""
        return self.measure is Measure.PER_GAME or self.minimum_games is not None

    @property
    def fills_to_minimum(self) -> bool:
        """Tell whether missing units are credited up to the minimum (GERM).

        >>> PRESETS["GERM"].fills_to_minimum, PRESETS["ZARP"].fills_to_minimum
        (True, False)
        """
        return self.missing is not None and self.missing_up_to is MissingUpTo.MINIMUM


class RuleProblem(StrEnum):
    """Why a rule cannot be used; the value is the public code."""

    BEST_BELOW_ONE = "best-below-one"
    BEST_ABOVE_PLANNED = "best-above-planned"
    MINIMUM_BELOW_ONE = "minimum-below-one"
    MINIMUM_ABOVE_PLANNED = "minimum-above-planned"
    MISSING_WITHOUT_MINIMUM = "missing-without-minimum"
    BONUS_WITHOUT_POINTS = "bonus-without-points"
    ABSENCE_BELOW_ZERO = "absence-below-zero"
    ROUNDS_BELOW_ONE = "rounds-below-one"
    TIES_TWICE = "ties-twice"
    PER_GAME_AS_PLAYED = "per-game-as-played"


def rule_problems(rule: SeasonRule) -> tuple[RuleProblem, ...]:
    """Return everything that is wrong with ``rule`` at once.

    >>> [str(problem) for problem in rule_problems(SeasonRule(best=36, planned=30))]
    ['best-above-planned']
    """
    minimum = rule.minimums.get(rule.unit, 0)
    costs = rule.absence_points, rule.absence_cents, rule.absence_free
    checks = (
        (RuleProblem.BEST_BELOW_ONE, _below_one(rule.best)),
        (RuleProblem.BEST_ABOVE_PLANNED, _above(rule.best, rule.planned)),
        (RuleProblem.MINIMUM_BELOW_ONE, min(rule.minimums.values(), default=1) < 1),
        (RuleProblem.MINIMUM_ABOVE_PLANNED, _above(minimum, rule.planned)),
        (RuleProblem.MISSING_WITHOUT_MINIMUM, rule.fills_to_minimum and not minimum),
        (
            RuleProblem.BONUS_WITHOUT_POINTS,
            any(bonus.points == 0 or bonus.at_least < 1 for bonus in rule.bonuses),
        ),
        (RuleProblem.ABSENCE_BELOW_ZERO, min(costs) < 0),
        (RuleProblem.ROUNDS_BELOW_ONE, _below_one(rule.rounds)),
        (RuleProblem.TIES_TWICE, len(set(rule.ties)) < len(rule.ties)),
        (
            RuleProblem.PER_GAME_AS_PLAYED,
            rule.measure is Measure.PER_GAME and _changes_points(rule),
        ),
    )
    return tuple(problem for problem, applies in checks if applies)


def _changes_points(rule: SeasonRule) -> bool:
    """Tell whether points are counted that were not made in so many games."""
    credits_missing = rule.missing is not None
    return credits_missing or rule.rounds is not None or rule.threes_as_fours


def _below_one(number: int | None) -> bool:
    return number is not None and number < 1


def _above(number: int | None, limit: int | None) -> bool:
    return number is not None and limit is not None and number > limit


_WOLF = SeasonRule(unit=Unit.EVENING, planned=36, minimum_evenings=20)

PRESETS: Mapping[str, SeasonRule] = MappingProxyType(
    {
        "GERM": SeasonRule(
            minimum_lists=24, missing=0, missing_up_to=MissingUpTo.MINIMUM
        ),
        "BITB": SeasonRule(unit=Unit.SERIES, measure=Measure.SUM, best=36, planned=60),
        "KLINK": SeasonRule(minimum_evenings=12),
        "WOLF-championship": replace(_WOLF, series=(1,)),
        "WOLF-cup": replace(_WOLF, series=(2,)),
        "WOLF-sum": _WOLF,
        "OSNA": SeasonRule(unit=Unit.EVENING),
        "PFORZ": SeasonRule(
            unit=Unit.SERIES,
            measure=Measure.SUM,
            planned=26,
            absence_unit=Unit.EVENING,
            absence_cents=300,
        ),
        "ZARP": SeasonRule(unit=Unit.SERIES, measure=Measure.SUM, missing=500),
        "MSUED": SeasonRule(
            unit=Unit.SERIES, bonuses=(Bonus(unit=Unit.SERIES, at_least=30, points=10),)
        ),
        "HARZ-6": SeasonRule(unit=Unit.EVENING, minimum_evenings=6),
        "HARZ-12": SeasonRule(unit=Unit.EVENING, minimum_evenings=12),
    }
)
"""Every row of the table in rules 6.4, by its key; WOLF has three tables, HARZ two.

Where the source names no measure the average is taken; the 10 points of MSUED are
ours, the source names no number. The 3 EUR of PFORZ are those of rules 5.7.
"""


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
    time is not scaled up (rules 3.4, 5.4). A total from a table may be of several
    ``lists``, 0 if nobody knows how many: it counts where whole evenings count.
    ``played`` are the games while the person had a place, those as dealer too (rules
    5.5, 6.3); None if nobody knows, as of former years.
    """

    person: int
    evening: int
    series: int
    total: int
    won: int
    lost: int
    players: int = 4
    games: int = 48
    played: int | None = 48
    lists: int = 1
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
    games: int
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
        if result.lists == 0 and rule.unit is not Unit.EVENING:
            continue
        if result.played is None and rule.measure is Measure.PER_GAME:
            continue
        by_unit[_unit_key(rule, result, by_unit)].append(result)
    units = [unit for lists in by_unit.values() for unit in _units(rule, lists)]
    # The key has every field, so that results in any order give the same table.
    key = attrgetter("evening", "series", "total", "won", "lost", "games", "best_list")
    return tuple(sorted(units, key=key))


def _unit_key(
    rule: SeasonRule, result: ListResult, by_unit: Mapping[tuple[int, ...], object]
) -> tuple[int, ...]:
    if rule.unit is Unit.EVENING:
        return (result.evening,)
    if rule.unit is Unit.SERIES:
        return (result.evening, result.series)
    return (result.evening, result.series, len(by_unit))


def _units(rule: SeasonRule, lists: Sequence[ListResult]) -> list[UnitTotal]:
    """Return lists as a unit; a total of several as so many, each with its share.

    Who had what on which of them nobody knows; the games are told once.
    """
    first, shares = lists[0], max(result.lists for result in lists)
    unit = UnitTotal(
        evening=first.evening,
        series=None if rule.unit is Unit.EVENING else first.series,
        total=sum((_scaled(rule, result) for result in lists), Fraction(0)),
        won=sum(result.won for result in lists),
        lost=sum(result.lost for result in lists),
        lists=sum(result.lists for result in lists),
        games=sum(result.played or 0 for result in lists),
        best_list=max((r.total for r in lists if r.lists == 1), default=0),
    )
    if rule.unit is Unit.EVENING or shares < 2:
        return [unit]
    share = replace(unit, total=unit.total / shares, lists=1)
    return [share, *[replace(share, won=0, lost=0, games=0)] * (shares - 1)]


def _scaled(rule: SeasonRule, result: ListResult) -> Fraction:
    shares = 4 if rule.threes_as_fours and result.players == 3 else 3
    total = Fraction(result.total * shares, 3)
    if rule.rounds is None:
        return total
    return total * Fraction(rule.rounds * result.players, result.games)


class SentenceCode(StrEnum):
    """What one sentence of the bylaws says; the value is the public code."""

    SUM_OF_ALL = "sum-of-all"
    SUM_OF_BEST = "sum-of-best"
    AVERAGE_OF_ALL = "average-of-all"
    AVERAGE_OF_BEST = "average-of-best"
    PER_GAME_OF_ALL = "per-game-of-all"
    PER_GAME_OF_BEST = "per-game-of-best"
    GAMES_COUNTED = "games-counted"
    EXACT_AVERAGE = "exact-average"
    PLANNED = "planned"
    SERIES_ONLY = "series-only"
    MINIMUM = "minimum"
    NO_MINIMUM = "no-minimum"
    MISSING_NOTHING = "missing-nothing"
    MISSING_ZERO = "missing-zero"
    MISSING_POINTS = "missing-points"
    MISSING_ZERO_TO_MINIMUM = "missing-zero-to-minimum"
    MISSING_POINTS_TO_MINIMUM = "missing-points-to-minimum"
    BONUS = "bonus"
    BONUSES_ADD_UP = "bonuses-add-up"
    DEDUCTION = "deduction"
    FEE = "fee"
    LENGTHS_SCALED = "lengths-scaled"
    THREES_AS_FOURS = "threes-as-fours"
    LENGTHS_AS_PLAYED = "lengths-as-played"
    GUESTS_AMONG = "guests-among"
    GUESTS_APART = "guests-apart"
    TIES = "ties"
    NO_TIES = "no-ties"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence as data; what a code does not need is None.

    ``number`` is the count the code speaks of: units, a series, rounds; of a
    deduction or fee the units that are free.
    """

    code: SentenceCode
    unit: Unit | None = None
    number: int | None = None
    points: int | None = None
    cents: int | None = None
    steps: tuple[Criterion, ...] = ()


def rule_sentences(rule: SeasonRule) -> tuple[Sentence, ...]:
    """Return the rule as the sentences of the bylaws, in their order (M13).

    >>> [str(sentence.code) for sentence in rule_sentences(PRESETS["BITB"])][:3]
    ['sum-of-best', 'planned', 'no-minimum']
    """
    return (*_counting_sentences(rule), *_further_sentences(rule))


MEASURE_CODE = {
    (Measure.SUM, False): SentenceCode.SUM_OF_ALL,
    (Measure.SUM, True): SentenceCode.SUM_OF_BEST,
    (Measure.AVERAGE, False): SentenceCode.AVERAGE_OF_ALL,
    (Measure.AVERAGE, True): SentenceCode.AVERAGE_OF_BEST,
    (Measure.PER_GAME, False): SentenceCode.PER_GAME_OF_ALL,
    (Measure.PER_GAME, True): SentenceCode.PER_GAME_OF_BEST,
}


MISSING_CODE = {
    (MissingUpTo.ALL, False): SentenceCode.MISSING_ZERO,
    (MissingUpTo.ALL, True): SentenceCode.MISSING_POINTS,
    (MissingUpTo.MINIMUM, False): SentenceCode.MISSING_ZERO_TO_MINIMUM,
    (MissingUpTo.MINIMUM, True): SentenceCode.MISSING_POINTS_TO_MINIMUM,
}


def _counting_sentences(rule: SeasonRule) -> Iterable[Sentence]:
    code = MEASURE_CODE[rule.measure, rule.best is not None]
    yield Sentence(code=code, unit=rule.unit, number=rule.best)
    if rule.measure is not Measure.SUM:
        yield Sentence(code=SentenceCode.EXACT_AVERAGE)
    if rule.counts_games:
        yield Sentence(code=SentenceCode.GAMES_COUNTED)
    if rule.planned is not None:
        yield Sentence(code=SentenceCode.PLANNED, unit=rule.unit, number=rule.planned)
    for number in rule.series:
        yield Sentence(code=SentenceCode.SERIES_ONLY, number=number)

    for unit, count in rule.minimums.items():
        yield Sentence(code=SentenceCode.MINIMUM, unit=unit, number=count)
    if not rule.minimums:
        yield Sentence(code=SentenceCode.NO_MINIMUM)

    code = SentenceCode.MISSING_NOTHING
    if rule.missing is not None:
        code = MISSING_CODE[rule.missing_up_to, rule.missing != 0]
    yield Sentence(code=code, unit=rule.unit, points=rule.missing or None)


def _further_sentences(rule: SeasonRule) -> Iterable[Sentence]:
    for bonus in rule.bonuses:
        yield Sentence(
            code=SentenceCode.BONUS,
            unit=bonus.unit,
            number=bonus.at_least,
            points=bonus.points,
        )
    if len(rule.bonuses) > 1:
        yield Sentence(code=SentenceCode.BONUSES_ADD_UP)

    unit, free = rule.absence_unit, rule.absence_free
    if unit and rule.absence_points:
        yield Sentence(
            code=SentenceCode.DEDUCTION,
            unit=unit,
            number=free,
            points=rule.absence_points,
        )
    if unit and rule.absence_cents:
        yield Sentence(
            code=SentenceCode.FEE, unit=unit, number=free, cents=rule.absence_cents
        )

    if rule.rounds is None:
        yield Sentence(code=SentenceCode.LENGTHS_AS_PLAYED)
    else:
        yield Sentence(code=SentenceCode.LENGTHS_SCALED, number=rule.rounds)
    if rule.threes_as_fours:
        yield Sentence(code=SentenceCode.THREES_AS_FOURS)
    yield Sentence(code=SentenceCode(f"guests-{rule.guests}"))
    if rule.ties:
        yield Sentence(code=SentenceCode.TIES, steps=rule.ties)
    else:
        yield Sentence(code=SentenceCode.NO_TIES)
