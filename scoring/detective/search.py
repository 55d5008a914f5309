"""The difference detective: which slips explain all differences at once (M3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.detective import weights
from scoring.detective.cells import Cells, cells_of
from scoring.detective.foot_slips import foot_slips
from scoring.detective.hypotheses import (
    Hypothesis,
    Place,
    line_slips,
    missing_games,
)
from scoring.detective.rows import (
    dealers_playing,
    has_cells,
    readings,
    rows_allow,
    rows_if,
    wrong_cells,
)
from scoring.detective.slips import Suspect
from scoring.games import result_of
from scoring.paper import Difference, PaperFoot, TypedLine, differences
from scoring.sheets import Line, ListTotals, close

Explanation = tuple[Hypothesis, ...]

MOST_PAIRS = 2_000
"""Pairs of slips that are looked at more closely, likeliest first."""


@dataclass(frozen=True, slots=True)
class Case:
    """Everything that is known about one list."""

    lines: tuple[TypedLine, ...]
    foot: PaperFoot
    totals: ListTotals
    found: tuple[Difference, ...]
    cells: Cells
    target: int
    in_rows: bool


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


def case_of(lines: Sequence[TypedLine], foot: PaperFoot) -> Case:
    """Compare the typed games with what the paper says."""
    results = [result_of(line.entry) for line in lines]
    totals = close(
        (
            Line(
                number=line.number,
                declarer=line.entry.declarer,
                score=result.score,
                won=result.won,
            )
            for line, result in zip(lines, results, strict=True)
        ),
        players=foot.players,
        system=foot.system,
    )
    found = differences(foot, totals)
    cells = cells_of(lines, foot)
    target = sum(d.by * cells.units[d.place, d.field] for d in found)
    for line, result, unit in zip(lines, results, cells.values, strict=True):
        if line.value is not None:
            target += (line.value - result.score) * unit
    return Case(
        lines=tuple(lines),
        foot=foot,
        totals=totals,
        found=found,
        cells=cells,
        target=target,
        in_rows=has_cells(lines),
    )


def is_proved(case: Case) -> bool:
    """Return whether nothing that was typed differs."""
    return not case.found and rows_allow(rows_if(case.lines, ()))


def all_slips(case: Case) -> list[Hypothesis]:
    """Return every single slip that is thought of, whether it explains anything."""
    players = case.foot.players
    return [
        *line_slips(case.lines, case.cells, players),
        *missing_games(case.cells, players),
        *foot_slips(case.foot, case.totals, case.found, case.cells),
        *wrong_cells(case.lines, case.cells.values),
    ]


def pairs(slips: Sequence[Hypothesis], case: Case) -> list[Explanation]:
    """Return the likeliest pairs of slips whose effects add up, each once.

    Meets in the middle: for each slip the rest of the difference is looked up.
    """
    by_effect: dict[int, list[tuple[int, Hypothesis]]] = {}
    for index, slip in enumerate(slips):
        by_effect.setdefault(slip.effect, []).append((index, slip))
    found: list[Explanation] = [
        (slip, other)
        for index, slip in enumerate(slips)
        for other_index, other in by_effect.get(case.target - slip.effect, ())
        if other_index > index and slip.where != other.where
    ]
    found.sort(key=lambda pair: -pair[0].weight * pair[1].weight)
    return found[:MOST_PAIRS]


def allowed(
    explanations: Iterable[Explanation], case: Case
) -> list[tuple[Explanation, float]]:
    """Return what the rows allow, at each line where it may be, with its weight."""
    found = []
    for explanation in explanations:
        for reading in combined(explanation, case):
            rows = rows_if(case.lines, [slip.correction for slip in reading])
            if case.in_rows and not rows_allow(rows):
                continue
            weight = weights.SECOND_SLIP ** (len(reading) - 1)
            for slip in reading:
                weight *= slip.weight
            dealers = dealers_playing(rows, case.foot.players)
            found.append((reading, weight * weights.DEALER_PLAYS**dealers))
    return found


def combined(explanation: Explanation, case: Case) -> list[Explanation]:
    """Return the readings of one slip or of two, at all lines where they may be."""
    found: list[Explanation] = [()]
    for slip in explanation:
        places = list(readings(slip, case.lines, case.in_rows))
        found = [
            (*others, place)
            for others in found
            for place in places
            if not any(same_line(place, other) for other in others)
        ]
    return found


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
