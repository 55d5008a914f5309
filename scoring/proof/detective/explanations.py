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
    by_writer,
)


class Candidate(NamedTuple):
    """What explains every difference: where, by which slips, and how likely it is."""

    where: tuple[Place, ...]
    corrections: tuple[Correction, ...]
    weight: float


def grouped(candidates: Sequence[Candidate], numbers: int) -> tuple[Suspect, ...]:
    """Make one suspect of all readings at the same place, likeliest first.

    What is left over of their shares is something of which nobody has thought. The
    more ``numbers`` are explained, the less likely it is that it adds up like this.
    """
    groups: dict[tuple[Place, ...], list[Candidate]] = {}
    for candidate in candidates:
        groups.setdefault(candidate.where, []).append(candidate)
    fewest = min((len(each.where) for each in candidates), default=1)
    whole = sum(each.weight for each in candidates) + something_else(fewest, numbers)
    found = [suspect_of(group, whole) for group in groups.values()]
    return tuple(sorted(found, key=lambda suspect: -suspect.share))


def something_else(slips: int, numbers: int) -> float:
    """Return how likely something else changed just these numbers."""
    more = max(0, numbers - slips)
    return weights.SOMETHING_ELSE**slips * weights.NUMBER_MORE**more


def suspect_of(group: Sequence[Candidate], whole: float) -> Suspect:
    """Make a suspect of the readings at one place."""
    weight = sum(each.weight for each in group)
    readings = without_other(spanned(group))
    readings.sort(key=lambda each: -each.weight)
    corrections = [*both_ways(readings[0].corrections)]
    corrections += [each.corrections for each in readings[1:]]
    corrections = list(dict.fromkeys(corrections))
    return Suspect(
        corrections=corrections[0],
        share=weight / whole,
        alternatives=tuple(corrections[1:]),
    )


def both_ways(corrections: tuple[Correction, ...]) -> Iterator[tuple[Correction, ...]]:
    """Yield a reading, then the same with the writer blamed where it may be him."""
    return product(
        *((said, by_writer(said)) if said.or_paper else (said,) for said in corrections)
    )


def without_other(group: list[Candidate]) -> list[Candidate]:
    """Leave out what has no reason where another reading has one."""
    with_reason = [
        each
        for each in group
        if all(said.kind is not SlipKind.OTHER for said in each.corrections)
    ]
    return with_reason or group


def spanned(group: Sequence[Candidate]) -> list[Candidate]:
    """Put together the lines at which one game may be missing, or one sum wrong."""
    spans: dict[tuple[Correction, ...], list[Candidate]] = {}
    for each in group:
        spans.setdefault(tuple(map(without_line, each.corrections)), []).append(each)
    return [spanning(each) for each in spans.values()]


def is_somewhere(correction: Correction) -> bool:
    """Tell whether this slip is one that may be at many lines."""
    return correction.remedy is Remedy.INSERT or (
        correction.kind is SlipKind.ADDITION and correction.line is not None
    )


def without_line(correction: Correction) -> Correction:
    """Return such a slip without its line; every other slip as it is."""
    if not is_somewhere(correction):
        return correction
    by = (correction.paper or 0) - (correction.right or 0)
    return replace(correction, line=None, span=None, paper=by, right=0)


def spanned_by(correction: Correction) -> tuple[int, int]:
    """Return the first and the last line where such a slip may be."""
    line = correction.line or 0
    return correction.span or (line, line)


def spanning(group: Sequence[Candidate]) -> Candidate:
    """Return one candidate for a slip that may be at some lines."""
    best = max(each.weight for each in group)
    likely = [each for each in group if each.weight >= weights.IN_SPAN * best]
    corrections = list(likely[0].corrections)
    for index, said in enumerate(corrections):
        if is_somewhere(said):
            spans = [spanned_by(each.corrections[index]) for each in likely]
            span = (min(first for first, _ in spans), max(last for _, last in spans))
            is_one = span[0] == span[1]
            corrections[index] = replace(
                said,
                line=span[0] if is_one else None,
                span=None if is_one else span,
            )
    weight = sum(each.weight for each in group)
    return Candidate(group[0].where, tuple(corrections), weight)
