"""The rule of a season in sentences, as data (M13)."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scoring.ranking.standings import Criterion
from scoring.seasons.rules import Guests, Measure, MissingUpTo, SeasonRule, Unit


class SentenceCode(StrEnum):
    """What one sentence of the bylaws says; the value is the public code."""

    SUM_OF_ALL = "sum-of-all"
    SUM_OF_BEST = "sum-of-best"
    AVERAGE_OF_ALL = "average-of-all"
    AVERAGE_OF_BEST = "average-of-best"
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

    >>> from scoring.seasons.rules import PRESETS
    >>> [str(sentence.code) for sentence in rule_sentences(PRESETS["BITB"])][:3]
    ['sum-of-best', 'planned', 'no-minimum']
    """
    return (
        *_measure_sentences(rule),
        *_minimum_sentences(rule),
        _missing_sentence(rule),
        *_bonus_sentences(rule),
        *_absence_sentences(rule),
        *_setting_sentences(rule),
    )


MEASURE_CODE = {
    (Measure.SUM, False): SentenceCode.SUM_OF_ALL,
    (Measure.SUM, True): SentenceCode.SUM_OF_BEST,
    (Measure.AVERAGE, False): SentenceCode.AVERAGE_OF_ALL,
    (Measure.AVERAGE, True): SentenceCode.AVERAGE_OF_BEST,
}


def _measure_sentences(rule: SeasonRule) -> Iterable[Sentence]:
    code = MEASURE_CODE[rule.measure, rule.best is not None]
    yield Sentence(code=code, unit=rule.unit, number=rule.best)
    if rule.measure is Measure.AVERAGE:
        yield Sentence(code=SentenceCode.EXACT_AVERAGE)
    if rule.planned is not None:
        yield Sentence(code=SentenceCode.PLANNED, unit=rule.unit, number=rule.planned)
    for number in rule.series:
        yield Sentence(code=SentenceCode.SERIES_ONLY, number=number)


def _minimum_sentences(rule: SeasonRule) -> Iterable[Sentence]:
    for minimum in rule.minimums:
        yield Sentence(
            code=SentenceCode.MINIMUM, unit=minimum.unit, number=minimum.count
        )
    if not rule.minimums:
        yield Sentence(code=SentenceCode.NO_MINIMUM)


MISSING_CODE = {
    (MissingUpTo.ALL, False): SentenceCode.MISSING_ZERO,
    (MissingUpTo.ALL, True): SentenceCode.MISSING_POINTS,
    (MissingUpTo.MINIMUM, False): SentenceCode.MISSING_ZERO_TO_MINIMUM,
    (MissingUpTo.MINIMUM, True): SentenceCode.MISSING_POINTS_TO_MINIMUM,
}


def _missing_sentence(rule: SeasonRule) -> Sentence:
    if rule.missing is None:
        return Sentence(code=SentenceCode.MISSING_NOTHING, unit=rule.unit)
    code = MISSING_CODE[rule.missing_up_to, rule.missing != 0]
    return Sentence(code=code, unit=rule.unit, points=rule.missing or None)


def _bonus_sentences(rule: SeasonRule) -> Iterable[Sentence]:
    for bonus in rule.bonuses:
        yield Sentence(
            code=SentenceCode.BONUS,
            unit=bonus.unit,
            number=bonus.at_least,
            points=bonus.points,
        )
    if len(rule.bonuses) > 1:
        yield Sentence(code=SentenceCode.BONUSES_ADD_UP)


def _absence_sentences(rule: SeasonRule) -> Iterable[Sentence]:
    absence = rule.absence
    if absence and absence.points:
        yield Sentence(
            code=SentenceCode.DEDUCTION,
            unit=absence.unit,
            number=absence.free,
            points=absence.points,
        )
    if absence and absence.cents:
        yield Sentence(
            code=SentenceCode.FEE,
            unit=absence.unit,
            number=absence.free,
            cents=absence.cents,
        )


def _setting_sentences(rule: SeasonRule) -> Iterable[Sentence]:
    if rule.rounds is None:
        yield Sentence(code=SentenceCode.LENGTHS_AS_PLAYED)
    else:
        yield Sentence(code=SentenceCode.LENGTHS_SCALED, number=rule.rounds)
    if rule.threes_as_fours:
        yield Sentence(code=SentenceCode.THREES_AS_FOURS)
    among = rule.guests is Guests.AMONG
    yield Sentence(
        code=SentenceCode.GUESTS_AMONG if among else SentenceCode.GUESTS_APART
    )
    if rule.ties:
        yield Sentence(code=SentenceCode.TIES, steps=rule.ties)
    else:
        yield Sentence(code=SentenceCode.NO_TIES)
