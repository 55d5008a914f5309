"""Ramsch when all passed (rules 7.4) and Schieberamsch (7.5), numbers of seed S2."""

from dataclasses import replace

import pytest

from scoring.game.problems import Problem, Question
from scoring.game.written_games import PASSED_IN, Kontra, Ramsch
from scoring.house.rules import (
    OFFICIAL,
    PRESETS,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    WhoMarks,
)
from scoring.lists.sheets import System
from scoring.playing.play import closing, play, played_list
from scoring.playing.ramsch import schieberamsch
from scoring.playing.scores import RoundKind
from tests.scoring.playing.games import KONTRA, RE, clubs, grand, only, ramsch, written

MARKS = HouseRules(
    schieberamsch=Schieberamsch.MARKS,
    only_ramsch=True,
    ramsch_kontra=True,
    grand_hand_in_ramsch=True,
)
MINUS = HouseRules(
    schieberamsch=Schieberamsch.MINUS, only_ramsch=True, grand_hand_in_ramsch=True
)

MINUS_TO_250 = HouseRules(
    schieberamsch=Schieberamsch.MINUS, only_ramsch=True, ramsch_cap=250
)


def passed(scoring, prize=20, **fields):
    return HouseRules(ramsch=scoring, ramsch_prize=prize, **fields)


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ((20, 40, 60), {1: 20}),
        ((30, 60, 30), {1: 10, 3: 10}),
        ((40, 40, 40), {1: 6, 2: 6, 3: 6}),
    ],
)
def test_7_4_fewest_card_points_earn_20_and_10_each_when_equal(points, scores):
    line = only(ramsch(*points), passed(RamschScoring.FEWEST_POINTS))

    assert written(line) == scores
    assert [score.won for score in line.scores] == [None] * len(scores)


def test_7_4_most_card_points_cost_as_many():
    rules = passed(RamschScoring.MOST_PAYS)

    assert written(only(ramsch(20, 40, 60), rules)) == {3: -60}


@pytest.mark.parametrize("points", [(50, 50, 20), (20, 50, 50), (50, 20, 50)])
@pytest.mark.parametrize("rules", [MINUS, passed(RamschScoring.MOST_PAYS)])
def test_all_with_the_most_card_points_lose(rules, points):
    hit = [place for place, own in enumerate(points, 1) if own == 50]

    assert written(only(ramsch(*points), rules)) == dict.fromkeys(hit, -50)


def test_7_4_bock_doubles_a_ramsch_as_well():
    rules = passed(RamschScoring.MOST_PAYS, bock_schneider=True)

    assert written(only(ramsch(20, 40, 60, bock=1), rules)) == {3: -120}


def test_a_ramsch_counts_for_the_places_that_play():
    rules = passed(RamschScoring.MOST_PAYS)
    lines = play([ramsch(60, 40, 20)] * 2, rules, players=4)

    assert [written(line) for line in lines] == [{2: -60}, {1: -60}]


def test_a_ramsch_is_no_game_won_lost_or_passed_in():
    rules = passed(RamschScoring.MOST_PAYS)
    lines = play([ramsch(60, 40, 20), clubs(), PASSED_IN], rules, players=3)
    totals = closing(lines, rules, players=3)

    assert (totals.games, totals.passed_in, totals.ramsch) == (3, 1, 1)
    assert [seat.total for seat in totals.seats] == [-60, 74, 0]
    assert lines[2].questions == (Question.RAMSCH_EXPECTED,)


@pytest.mark.parametrize(
    ("entry", "points"),
    [
        (ramsch(55, 40, 25, pushes=2), -220),
        (ramsch(40, 39, 41, pushes=1), -82),
        (ramsch(40, 80, 0, pushes=1, virgins=(3,)), -320),
    ],
)
def test_7_5_minus_card_points_are_doubled_by_pushes_and_virgins(entry, points):
    assert min(written(only(entry, MINUS)).values()) == points


def test_7_5_formulas_with_the_numbers_of_the_rules():
    # With a virgin 40 or 48 cannot be the most of 120; this is only about arithmetic.
    forty = Ramsch(points=(40, 39, 0), pushes=1, virgins=(3,))
    marks = Ramsch(points=(48, 40, 0), virgins=(3,))

    assert schieberamsch(forty, (1, 2, 3), MINUS).scores[0].points == -160
    assert schieberamsch(marks, (1, 2, 3), MARKS).scores[0].points == -9


def test_7_5_70_points_and_two_pushes_stop_at_the_cap_of_250():
    line = only(ramsch(70, 30, 20, pushes=2), MINUS_TO_250)

    assert written(line) == {1: -250}
    assert (line.explanation.ramsch.factor, line.explanation.ramsch.capped) == (4, True)


def test_7_5_nobody_loses_more_than_the_cap():
    everybody = HouseRules(
        schieberamsch=Schieberamsch.MINUS,
        only_ramsch=True,
        who_marks=WhoMarks.EVERYBODY,
        ramsch_cap=50,
    )
    all_passed = passed(RamschScoring.MOST_PAYS, ramsch_cap=50)

    pushed = only(ramsch(58, 55, 7, pushes=1), everybody)
    passed_in = only(ramsch(58, 55, 7), all_passed)

    assert written(pushed) == {1: -50, 2: -50, 3: -7}
    assert written(passed_in) == {1: -50}
    assert passed_in.explanation.ramsch.capped


def test_7_5_bock_is_one_more_doubling_below_the_cap():
    rules = HouseRules(
        schieberamsch=Schieberamsch.MINUS,
        only_ramsch=True,
        bock_schneider=True,
        ramsch_cap=250,
    )

    assert written(only(ramsch(55, 40, 25, pushes=1, bock=1), rules)) == {1: -220}
    assert written(only(ramsch(55, 40, 25, pushes=2, bock=1), rules)) == {1: -250}


@pytest.mark.parametrize(
    ("entry", "marks"),
    [
        # A tenth, rounded down after Kontra, Re and a virgin have doubled.
        (ramsch(48, 42, 30, kontra=Kontra.RE), {1: 19}),
        (ramsch(48, 42, 30, kontra=Kontra.KONTRA), {1: 9}),
        (ramsch(48, 42, 30), {1: 4}),
        (ramsch(72, 48, 0, virgins=(3,)), {1: 14}),
        (ramsch(48, 48, 24), {1: 4, 2: 4}),
        # All tricks, or two virgins, are minus 120.
        (ramsch(0, 120, 0, march=2), {2: -120}),
        (ramsch(0, 120, 0, virgins=(1, 3)), {2: -120}),
    ],
)
def test_7_5_marks_of_seed_s2(entry, marks):
    assert written(only(entry, MARKS)) == marks


def test_7_5_everybody_marks_tenths_but_only_the_loser_is_doubled():
    rules = HouseRules(
        schieberamsch=Schieberamsch.MARKS,
        only_ramsch=True,
        who_marks=WhoMarks.EVERYBODY,
        ramsch_kontra=True,
    )
    line = only(ramsch(48, 42, 30, kontra=Kontra.KONTRA), rules)

    assert written(line) == {1: 9, 2: 4, 3: 3}


@pytest.mark.parametrize(
    ("entry", "score"),
    [
        (grand(hand=True, card_points=64), -72),
        (grand(hand=True, card_points=95), -96),
        (grand(hand=True, card_points=85), -72),
        (grand(hand=True, schneider=True, schwarz=True), -120),
        (grand(hand=True, matadors=3), -120),
        (grand(hand=True, card_points=60, won=False), 144),
        (grand(hand=True, card_points=64, house=KONTRA), -144),
        (grand(hand=True, card_points=60, won=False, house=RE), 576),
    ],
)
def test_7_5_grand_hand_is_minus_when_made_and_plus_twice_when_failed(entry, score):
    line = only(entry, MARKS)

    assert line.result.score == score
    assert written(line) == {2: score}


def test_grand_hand_is_plus_where_the_highest_sum_wins():
    assert only(grand(hand=True, card_points=64), MINUS).result.score == 72


@pytest.mark.parametrize(
    ("rules", "score"), [(MARKS, -120), (MINUS, 120), (replace(MARKS, march=12), -12)]
)
def test_7_5_all_tricks_are_120_or_12_for_the_player(rules, score):
    entry = ramsch(120, 0, 0, march=1, virgins=(2, 3))

    assert written(only(entry, rules)) == {1: score}


def test_nothing_but_ramsch_and_grand_hand_is_played_in_a_list_of_ramsch():
    others = [clubs(), PASSED_IN, grand(), grand(hand=True, bid=30)]
    lines = play(others, MARKS, players=3)
    lines += play(
        [grand(hand=True)], replace(MARKS, grand_hand_in_ramsch=False), players=3
    )

    assert [line.problems for line in lines] == [(Problem.RAMSCH_ONLY,)] * 5


def test_kontra_of_a_ramsch_reaches_a_grand_hand_only_where_one_is_played():
    rules = HouseRules(schieberamsch=Schieberamsch.MINUS, ramsch_kontra=True)
    grand_hand = grand(hand=True, house=KONTRA)

    (refused,) = play([grand_hand], rules, players=3)
    assert refused.problems == (Problem.KONTRA_NOT_PLAYED,)
    with_grand = replace(rules, grand_hand_in_ramsch=True)
    assert only(grand_hand, with_grand).result.score == 144


def test_all_card_points_without_a_march_are_asked_about():
    asked = (Question.ALL_CARD_POINTS_WITHOUT_MARCH,)

    assert only(ramsch(0, 120, 0), MINUS).questions == asked
    for line in (ramsch(0, 120, 0, virgins=(1,)), ramsch(0, 120, 0, march=2)):
        assert only(line, MINUS).questions == ()
    passed_in = HouseRules(ramsch=RamschScoring.MOST_PAYS)
    assert only(ramsch(0, 120, 0), passed_in).questions == ()


def test_passing_in_is_asked_about_where_a_schieberamsch_is_played_instead():
    instead = HouseRules(schieberamsch=Schieberamsch.MINUS)
    rounds = replace(instead, bock_split=True, ramsch_after_bock=True)

    assert only(PASSED_IN, instead).questions == (Question.RAMSCH_EXPECTED,)
    assert only(PASSED_IN, rounds).questions == ()


def test_a_list_of_ramsch_has_no_bonus():
    lines = play([ramsch(48, 42, 30), grand(hand=True)], MARKS, players=3)
    totals = closing(lines, MARKS, players=3)

    assert totals.system is System.PLAIN
    assert [seat.total for seat in totals.seats] == [4, -72, 0]


def test_a_ramsch_round_in_a_list_pays_by_its_own_rules():
    rules = HouseRules(
        bock_split=True,
        ramsch_after_bock=True,
        ramsch=RamschScoring.FEWEST_POINTS,
        schieberamsch=Schieberamsch.MARKS,
        grand_hand_in_ramsch=True,
    )
    split = clubs(won=False, card_points=60)
    entries = [split, ramsch(60, 40, 20), clubs(), clubs(), ramsch(60, 40, 20)]
    lines = play([*entries, grand(hand=True), clubs()], rules, players=3)

    assert lines[1].turn.kind is RoundKind.BOCK
    assert written(lines[1]) == {3: 40}
    assert lines[4].turn.kind is RoundKind.RAMSCH
    assert written(lines[4]) == {1: -6}
    assert lines[5].result.score == 72
    assert lines[5].questions == ()
    assert lines[6].questions == (Question.RAMSCH_EXPECTED,)
    assert played_list(entries, rules, players=3).turn.number == 2


@pytest.mark.parametrize(
    ("entry", "problem", "rules"),
    [
        (ramsch(60, 40, 30), Problem.RAMSCH_CARD_POINTS_WRONG, MARKS),
        (ramsch(130, -10, 0), Problem.RAMSCH_CARD_POINTS_WRONG, MARKS),
        (ramsch(60, 40, 20, virgins=(3,)), Problem.VIRGIN_WITH_CARD_POINTS, MARKS),
        (ramsch(60, 60, 0, virgins=(4,)), Problem.RAMSCH_PLACE_NOT_PLAYING, MARKS),
        (ramsch(60, 40, 20, march=1), Problem.MARCH_WITHOUT_ALL_CARD_POINTS, MARKS),
        (ramsch(60, 40, 20, pushes=4), Problem.PUSHES_OUT_OF_RANGE, MARKS),
        (ramsch(60, 40, 20), Problem.RAMSCH_NOT_PLAYED, OFFICIAL),
        (
            ramsch(60, 40, 20, pushes=1),
            Problem.PUSHES_NOT_PLAYED,
            passed(RamschScoring.MOST_PAYS),
        ),
        (
            clubs(house=ramsch(60, 40, 20).house),
            Problem.RAMSCH_WITH_DECLARER,
            MARKS,
        ),
    ],
)
def test_impossible_marks_of_a_ramsch(entry, problem, rules):
    (line,) = play([entry], rules, players=3)

    assert line.problems == (problem,)


def test_the_lowest_sum_wins_in_seed_s2_alone():
    assert [name for name in PRESETS if PRESETS[name].lowest_wins] == ["marks"]
