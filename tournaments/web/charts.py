"""Charts and bars: the positions of their points, grid and names."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor
from statistics import fmean
from typing import Any, NamedTuple

WIDTH = 200


class BarPart(NamedTuple):
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
        parts.append(BarPart(start, size, is_minus=value < 0))
    return parts


STEPS = (1, 2, 5)
LETTER = 7.5
LINE = 17  # the distance between two names
GAP = 10  # the distance between the end of a line and its name
FOOT = 24  # the height of the labels below the chart

Values = Sequence[float | None]
Course = tuple[str, Values]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The size of a chart, and the largest number of round values beside it.

    ``names`` is the share of the width available for names.
    """

    width: int
    height: int
    marks: int = 6
    names: float = 0.3
    margin: int = 12


WIDE = Frame(width=960, height=240)
# At 320 pixels a card leaves 264: the letters of 15 have 12 there.
PHONE = 326
NARROW = Frame(width=PHONE, height=140, marks=4, names=0.36, margin=8)
LOW = Frame(width=PHONE, height=150, marks=4, names=0.36, margin=8)
LADDER = Frame(width=PHONE, height=130, marks=4, names=0.58, margin=8)
SPARK = Frame(width=128, height=32, marks=0, names=0, margin=3)


class Mark(NamedTuple):
    y: str
    value: int


class Step(NamedTuple):
    x: str
    text: str
    anchor: str


class ChartLine(NamedTuple):
    """A course as the points of a polyline; ``number`` determines its style.

    It ends at ``x``, ``y``; its name is at ``name_y``, at a distance from others.
    """

    number: int
    name: str
    points: str
    spots: tuple[tuple[str, str], ...]
    x: str
    y: str
    name_y: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The mapping from values to positions.

    Courses are between ``left`` and ``right``, names on the right.
    """

    left: int
    right: int
    top: int
    bottom: int
    span: tuple[int, int]
    last: int
    turned: bool

    @property
    def names_at(self) -> int:
        return self.right + GAP

    def x(self, index: int) -> float:
        return self.left + index * (self.right - self.left) / max(self.last, 1)

    def y(self, value: float) -> float:
        low, high = self.span
        down = value - low if self.turned else high - value
        return self.top + down * (self.bottom - self.top) / ((high - low) or 1)


class Chart(NamedTuple):
    """A chart; ``zero`` is the height of zero, empty if it is not within the chart."""

    frame: Frame
    scale: Scale
    zero: str
    lines: tuple[ChartLine, ...]
    marks: tuple[Mark, ...]
    steps: tuple[Step, ...]


def charts_of(
    courses: Sequence[Course],
    steps: Sequence[str] = (),
    *,
    narrow: Frame = NARROW,
    signs: Sequence[str] = (),
    **options: Any,
) -> dict[str, Chart]:
    """Return a chart for a desktop, and one for a phone with text of the same size.

    On a phone the lines end with ``signs`` explained in a table below, if given, as
    names would leave too little space for the lines.
    """
    names = signs or [name for name, _course in courses]
    values = [course for _name, course in courses]
    brief = list(zip(names, values, strict=True))
    return {
        "wide": chart_of(courses, steps, frame=WIDE, **options),
        "narrow": chart_of(brief, steps, frame=narrow, **options),
    }


def chart_of(
    courses: Sequence[Course],
    steps: Sequence[str] = (),
    *,
    frame: Frame = WIDE,
    span: tuple[int, int] | None = None,
    turned: bool = False,
) -> Chart:
    """Return the chart of named courses on one scale, limited to ``span``.

    A course that begins late has None until then. ``turned`` puts the least value on
    top, as for places.

    >>> small = Frame(width=100, height=60, marks=0, names=0, margin=5)
    >>> chart_of([("", (0, 10))], frame=small).lines[0].points
    '5,55 95,5'
    """
    span = span or value_span(courses)
    values = round_values(*span, frame.marks) if frame.marks else []
    room = int(frame.width * frame.names / LETTER)
    shown = [(shortened_name(name, room), course) for name, course in courses]
    frame = frame_for_names(frame, sum(bool(name) for name, _course in shown))
    scale = chart_scale(shown, values, steps, frame, span, turned=turned)
    return Chart(
        frame,
        scale,
        zero=position_text(scale.y(0)) if span[0] <= 0 <= span[1] else "",
        lines=tuple(chart_lines(shown, scale, frame)),
        marks=tuple(Mark(position_text(scale.y(value)), value) for value in values),
        steps=tuple(chart_steps(scale, steps)),
    )


def chart_lines(
    courses: Sequence[Course], scale: Scale, frame: Frame
) -> Iterator[ChartLine]:
    heights = [scale.y(last_value(course)) for _name, course in courses]
    named = [index for index, (name, _course) in enumerate(courses) if name]
    ends = [heights[index] for index in named]
    spread = spread_heights(ends, LINE, frame.margin, frame.height - frame.margin)
    for index, height in zip(named, spread, strict=True):
        heights[index] = height
    for number, (name, course) in enumerate(courses, 1):
        spots = tuple(
            (position_text(scale.x(index)), position_text(scale.y(value)))
            for index, value in enumerate(course)
            if value is not None
        )
        x, y = spots[-1] if spots else ("", "")
        points = " ".join(map(",".join, spots))
        name_y = position_text(heights[number - 1])
        yield ChartLine(number, name, points, spots, x, y, name_y)


def chart_steps(scale: Scale, steps: Sequence[str]) -> Iterator[Step]:
    """Yield the labels below the chart for which there is space."""
    for index in steps_with_words(steps, scale.right - scale.left):
        is_last = index == scale.last
        anchor = "end" if is_last else "middle"
        yield Step(position_text(scale.x(index)), steps[index], anchor)


def frame_for_names(frame: Frame, names: int) -> Frame:
    """Return a frame high enough for ``names`` names.

    >>> frame_for_names(LOW, 4).height, frame_for_names(LOW, 16).height
    (150, 288)
    """
    return replace(frame, height=max(frame.height, names * LINE + 2 * frame.margin))


def value_span(courses: Iterable[Course], *further: int) -> tuple[int, int]:
    """Return whole numbers that hold the values of courses and ``further``.

    >>> value_span([("", (None, 3, 7.5))], 0)
    (0, 8)
    """
    values = [
        value for _name, course in courses for value in course if value is not None
    ]
    values += further
    return floor(min(values, default=0)), ceil(max(values, default=0))


def widened_span(span: tuple[int, int], least: int) -> tuple[int, int]:
    """Return ``span``, widened around its middle to at least ``least``.

    Otherwise tiny differences would look like a climb.

    >>> widened_span((1024, 1028), 200), widened_span((0, 500), 200)
    ((926, 1126), (0, 500))
    """
    low, high = span
    missing = max(least - (high - low), 0)
    return low - missing // 2, high + missing - missing // 2


def chart_scale(
    courses: Sequence[Course],
    values: Sequence[int],
    steps: Sequence[str],
    frame: Frame,
    span: tuple[int, int],
    *,
    turned: bool,
) -> Scale:
    """Return the scale between the values on the left and the names on the right."""
    figures = max((len(str(value)) for value in values), default=0)
    letters = max(len(name) for name, _course in courses)
    return Scale(
        left=frame.margin + (round(figures * LETTER) + GAP if figures else 0),
        right=frame.width
        - (round(letters * LETTER) + GAP if letters else 0)
        - frame.margin,
        top=frame.margin,
        bottom=frame.height - frame.margin - (FOOT if steps else 0),
        span=span,
        last=max(len(course) for _name, course in courses) - 1,
        turned=turned,
    )


def shortened_name(name: str, letters: int) -> str:
    """Return a name in at most ``letters`` letters, first without the first name.

    >>> shortened_name("Böllerstorff, Karl-Heinz", 14)
    'Böllerstorff'
    >>> shortened_name("Heide-Osterkamp, B.", 10)
    'Heide-Ost…'
    >>> shortened_name("Anna", 14), shortened_name("Anna", 0)
    ('Anna', '')
    """
    if len(name) > letters:
        name = name.partition(",")[0]
    if len(name) <= letters:
        return name
    return f"{name[: letters - 1].rstrip()}…" if letters else ""


def last_value(course: Values) -> float:
    """Return the last value of a course.

    >>> last_value((None, 3, None)), last_value(())
    (3, 0)
    """
    return next((value for value in reversed(course) if value is not None), 0)


def spread_heights(
    heights: Sequence[float], least: float, top: float, bottom: float
) -> list[float]:
    """Return heights close to those given, ``least`` apart if there is space.

    Where several are too close, they spread around their middle.

    >>> spread_heights([50, 52, 10], 10, 0, 100)
    [46.0, 56.0, 10.0]
    >>> spread_heights([95, 96], 10, 0, 100)
    [90, 100]
    """
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    least = min(least, (bottom - top) / max(len(heights) - 1, 1))
    groups: list[list[float]] = []
    for rank, index in enumerate(order):
        groups.append([heights[index] - rank * least])
        while len(groups) > 1 and fmean(groups[-2]) > fmean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    starts = [fmean(group) for group in groups for _height in group]
    highest = bottom - (len(heights) - 1) * least
    positions = list(heights)
    for rank, index in enumerate(order):
        positions[index] = min(max(starts[rank], top), highest) + rank * least
    return positions


def steps_with_words(steps: Sequence[str], wide: float) -> list[int]:
    """Return the steps that get labels: the last, and earlier ones with space.

    The label of the last ends below it, clear of the names.

    >>> steps_with_words(["1", "2", "3", "4", "5"], 60)
    [0, 2, 4]
    >>> steps_with_words(["0", "", "", "3", "", "", "6"], 60)
    [0, 3, 6]
    """
    longest = max(map(len, steps), default=0) * LETTER + GAP
    apart = longest * max(len(steps) - 1, 1) / wide
    chosen_steps: list[int] = []
    for index in reversed(range(len(steps))):
        room = apart * (1.5 if len(chosen_steps) == 1 else 1)
        if steps[index] and (not chosen_steps or chosen_steps[-1] - index >= room):
            chosen_steps.append(index)
    return chosen_steps[::-1]


def round_values(low: int, high: int, most: int = 6) -> list[int]:
    """Return round numbers from ``low`` to ``high``, zero among them.

    >>> round_values(-180, 930)
    [0, 200, 400, 600, 800]
    """
    size = 1
    while True:
        for step in (factor * size for factor in STEPS):
            if (high - low) // step < most:
                return list(range(-(-low // step) * step, high + 1, step))
        size *= 10


def position_text(position: float) -> str:
    """Return a position with at most one decimal.

    >>> position_text(12.0), position_text(12.345)
    ('12', '12.3')
    """
    return f"{round(position, 1):g}"
