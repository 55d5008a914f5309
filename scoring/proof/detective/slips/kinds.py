"""The slips of pen and keyboard, as data."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

from scoring.game.written_games import HouseMarks, Kontra, Ramsch, WrittenGame
from scoring.house.rules import HouseRules
from scoring.playing.mark_checks import NO_MARKS
from scoring.playing.scores import Turn
from scoring.proof.paper import FootField


class SlipKind(StrEnum):
    """What went wrong; the value is the public code."""

    SIGN = "sign"  # won for lost, or the other way round
    MATADORS = "matadors"  # one more or one less
    LEVEL = "level"  # a tick forgotten or one too many
    CONTRACT = "contract"  # wrong base value
    COLUMN = "column"  # the wrong declarer
    DIGITS = "digits"  # digits of a number changed places, or one was misread
    MISSING = "missing"  # a game left out
    DOUBLED = "doubled"  # a game written twice
    FIFTY = "fifty"  # a 50 of the closing forgotten or counted twice
    RATE = "rate"  # 40 for 30 or 30 for 40 in the closing
    ADDITION = "addition"  # added up wrongly
    MARK = "mark"  # Kontra, Bock or another mark of house rules
    COUNT = "count"  # won, lost, passed-in games or games of others miscounted
    TOPS = "tops"  # two or more matadors off
    NULL = "null"  # Null for a trump game, or the other way round
    TWO = "two"  # two marks wrong in one line
    RECKONED = "reckoned"  # the writer worked the value out wrongly
    SINGLE = "single"  # a loss not doubled
    SIDE = "side"  # added instead of subtracted, or the other way round
    OTHER = "other"  # a line that should be another, for no known reason


class Remedy(StrEnum):
    """What to do about a slip."""

    REPLACE = "replace"  # type the line anew
    INSERT = "insert"  # type the missing game
    DELETE = "delete"  # take the line out
    PAPER = "paper"  # the typed list is right, the paper is wrong


class RowField(StrEnum):
    """A cell of a row of the paper."""

    VALUE = "value"
    RUNNING = "running"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """One slip and what to do about it.

    ``line`` is the number of the typed line; with INSERT the number that the
    missing game gets (None: any in ``span``, from the first to the last), with
    PAPER the row in which the writer went wrong (None: in the foot, or in a row
    that is not known). ``before`` and ``after`` are the entries; of a missing game
    only declarer and score. With PAPER ``place`` and ``field`` say which cell, and
    ``paper`` and ``right`` what is there and what should be; ``alone`` if nothing
    was worked out from that number. RATE in the whole foot has no place.

    ``or_paper``: no number tells whether the line was typed wrongly or the writer
    put down ``paper`` instead of ``right``; only the ticks of the paper do.
    """

    kind: SlipKind
    remedy: Remedy
    line: int | None = None
    before: WrittenGame | None = None
    after: WrittenGame | None = None
    place: int | None = None
    field: FootField | RowField | None = None
    paper: int | None = None
    right: int | None = None
    alone: bool = False
    span: tuple[int, int] | None = None
    or_paper: bool = False

    @property
    def by(self) -> int:
        """By how much the paper is too high."""
        return (self.paper or 0) - (self.right or 0)


def blaming_writer(correction: Correction) -> Correction:
    """Return the other reading of a line: it is right, and the paper is wrong."""
    assert correction.or_paper
    assert correction.before is not None
    return Correction(
        kind=SlipKind.RECKONED,
        remedy=Remedy.PAPER,
        line=correction.line,
        place=correction.before.declarer,
        field=RowField.VALUE,
        paper=correction.paper,
        right=correction.right,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """One explanation of all differences: one slip, or two that add up.

    ``share`` is its part of the likelihood; what all shares leave over is for
    explanations that nobody has thought of. ``alternatives`` are other readings at the
    same place, such as a Schneider instead of one more matador in the same line,
    likeliest first.
    """

    corrections: tuple[Correction, ...]
    share: float
    alternatives: tuple[tuple[Correction, ...], ...] = ()

    @property
    def lines(self) -> tuple[int, ...]:
        """Return the lines it names."""
        return tuple(
            correction.line
            for correction in self.corrections
            if correction.line is not None
        )


Candidate = tuple[SlipKind, WrittenGame]


def mark_candidates(
    entry: WrittenGame, rules: HouseRules, turn: Turn
) -> Iterator[Candidate]:
    """Yield lines one mark away, impossible ones included.

    >>> from scoring.game.contracts import Contract
    >>> null = WrittenGame(declarer=1, contract=Contract.NULL)
    >>> found = mark_candidates(null, HouseRules(kontra=True), Turn())
    >>> [other.house.kontra.name for _, other in found]
    ['KONTRA', 'RE']
    """
    marks = entry.house or NO_MARKS
    for other in other_marks(marks, rules, turn):
        house = None if other == NO_MARKS else other
        yield SlipKind.MARK, replace(entry, house=house)
    if marks.ramsch is not None:
        for kind, ramsch in other_ramsch(marks.ramsch, rules):
            yield kind, replace(entry, house=replace(marks, ramsch=ramsch))


def other_marks(
    marks: HouseMarks, rules: HouseRules, turn: Turn
) -> Iterator[HouseMarks]:
    """Yield the marks with another Kontra or another Bock."""
    if rules.kontra or rules.ramsch_kontra:
        kontras = [kontra for kontra in Kontra if kontra is not marks.kontra]
        yield from (replace(marks, kontra=kontra) for kontra in kontras)
    if rules.has_bock:
        doublings = turn.doublings if marks.bock is None else marks.bock
        for bock in {0, 1} - {doublings}:
            yield replace(marks, bock=None if bock == turn.doublings else bock)


def other_ramsch(
    ramsch: Ramsch, rules: HouseRules
) -> Iterator[tuple[SlipKind, Ramsch]]:
    """Yield a Ramsch with two columns mixed up, or pushed once more or less."""
    for one, other in combinations(range(3), 2):
        points = list(ramsch.points)
        points[one], points[other] = points[other], points[one]
        yield SlipKind.COLUMN, replace(ramsch, points=(points[0], points[1], points[2]))
    if rules.schieberamsch is not None:
        for pushes in (ramsch.pushes - 1, ramsch.pushes + 1):
            yield SlipKind.MARK, replace(ramsch, pushes=pushes)
