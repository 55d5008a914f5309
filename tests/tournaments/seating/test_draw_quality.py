"""The draw reaches the promised quality of seating plans, counted in picks."""

import pytest

from tests.tournaments.seating.quality import (
    field_of,
    required_repeats,
    row_of,
)
from tournaments.seating.plans import plan_series

# Fast cells of every kind: small and unavoidable, seed plans, remainders, large.
WITHIN_REACH = [
    *[(6, 2), (6, 3), (6, 4), (8, 2), (8, 3), (8, 4), (8, 5), (8, 6)],
    *[(9, 2), (9, 3), (9, 4), (9, 5), (9, 6), (10, 2), (12, 2), (12, 4)],
    *[(14, 2), (15, 4), (15, 5), (16, 5), (16, 6), (16, 8), (17, 4)],
    *[(19, 5), (20, 5), (21, 5), (22, 5), (24, 6), (24, 7), (26, 4), (27, 6)],
    *[
        (28, 8),
        (28, 9),
        (32, 8),
        (32, 9),
        (33, 5),
        (36, 11),
        (40, 10),
        (40, 13),
        (44, 12),
        (48, 12),
    ],
    *[(41, 5), (46, 6), (50, 6), (57, 4), (65, 8), (100, 8), (130, 5), (512, 8)],
]
NEVER_MORE_PICKS = 300_000
# Cells whose bound is out of reach: the given number is reached within the budget.
BY_BUDGET = [(10, 3), (12, 5), (14, 5), (17, 6), (24, 8)]
BUDGET = 150_000


@pytest.mark.parametrize(("players", "series"), WITHIN_REACH)
def test_nobody_meets_more_often_than_required(players, series):
    row = row_of(plan_series(field_of(players), series=series, seed="1"))

    assert row.required is None or row.repeats <= row.required
    assert row.picks <= NEVER_MORE_PICKS
    if players >= 13:
        assert row.most_meetings <= 2
    if series <= 5 and (players >= 18 or players in (15, 16)):
        assert row.three_most <= row.three_fair


@pytest.mark.parametrize(("players", "series"), BY_BUDGET)
def test_unreachable_bounds_are_approached_within_a_small_budget(players, series):
    drawn = plan_series(field_of(players), series=series, seed="1", picks=BUDGET)

    required = required_repeats(players, series)
    assert drawn.bound.repeats <= drawn.cost.repeats <= required


def test_a_thousand_players_are_seated_in_a_few_hundred_picks():
    drawn = plan_series(field_of(1000), series=8, seed="1")

    assert drawn.cost.repeats == 0
    assert drawn.picks < 1000


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_evening_of_fourteen_is_drawn_well_with_every_seed(seed):
    row = row_of(plan_series(field_of(14), series=3, seed=seed))

    assert row.repeats == 0
    assert row.three_most <= 2


@pytest.mark.parametrize(("players", "series"), [(16, 4), (64, 8), (1000, 4)])
def test_seats_are_perfectly_even_at_tables_of_four(players, series):
    drawn = plan_series(field_of(players), series=series, seed="1")

    assert drawn.cost.seat_excess == 0


@pytest.mark.parametrize(("players", "series"), [(41, 5), (50, 8), (97, 4)])
def test_seats_stay_nearly_even_with_tables_of_three(players, series):
    drawn = plan_series(field_of(players), series=series, seed="1")

    threes = -players % 4
    assert drawn.cost.seat_excess <= 3 * threes * (series // 4) + 3


def clubs_by_remainder(count):
    return lambda number: f"club {number % count}"


@pytest.mark.parametrize(
    ("players", "series", "clubs", "repeats"),
    [
        (64, 3, 16, 0),
        (16, 3, 4, 0),
        (20, 4, 5, 0),
        (24, 5, 8, 1),
        (41, 4, 9, 0),
        (256, 5, 20, 0),
    ],
)
def test_club_mates_are_kept_apart(players, series, clubs, repeats):
    problem = field_of(players, club_of=clubs_by_remainder(clubs))

    drawn = plan_series(problem, series=series, seed="1", picks=200_000)

    assert drawn.cost.club_clashes == drawn.bound.club_clashes == 0
    assert drawn.cost.repeats <= repeats


def test_a_host_club_that_is_too_large_meets_itself_as_rarely_as_possible():
    problem = field_of(40, club_of=lambda n: "host" if n <= 16 else f"club {n // 3}")

    drawn = plan_series(problem, series=3, seed="1", picks=100_000)

    assert drawn.bound.club_clashes == 18
    assert drawn.cost.club_clashes == 18
    assert drawn.cost.repeats == 0
