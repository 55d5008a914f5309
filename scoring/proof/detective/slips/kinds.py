"""The slips of pen and keyboard, as data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType

from scoring.game.written_games import HouseMarks, Kontra, WrittenGame
from scoring.house.rules import HouseRules
from scoring.playing.line_checks import NO_MARKS
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
    REPLACE = "replace"  # type the line anew
    INSERT = "insert"  # type the missing game
    DELETE = "delete"  # take the line out
    PAPER = "paper"  # the typed list is right, the paper is wrong


class RowField(StrEnum):
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

    >>> from scoring.game.written_games import Contract
    >>> null = WrittenGame(declarer=1, contract=Contract.NULL)
    >>> found = mark_candidates(null, HouseRules(kontra=True), Turn())
    >>> [other.house.kontra.name for _, other in found]
    ['KONTRA', 'RE']
    """
    marks = entry.house or NO_MARKS
    for house in other_marks(marks, rules, turn):
        other_house = None if house == NO_MARKS else house
        yield SlipKind.MARK, replace(entry, house=other_house)
    ramsch = marks.ramsch
    if ramsch is None:
        return
    # Two columns mixed up, or pushed once more or less.
    for one, other in combinations(range(3), 2):
        points = list(ramsch.points)
        points[one], points[other] = points[other], points[one]
        changed = replace(ramsch, points=(points[0], points[1], points[2]))
        yield SlipKind.COLUMN, replace(entry, house=replace(marks, ramsch=changed))
    if rules.schieberamsch is not None:
        for pushes in (ramsch.pushes - 1, ramsch.pushes + 1):
            changed = replace(ramsch, pushes=pushes)
            yield SlipKind.MARK, replace(entry, house=replace(marks, ramsch=changed))


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


KIND: Mapping[SlipKind, float] = MappingProxyType(
    dict.fromkeys(SlipKind, 1.0)
    | {
        SlipKind.COUNT: 0.5,  # not on the list; K1 and K2 find it at the table
        SlipKind.TOPS: 0.3,
        SlipKind.NULL: 0.3,
        SlipKind.TWO: 0.3,
        SlipKind.OTHER: 0.05,
    }
)

EASE: Mapping[SlipKind, float] = MappingProxyType(
    {
        SlipKind.SIGN: 1.0,
        SlipKind.MATADORS: 0.5,
        SlipKind.LEVEL: 0.25,
        SlipKind.CONTRACT: 0.25,
        SlipKind.COLUMN: 0.3,  # of a Ramsch
        SlipKind.DIGITS: 0.1,
        SlipKind.MARK: 1.0,
    }
)
"""How often a slip of a kind has just this outcome: one over all its outcomes."""

PAIRS_OF_MARKS = 10  # of player, base, matadors, ticks and result, two are wrong
OF_TWO = KIND[SlipKind.TWO] / PAIRS_OF_MARKS

TICKS = (1.0, 1.0, 0.3, 0.05)
"""How easily 0, 1, 2, 3 or more ticks are wrong at once in one line. Estimates."""

# Where a slip of the paper sits: in a row, so that all later numbers carry it;
# in the foot, carried into the total; or in one cell of the foot alone.
IN_ROW = 1 / 3
CARRIED = 1 / 3
IN_CELL = 1 / 3

# An addition slip is most often a forgotten carry: a full ten, then a full
# hundred, then some units. Estimates: half, a quarter, and most of the rest.
TEN_OFF = 0.5
HUNDRED_OFF = 0.25
FEW_OFF = 0.2
OTHERWISE_OFF = 0.05

ONE_FIFTY = 0.8  # of the forgotten 50s; the rest forgot the whole row
ONE_PLACE = 0.7  # of the 40s for 30; the rest took it for the whole table

ADJACENT_TWIN = 1.0  # a game typed twice is there twice in a row
LONE_TWIN = 0.01  # or it was not typed twice at all

RARE = 2e-4  # no game is so rare that only this makes its line suspicious

WAYS_TO_MISCOUNT = 10
SIDE_IN_CELL = 0.4  # of the losses that were added: the plus is in the row as well
RARELY = 0.2  # a slip of the writer that nobody named, relative to its kind

SAME_PLAYER = 0.8  # of the lines that are wrong for no known reason

DEALER_PLAYS = 1e-3  # an explanation that makes the dealer the declarer

MISREAD = 0.1  # one number of the paper written or typed wrongly, of all its numbers

SECOND_SLIP = 0.1  # a list with one slip has another: half the lists have any
NUMBER_MORE = 0.05  # something else that changes one more number just like this
SOMETHING_ELSE = 2e-3  # two slips that look like one, or what nobody has thought of
IN_SPAN = 0.05  # a line where a game may be missing, relative to the likeliest

USUAL = 1e-4  # below this no single slip of a usual kind and amount fits


def of_amount(by: int) -> float:
    """Return how common an addition slip of this amount is; all add up to 1.

    >>> of_amount(10) > of_amount(-100) > of_amount(3) > of_amount(37) > 0
    True
    """
    size = abs(by)
    if size == 10:
        return TEN_OFF / 2
    if size == 100:
        return HUNDRED_OFF / 2
    if size < 10:
        return FEW_OFF / 18
    return OTHERWISE_OFF / (400 if size < 200 else 20_000)


RECKONED: Mapping[SlipKind, float] = MappingProxyType(
    {
        SlipKind.MATADORS: 0.5,
        SlipKind.LEVEL: 0.25,
        SlipKind.CONTRACT: 0.25,
        SlipKind.TOPS: 0.05,
    }
)
"""How easily the writer works out a value with another mark than was ticked."""

LEVELS_FORGOTTEN = 1.0  # half the wrong levels, in those games that have any
GAME_FORGOTTEN = 0.25  # "with 1" and the base once
