from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.contracts import Contract
from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.proof.alignment import Discord, Discrepancy, discords
from tests.sampling import sample_list

LIST = sample_list(3)


def found(first, second):
    return [(d.kind, d.first, d.second) for d in discords(first, second)]


def values_of(entries):
    return [
        entry
        if entry.declarer is None
        else WrittenGame(declarer=entry.declarer, written_value=result_of(entry).score)
        for entry in entries
    ]


def test_equal_lists_have_nothing_to_show():
    assert discords(LIST, LIST) == ()


@pytest.mark.parametrize("index", [0, 7, 47])
def test_a_missing_game_is_shown_alone(index):
    second = [*LIST[:index], *LIST[index + 1 :]]

    assert found(LIST, second) == [(Discrepancy.ONLY_FIRST, (index + 1,), ())]


def test_an_extra_game_is_shown_alone():
    second = [*LIST[:5], WrittenGame(declarer=1, written_value=264), *LIST[5:]]

    assert found(LIST, second) == [(Discrepancy.ONLY_SECOND, (), (6,))]


def test_a_different_line_is_shown_with_both_numbers():
    second = list(LIST)
    second[20] = WrittenGame(declarer=2, contract=Contract.DIAMONDS, matadors=9)

    assert found(LIST, second) == [(Discrepancy.DIFFERS, (21,), (21,))]


def test_two_swapped_neighbours_are_one_discord():
    first = [LIST[0], WrittenGame(declarer=1, written_value=48), LIST[2]]
    first.insert(2, WrittenGame(declarer=3, written_value=-96))
    second = [first[0], first[2], first[1], first[3]]

    assert found(first, second) == [(Discrepancy.SWAPPED, (2, 3), (2, 3))]


def test_differences_in_details_are_told_apart_from_points():
    with_two = WrittenGame(declarer=2, contract=Contract.CLUBS, matadors=2)
    hand = WrittenGame(declarer=2, contract=Contract.CLUBS, matadors=1, hand=True)

    (discord,) = discords([with_two], [hand])

    assert discord == Discord(
        kind=Discrepancy.DIFFERS, first=(1,), second=(1,), same_score=True
    )


def test_a_list_of_values_agrees_with_the_full_one():
    assert discords(LIST, values_of(LIST)) == ()


def test_a_bid_in_only_one_list_is_no_difference():
    bids = [
        replace(entry, bid=18) if entry.contract is Contract.GRAND else entry
        for entry in LIST
    ]

    assert discords(LIST, bids) == ()


def test_several_slips_are_shown_in_the_order_of_the_games():
    second = list(LIST)
    second[30] = WrittenGame(declarer=3, contract=Contract.NULL, ouvert=True, hand=True)
    del second[10]

    assert [(d.kind, d.first) for d in discords(LIST, second)] == [
        (Discrepancy.ONLY_FIRST, (11,)),
        (Discrepancy.DIFFERS, (31,)),
    ]


@given(st.integers(0, 10**6), st.sets(st.integers(0, 47), max_size=6))
def test_a_list_with_games_left_out_shows_as_many_as_were_left_out(seed, gone):
    first = sample_list(seed)
    second = [entry for index, entry in enumerate(first) if index not in gone]

    differences = discords(first, second)

    assert len(differences) == len(gone)
    assert {d.kind for d in differences} <= {Discrepancy.ONLY_FIRST}
