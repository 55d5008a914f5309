"""One game worked out: its value, the bids it covers, the cost of an overbid."""

from dataclasses import replace

import pytest

from scoring.game.contracts import BIDS, Contract
from scoring.game.games import ImpossibleGame
from scoring.game.written_games import WrittenGame
from scoring.playing.examples import calculate

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
