from tournaments.seating.costs import costs_of
from tournaments.seating.plans import swap_in_tables
from tournaments.seating.problem import Entrant, SeatingProblem

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
    return problem, costs_of(problem, PLAYED)


def test_costs_are_counted_item_by_item():
    _problem, cost = small_plan(apart=((3, 4),))

    assert cost.repeats == 4
    assert cost.third_meetings == 0
    assert cost.club_clashes == 0
    assert cost.apart_clashes == 2
    assert cost.seat_excess == 4
    assert cost.walking == 4


def test_meetings_before_the_plan_make_a_meeting_a_repeat():
    history = (((1, 2, 3, 4), (5, 6, 7, 8)),)

    _problem, cost = small_plan(history=history)

    assert cost.repeats == 12 + 4
    assert cost.third_meetings == 4


def test_a_swap_shows_the_change_of_each_cost_item():
    problem, cost = small_plan()

    first, second = PLAYED
    swapped = (first, swap_in_tables(second, 1, 4))
    difference = costs_of(problem, swapped) - cost

    assert difference.repeats == 0
    assert difference.club_clashes == 1
    assert difference.walking == 0


def test_a_swap_at_one_table_exchanges_the_seats():
    assert swap_in_tables(PLAYED[0], 1, 2)[0] == (2, 1, 3, 4)
