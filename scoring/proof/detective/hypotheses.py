"""One possible slip with its effect on all numbers, before anyone checked it."""

from collections.abc import Callable
from dataclasses import dataclass

from scoring.proof.detective.slips import Correction, Remedy

Place = tuple[str | int, ...]
"""Where a slip is said to be; two slips of one place are readings of the same."""

Reading = tuple[float, Correction]
"""What may have happened, and which part of the weight it has."""


@dataclass(slots=True)
class Hypothesis:
    """A slip: what it adds to the numbers of the paper, and how likely it is.

    ``tell`` gives its readings, likeliest first: all add the same, and differ only
    in what went wrong. It is asked only if the numbers fit.
    """

    effect: int
    weight: float
    where: Place
    tell: Callable[[], tuple[Reading, ...]]
    is_inserted: bool = False


def known(
    correction: Correction, *, effect: int, weight: float, where: Place
) -> Hypothesis:
    """Return the hypothesis of a slip that has only one reading."""
    return Hypothesis(
        effect=effect,
        weight=weight,
        where=where,
        tell=lambda: ((1.0, correction),),
        is_inserted=correction.remedy is Remedy.INSERT,
    )
