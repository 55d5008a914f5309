from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.game.contracts import Contract
from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame, with_implied_levels
from scoring.notation.reading import read_line
from scoring.proof.alignment import (
    Discord,
    Discrepancy,
    ListState,
    Pair,
    arrival_status,
    discords,
    pairs_of,
)
from tests.sampling import sample_list

LIST = sample_list(3)


def found(first, second):
    return [(d.kind, d.first, d.second) for d in discords(first, second)]


def test_equal_lists_have_nothing_to_show():
    with_bids = [
        replace(entry, bid=18) if entry.contract is Contract.GRAND else entry
        for entry in LIST
    ]
    values = [
        entry
        if entry.declarer is None
        else WrittenGame(declarer=entry.declarer, written_value=result_of(entry).score)
        for entry in LIST
    ]

    for same in (LIST, with_bids, values):
        assert discords(LIST, same) == ()


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


def test_several_slips_are_shown_in_the_order_of_the_games():
    second = list(LIST)
    second[30] = WrittenGame(declarer=3, contract=Contract.NULL, ouvert=True, hand=True)
    del second[10]

    assert [(d.kind, d.first) for d in discords(LIST, second)] == [
        (Discrepancy.ONLY_FIRST, (11,)),
        (Discrepancy.DIFFERS, (31,)),
    ]


@given(st.integers(0, 10**6), st.sets(st.integers(0, 47), max_size=6))
@settings(max_examples=25)
def test_a_list_with_games_left_out_shows_as_many_as_were_left_out(seed, gone):
    first = sample_list(seed)
    second = [entry for index, entry in enumerate(first) if index not in gone]

    differences = discords(first, second)

    assert len(differences) == len(gone)
    assert {d.kind for d in differences} <= {Discrepancy.ONLY_FIRST}


GAMES = ("2a1", "3g1", "e", "4n")


def state(*texts, foot=None, is_struck=False):
    games = tuple(with_implied_levels(read_line(text).entry) for text in texts)
    return ListState(games=games, foot=foot or {}, is_struck=is_struck)


@pytest.mark.parametrize(
    ("here", "there", "standing"),
    [
        (state(), state(*GAMES), "ready"),
        (state(*GAMES[:2]), state(*GAMES), "ready"),
        (state(*GAMES), state(*GAMES), "duplicate"),
        (state(*GAMES), state(*GAMES[:2]), "duplicate"),
        (state(*GAMES), state("2a1", "3g2"), "conflict"),
        (state(*GAMES), state(*GAMES, is_struck=True), "ready"),
        (state(*GAMES), state(*GAMES[:2], is_struck=True), "conflict"),
        (state(*GAMES[:2], is_struck=True), state(*GAMES), "conflict"),
        (state(*GAMES), state(*GAMES, foot={1: "0/0/0/0"}), "ready"),
        (state(foot={1: "18/1/0/"}), state(foot={1: "18/1/0/"}), "duplicate"),
        (state(foot={1: "18/1/0/"}), state(foot={1: "48/1/0/"}), "conflict"),
        (state(*GAMES, foot={1: "18/1/0/"}), state(*GAMES), "duplicate"),
    ],
)
def test_how_an_arrived_list_relates_to_the_one_here(here, there, standing):
    assert arrival_status(here, there) == standing


def test_a_list_in_doubt_is_not_ready_and_never_a_duplicate_with_other_people():
    assert arrival_status(state(), state(*GAMES), doubts=True) == "review"
    assert arrival_status(state(*GAMES), state(*GAMES), doubts=True) == "duplicate"
    assert arrival_status(state(*GAMES), state(*GAMES), others=True) == "review"


def test_the_same_games_are_paired():
    pairs = pairs_of(state("2a1", "3g1", "4n", "1k1"), state("2a1", "4n", "1k2", "e"))

    assert [(pair.here, pair.there, pair.differs) for pair in pairs] == [
        (1, 1, False),
        (2, None, True),
        (3, 2, False),
        (4, 3, True),
        (None, 4, True),
    ]


def test_swapped_neighbours_both_differ():
    pairs = pairs_of(state("2a1", "3g1", "e"), state("3g1", "2a1", "e"))

    assert [pair.differs for pair in pairs] == [True, True, False]
    assert {(pair.here, pair.there) for pair in pairs} == {(1, 1), (2, 2), (3, 3)}


def test_differences_without_points_are_shown():
    (pair,) = pairs_of(state("2a1"), state("2a1@61"))

    assert pair == Pair(here=1, there=1, differs=True)
