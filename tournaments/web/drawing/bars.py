"""Stacked bars for the parts of a sum."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPart:
    """A part of a bar; a negative value overlaps the end of the positive ones."""

    start: int
    width: int
    is_minus: bool = False


def bar_parts(values: Sequence[int], *, most: int, width: int = WIDTH) -> list[BarPart]:
    """Return a part for each value, on a scale that ends at ``most``.

    Negative values go back from the end, so that the bar ends at the sum.

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
