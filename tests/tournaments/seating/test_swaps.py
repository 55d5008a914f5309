from dataclasses import replace

import pytest

from tournaments.seating.costs import costs_of
from tournaments.seating.plans import check_tables, plan_series, swap_in_tables
from tournaments.seating.problem import Entrant, SeatingError, SeatingProblem

PLAYED = (
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    ((1, 2, 5, 6), (3, 4, 7, 8)),
)


def small_plan(**wishes):
    problem = SeatingProblem(
        entrants=tuple(
            Entrant(number=number, club="Eiche" if number in (1, 8) else None)
            for number in range(1, 9)
        ),
        **wishes,
    )
    drawn = plan_series(problem, series=2, seed="1", picks=100)
    return replace(drawn, series=PLAYED, cost=costs_of(problem, PLAYED))


def test_costs_are_counted_item_by_item():
    cost = small_plan(apart=((3, 4),)).cost

    assert cost.repeats == 4
    assert cost.third_meetings == 0
    assert cost.club_clashes == 0
    assert cost.apart_clashes == 2
    assert cost.seat_excess == 4
    assert cost.walking == 4


def test_meetings_before_the_plan_make_a_meeting_a_repeat():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),)

    cost = small_plan(history=history).cost

    assert cost.repeats == 12 + 4
    assert cost.third_meetings == 4


def test_a_swap_shows_the_change_of_each_cost_item():
    drawn = small_plan()

    first, second = drawn.series
    swapped = (first, swap_in_tables(second, 1, 4))
    difference = costs_of(drawn.problem, swapped) - drawn.cost

    assert difference.repeats == 0
    assert difference.club_clashes == 1
    assert difference.walking == 0


def test_a_swap_at_one_table_exchanges_the_seats():
    assert swap_in_tables(PLAYED[0], 1, 2)[0] == (2, 1, 3, 4)


@pytest.mark.parametrize(
    ("tables", "code"),
    [
        (((1, 2, 3, 4), (5, 6, 7, 1)), "seated-twice"),
        (((1, 2, 3, 4), (5, 6, 7)), "not-seated"),
        (((1, 2, 3, 4), (5, 6, 7, 9)), "no-such-player"),
        (((1, 2, 3, 4, 5), (6, 7, 8)), "table-size"),
        (((1, 2, 3, 4), (5, 6), (7, 8)), "table-size"),
    ],
)
def test_tables_at_which_not_everybody_sits_once_are_refused(tables, code):
    with pytest.raises(SeatingError) as refusal:
        check_tables(tables, range(1, 9))

    assert refusal.value.code == code
