"""One game worked out: its value, the bids it covers, the cost of an overbid."""

from dataclasses import replace

import pytest

from scoring.game.contracts import BIDS, Contract
from scoring.game.games import ImpossibleGame
from scoring.game.marks import HouseMarks, Kontra
from scoring.game.written_games import WrittenGame
from scoring.house.rules import HouseRules
from scoring.playing.calculator import calculate, covered_bids

CLUBS = WrittenGame(contract=Contract.CLUBS, matadors=2, hand=True)


def test_a_game_is_won_and_lost_and_covers_the_bids_up_to_its_value():
    calculation = calculate(CLUBS)

    assert calculation.won.result.score == 48
    assert calculation.lost.result.score == -96
    assert calculation.covered == tuple(bid for bid in BIDS if bid <= 48)
    assert calculation.overbid is None


@pytest.mark.parametrize("bid", BIDS)
def test_a_bid_is_covered_or_overbid(bid):
    calculation = calculate(replace(CLUBS, bid=bid))

    assert (calculation.overbid is None) == (bid in calculation.covered)


def test_an_overbid_costs_the_covering_multiple_twice():
    assert calculate(replace(CLUBS, bid=50)).overbid.score == -120


def test_the_highest_game_covers_all_63_bids():
    assert (
        covered_bids(WrittenGame(contract=Contract.GRAND, matadors=4, ouvert=True))
        == BIDS
    )


def test_house_rules_double_the_score_but_cover_no_more():
    kontra = replace(CLUBS, house=HouseMarks(kontra=Kontra.RE))
    rules = HouseRules(kontra=True)

    assert calculate(kontra, rules).won.result.score == 192
    assert calculate(kontra, rules).covered == calculate(CLUBS).covered


def test_an_impossible_game_says_why():
    with pytest.raises(ImpossibleGame) as error:
        calculate(WrittenGame(contract=Contract.GRAND, matadors=5))
    assert [problem.value for problem in error.value.problems] == [
        "matadors-out-of-range"
    ]
