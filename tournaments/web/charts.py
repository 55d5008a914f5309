"""Lines as pictures: where the points of a course lie in an SVG drawing.

A drawing has sizes and points only; colours are a matter of the style sheet, and what
it says stands beside it in words.
"""

from collections.abc import Sequence
from dataclasses import dataclass

STEPS = (1, 2, 5)
MOST_MARKS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A height of the drawing with the number that it stands for."""

    y: str
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """A course as the points of a polyline; ``number`` chooses its style."""

    number: int
    name: str
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawing of ``width`` × ``height``; courses begin at ``left``."""

    width: int
    height: int
    left: int
    lines: tuple[ChartLine, ...]
    marks: tuple[Mark, ...]


def chart_of(
    courses: Sequence[tuple[str, Sequence[int]]],
    *,
    width: int = 640,
    height: int = 280,
    left: int = 56,
    margin: int = 12,
    with_zero: bool = True,
) -> Chart:
    """Return the drawing of named courses on one scale, which may have a zero on it.

    >>> chart = chart_of([("Anna", (0, 10))], width=100, height=60, left=0, margin=5)
    >>> chart.lines[0].points
    '5,55 95,5'
    """
    values = [value for _name, course in courses for value in course]
    if with_zero:
        values.append(0)
    low, high = min(values), max(values)
    tall = (height - 2 * margin) / ((high - low) or 1)
    wide = width - left - 2 * margin

    def y_of(value: int) -> str:
        return f"{round(height - margin - (value - low) * tall, 1):g}"

    def points_of(course: Sequence[int]) -> str:
        step = wide / max(len(course) - 1, 1)
        return " ".join(
            f"{round(left + margin + index * step, 1):g},{y_of(value)}"
            for index, value in enumerate(course)
        )

    lines = tuple(
        ChartLine(number=number, name=name, points=points_of(course))
        for number, (name, course) in enumerate(courses, 1)
    )
    marks = tuple(Mark(y=y_of(value), value=value) for value in marked(low, high))
    return Chart(width=width, height=height, left=left, lines=lines, marks=marks)


def marked(low: int, high: int) -> list[int]:
    """Return round numbers from ``low`` to ``high``, zero among them.

    >>> marked(-180, 930)
    [0, 200, 400, 600, 800]
    """
    size = 1
    while True:
        for step in (factor * size for factor in STEPS):
            if (high - low) // step < MOST_MARKS:
                return list(range(-(-low // step) * step, high + 1, step))
        size *= 10
