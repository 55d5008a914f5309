"""An evening without bidding: forehand plays, seven contracts each (rules 7.7)."""

from dataclasses import replace

import pytest

from scoring.game.codes import Problem, Question
from scoring.game.contracts import BASE_VALUE, Contract
from scoring.game.written_games import PASSED_IN, WrittenGame
from scoring.house.forced import forehand_of
from scoring.house.rules import HouseRules
from scoring.playing.play import closing, play
from tests.scoring.playing.games import clubs, null

FORCED = HouseRules(forced_games=True)
SEVEN = (*BASE_VALUE, Contract.NULL, Contract.GRAND)


def game(number, contract, players=4, **fields):
    matadors = None if contract is Contract.NULL else 1
    return WrittenGame(
        declarer=forehand_of(number, players),
        contract=contract,
        matadors=matadors,
        **fields,
    )


def evening(players=4):
    """Return seven rounds in which everybody plays the contracts in the same order."""
    return [
        game(number, contract, players)
        for turn, contract in enumerate(SEVEN)
        for number in range(turn * players + 1, (turn + 1) * players + 1)
    ]


def questions(entries, players=4):
    return [line.questions for line in play(entries, FORCED, players=players)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_regular_forced_evening_raises_no_questions(players):
    lines = play(evening(players), FORCED, players=players)

    assert [line.problems + line.questions for line in lines] == [()] * 7 * players


def test_the_list_is_rated_as_usual():
    """Everybody wins 9+10+11+12+24+23+24, with 1 each; one Grand more costs nothing.

    9, 10, 11, 12 with 1 are 18 + 20 + 22 + 24 = 84, two Grands 96, a Null 23: 203.
    Seven games won are 350 more: 553.
    """
    totals = closing(play(evening(), FORCED, players=4), FORCED, players=4)

    assert [seat.total for seat in totals.seats] == [553] * 4


def test_the_free_game_may_repeat_a_contract_but_only_one():
    entries = evening()
    entries[4] = game(5, Contract.DIAMONDS)  # place 2 again, as in game 1: free

    assert questions(entries)[4] == ()
    assert questions(entries)[24] == (Question.CONTRACT_PLAYED_BEFORE,)


def test_the_next_set_begins_anew():
    entries = [*evening(), *evening()]

    assert questions(entries) == [()] * 56


def test_a_null_is_a_null_open_or_not():
    entries = evening()
    entries[24] = null(2, ouvert=True)
    entries[4] = null(2)

    assert questions(entries)[20] == ()
    assert questions(entries)[24] == (Question.CONTRACT_PLAYED_BEFORE,)


@pytest.mark.parametrize("entry", [PASSED_IN, clubs(3)])
def test_only_forehand_plays(entry):
    (line,) = play([entry], FORCED, players=4)

    assert line.questions == (Question.FOREHAND_MUST_PLAY,)
    assert line.overrules


def test_nobody_bids():
    (line,) = play([clubs(2, bid=18)], FORCED, players=4)

    assert line.problems == (Problem.NO_BIDDING,)


def test_a_value_from_the_paper_may_have_been_any_contract():
    entries = evening()
    for number in (0, 4, 8):
        entries[number] = WrittenGame(declarer=2, written_value=24)

    assert questions(entries) == [()] * 28


def test_other_evenings_have_no_forced_questions():
    without = replace(FORCED, forced_games=False)

    assert play([clubs(3, bid=18)], without, players=4)[0].questions == ()
