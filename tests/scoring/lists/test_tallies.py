"""What one list counts for each of its players."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.contracts import Contract
from scoring.game.games import result_of
from scoring.lists.sheets import RATES, System, close_stints
from scoring.lists.tallies import (
    SUMMED,
    TalliedGame,
    add_up,
    points_at_stake,
    tally_stints,
)
from tests.sampling import sample_list
from tests.scoring.game_lists import written_line

RATE = RATES[System.SEEGER_FABIAN]


def game(contract=Contract.CLUBS, *, won=True, score=24, number=1, declarer=2, **more):
    return TalliedGame(
        number=number,
        declarer=declarer,
        contract=contract,
        score=score,
        won=won,
        **{"ouvert": False, **more},
    )


def tallied(games, *, players=4, changes=()):
    lines = [
        written_line(
            number=one.number, declarer=one.declarer, score=one.score, won=one.won
        )
        for one in games
    ]
    stints = close_stints(lines, players=players, changes=changes)
    return tally_stints(games, players=players, stints=stints)


def sampled(seed, players, games):
    return [
        TalliedGame(
            number=number,
            declarer=entry.declarer,
            contract=entry.contract,
            ouvert=entry.ouvert,
            score=result_of(entry).score,
            won=result_of(entry).won,
        )
        for number, entry in enumerate(sample_list(seed, players, games), 1)
    ]


def test_a_lost_game_stakes_as_much_as_a_won_one():
    won, lost = game(), game(won=False, score=-48)

    assert (
        points_at_stake(won, RATE) == points_at_stake(lost, RATE) == 24 + 50 + 48 + 50
    )
    assert points_at_stake(won, RATES[System.PLAIN]) == 72


def test_a_run_ends_with_an_own_lost_game_only():
    games = [
        game(number=1),
        game(number=2, declarer=1),
        game(number=3),
        game(number=4, won=False, score=-48),
        game(number=5),
    ]

    assert tallied(games)[1].best_run == 2


def test_grand_ouvert_is_mentioned_only_when_won():
    games = [
        game(Contract.GRAND, number=1, score=264, ouvert=True),
        game(Contract.GRAND, number=2, won=False, score=-528, ouvert=True),
    ]

    bernd = tallied(games)[1]

    assert (bernd.grand_ouverts, bernd.best_value) == (1, 264)


def test_equal_totals_share_the_better_place_at_the_table():
    tallies = tallied([game(declarer=1, number=2)])

    assert [each.first for each in tallies] == [1, 0, 0, 0]
    assert [each.second for each in tallies] == [0, 1, 1, 1]


@pytest.mark.parametrize("players", [3, 4])
@given(seed=st.integers(0, 10_000))
def test_a_pausing_player_defends_nothing(players, seed):
    games = sampled(seed, players, 3 * players)

    for place, own in enumerate(tallied(games, players=players), 1):
        defended = [
            one
            for one in games
            if one.declarer not in {None, place}
            # At four the dealer pauses, and the places deal in turn.
            and (players == 3 or (one.number - place) % players)
        ]
        assert own.defended == len(defended)
        assert own.defended_lost == sum(one.won is False for one in defended)


@pytest.mark.parametrize(("players", "defended"), [(3, (2, 1)), (4, (0, 0))])
def test_totals_alone_show_defenders_only_at_three(players, defended):
    lines = [
        written_line(number=1, declarer=1, score=24, won=True),
        written_line(number=2, declarer=3, score=-48, won=False),
    ]
    stints = close_stints(lines, players=players)

    bernd = tally_stints([], players=players, stints=stints)[1]

    assert (bernd.defended, bernd.defended_lost) == defended


def test_a_value_without_a_contract_is_not_part_of_the_mix():
    bernd = tallied([game(None)])[1]

    assert (bernd.won, bernd.played_forehand) == (1, 1)
    assert not any(getattr(bernd, f"played_{one.value}") for one in Contract)


@pytest.mark.parametrize("players", [3, 4, 5])
@given(seed=st.integers(0, 10_000), change=st.integers(2, 12))
def test_every_game_is_counted_once_despite_substitutes(players, seed, change):
    games = sampled(seed, players, 12)
    declared = sum(one.declarer is not None for one in games)

    tallies = tallied(games, players=players, changes=[(1, change)])
    whole = add_up(tallies)

    assert sum(getattr(whole, f"played_{one.value}") for one in Contract) == declared
    assert whole.won + whole.lost == declared
    assert whole.active == 3 * len(games)
    assert whole.defended == 2 * declared
    assert whole.defended_lost == 2 * whole.lost
    # The first place was taken over, so its players have no rank.
    assert whole.first + whole.second + whole.third + whole.fourth <= players - 1
    before = add_up(tallied(games, players=players))
    assert all(
        getattr(whole, name) == getattr(before, name)
        for name in SUMMED
        if name not in ("first", "second", "third", "fourth", "seat_1", "threes")
    )
