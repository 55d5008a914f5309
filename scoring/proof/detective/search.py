"""The difference detective: which slips explain all differences at once (M3).

Explanations with their weights become suspects with their shares.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from scoring.house.rules import is_official
from scoring.proof.detective.case import (
    Case,
    case_of,
    dealers_playing,
    declarers_if,
    rows_allow,
    rows_if,
)
from scoring.proof.detective.hypotheses.hypotheses import (
    Hypothesis,
    Place,
    Placement,
    foot_slips,
    placements,
    row_slips,
    wrong_cells,
)
from scoring.proof.detective.hypotheses.of_lines import (
    GamesByEffect,
    column_changes,
    doubled_lines,
    fitting_lines,
    games_by_effect,
    line_slips,
    missing_games,
    pairs,
)
from scoring.proof.detective.slips import kinds
from scoring.proof.detective.slips.kinds import (
    Correction,
    Remedy,
    SlipKind,
    Suspect,
    blaming_writer,
)
from scoring.proof.paper import FootField, PaperFoot, TypedLine


class Candidate(NamedTuple):
    """An explanation of every difference: where, by which slips, and how likely."""

    where: tuple[Place, ...]
    corrections: tuple[Correction, ...]
    weight: float


def suspects_from(candidates: Sequence[Candidate], numbers: int) -> tuple[Suspect, ...]:
    """Return one suspect for all readings at the same place, likeliest first.

    What their shares leave over is for explanations that nobody has thought of. The
    more ``numbers`` are explained, the less likely it is that these add up in the same
    way.
    """
    groups: dict[tuple[Place, ...], list[Candidate]] = {}
    for reading in candidates:
        groups.setdefault(reading.where, []).append(reading)
    fewest = min((len(reading.where) for reading in candidates), default=1)
    # Something else may have changed just these numbers.
    further_numbers = max(0, numbers - fewest)
    total_weight = kinds.SOMETHING_ELSE**fewest
    total_weight *= kinds.NUMBER_MORE**further_numbers
    total_weight += sum(reading.weight for reading in candidates)
    suspects = [suspect_of(group, total_weight) for group in groups.values()]
    return tuple(sorted(suspects, key=lambda suspect: -suspect.share))


def suspect_of(group: Sequence[Candidate], total_weight: float) -> Suspect:
    """Return the suspect for the readings at one place."""
    weight = sum(reading.weight for reading in group)
    # Readings that differ only in the line of a missing game or a wrong sum are merged.
    spans: dict[tuple[Correction, ...], list[Candidate]] = {}
    for reading in group:
        slips = tuple(map(without_line, reading.corrections))
        spans.setdefault(slips, []).append(reading)
    merged = list(map(merge_candidates, spans.values()))
    # Readings with a reason; all of them if none has one.
    with_reason = [
        reading
        for reading in merged
        if all(slip.kind is not SlipKind.OTHER for slip in reading.corrections)
    ]
    readings = with_reason or merged
    readings.sort(key=lambda reading: -reading.weight)
    # The likeliest reading, then the same with the writer blamed where possible.
    ways = (
        (slip, blaming_writer(slip)) if slip.or_paper else (slip,)
        for slip in readings[0].corrections
    )
    corrections = [*product(*ways)]
    corrections += [reading.corrections for reading in readings[1:]]
    corrections = list(dict.fromkeys(corrections))
    return Suspect(
        corrections=corrections[0],
        share=weight / total_weight,
        alternatives=tuple(corrections[1:]),
    )


def is_somewhere(correction: Correction) -> bool:
    return correction.remedy is Remedy.INSERT or (
        correction.kind is SlipKind.ADDITION and correction.line is not None
    )


def without_line(correction: Correction) -> Correction:
    """Return such a slip without its line, and any other slip as it is."""
    if not is_somewhere(correction):
        return correction
    return replace(correction, line=None, span=None, paper=correction.by, right=0)


def merge_candidates(group: Sequence[Candidate]) -> Candidate:
    """Return one candidate for a slip that may be at several lines."""
    best = max(reading.weight for reading in group)
    likely = [reading for reading in group if reading.weight >= kinds.IN_SPAN * best]
    corrections = list(likely[0].corrections)
    for index, slip in enumerate(corrections):
        if is_somewhere(slip):
            slips = [reading.corrections[index] for reading in likely]
            spans = [slip.span or (slip.line or 0,) * 2 for slip in slips]
            span = (min(first for first, _ in spans), max(last for _, last in spans))
            is_one = span[0] == span[1]
            corrections[index] = replace(
                slip, line=span[0] if is_one else None, span=None if is_one else span
            )
    weight = sum(reading.weight for reading in group)
    return Candidate(group[0].where, tuple(corrections), weight)


Explanation = tuple[Hypothesis, ...]

MOST_READINGS = 500
"""Explanations, each at every possible line, that are checked against the rows."""

MOST_OF_ONE_LINE = 4
"""Readings of one line that are returned when another line is wrong as well."""


def suspects(
    lines: Sequence[TypedLine],
    foot: PaperFoot,
    *,
    most: int = 10,
    unknown: Collection[SlipKind] = (),
) -> tuple[Suspect, ...]:
    """Return the slips that explain every difference at once, likeliest first.

    ``lines`` are the typed games in order, without unreadable ones, with what was typed
    of the cells of their rows; ``foot`` is the foot of the paper as far as it was
    typed. At most ``most`` suspects; none if nothing differs, or if even two slips
    explain nothing. Two slips together are searched when no single one of a usual kind
    fits. Slips of ``unknown`` kinds are not considered.
    """
    case = case_of(lines, foot, unknown)
    if is_proved(case):
        return ()
    games = games_by_effect(case)
    candidates = allowed_candidates(
        ((slip,) for slip in fitting_slips(case, games)), case
    )
    if sum(reading.weight for reading in candidates) < kinds.USUAL:
        slips = [
            *line_slips(case),
            *column_changes(case),
            *missing_games(case, games, games),
            *other_slips(case),
        ]
        likely_pairs = pairs(without_unknown(slips, case), case)
        candidates += allowed_candidates(likely_pairs, case)
    # Only numbers that the paper does not derive from others.
    worked_out = (FootField.OTHERS_LOST, FootField.TOTAL)
    off = sum(cell.field not in worked_out for cell in case.differences)
    return suspects_from(candidates, max(1, off))[:most]


def differs(lines: Sequence[TypedLine], foot: PaperFoot) -> bool:
    return not is_proved(case_of(lines, foot))


def is_proved(case: Case) -> bool:
    return not case.differences and rows_allow(rows_if(case.lines, ()), case.worth)


def fitting_slips(case: Case, games: GamesByEffect) -> list[Hypothesis]:
    """Return every single slip that explains all differences, if rows allow it.

    The alternatives to each line are looked up rather than tried one by one.
    """
    slips = [*fitting_lines(case, games), *missing_games(case, games, [case.target])]
    if not is_official(case.foot.rules):
        slips += line_slips(case)
    return [
        slip
        for slip in without_unknown(
            [*slips, *column_changes(case, case.target), *other_slips(case)], case
        )
        if slip.effect == case.target
    ]


def without_unknown(slips: list[Hypothesis], case: Case) -> list[Hypothesis]:
    """Return the slips of the kinds that are considered."""
    if not case.unknown:
        return slips
    return [slip for slip in slips if slip.readings()[0][1].kind not in case.unknown]


def other_slips(case: Case) -> Iterator[Hypothesis]:
    """Yield every slip that does not turn a line into another game."""
    yield from doubled_lines(case)
    yield from row_slips(case)
    yield from foot_slips(case.foot, case.totals, case.differences, case.cells)
    yield from wrong_cells(case)


def allowed_candidates(
    explanations: Iterable[Explanation], case: Case
) -> list[Candidate]:
    """Return the explanations that the rows allow, at every possible line."""
    candidates: list[Candidate] = []
    examined = 0
    for explanation in explanations:
        if examined > MOST_READINGS:
            break
        weight = kinds.SECOND_SLIP ** (len(explanation) - 1)
        for slip in explanation:
            weight *= slip.weight
        for places in joint_placements(explanation, case):
            examined += 1
            corrections = [readings[0][1] for _, _, readings in places]
            if case.has_running and not rows_allow(
                rows_if(case.lines, corrections), case.worth
            ):
                continue
            dealers = case.dealers
            if any(map(moves_a_declarer, corrections)):
                declarers = declarers_if(case.lines, corrections)
                dealers = dealers_playing(declarers, case.foot.players)
            candidates += candidates_at(places, weight * kinds.DEALER_PLAYS**dealers)
    return candidates


def moves_a_declarer(correction: Correction) -> bool:
    """Tell whether a correction changes who plays in any row."""
    if correction.remedy is not Remedy.REPLACE:
        return correction.remedy is not Remedy.PAPER
    before, after = correction.before, correction.after
    return before is None or after is None or before.declarer != after.declarer


def joint_placements(
    explanation: Explanation, case: Case
) -> Iterator[tuple[Placement, ...]]:
    """Yield one slip or two at all lines where they may be.

    A missing game goes where it suits the dealers of the other rows.
    """
    if len(explanation) == 1:
        for place in placements(explanation[0], case, ()):
            yield (place,)
        return
    first, second = sorted(explanation, key=lambda slip: slip.is_inserted)
    for place in placements(first, case, ()):
        for other in placements(second, case, (place[2][0][1],)):
            if not same_line(place, other):
                yield place, other


def same_line(first: Placement, second: Placement) -> bool:
    """Tell whether two slips are in one row, where their effects do not add up."""
    lines = [
        slip.line
        for slip in (first[2][0][1], second[2][0][1])
        if slip.remedy is not Remedy.INSERT
    ]
    return len(lines) == 2 and lines[0] == lines[1] is not None


def candidates_at(places: tuple[Placement, ...], weight: float) -> Iterator[Candidate]:
    """Yield every reading of slips at their lines."""
    where = tuple(sorted((placement[1] for placement in places), key=str))
    most = None if len(places) == 1 else MOST_OF_ONE_LINE
    for readings in product(*(placement[2][:most] for placement in places)):
        part = weight
        for placement, (share, _) in zip(places, readings, strict=True):
            part *= placement[0] * share
        yield Candidate(where, tuple(correction for _, correction in readings), part)
