"""The draw reaches the promised quality of seating plans, counted in picks."""

from collections import Counter
from itertools import chain, combinations

import pytest

from tournaments.seating.plans import plan_series
from tournaments.seating.problem import Entrant, SeatingProblem, TableRule, hall_for

# The most repeats by players and series, in fast cells of every kind: small and
# unavoidable, seed plans, remainders, large.
WITHIN_REACH = {
    **{(6, 2): 2, (6, 3): 6, (6, 4): 10},
    **{(8, 2): 4, (8, 3): 12, (8, 4): 24, (8, 5): 32, (8, 6): 44},
    **{(9, 2): 0, (9, 3): 0, (9, 4): 0, (9, 5): 9, (9, 6): 18},
    **{(10, 2): 1, (12, 2): 3, (12, 4): 18, (15, 4): 0, (15, 5): 0},
    **{(16, 5): 0, (16, 6): 24, (16, 8): 72, (17, 4): 0, (19, 5): 0, (20, 5): 0},
    **{(21, 5): 0, (22, 5): 0, (24, 6): 0, (24, 7): 0, (26, 4): 0, (27, 6): 0},
    **{(28, 8): 0, (32, 8): 0, (33, 5): 0, (48, 12): 4, (41, 5): 0, (46, 6): 0},
    **{(50, 6): 0, (57, 4): 0, (65, 8): 0, (100, 8): 0, (130, 5): 0, (512, 8): 0},
}
NEVER_MORE_PICKS = 300_000
# Cells whose bound is out of reach: the given number is reached within the budget.
BY_BUDGET = {(12, 5): 30, (17, 6): 5, (24, 8): 18}
BUDGET = 150_000


def field_of(players, *, club_of=None, rule=TableRule.FOURS):
    """Return a problem with start numbers 1..players, clubs by ``club_of(number)``."""
    entrants = tuple(
        Entrant(number=number, club=club_of(number) if club_of else None)
        for number in range(1, players + 1)
    )
    return SeatingProblem(entrants=entrants, tables=rule)


def most_at_threes(drawn):
    """Return how often somebody sits at tables of three."""
    tables = chain.from_iterable(drawn.series)
    sits = Counter(chain.from_iterable(table for table in tables if len(table) == 3))
    return max(sits.values(), default=0)


@pytest.mark.parametrize(("players", "series"), WITHIN_REACH)
def test_nobody_meets_more_often_than_required(players, series):
    drawn = plan_series(field_of(players), series=series, seed="1")

    met = Counter(
        pair
        for table in chain.from_iterable(drawn.series)
        for pair in combinations(sorted(table), 2)
    )
    assert drawn.cost.repeats <= WITHIN_REACH[players, series]
    assert drawn.picks <= NEVER_MORE_PICKS
    if players >= 13:
        assert max(met.values()) <= 2
    if series <= 5 and (players >= 18 or players in (15, 16)):
        fair = -(-3 * hall_for(players).threes * series // players)
        assert most_at_threes(drawn) <= max(1, fair)


@pytest.mark.parametrize(("players", "series"), BY_BUDGET)
def test_unreachable_bounds_are_approached_within_a_small_budget(players, series):
    drawn = plan_series(field_of(players), series=series, seed="1", picks=BUDGET)

    assert drawn.bound.repeats <= drawn.cost.repeats <= BY_BUDGET[players, series]


def test_a_thousand_players_are_seated_in_a_few_hundred_picks():
    drawn = plan_series(field_of(1000), series=8, seed="1")

    assert drawn.cost.repeats == 0
    assert drawn.picks < 1000


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_evening_of_fourteen_is_drawn_well_with_every_seed(seed):
    drawn = plan_series(field_of(14), series=3, seed=seed)

    assert drawn.cost.repeats == 0
    assert most_at_threes(drawn) <= 2


@pytest.mark.parametrize(
    ("players", "series", "uneven"),
    [(16, 4, 0), (64, 8, 0), (1000, 4, 0), (41, 5, 12), (50, 8, 15), (97, 4, 12)],
)
def test_seats_are_even_but_for_tables_of_three(players, series, uneven):
    drawn = plan_series(field_of(players), series=series, seed="1")

    assert drawn.cost.seat_excess <= uneven


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
    problem = field_of(players, club_of=lambda number: f"club {number % clubs}")

    drawn = plan_series(problem, series=series, seed="1", picks=200_000)

    assert drawn.cost.club_clashes == drawn.bound.club_clashes == 0
    assert drawn.cost.repeats <= repeats


def test_a_host_club_that_is_too_large_meets_itself_as_rarely_as_possible():
    problem = field_of(40, club_of=lambda n: "host" if n <= 16 else f"club {n // 3}")

    drawn = plan_series(problem, series=3, seed="1", picks=100_000)

    assert drawn.bound.club_clashes == 18
    assert drawn.cost.club_clashes == 18
    assert drawn.cost.repeats == 0
