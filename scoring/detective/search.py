"""The difference detective: which slips explain all differences at once (M3)."""

from collections.abc import Iterable, Iterator, Sequence

from scoring.detective import weights
from scoring.detective.case import Case, case_of
from scoring.detective.foot_slips import foot_slips
from scoring.detective.hypotheses import (
    Hypothesis,
    Place,
    line_slips,
    missing_games,
)
from scoring.detective.pairs import pairs
from scoring.detective.rows import (
    dealers_playing,
    moves_a_declarer,
    readings,
    rows_allow,
    rows_if,
    wrong_cells,
)
from scoring.detective.slips import Suspect
from scoring.paper import PaperFoot, TypedLine

Explanation = tuple[Hypothesis, ...]

MOST_READINGS = 1_500
"""Explanations, each at each line where it may be, that are checked by rows."""


def suspects(
    lines: Sequence[TypedLine], foot: PaperFoot, *, most: int = 10
) -> tuple[Suspect, ...]:
    """Return the slips that explain every difference at once, likeliest first.

    ``lines`` are the typed games in order, without unreadable ones, with what
    was typed of the cells of their rows; ``foot`` is the foot of the paper as
    far as it was typed. At most ``most`` suspects; none if nothing differs, or
    if even two slips explain nothing. Two slips together are searched when no
    single one of a usual kind fits.
    """
    case = case_of(lines, foot)
    if is_proved(case):
        return ()
    single = all_slips(case)
    explanations = allowed(
        ((slip,) for slip in single if slip.effect == case.target), case
    )
    if sum(weight for _, weight in explanations) < weights.USUAL:
        explanations += allowed(pairs(single, case), case)
    return grouped(explanations)[:most]


def differs(lines: Sequence[TypedLine], foot: PaperFoot) -> bool:
    """Return whether anything that was typed from the paper differs."""
    return not is_proved(case_of(lines, foot))


def is_proved(case: Case) -> bool:
    """Return whether nothing that was typed differs."""
    return not case.found and rows_allow(rows_if(case.lines, ()), case.worth)


def all_slips(case: Case) -> list[Hypothesis]:
    """Return every single slip that is thought of, whether it explains anything."""
    return [
        *line_slips(case.lines, case.cells, case.foot, case.worth),
        *missing_games(case.cells, case.foot, case.worth),
        *foot_slips(case.foot, case.totals, case.found, case.cells),
        *wrong_cells(case.lines, case.cells.values, case.worth),
    ]


def allowed(
    explanations: Iterable[Explanation], case: Case
) -> list[tuple[Explanation, float]]:
    """Return what the rows allow, at each line where it may be, with its weight."""
    untouched = dealers_playing(rows_if(case.lines, ()), case.foot.players)
    found = []
    examined = 0
    for explanation in explanations:
        if examined > MOST_READINGS:
            break
        for reading in combined(explanation, case):
            examined += 1
            dealers = untouched
            corrections = [slip.correction for slip in reading]
            if case.in_rows or any(map(moves_a_declarer, corrections)):
                rows = rows_if(case.lines, corrections)
                if case.in_rows and not rows_allow(rows, case.worth):
                    continue
                dealers = dealers_playing(rows, case.foot.players)
            weight = weights.SECOND_SLIP ** (len(reading) - 1)
            for slip in reading:
                weight *= slip.weight
            found.append((reading, weight * weights.DEALER_PLAYS**dealers))
    return found


def combined(explanation: Explanation, case: Case) -> Iterator[Explanation]:
    """Yield the readings of one slip or of two, at all lines where they may be."""
    first, *rest = explanation
    for reading in readings(first, case.lines, case.in_rows):
        if not rest:
            yield (reading,)
        for other in rest:
            for second in readings(other, case.lines, case.in_rows):
                if not same_line(reading, second):
                    yield (reading, second)


def same_line(one: Hypothesis, other: Hypothesis) -> bool:
    """Return whether two slips are said to be in one row: their effects do not add."""
    return one.where == other.where and one.where[0] == "line"


def grouped(explanations: list[tuple[Explanation, float]]) -> tuple[Suspect, ...]:
    """Make one suspect of all readings at the same place, likeliest first."""
    groups: dict[tuple[Place, ...], list[tuple[Explanation, float]]] = {}
    for explanation, weight in explanations:
        where = tuple(sorted((slip.where for slip in explanation), key=str))
        groups.setdefault(where, []).append((explanation, weight))
    whole = sum(weight for _, weight in explanations)
    found = []
    for group in groups.values():
        group.sort(key=lambda item: -item[1])
        corrections = [
            tuple(slip.correction for slip in explanation) for explanation, _ in group
        ]
        found.append(
            Suspect(
                corrections=corrections[0],
                share=sum(weight for _, weight in group) / whole,
                alternatives=tuple(corrections[1:]),
            )
        )
    return tuple(sorted(found, key=lambda suspect: -suspect.share))
