"""Two slips together: their effects add up to what differs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.proof.detective.case import Case, closed
from scoring.proof.detective.cells import Cells, components
from scoring.proof.detective.foot_slips import foot_slips
from scoring.proof.detective.hypotheses import Hypothesis
from scoring.proof.detective.rows import rows_if
from scoring.proof.detective.slips import Remedy
from scoring.proof.paper import FootField, differences

Pair = tuple[Hypothesis, ...]

MOST_PAIRS = 1_000
"""Pairs of slips that are looked at more closely, likeliest first."""

MOST_FIRST_SLIPS = 150
"""Slips in a line after which the foot is searched for a second slip."""

MONEY = (FootField.GAME_POINTS, FootField.TOTAL)


def pairs(slips: Sequence[Hypothesis], case: Case) -> list[Pair]:
    """Return the likeliest pairs of slips whose effects add up, each once."""
    found = [*pairs_alike(slips, case), *pairs_with_foot(slips, case)]
    found.sort(key=lambda pair: -pair[0].weight * pair[1].weight)
    return found[:MOST_PAIRS]


def in_foot(slip: Hypothesis) -> bool:
    """Return whether a slip was made in the foot."""
    return slip.where[0] == "foot"


def pairs_alike(slips: Sequence[Hypothesis], case: Case) -> Iterator[Pair]:
    """Yield pairs of two slips in lines, or of two in the foot.

    Meets in the middle: for each slip the rest of the difference is looked up.
    """
    by_effect: dict[int, list[tuple[int, Hypothesis]]] = {}
    for index, slip in enumerate(slips):
        by_effect.setdefault(slip.effect, []).append((index, slip))
    for index, slip in enumerate(slips):
        for other_index, other in by_effect.get(case.target - slip.effect, ()):
            if (
                other_index > index
                and slip.where != other.where
                and in_foot(slip) == in_foot(other)
            ):
                yield slip, other


def pairs_with_foot(slips: Sequence[Hypothesis], case: Case) -> Iterator[Pair]:
    """Yield a slip in a line with one in the foot of the list that it leaves.

    Which digits can be turned and how much 40 for 30 makes depends on the right
    numbers, so the foot is looked at anew after each first slip.
    """
    names = dict(enumerate(case.cells.units))
    firsts = [
        slip
        for slip in slips
        if not in_foot(slip)
        and is_foot_slip(case.target - slip.effect, case.cells, names)
    ]
    firsts.sort(key=lambda slip: -slip.weight)
    for slip in firsts[:MOST_FIRST_SLIPS]:
        yield from foot_after(slip, case)


def is_foot_slip(
    rest: int, cells: Cells, names: dict[int, tuple[int | None, FootField]]
) -> bool:
    """Return whether a rest may be one slip of the writer in the foot."""
    changed = components(rest, most=len(cells.points) + 1)
    if not changed or any(index not in names for index in changed):
        return False
    places = {names[index][0] for index in changed}
    fields = {names[index][1] for index in changed}
    if fields == {FootField.TOTAL}:
        return True
    return len(places) == 1 and len(changed) <= 2


def foot_after(slip: Hypothesis, case: Case) -> Iterator[Pair]:
    """Yield the slips of the foot that explain what a first slip leaves."""
    correction = slip.tell()[0][1]
    if correction.remedy is Remedy.INSERT:
        correction = replace(correction, line=1)
    rest = case.target - slip.effect
    rows = rows_if(case.lines, [correction])
    totals = closed(rows, case.foot, case.worth)
    found = differences(case.foot, totals)
    for other in foot_slips(case.foot, totals, found, case.cells):
        if other.effect == rest:
            yield slip, other
