"""The positions of the points, grid and names of a chart."""

from itertools import pairwise
from random import Random

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.web.charts import (
    NARROW,
    SPARK,
    WIDE,
    bar_parts,
    chart_of,
    charts_of,
    round_values,
    spread_heights,
    steps_with_words,
)
from tournaments.words.habits import course_text


def some_courses(seed):
    """Return up to five courses of up to forty values, some of them missing."""
    chance = Random(seed)
    return [
        [
            None if chance.random() < 0.2 else chance.randint(-3000, 3000)
            for _value in range(chance.randint(1, 40))
        ]
        for _course in range(chance.randint(1, 5))
    ]


@pytest.mark.parametrize("frame", [WIDE, NARROW, SPARK])
@given(st.integers(0, 10**9))
def test_every_point_lies_between_the_numbers_and_the_names(frame, seed):
    courses = some_courses(seed)
    steps = [f"{n}. Nov." for n in range(max(map(len, courses)))]
    chart = chart_of(
        [(f"Name {n}", course) for n, course in enumerate(courses)], steps, frame=frame
    )

    scale = chart.scale
    assert 0 < scale.left < scale.right < scale.names_at
    for line, course in zip(chart.lines, courses, strict=True):
        assert len(line.spots) == sum(value is not None for value in course)
        for x, y in line.spots:
            assert scale.left <= float(x) <= scale.right
            assert 0 <= float(y) <= scale.bottom < chart.frame.height


@given(st.integers(-5000, 5000), st.integers(0, 5000), st.integers(1, 8))
def test_a_few_round_numbers_stand_beside_it(low, tall, most):
    marks = round_values(low, low + tall, most)

    assert len(marks) <= most + 1
    assert all(low <= mark <= low + tall for mark in marks)


@given(st.lists(st.floats(0, 200), min_size=1, max_size=11))
def test_names_stand_apart_in_the_order_of_their_lines(heights):
    found = spread_heights(heights, 18, 0, 200)

    in_order = [height for _wanted, height in sorted(zip(heights, found, strict=True))]
    assert all(lower - upper > 17.999 for upper, lower in pairwise(sorted(found)))
    assert sorted(heights) == heights or in_order == sorted(in_order)
    assert -0.001 <= min(found) <= max(found) <= 200.001
    # Where there is no room they move together.
    assert spread_heights([5, 5, 5], 18, 0, 20) == [0, 10, 20]


def test_a_line_that_begins_late_begins_at_its_step():
    chart = chart_of([("Anna", (0, 10, 20)), ("Bernd", (None, None, 5))])

    first, late = chart.lines
    assert first.spots[-1][0] == late.x
    assert len(late.spots) == 1


def test_places_have_the_first_on_top():
    chart = chart_of([("Anna", (1, 2)), ("Bernd", (2, 1))], turned=True)

    anna, bernd = chart.lines
    assert float(bernd.y) < float(anna.y)
    assert [mark.value for mark in chart.marks] == [1, 2]
    assert float(chart.marks[0].y) < float(chart.marks[1].y)


def test_all_rows_have_one_scale():
    low, high = (
        chart_of([("", course)], frame=SPARK, span=(-100, 900))
        for course in ((0, 100), (0, 900))
    )

    assert low.zero == high.zero
    assert float(high.lines[0].y) < float(low.lines[0].y)
    # Zero is drawn where it is reached.
    assert chart_of([("", (5, 9))]).zero == ""
    assert chart_of([("", (5, 9))], span=(0, 9)).zero == "228"


@given(st.integers(1, 80), st.integers(40, 700))
def test_words_of_the_axis_do_not_touch(count, wide):
    steps = [f"{n}. Nov." for n in range(count)]

    shown = steps_with_words(steps, wide)

    assert shown[-1] == count - 1
    assert len(shown) == 1 or wide * (shown[-1] - shown[-2]) / (count - 1) >= 80
    spots = [index * wide / max(count - 1, 1) for index in shown]
    assert len(shown) == 1 or all(b - a >= 55 for a, b in pairwise(spots))


def test_a_phone_has_its_own_drawing_with_shorter_names_or_signs():
    courses = [("Böllerstorff, Karl-Heinz", (1, 2))]

    named, signed = charts_of(courses), charts_of(courses, signs=["1."])

    assert named["wide"].lines[0].name == "Böllerstorff, Karl-Heinz"
    assert named["narrow"].lines[0].name == "Böllerstorff"
    assert named["narrow"].frame.width < 390
    assert signed["wide"] == named["wide"]
    assert signed["narrow"].lines[0].name == "1."
    assert signed["narrow"].scale.right > named["narrow"].scale.right + 60


def test_a_course_is_told_from_its_first_game_on():
    with override("de"):
        assert course_text((0, -48, 120, 90)) == (
            "90 Punkte am Ende; höchster Stand 120 nach Spiel 2, "
            "tiefster −48 nach Spiel 1."
        )


def test_a_drawing_grows_with_its_names():
    teams = [(f"Mannschaft {n}", (n, n)) for n in range(1, 17)]

    for drawn in charts_of(teams, turned=True).values():
        heights = sorted(float(line.name_y) for line in drawn.lines)
        assert all(below - above > 15 for above, below in pairwise(heights))
        assert heights[-1] < drawn.frame.height


def test_lines_without_a_name_push_no_name_away():
    crowd = [("", (0, 99 - each)) for each in range(6)]
    lowest = ("", (0, 0))
    alone = chart_of([("Anna", (0, 100)), lowest], frame=NARROW)
    beside = chart_of([("Anna", (0, 100)), *crowd, lowest], frame=NARROW)
    last = chart_of([*crowd, lowest, ("Anna", (0, 50))], frame=NARROW)

    assert alone.lines[0].name_y == beside.lines[0].name_y == beside.lines[0].y
    assert last.lines[-1].name_y == last.lines[-1].y


def parts(values, most=100):
    return [(part.start, part.width) for part in bar_parts(values, most=most)]


def test_a_bar_ends_at_the_sum_though_a_series_was_lost():
    assert parts([-20, 30, 50]) == [(120, 40), (0, 60), (60, 100)]


def test_more_lost_than_won_goes_back_to_zero_only():
    assert parts([10, -30, -5], most=10) == [(0, 200), (0, 200), (0, 0)]


def test_only_what_is_below_zero_is_a_minus():
    assert [part.is_minus for part in bar_parts([5, 0, -5], most=5)] == [
        False,
        False,
        True,
    ]
