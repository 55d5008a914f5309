"""First to a target (rules 7.6) and loser points (11.6)."""

import pytest

from scoring.game.codes import Problem
from scoring.game.written_games import WrittenGame
from scoring.house.rules import HouseRules, RamschScoring
from scoring.lists.sheets import System
from scoring.playing.play import closing, play, played_list
from scoring.playing.target import COEFFICIENTS, UNDERTAKINGS, Bonus, Holding
from tests.scoring.playing.games import (
    KONTRA,
    clubs,
    grand,
    null,
    only,
    ramsch,
    written,
)

TARGET = HouseRules(target=500)
LOSERS = HouseRules(loser_points=301)


@pytest.mark.parametrize(
    ("entry", "score"),
    [
        (clubs(card_points=61), 61),
        (clubs(card_points=60, won=False), -60),
        (clubs(card_points=80), 80),
        # One more for 90 and for all tricks, two where they were announced.
        (clubs(card_points=90), 91),
        (clubs(card_points=95, schneider_announced=True), 97),
        (clubs(card_points=85, schneider_announced=True, won=False), -85),
        (clubs(card_points=120, schwarz=True), 122),
        (clubs(card_points=120, schwarz_announced=True), 124),
        # The tops are not asked for, a bid is reached or not, a Null has no value.
        (grand(card_points=80, matadors=None), 80),
        (clubs(card_points=71, bid=72), -71),
        (clubs(card_points=72, bid=72), 72),
        (null(), 0),
        (null(won=False), 0),
    ],
)
def test_7_6_a_game_counts_the_declarer_s_card_points(entry, score):
    assert only(entry, TARGET).result.score == score


def test_7_6_both_bonuses_are_added():
    line = only(clubs(card_points=120, schwarz=True), TARGET)

    assert line.explanation.target.bonuses == (Bonus.NINETY, Bonus.ALL_TRICKS)


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (clubs(), Problem.CARD_POINTS_MISSING),
        (clubs(card_points=60), Problem.WON_BELOW_61),
        (clubs(card_points=61, won=False), Problem.LOST_WITH_61),
        (
            clubs(card_points=85, schneider_announced=True),
            Problem.WON_WITHOUT_ANNOUNCED_LEVEL,
        ),
    ],
)
def test_7_6_impossible_games(entry, problem):
    (line,) = play([entry], TARGET, players=3)

    assert line.problems == (problem,)


def test_7_6_a_bid_missed_is_lost_whatever_was_written():
    result = only(clubs(card_points=80, bid=81), TARGET).result

    assert (result.won, result.overbid, result.score) == (False, True, -80)


def test_7_6_the_first_at_the_target_ends_the_list():
    rules = HouseRules(target=200)
    entries = [clubs(card_points=120, schwarz=True), clubs(card_points=78), clubs()]

    lines = play(entries, rules, players=3)

    assert played_list(entries, rules, players=3).ended_at == 2
    assert played_list(entries[:1], rules, players=3).ended_at is None
    assert Problem.LIST_HAS_ENDED in lines[2].problems
    totals = closing(lines, rules, players=3)
    assert totals.games == 2
    assert [seat.total for seat in totals.seats] == [0, 200, 0]


def test_7_6_no_bonus_is_added_to_a_target_score():
    lines = play([clubs(card_points=80)], TARGET, players=4)
    totals = closing(lines, TARGET, players=4)

    assert totals.system is System.PLAIN
    assert totals.seats[1].total == 80


def test_7_6_kontra_doubles_a_target_score():
    rules = HouseRules(target=500, kontra=True)

    assert only(clubs(card_points=80, house=KONTRA), rules).result.score == 160


def test_7_6_a_number_from_the_paper_is_taken_as_it_is():
    (line,) = play([WrittenGame(declarer=1, written_value=-85)], TARGET, players=3)

    assert (line.problems, line.result.score) == ((), -85)
    (line,) = play([WrittenGame(declarer=1, written_value=-125)], TARGET, players=3)
    assert line.problems == (Problem.WRITTEN_VALUE_IMPOSSIBLE,)


def test_7_6_coefficients_of_seed_s3_and_every_undertaking_adds_one():
    assert COEFFICIENTS == {
        Holding.ALL_ELEVEN: 5,
        Holding.CLUBS_WITHOUT_SPADES: 1,
        Holding.CLUBS_SPADES: 2,
        Holding.CLUBS_SPADES_HEARTS: 3,
        Holding.ALL_JACKS_AND_ACE: 4,
        Holding.WITHOUT_CLUBS: 1,
        Holding.WITHOUT_CLUBS_SPADES: 2,
        Holding.ONLY_DIAMONDS: 3,
        Holding.NO_JACK_BUT_ACE: 4,
    }
    assert set(UNDERTAKINGS.values()) == {1}
    assert {*COEFFICIENTS, *UNDERTAKINGS} == set(Holding)


def test_11_6_only_lost_points_are_written():
    lines = play([clubs(), clubs(won=False)], LOSERS, players=3)

    assert [line.result.score for line in lines] == [0, -48]
    assert [line.result.won for line in lines] == [True, False]
    totals = closing(lines, LOSERS, players=3)
    assert [seat.total for seat in totals.seats] == [0, -48, 0]


@pytest.mark.parametrize(
    ("scoring", "written_by"),
    [(RamschScoring.MOST_PAYS, {1: -60}), (RamschScoring.FEWEST_POINTS, {3: 0})],
)
def test_11_6_a_ramsch_brings_nothing_but_loser_points(scoring, written_by):
    rules = HouseRules(loser_points=100, ramsch=scoring, ramsch_prize=20)
    lost = [ramsch(60, 40, 20)] * 2

    assert [written(line) for line in play(lost, rules, players=3)] == [written_by] * 2
    is_lost = scoring is RamschScoring.MOST_PAYS
    assert played_list(lost, rules, players=3).ended_at == (2 if is_lost else None)


@pytest.mark.parametrize("limit", [301, 501])
def test_11_6_reaching_the_limit_ends_the_list(limit):
    rules = HouseRules(loser_points=limit)
    losses = [grand(matadors=4, won=False)] * 3

    assert played_list(losses, rules, players=3).ended_at == -(-limit // 240)


def test_7_6_bids_are_free_numbers_and_a_null_asks_nothing():
    rules = HouseRules(target=500)

    assert only(clubs(card_points=80, bid=61), rules).result.score == 80
    assert only(null(bid=61), rules).questions == ()
