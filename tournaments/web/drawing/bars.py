"""Stacked bars: where the parts of a sum lie in a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPart:
    """A part of a bar; a minus lies over the end of what the others add up to."""

    start: int
    width: int
    is_minus: bool = False


def bar_parts(values: Sequence[int], *, most: int, width: int = WIDTH) -> list[BarPart]:
    """Return the part of each value on a scale that ends at ``most``.

    What is below zero goes back from the end, so the bar still ends at the sum.

    >>> [(part.start, part.width) for part in bar_parts([30, 50, -20], most=100)]
    [(0, 60), (60, 100), (120, 40)]
    """
    parts = []
    at, end = 0, sum(value for value in values if value > 0)
    for value in values:
        if value < 0:
            left, right = max(0, end + value), end
            end = left
        else:
            left, right = at, at + value
            at = right
        start = left * width // most
        size = right * width // most - start
        parts.append(BarPart(start=start, width=size, is_minus=value < 0))
    return parts
