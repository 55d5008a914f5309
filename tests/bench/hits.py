"""Does the detective name the slip that was really made? Judged on known slips.

A hit names the true line by itself: for a missing game its player and value, for a
slip of the foot its cell.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scoring.game.games import result_of
from scoring.proof.detective.slips.kinds import Correction, Remedy, SlipKind, Suspect
from scoring.proof.paper import TypedLine
from tests.bench.corruption import Corruption, Culprit

FOOT_ONLY = "foot only"
HALF_THE_VALUES = "half the values"
RUNNING_TOTALS = "running totals"
TYPED = (FOOT_ONLY, HALF_THE_VALUES, RUNNING_TOTALS)
"""What the secretary typed from the paper beside the games."""


def with_cells_of(
    corruption: Corruption, typed: str, seed: int
) -> tuple[TypedLine, ...]:
    """Blank the cells of the rows that the secretary did not type."""
    chance = Random(seed)
    return tuple(
        replace(
            line,
            value=line.value
            if typed == HALF_THE_VALUES and chance.random() < 0.5
            else None,
            running=line.running if typed == RUNNING_TOTALS else None,
        )
        for line in corruption.lines
    )


def names(correction: Correction, culprit: Culprit, lines: Sequence[TypedLine]) -> bool:
    """Tell whether a correction names a culprit by itself."""
    if culprit.kind is SlipKind.MISSING:
        return names_missing(correction, culprit)
    if culprit.line is None or (culprit.on_paper and correction.line is None):
        return (
            correction.line is None
            and correction.remedy is Remedy.PAPER
            and (correction.place, correction.field) == (culprit.place, culprit.field)
        )
    if culprit.kind is SlipKind.DOUBLED and correction.line:
        # Which of the same games in a row is the second one, nobody can tell.
        entry = lines[culprit.line - 1].entry
        first, last = sorted((correction.line, culprit.line))
        run = range(first, last + 1)
        return all(lines[number - 1].entry == entry for number in run)
    return correction.line == culprit.line


def names_missing(correction: Correction, culprit: Culprit) -> bool:
    """Tell whether a correction puts a game in with the player and value it had."""
    return (
        (correction.place, correction.remedy) == (culprit.declarer, Remedy.INSERT)
        and correction.after is not None
        and result_of(correction.after).score == culprit.score
    )


def rank_of(
    found: Sequence[Suspect], corruption: Corruption, lines: Sequence[TypedLine]
) -> int | None:
    """Return the place of the first suspect that names all culprits, or None."""
    for index, suspect in enumerate(found, start=1):
        left = list(suspect.corrections)
        for culprit in corruption.culprits:
            match = next((c for c in left if names(c, culprit, lines)), None)
            if match is None:
                break
            left.remove(match)
        else:
            return index
    return None
