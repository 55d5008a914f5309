"""One possible slip with its effect on all numbers, and the lines where it may be."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scoring.proof.detective.case import (
    Case,
    declarers_if,
    line_worth,
    own_cell,
    places_for,
)
from scoring.proof.detective.slips.kinds import Correction, Remedy, RowField, SlipKind
from scoring.proof.paper import FootField

Place = tuple[str | int, ...]
"""Where a slip is supposed to be; two slips at one place are readings of the same."""

Reading = tuple[float, Correction]
"""A part of the weight of a slip, and the correction for it."""


@dataclass(slots=True)
class Hypothesis:
    """A slip: what it adds to the numbers of the paper, and how likely it is.

    ``readings`` returns its readings, likeliest first: all add the same, and differ
    only in what went wrong. It is called only if the numbers fit.
    """

    effect: int
    weight: float
    where: Place
    readings: Callable[[], tuple[Reading, ...]]
    is_inserted: bool = False


def single_reading(
    correction: Correction, *, effect: int, weight: float, where: Place
) -> Hypothesis:
    """Return the hypothesis of a slip that has only one reading."""
    return Hypothesis(
        effect=effect,
        weight=weight,
        where=where,
        readings=lambda: ((1.0, correction),),
        is_inserted=correction.remedy is Remedy.INSERT,
    )


Placement = tuple[float, Place, tuple[Reading, ...]]
"""A part of a hypothesis at one line: which part, where, and its readings."""


def placements(
    hypothesis: Hypothesis, case: Case, others: tuple[Correction, ...]
) -> Iterator[Placement]:
    """Yield a slip at each line where it may have happened, given the ``others``.

    A missing game may have been wherever no dealer plays then. Game points that are
    wrong in the foot may have gone wrong in any row of that column, which matters only
    if cells of the rows are known.
    """
    readings = hypothesis.readings()
    correction = readings[0][1]
    if hypothesis.is_inserted:
        yield from _insertions(hypothesis, readings, case, others)
        return
    yield 1.0, hypothesis.where, readings
    is_column = correction.field is FootField.GAME_POINTS
    if case.has_running and is_column and correction.kind is SlipKind.ADDITION:
        for part, carried in _carried_sums(correction, case):
            yield part, hypothesis.where, ((1.0, carried),)


def _insertions(
    hypothesis: Hypothesis,
    readings: tuple[Reading, ...],
    case: Case,
    others: tuple[Correction, ...],
) -> Iterator[Placement]:
    """Yield a missing game at each row, or as one span where no row can tell."""
    declarers = declarers_if(case.lines, others)
    _, rows = places_for(declarers, readings[0][1].place, case.foot.players)
    part = 1 / (len(declarers) + 1)
    if case.has_running:
        for row in rows:
            yield part, hypothesis.where, at_line(readings, row)
        return
    first, last = rows[0], rows[-1]
    span = None if first == last else (first, last)
    yield part * len(rows), hypothesis.where, at_line(readings, first, span)


def _carried_sums(correction: Correction, case: Case) -> Iterator[Reading]:
    """Yield a wrong sum of the foot as one that began in a row of its column."""
    column = [line for line in case.lines if line.entry.declarer == correction.place]
    running = 0
    for line in column:
        cell = own_cell(line_worth(line, case.worth))
        running += cell[1] if cell else 0
        yield (
            1 / len(column),
            replace(
                correction,
                line=line.number,
                field=RowField.RUNNING,
                paper=running + correction.by,
                right=running,
            ),
        )


def at_line(
    readings: tuple[Reading, ...], number: int, span: tuple[int, int] | None = None
) -> tuple[Reading, ...]:
    """Return the same readings at a certain line, or at one of several."""
    return tuple(
        (part, replace(correction, line=number, span=span))
        for part, correction in readings
    )
