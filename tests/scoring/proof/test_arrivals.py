"""An arrived list: ready, nothing new, or contradicting the one here."""

import pytest

from scoring.game.written_games import with_implied_levels
from scoring.notation.reading import read_line
from scoring.proof.arrivals import (
    ListState,
    Pair,
    arrival_status,
    pairs_of,
)

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
