from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.checks import (
    FootField,
    Identity,
    PaperFoot,
    PaperLine,
    PaperSeat,
    differences,
    failures_in,
    foot_of,
    k1,
    k2,
    k4,
    k5,
    k7,
    k8,
    k9,
    k10,
    k11,
    k12,
    settlement,
)
from scoring.sheets import close, running_totals
from scoring.systems import System
from tests.scoring.lists import tables
from tests.scoring.test_sheets import EIGHT_GAMES, list_with

FOUR = foot_of(
    close(
        list_with([(512, 13, 1), (388, 11, 2), (295, 9, 2), (-41, 7, 1)], 2), players=4
    )
)
THREE = foot_of(
    close(list_with([(430, 12, 1), (215, 10, 3), (98, 9, 0)], 1), players=3)
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


def paper_lines(lines, players):
    rows = running_totals(lines, players)
    return [
        PaperLine(
            number=line.number,
            declarer=line.declarer,
            value=None if line.declarer is None else line.score,
            running=row.game_points,
        )
        for line, row in zip(lines, rows, strict=True)
    ]


@pytest.mark.parametrize("foot", [FOUR, THREE], ids=["four", "three"])
def test_the_worked_closings_pass_every_identity(foot):
    assert failures_in(foot) == ()


def test_k1_says_how_many_games_are_too_many():
    failure = k1(replace(FOUR, passed_in=3))

    assert (failure.identity, failure.by) == (Identity.K1, 1)


def test_k2_names_the_place_with_the_wrong_count():
    (failure,) = k2(more(FOUR, 3, "others_lost", -2))

    assert (failure.by, failure.places) == (-2, (3,))


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

    assert (failure.by, failure.places) == (50, (1,))


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


def test_k10_names_the_row_and_goes_on_from_what_is_written():
    rows = paper_lines(EIGHT_GAMES, 4)
    rows[5] = replace(rows[5], running=-18)

    (failure,) = k10(rows)

    assert (failure.line, failure.places, failure.by) == (6, (1,), -10)


def test_k10_is_silent_about_rows_it_cannot_compare():
    rows = [
        PaperLine(number=1, declarer=1, value=None, running=None),
        PaperLine(number=2, declarer=1, value=18, running=999),
        PaperLine(number=3, declarer=1, value=20, running=None),
        PaperLine(number=4, declarer=1, value=22, running=1041),
    ]

    assert k10(rows) == ()


def test_k11_wants_the_money_to_add_up_to_nothing():
    assert settlement((1100, 605, 708)) == (887, -598, -289)
    assert k11(settlement((1100, 605, 708))) is None
    assert k11((887, -598, -288)).by == 1


@pytest.mark.parametrize("value", [49, -33, -49, 19, 265, 17])
def test_k12_finds_impossible_values(value):
    (failure,) = k12([PaperLine(number=7, declarer=2, value=value)])

    assert (failure.line, failure.places, failure.by) == (7, (2,), value)


@pytest.mark.parametrize("value", [18, -36, 46, -46, 59, 264, -528, 0, None])
def test_k12_accepts_possible_values(value):
    assert k12([PaperLine(number=7, declarer=2, value=value)]) == ()


def test_missing_numbers_make_every_identity_silent():
    seats = tuple(PaperSeat(place=place) for place in range(1, 5))

    assert failures_in(PaperFoot(players=4, games=None, seats=seats)) == ()


def test_differences_name_cell_paper_and_computed():
    totals = close(EIGHT_GAMES, players=4)
    foot = more(replace(foot_of(totals), passed_in=2), 3, "total", -110)

    found = differences(foot, totals)

    assert [(d.place, d.field, d.paper, d.computed, d.by) for d in found] == [
        (None, FootField.PASSED_IN, 2, 1, 1),
        (3, FootField.TOTAL, 72, 182, -110),
    ]


def test_a_cell_that_is_not_written_does_not_differ():
    totals = close(EIGHT_GAMES, players=4)

    assert differences(with_cell(foot_of(totals), 3, total=None), totals) == ()


@given(tables(), st.sampled_from(System))
def test_any_list_closes_without_a_failure(table, system):
    players, lines = table
    closed = close(lines, players=players, system=system)

    assert failures_in(foot_of(closed)) == ()
    assert k10(paper_lines(lines, players)) == ()
    assert k12(paper_lines(lines, players)) == ()
    assert k11(settlement([seat.total for seat in closed.seats])) is None
    assert differences(foot_of(closed), closed) == ()


@given(
    tables(),
    st.sampled_from(System),
    st.integers(1, 3),
    st.sampled_from(["game_points", "won", "lost", "others_lost", "total"]),
    st.integers(-200, 200).filter(bool),
)
def test_one_changed_number_of_the_foot_breaks_an_identity(
    table, system, place, field, by
):
    players, lines = table
    foot = foot_of(close(lines, players=players, system=system))

    broken = identities(more(foot, place, field, by))

    assert broken


@given(tables(), st.integers(-3, 3).filter(bool))
def test_a_changed_count_of_passed_in_games_breaks_k1(table, by):
    players, lines = table
    foot = foot_of(close(lines, players=players))

    assert identities(replace(foot, passed_in=foot.passed_in + by)) == {Identity.K1}


@given(tables(), st.data(), st.integers(-100, 100).filter(bool))
def test_one_changed_running_total_breaks_k10(table, data, by):
    players, lines = table
    rows = paper_lines(lines, players)
    played = [index for index, row in enumerate(rows) if row.declarer]
    assume(played)
    index = data.draw(st.sampled_from(played))
    rows[index] = replace(rows[index], running=rows[index].running + by)

    assert rows[index].number in [failure.line for failure in k10(rows)]
