from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contracts import Contract
from scoring.expectation import (
    ANY_WON_RATE,
    DeclaredGame,
    PlayedList,
    Verdict,
    above_mates,
    contract_shares,
    courage,
    defence,
    finish_counts,
    points_above,
    position_shares,
    seat_counts,
    share,
    success,
    wilson_range,
    won_rate,
)
from scoring.odds import CONTRACT_RATE
from scoring.sheets import Position
from scoring.systems import System


def game(contract=Contract.CLUBS, won=True, score=24, **more):
    return DeclaredGame(contract=contract, won=won, score=score, **more)


def played_list(**more):
    return PlayedList(
        **{
            "place": 1,
            "finish": 1,
            "total": 900,
            "mates": (800, 700, 600),
            "active": 36,
            "others_declared": 34,
            "others_lost": 6,
            **more,
        }
    )


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (8, 10, 0.490, 0.943),
        (0, 10, 0.0, 0.278),
        (10, 10, 0.722, 1.0),
        (50, 100, 0.404, 0.596),
    ],
)
def test_the_range_is_that_of_wilson(count, of, low, high):
    assert wilson_range(count, of) == pytest.approx((low, high), abs=0.0005)


def test_few_games_prove_nothing_and_many_do():
    assert share(9, 10, 0.816).verdict is Verdict.CHANCE
    assert share(900, 1000, 0.816).verdict is Verdict.ABOVE
    assert share(700, 1000, 0.816).verdict is Verdict.BELOW
    assert share(0, 0, 0.816).verdict is Verdict.CHANCE


def test_the_rates_by_contract_add_up_to_the_rate_of_all_games():
    weighed = sum(rate * won_rate(one) for one, rate in CONTRACT_RATE.items())

    assert weighed == pytest.approx(ANY_WON_RATE, abs=0.005)


def test_mix_and_success_stand_by_contract():
    games = [game(Contract.GRAND)] * 6 + [game(Contract.NULL, ouvert=True)] * 2
    games += [game(Contract.NULL, won=False, score=-46), game(None)]

    lines = {line.contract: line for line in contract_shares(games)}

    assert (lines[Contract.GRAND].played.count, lines[Contract.GRAND].played.of) == (
        6,
        9,
    )
    assert (lines[Contract.NULL].won.count, lines[Contract.NULL].won.of) == (2, 3)
    assert lines[Contract.NULL].won.rate == pytest.approx((0.869 * 2 + 0.707) / 3)
    assert (lines[Contract.HEARTS].played.count, lines[Contract.HEARTS].won.of) == (
        0,
        0,
    )


def test_success_is_measured_against_the_same_mix():
    suits = success([game()] * 10)
    grands = success([game(Contract.GRAND)] * 10)

    assert (suits.rate, grands.rate) == pytest.approx((0.775, 0.914))
    assert success([]).rate == ANY_WON_RATE


def test_games_at_the_common_rate_bring_nothing_above_expectation():
    games = [game()] * 775 + [game(won=False, score=-48)] * 225

    assert points_above(games) == pytest.approx(0, abs=1e-6)


def test_one_more_win_brings_the_whole_difference():
    before = [game(won=False, score=-48)]

    gained = points_above([game()]) - points_above(before)

    assert gained == pytest.approx(24 + 50 + 48 + 50)
    assert points_above([game()], System.PLAIN) == pytest.approx(0.225 * 72)


def test_positions_are_counted_beside_the_published_shares():
    games = [game(position=Position.FOREHAND)] * 3 + [game(), game()]

    shares = position_shares(games)

    assert [(line.count, line.of) for line in shares.values()] == [
        (3, 3),
        (0, 3),
        (0, 3),
    ]
    assert [line.rate for line in shares.values()] == [0.357, 0.321, 0.322]


def test_finishes_and_seats_are_counted():
    lists = [
        played_list(place=2, finish=1),
        played_list(place=4, finish=1),
        played_list(place=4, finish=3),
    ]

    assert finish_counts(lists) == (2, 0, 1, 0)
    assert seat_counts(lists) == (0, 1, 0, 2)
    assert seat_counts([played_list(place=5)], most=5) == (0, 0, 0, 0, 1)


def test_courage_counts_the_games_in_which_he_played():
    found = courage(14, [played_list(), played_list(active=24)])

    assert (found.count, found.of) == (14, 60)
    assert found.rate == pytest.approx(0.317)


def test_defence_counts_what_the_others_lost():
    found = defence([played_list(), played_list(others_lost=9)])

    assert (found.count, found.of) == (15, 68)
    assert found.rate == pytest.approx(0.184)


def test_table_mates_are_the_measure_of_each_list():
    lists = [played_list(), played_list(total=500, mates=(700, 501))]

    assert above_mates(lists) == (200 + Fraction(500 * 2 - 1201, 2)) / 2
    assert above_mates([played_list(mates=())]) == 0


@given(
    st.integers(0, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))
)
def test_the_range_holds_the_share_and_narrows_with_games(counted):
    count, of = counted
    low, high = wilson_range(count, of)
    wider = wilson_range(count, of, 0.99)

    assert 0 <= low <= high <= 1
    assert not of or low <= count / of <= high
    assert wider[0] <= low <= high <= wider[1]
    assert not of or wilson_range(count * 4, of * 4)[0] >= low


@given(
    st.lists(
        st.builds(
            game,
            st.sampled_from([None, *Contract]),
            st.booleans(),
            st.just(-48),
            position=st.sampled_from([None, *Position]),
        )
    )
)
def test_every_game_is_counted_once(games):
    known = sum(one.contract is not None for one in games)

    assert sum(line.played.count for line in contract_shares(games)) == known
    assert sum(line.won.of for line in contract_shares(games)) == known
    assert sum(line.count for line in position_shares(games).values()) == sum(
        one.position is not None for one in games
    )
