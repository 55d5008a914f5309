"""One slip at each line where it may have happened."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.proof.detective.case import Case
from scoring.proof.detective.dealers import declarers_if, places_for
from scoring.proof.detective.hypotheses import Hypothesis, Place, Reading
from scoring.proof.detective.slips import Correction, RowField, SlipKind
from scoring.proof.detective.worth import of_line, own_cell
from scoring.proof.paper import FootField

Located = tuple[float, Place, tuple[Reading, ...]]
"""A part of a hypothesis at one line: which part, where, and its readings."""


def located(
    hypothesis: Hypothesis, case: Case, given: tuple[Correction, ...]
) -> Iterator[Located]:
    """Yield a slip at each line where it may have happened, ``given`` another.

    A missing game may have been wherever its dealer did not play. Game points that
    are wrong in the foot may have gone wrong in any row of that column, which
    matters only if cells of the rows are known.
    """
    readings = hypothesis.tell()
    correction = readings[0][1]
    if hypothesis.is_inserted:
        declarers = declarers_if(case.lines, given)
        players = case.foot.players
        _, rows = places_for(declarers, correction.place, players)
        part = 1 / (len(declarers) + 1)
        if not case.in_rows:
            first, last = rows[0], rows[-1]
            span = None if first == last else (first, last)
            yield part * len(rows), hypothesis.where, at_line(readings, first, span)
            return
        for row in rows:
            yield part, hypothesis.where, at_line(readings, row)
        return
    yield 1.0, hypothesis.where, readings
    is_column = correction.field is FootField.GAME_POINTS
    if case.in_rows and is_column and correction.kind is SlipKind.ADDITION:
        own = [line for line in case.lines if line.entry.declarer == correction.place]
        running = 0
        for line in own:
            cell = own_cell(of_line(line, case.worth))
            running += cell[1] if cell else 0
            by = (correction.paper or 0) - (correction.right or 0)
            said = replace(
                correction,
                line=line.number,
                field=RowField.RUNNING,
                paper=running + by,
                right=running,
            )
            yield 1 / len(own), hypothesis.where, ((1.0, said),)


def at_line(
    readings: tuple[Reading, ...], number: int, span: tuple[int, int] | None = None
) -> tuple[Reading, ...]:
    """Return the same readings at a certain line, or at one of several."""
    return tuple(
        (part, replace(said, line=number, span=span)) for part, said in readings
    )
