"""The difference detective: which slips explain all differences at once (M3)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product

from scoring.house.rules import is_official
from scoring.proof.detective import weights
from scoring.proof.detective.case import Case, case_of
from scoring.proof.detective.explanations import Candidate, grouped
from scoring.proof.detective.foot_slips import foot_slips
from scoring.proof.detective.hypotheses import Hypothesis
from scoring.proof.detective.line_slips import (
    column_changes,
    doubled_lines,
    fitting_lines,
    line_slips,
    missing_games,
)
from scoring.proof.detective.located import Located, located
from scoring.proof.detective.pairs import pairs
from scoring.proof.detective.row_slips import row_slips, wrong_cells
from scoring.proof.detective.rows import (
    dealers_playing,
    moves_a_declarer,
    rows_allow,
    rows_if,
)
from scoring.proof.detective.slips import SlipKind, Suspect
from scoring.proof.paper import PaperFoot, TypedLine

Explanation = tuple[Hypothesis, ...]

MOST_READINGS = 1_500
"""Explanations, each at each line where it may be, that are checked by rows."""

MOST_TOLD = 4
"""Readings of one line that are told when another line is wrong, too."""


def suspects(
    lines: Sequence[TypedLine],
    foot: PaperFoot,
    *,
    most: int = 10,
    unknown: Collection[SlipKind] = (),
) -> tuple[Suspect, ...]:
    """Return the slips that explain every difference at once, likeliest first.

    ``lines`` are the typed games in order, without unreadable ones, with what
    was typed of the cells of their rows; ``foot`` is the foot of the paper as
    far as it was typed. At most ``most`` suspects; none if nothing differs, or
    if even two slips explain nothing. Two slips together are searched when no
    single one of a usual kind fits. Slips of ``unknown`` kinds are not thought of.
    """
    case = case_of(lines, foot, unknown)
    if is_proved(case):
        return ()
    candidates = allowed(((slip,) for slip in fitting(case)), case)
    if sum(each.weight for each in candidates) < weights.USUAL:
        candidates += allowed(pairs(all_slips(case), case), case)
    return grouped(candidates)[:most]


def differs(lines: Sequence[TypedLine], foot: PaperFoot) -> bool:
    """Return whether anything that was typed from the paper differs."""
    return not is_proved(case_of(lines, foot))


def is_proved(case: Case) -> bool:
    """Return whether nothing that was typed differs."""
    return not case.found and rows_allow(rows_if(case.lines, ()), case.worth)


def fitting(case: Case) -> list[Hypothesis]:
    """Return every single slip that explains all differences, if rows allow it.

    What may have been meant by each line is not gone through: it is looked up.
    """
    if not is_official(case.foot.rules):
        slips = [*all_slips(case), *fitting_lines(case)]
    else:
        slips = [*fitting_lines(case), *column_changes(case), *others(case)]
    return [
        slip
        for slip in slips
        if slip.effect == case.target
        and (not case.unknown or slip.tell()[0][1].kind not in case.unknown)
    ]


def all_slips(case: Case) -> list[Hypothesis]:
    """Return every single slip that is thought of, whether it explains anything."""
    found = [*line_slips(case), *others(case)]
    if case.unknown:
        return [slip for slip in found if slip.tell()[0][1].kind not in case.unknown]
    return found


def others(case: Case) -> Iterator[Hypothesis]:
    """Yield every slip that is not that of one typed line."""
    yield from doubled_lines(case)
    yield from missing_games(case)
    yield from row_slips(case)
    yield from foot_slips(case.foot, case.totals, case.found, case.cells)
    yield from wrong_cells(case)


def allowed(explanations: Iterable[Explanation], case: Case) -> list[Candidate]:
    """Return what the rows allow, at each line where it may be, with its weight."""
    untouched = dealers_playing(rows_if(case.lines, ()), case.foot.players)
    found: list[Candidate] = []
    examined = 0
    for explanation in explanations:
        if examined > MOST_READINGS:
            break
        for places in combined(explanation, case):
            examined += 1
            dealers = untouched
            corrections = [readings[0][1] for _, _, readings in places]
            if case.in_rows or any(map(moves_a_declarer, corrections)):
                rows = rows_if(case.lines, corrections)
                if case.in_rows and not rows_allow(rows, case.worth):
                    continue
                dealers = dealers_playing(rows, case.foot.players)
            weight = weights.SECOND_SLIP ** (len(places) - 1)
            weight *= weights.DEALER_PLAYS**dealers
            for slip in explanation:
                weight *= slip.weight
            found += told(places, weight)
    return found


def combined(explanation: Explanation, case: Case) -> Iterator[tuple[Located, ...]]:
    """Yield one slip or two at all lines where they may be."""
    for places in product(*(list(located(slip, case)) for slip in explanation)):
        if len(places) == 1 or not same_line(places[0], places[1]):
            yield places


def same_line(one: Located, other: Located) -> bool:
    """Return whether two slips are said to be in one row: their effects do not add."""
    return one[1] == other[1] and one[1][0] == "line"


def told(places: tuple[Located, ...], weight: float) -> Iterator[Candidate]:
    """Yield every reading of slips at their lines."""
    where = tuple(sorted((each[1] for each in places), key=str))
    most = None if len(places) == 1 else MOST_TOLD
    for readings in product(*(each[2][:most] for each in places)):
        part = weight
        for each, (share, _) in zip(places, readings, strict=True):
            part *= each[0] * share
        yield Candidate(where, tuple(said for _, said in readings), part)
