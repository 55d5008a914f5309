"""Two slips together: their effects add up to what differs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from scoring.proof.detective.case.case import FULL, WIDTH, Case, Cells, closed_rows
from scoring.proof.detective.case.rows import rows_if
from scoring.proof.detective.hypotheses.hypotheses import Hypothesis
from scoring.proof.detective.hypotheses.of_foot import foot_slips
from scoring.proof.detective.slips.kinds import Remedy
from scoring.proof.paper import FootField, foot_differences

Pair = tuple[Hypothesis, ...]

MOST_PAIRS = 1_000
"""Pairs of slips that are examined more closely, likeliest first."""

MOST_FIRST_SLIPS = 25
"""Slips in a line after which the foot is searched for a second slip."""


def pairs(slips: Sequence[Hypothesis], case: Case) -> list[Pair]:
    """Return the likeliest pairs of slips whose effects add up, each once."""
    by_effect: dict[int, list[Hypothesis]] = {}
    for slip in slips:
        by_effect.setdefault(slip.effect, []).append(slip)
    candidates = [*pairs_alike(by_effect, case), *pairs_with_foot(by_effect, case)]
    candidates.sort(key=lambda pair: -pair[0].weight * pair[1].weight)
    return candidates[:MOST_PAIRS]


def is_in_foot(slip: Hypothesis) -> bool:
    """Tell whether a slip was made in the foot."""
    return slip.where[0] == "foot"


def pairs_alike(
    by_effect: Mapping[int, Sequence[Hypothesis]], case: Case
) -> Iterator[Pair]:
    """Yield pairs of two slips in lines, or of two in the foot.

    Meets in the middle: for each effect the rest of the difference is looked up.
    """
    for effect, slips in by_effect.items():
        rest = case.target - effect
        if rest not in by_effect or effect > rest:
            continue
        candidates = (
            combinations(slips, 2)
            if effect == rest
            else product(slips, by_effect[rest])
        )
        for slip, other in candidates:
            if slip.where != other.where and is_in_foot(slip) == is_in_foot(other):
                yield slip, other


def pairs_with_foot(
    by_effect: Mapping[int, Sequence[Hypothesis]], case: Case
) -> Iterator[Pair]:
    """Yield a slip in a line with one in the foot of the list that it leaves.

    Which digits can be turned and how much 40 for 30 makes depends on the right
    numbers, so the foot is searched anew after each first slip.
    """
    is_foot_slip = may_be_foot_slip(case.cells)
    firsts = [
        slip
        for effect, slips in by_effect.items()
        if is_foot_slip(case.target - effect)
        for slip in slips
        if not is_in_foot(slip)
    ]
    firsts.sort(key=lambda slip: -slip.weight)
    for slip in firsts[:MOST_FIRST_SLIPS]:
        yield from foot_after(slip, case)


def may_be_foot_slip(cells: Cells) -> Callable[[int], bool]:
    """Return a test of whether a difference may be one slip of the writer in the foot.

    Such a slip changes only totals, or only numbers of one place.
    """
    parts: dict[int | FootField | None, int] = {}
    for (place, field), unit in cells.units.items():
        for part in (place, field) if field is FootField.TOTAL else (place,):
            parts[part] = parts.get(part, 0) | unit * FULL
    width = WIDTH * (len(cells.units) + len(cells.values))
    bias = sum(1 << at for at in range(WIDTH - 1, width, WIDTH))

    def may_be_one_slip(rest: int) -> bool:
        changed = (rest + bias) ^ bias
        return any(not changed & ~part for part in parts.values())

    return may_be_one_slip


def foot_after(slip: Hypothesis, case: Case) -> Iterator[Pair]:
    """Yield the slips of the foot that explain what a first slip leaves."""
    correction = slip.readings()[0][1]
    if correction.remedy is Remedy.INSERT:
        correction = replace(correction, line=1)
    rest = case.target - slip.effect
    rows = rows_if(case.lines, [correction])
    totals = closed_rows(rows, case.foot, case.worth)
    differences = foot_differences(case.foot, totals)
    for other in foot_slips(case.foot, totals, differences, case.cells):
        if other.effect == rest:
            yield slip, other
