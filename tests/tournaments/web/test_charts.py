"""Where the points of a drawing lie, and what it says in words."""

from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from tournaments.web.charts import chart_of, marked
from tournaments.words.habits import course_text

COURSES = st.lists(st.integers(-3000, 3000), min_size=1, max_size=60)


@given(st.lists(COURSES, min_size=1, max_size=5))
def test_every_point_lies_in_the_drawing(courses):
    chart = chart_of([(str(n), course) for n, course in enumerate(courses)])

    for line, course in zip(chart.lines, courses, strict=True):
        spots = [tuple(map(float, spot.split(","))) for spot in line.points.split()]
        assert len(spots) == len(course)
        assert all(0 <= x <= chart.width and 0 <= y <= chart.height for x, y in spots)


@given(st.integers(-5000, 5000), st.integers(0, 5000))
def test_a_few_round_numbers_stand_beside_it(low, tall):
    marks = marked(low, low + tall)

    assert len(marks) <= 7
    assert all(low <= mark <= low + tall for mark in marks)


def test_a_course_is_told_from_its_first_game_on():
    with override("de"):
        assert course_text((0, -48, 120, 90)) == (
            "90 Punkte am Ende; höchster Stand 120 nach Spiel 2, "
            "tiefster −48 nach Spiel 1."
        )
