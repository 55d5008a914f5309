from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.house.rules import HouseRules, RamschScoring
from scoring.lists.sheets import System, close_list
from scoring.proof.paper import (
    FootField,
    Identity,
    PaperFoot,
    PaperSeat,
    failures_in,
    faultless_foot,
    foot_differences,
    k1,
    k4,
    k5,
    k7,
    k8,
    k9,
    k12,
)
from tests.scoring.game_lists import tables
from tests.scoring.lists.test_sheets import EIGHT_GAMES, list_with

FOUR = faultless_foot(
    close_list(
        list_with([(512, 13, 1), (388, 11, 2), (295, 9, 2), (-41, 7, 1)], 2), players=4
    )
)
THREE = faultless_foot(
    close_list(list_with([(430, 12, 1), (215, 10, 3), (298, 9, 0)], 1), players=3)
)


def with_cell(foot, place, **cells):
    seats = tuple(
        replace(seat, **cells) if seat.place == place else seat for seat in foot.seats
    )
    return replace(foot, seats=seats)


def identities(foot):
    return {failure.identity for failure in failures_in(foot)}


def more(foot, place, field, by):
    seat = foot.seats[place - 1]
    return with_cell(foot, place, **{field: getattr(seat, field) + by})


@pytest.mark.parametrize("foot", [FOUR, THREE], ids=["four", "three"])
def test_the_worked_closings_pass_every_identity(foot):
    assert failures_in(foot) == ()


def test_k1_says_how_many_games_are_too_many():
    failure = k1(replace(FOUR, passed_in=3))

    assert (failure.identity, failure.by) == (Identity.K1, 1)


def test_k4_and_k5_find_an_addition_slip_by_its_amount():
    assert k4(more(FOUR, 2, "total", 100)).by == 100
    assert k5(more(THREE, 2, "total", -9)).by == -9


def test_k4_needs_no_won_games_when_the_rest_is_known():
    without_won = FOUR
    for place in range(1, 5):
        without_won = with_cell(without_won, place, won=None)

    assert k4(without_won) is None
    assert k4(more(without_won, 1, "total", 7)).by == 7


def test_k7_finds_forty_for_thirty():
    wrong = more(FOUR, 1, "total", 10 * 5)

    (failure,) = k7(wrong)

    # 200 is 20 above a multiple of 30: the number of games is not on the paper.
    assert (failure.by, failure.places) == (20, (1,))


def test_k8_names_the_wrong_place_in_every_failure():
    failures = k8(more(FOUR, 4, "total", 90))

    assert [(failure.places, failure.by) for failure in failures] == [
        ((1, 4), -90),
        ((2, 4), -90),
        ((3, 4), -90),
    ]


def test_k9_finds_more_games_than_the_dealing_leaves():
    (failure,) = k9(with_cell(FOUR, 1, won=30, lost=8))

    assert (failure.by, failure.places) == (2, (1,))


@pytest.mark.parametrize(
    ("points", "won", "lost", "by"),
    [
        (10, 0, 0, 10),
        (20, 3, 0, -34),
        (19, 1, 0, 1),
        (-37, 0, 1, -1),
        (600, 1, 0, 336),
        (264, 1, 0, 0),
        (-36, 0, 1, 0),
        (-18, 1, 1, 0),
        (61, 2, 0, 1),
        (-342, 0, 1, 0),
    ],
)
def test_k12_knows_the_possible_sums(points, won, lost, by):
    foot = with_cell(FOUR, 1, game_points=points, won=won, lost=lost)

    assert [failure.by for failure in k12(foot) if failure.places == (1,)] == (
        [by] if by else []
    )


@pytest.mark.parametrize(
    ("rules", "points", "won", "lost", "by"),
    [
        (HouseRules(kontra=True), 10, 0, 0, 10),
        (HouseRules(kontra=True), -10, 3, 0, -10),
        (HouseRules(kontra=True), 37, 1, 1, 0),
        (HouseRules(kontra=True), 6000, 1, 0, 0),
        (HouseRules(ramsch=RamschScoring.MOST_PAYS), -40, 0, 0, 0),
    ],
)
def test_k12_checks_only_what_is_certain_under_house_rules(
    rules, points, won, lost, by
):
    seat = PaperSeat(place=1, game_points=points, won=won, lost=lost)

    failures = k12(PaperFoot(players=3, games=None, seats=(seat,), rules=rules))

    assert [failure.by for failure in failures] == ([by] if by else [])


@pytest.mark.parametrize(
    ("foot", "broken"),
    [
        (replace(FOUR, games=40), "K1"),
        (more(FOUR, 2, "total", 30), "K4 K8"),
        (more(THREE, 2, "total", -9), "K5 K6 K7 K8"),
        (with_cell(FOUR, 1, won=30, lost=8), "K1 K4 K7 K8 K9"),
        (more(more(FOUR, 3, "game_points", 5000), 3, "total", 5000), "K12"),
    ],
)
def test_every_identity_can_fail_by_the_numbers_of_a_typed_foot(foot, broken):
    assert identities(foot) == {Identity(number) for number in broken.split()}


def test_missing_numbers_make_every_identity_silent():
    seats = tuple(PaperSeat(place=place) for place in range(1, 5))

    assert failures_in(PaperFoot(players=4, games=None, seats=seats)) == ()


HALF_TYPED = [
    cells
    for count in range(5)
    for cells in combinations(("game_points", "won", "lost", "total"), count)
]


@pytest.mark.parametrize("cells", HALF_TYPED, ids=" ".join)
@pytest.mark.parametrize("foot", [FOUR, THREE], ids=["four", "three"])
def test_a_half_typed_foot_fails_nowhere(foot, cells):
    half = with_cell(foot, 2, **dict.fromkeys(cells))

    assert failures_in(half) == ()
    assert failures_in(replace(half, passed_in=None)) == ()
    assert failures_in(replace(half, games=None)) == ()
    assert failures_in(replace(half, ramsch=None)) == ()


def test_a_half_typed_foot_can_still_fail():
    wrong = with_cell(more(FOUR, 1, "total", 7), 2, total=None, won=None)

    assert [(each.identity, each.places, each.by) for each in failures_in(wrong)] == [
        (Identity.K6, (1,), -3),
        (Identity.K7, (1,), 7),
        (Identity.K8, (1, 3), 7),
        (Identity.K8, (1, 4), 7),
    ]


def test_differences_name_cell_paper_and_computed():
    totals = close_list(EIGHT_GAMES, players=4)
    foot = more(replace(faultless_foot(totals), passed_in=2), 3, "total", -110)

    differences = foot_differences(foot, totals)

    assert [(d.place, d.field, d.paper, d.computed, d.by) for d in differences] == [
        (None, FootField.PASSED_IN, 2, 1, 1),
        (3, FootField.TOTAL, 72, 182, -110),
    ]


def test_a_cell_that_is_not_written_does_not_differ():
    totals = close_list(EIGHT_GAMES, players=4)

    assert (
        foot_differences(with_cell(faultless_foot(totals), 3, total=None), totals) == ()
    )


@given(
    tables(30),
    st.sampled_from(System),
    st.integers(1, 3),
    st.sampled_from(["game_points", "won", "lost", "total"]),
    st.integers(-200, 200).filter(bool),
    st.integers(-3, 3).filter(bool),
)
def test_any_list_closes_without_a_failure_and_every_changed_number_is_one(
    table, system, place, field, by, passed_in
):
    players, lines = table
    closed = close_list(lines, players=players, system=system)
    foot = faultless_foot(closed)

    assert failures_in(foot) == foot_differences(foot, closed) == ()
    assert identities(more(foot, place, field, by))
    changed = replace(foot, passed_in=foot.passed_in + passed_in)
    assert identities(changed) == {Identity.K1}
