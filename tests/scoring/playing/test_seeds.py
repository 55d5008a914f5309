"""Numbered rows of rules 10: what the seeds say, and what was decided."""

from dataclasses import replace

import pytest

from scoring.game.codes import Problem
from scoring.game.contracts import (
    BASE_VALUE,
    BIDS,
    MOST_MATADORS,
    NULL_VALUE,
    Contract,
    dealer_of,
    seat_position,
)
from scoring.game.games import ImpossibleGame, result_of
from scoring.game.problems import pick_of
from scoring.game.written_games import Kontra, WrittenGame
from scoring.house.rules import PRESETS, HouseRules, Schieberamsch, WhoMarks
from scoring.playing.examples import calculate
from scoring.playing.line_checks import problems_in
from scoring.playing.target import COEFFICIENTS, Holding
from tests.scoring.playing.games import clubs, grand, null, only, ramsch, written

MARKS = HouseRules(
    schieberamsch=Schieberamsch.MARKS,
    only_ramsch=True,
    ramsch_kontra=True,
    grand_hand_in_ramsch=True,
)
TARGET = HouseRules(target=500)


def spades(**fields):
    return WrittenGame(declarer=2, contract=Contract.SPADES, **fields)


def test_c1_grand_counts_24_not_25():
    assert BASE_VALUE[Contract.GRAND] == 24
    assert 25 not in BIDS


def test_c3_a_value_equal_to_the_bid_is_enough():
    assert not result_of(clubs(matadors=2, bid=36)).overbid
    assert result_of(clubs(matadors=2, bid=40)).overbid


@pytest.mark.parametrize(
    "announced", ["schneider_announced", "schwarz_announced", "ouvert"]
)
def test_c4_an_announcement_brings_hand_with_it(announced):
    levels = result_of(spades(matadors=1, **{announced: True})).explanation.levels

    assert "hand" in [step.level for step in levels]


def test_c4_null_ouvert_needs_no_hand():
    assert result_of(null(ouvert=True)).value == 46


def test_c5_there_are_63_bids_up_to_264_of_which_32_end_at_99():
    assert (len(BIDS), BIDS[-1]) == (63, 264)
    assert sum(bid <= 99 for bid in BIDS) == 32


def test_c6_announced_levels_count_those_below():
    announced = result_of(clubs(schneider_announced=True, card_points=90))
    assert announced.value == 12 * (1 + 1 + 1 + 1 + 1)
    assert problems_in(clubs(schneider_announced=True, card_points=89)) == (
        Problem.WON_WITHOUT_ANNOUNCED_LEVEL,
    )


@pytest.mark.parametrize(
    ("contract", "most"), [(Contract.CLUBS, 11), (Contract.GRAND, 4)]
)
def test_c8_and_c24_tops_go_on_to_11_and_to_4_only_in_grand(contract, most):
    assert MOST_MATADORS[contract] == most
    with_most = WrittenGame(declarer=1, contract=contract, matadors=most)
    too_many = WrittenGame(declarer=1, contract=contract, matadors=most + 1)
    assert problems_in(with_most) == ()
    assert problems_in(too_many) == (Problem.MATADORS_OUT_OF_RANGE,)


def test_c9_32_is_no_bid_between_30_and_33():
    assert 32 not in BIDS
    assert BIDS[BIDS.index(30) + 1] == 33


def test_c10_the_dealer_moves_on_and_is_rearhand_at_three():
    assert [dealer_of(number, 3) for number in (1, 2, 3, 4)] == [1, 2, 3, 1]
    assert seat_position(1, 1, 3) == "rearhand"


def test_c11_spades_with_3_hand_schneider_schwarz_are_77():
    entry = spades(matadors=3, hand=True, schneider=True, schwarz=True)

    assert result_of(entry).value == 77


def test_c12_a_lost_game_is_minus_twice_its_value():
    assert result_of(spades(matadors=3, won=False)).score == -88


def test_c14_the_value_is_known_only_after_the_hand():
    assert result_of(clubs(bid=36, schneider=True)).score == 36
    assert result_of(clubs(bid=36)).score == -72


def test_c16_all_card_points_are_120_not_108():
    assert only(ramsch(48, 42, 30), MARKS).problems == ()
    assert 11 + 10 + 4 + 3 + 2 == 120 // 4


@pytest.mark.parametrize(
    ("kontra", "marks"), [(Kontra.RE, 19), (Kontra.KONTRA, 9), (Kontra.NONE, 4)]
)
def test_c17_tenths_are_rounded_down_after_the_factor(kontra, marks):
    assert written(only(ramsch(48, 42, 30, kontra=kontra), MARKS)) == {1: marks}


def test_c18_most_card_points_are_doubled_by_a_player_without_a_trick():
    assert written(only(ramsch(72, 48, 0, virgins=(3,)), MARKS)) == {1: 14}


@pytest.mark.parametrize(
    ("card_points", "won", "score"),
    [(64, True, -72), (85, True, -72), (60, False, 144)],
)
def test_c19_a_made_grand_hand_is_minus_and_a_failed_one_plus_twice(
    card_points, won, score
):
    entry = grand(hand=True, card_points=card_points, won=won)

    assert only(entry, MARKS).result.score == score


def test_c20_the_jacks_coefficient_is_that_of_the_tops():
    assert only(grand(hand=True, matadors=3), MARKS).result.value == 24 * (3 + 2)


@pytest.mark.parametrize(
    ("fields", "factor"),
    [({}, 3), ({"schneider": True}, 4), ({"schneider": True, "schwarz": True}, 5)],
)
def test_c21_schneider_and_schwarz_are_one_level_each(fields, factor):
    assert only(grand(hand=True, **fields), MARKS).result.value == 24 * factor


@pytest.mark.parametrize("march", [120, 12])
def test_c22_all_tricks_are_120_or_12_as_the_club_says(march):
    rules = HouseRules(schieberamsch=Schieberamsch.MARKS, only_ramsch=True, march=march)

    assert written(only(ramsch(0, 0, 120, march=3), rules)) == {3: -march}
    assert MARKS.march == PRESETS["marks"].march == 120


def test_c23_only_the_loser_marks_or_everybody_does():
    everybody = HouseRules(
        schieberamsch=Schieberamsch.MARKS,
        only_ramsch=True,
        who_marks=WhoMarks.EVERYBODY,
    )

    assert written(only(ramsch(48, 42, 30), MARKS)) == {1: 4}
    assert written(only(ramsch(48, 42, 30), everybody)) == {1: 4, 2: 4, 3: 3}


def test_c24_the_coefficients_of_s3_stop_at_5():
    assert COEFFICIENTS[Holding.ALL_ELEVEN] == 5
    assert result_of(clubs(matadors=11)).value == 12 * 12


def test_c25_at_three_the_second_on_the_left_sits_right_of_the_dealer():
    assert seat_position(1, 3, 3) == "middlehand"


@pytest.mark.parametrize(("won", "score"), [(True, 62), (False, -60)])
def test_c26_card_points_are_added_or_subtracted(won, score):
    points = 62 if won else 60

    assert only(clubs(card_points=points, won=won), TARGET).result.score == score


def test_c27_a_bid_over_61_must_be_reached_in_card_points():
    assert only(clubs(card_points=80, bid=81), TARGET).result.score == -80
    assert only(clubs(card_points=80, bid=18), TARGET).result.score == 80


def test_c28_90_and_all_tricks_also_count_without_hand():
    assert only(clubs(card_points=90), TARGET).result.score == 91
    assert result_of(clubs(card_points=90)).value == 36


def test_c29_null_is_worth_nothing_to_s3_and_23_35_46_59_otherwise():
    assert sorted(NULL_VALUE.values()) == [23, 35, 46, 59]
    assert only(null(), TARGET).result.score == 0


def test_c30_the_lowest_sum_wins_in_s2_alone():
    lowest = {name for name, rules in PRESETS.items() if rules.lowest_wins}

    assert lowest == {"marks"}


def test_c33_lost_hand_games_are_doubled_and_grand_ouvert_is_24():
    assert result_of(spades(matadors=3, hand=True, won=False)).score == -110
    assert result_of(grand(matadors=4, ouvert=True)).value == 11 * 24


def test_c34_and_c35_a_missed_announcement_counts_both_levels_and_is_doubled():
    missed = clubs(schneider_announced=True, won=False, card_points=80)

    assert result_of(missed).value == 12 * (1 + 1 + 1 + 2)
    assert result_of(missed).score == -120


def test_1_8_the_cheapest_pick_stays_hearts_for_30():
    null = WrittenGame(declarer=1, contract=Contract.NULL, bid=30)

    assert pick_of(null).contract is Contract.HEARTS


CLUBS = WrittenGame(contract=Contract.CLUBS, matadors=2, hand=True)


def test_a_game_is_won_and_lost_and_covers_the_bids_up_to_its_value():
    calculation = calculate(CLUBS)

    assert calculation.won.score == 48
    assert calculation.lost.score == -96
    assert calculation.covered == tuple(bid for bid in BIDS if bid <= 48)


@pytest.mark.parametrize("bid", BIDS)
def test_a_bid_is_covered_or_overbid(bid):
    calculation = calculate(replace(CLUBS, bid=bid))

    assert calculation.won.overbid != (bid in calculation.covered)


def test_an_overbid_costs_the_covering_multiple_twice():
    assert calculate(replace(CLUBS, bid=50)).won.score == -120


def test_the_highest_game_covers_all_63_bids():
    grand = WrittenGame(contract=Contract.GRAND, matadors=4, ouvert=True)

    assert calculate(grand).covered == BIDS


@pytest.mark.parametrize(
    ("levels", "lost"),
    [
        ({"schwarz": True}, -120),  # the declarer took no trick (W10)
        ({"hand": True, "schwarz": True}, -144),
        ({"schneider_announced": True, "schwarz": True}, -168),
        ({"schwarz_announced": True}, -192),  # W22
        ({"ouvert": True}, -216),
    ],
)
def test_schwarz_without_the_jack_of_clubs_can_only_be_lost(levels, lost):
    game = WrittenGame(contract=Contract.CLUBS, matadors=2, without=True, **levels)
    calculation = calculate(game)

    assert (calculation.won, calculation.lost.score) == (None, lost)
    assert calculation.covered == ()


def test_an_impossible_game_says_why():
    with pytest.raises(ImpossibleGame) as error:
        calculate(WrittenGame(contract=Contract.GRAND, matadors=5))
    assert [problem.value for problem in error.value.problems] == [
        "matadors-out-of-range"
    ]
