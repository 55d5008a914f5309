"""From explanations with their weights to suspects with their shares."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from scoring.proof.detective.hypotheses.hypotheses import Place
from scoring.proof.detective.slips import weights
from scoring.proof.detective.slips.kinds import (
    Correction,
    Remedy,
    SlipKind,
    Suspect,
    blaming_writer,
)


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
    total_weight = weights.SOMETHING_ELSE**fewest
    total_weight *= weights.NUMBER_MORE**further_numbers
    total_weight += sum(reading.weight for reading in candidates)
    suspects = [suspect_of(group, total_weight) for group in groups.values()]
    return tuple(sorted(suspects, key=lambda suspect: -suspect.share))


def suspect_of(group: Sequence[Candidate], total_weight: float) -> Suspect:
    """Return the suspect for the readings at one place."""
    weight = sum(reading.weight for reading in group)
    merged = merge_spans(group)
    # Readings with a reason; all of them if none has one.
    with_reason = [
        reading
        for reading in merged
        if all(slip.kind is not SlipKind.OTHER for slip in reading.corrections)
    ]
    readings = with_reason or merged
    readings.sort(key=lambda reading: -reading.weight)
    corrections = [*both_ways(readings[0].corrections)]
    corrections += [reading.corrections for reading in readings[1:]]
    corrections = list(dict.fromkeys(corrections))
    return Suspect(
        corrections=corrections[0],
        share=weight / total_weight,
        alternatives=tuple(corrections[1:]),
    )


def both_ways(corrections: tuple[Correction, ...]) -> Iterator[tuple[Correction, ...]]:
    """Yield a reading, then the same with the writer blamed where that is possible."""
    return product(
        *(
            (slip, blaming_writer(slip)) if slip.or_paper else (slip,)
            for slip in corrections
        )
    )


def merge_spans(group: Sequence[Candidate]) -> list[Candidate]:
    """Merge readings that differ only in the line of a missing game or a wrong sum."""
    spans: dict[tuple[Correction, ...], list[Candidate]] = {}
    for reading in group:
        slips = tuple(map(without_line, reading.corrections))
        spans.setdefault(slips, []).append(reading)
    return [merge_candidates(readings) for readings in spans.values()]


def is_somewhere(correction: Correction) -> bool:
    """Tell whether a slip may be at several lines."""
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
    likely = [reading for reading in group if reading.weight >= weights.IN_SPAN * best]
    corrections = list(likely[0].corrections)
    for index, slip in enumerate(corrections):
        if is_somewhere(slip):
            slips = [reading.corrections[index] for reading in likely]
            spans = [slip.span or (slip.line or 0,) * 2 for slip in slips]
            span = (min(first for first, _ in spans), max(last for _, last in spans))
            is_one = span[0] == span[1]
            corrections[index] = replace(
                slip,
                line=span[0] if is_one else None,
                span=None if is_one else span,
            )
    weight = sum(reading.weight for reading in group)
    return Candidate(group[0].where, tuple(corrections), weight)
