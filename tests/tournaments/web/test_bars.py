"""The positions of the parts of a stacked bar."""

from tournaments.web.charts import bar_parts


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
