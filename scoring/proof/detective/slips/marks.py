"""Other marks of house rules that may have been meant: one mark away (rules 7)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from scoring.game.marks import HouseMarks, Kontra, Ramsch
from scoring.game.written_games import WrittenGame
from scoring.house.rules import HouseRules
from scoring.playing.mark_checks import NO_MARKS
from scoring.playing.rounds import Turn
from scoring.proof.detective.slips.kinds import SlipKind

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
