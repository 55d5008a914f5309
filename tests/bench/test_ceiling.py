"""What nobody could do better: the chances are those with which slips are drawn."""

from statistics import mean

import pytest

from tests.bench.ceiling import Guesser, best_guesses, learned
from tests.bench.judge import FOOT_ONLY, HALF_THE_VALUES, seen
from tests.bench.slips import draw_case

KINDS = ("loss_not_doubled", "null_for_trump", "line_left_out", "line_typed_twice")


@pytest.fixture(scope="module")
def known():
    return learned(KINDS, 1500)


@pytest.mark.parametrize("slips", [1, 2])
def test_the_best_guesses_hold_as_often_as_their_shares_say(known, slips):
    found = best_guesses(known, FOOT_ONLY, slips=slips, cases=60, players=3, seed=1)

    share = mean(each.expected(1) for each in found)
    held = mean(each.held(1) for each in found)
    assert 0.4 < share < 0.99
    assert abs(share - held) < 0.15


def test_a_value_that_was_typed_leaves_less_to_guess(known):
    foot, half = (
        mean(
            each.expected(1)
            for each in best_guesses(known, view, cases=40, players=4, seed=1)
        )
        for view in (FOOT_ONLY, HALF_THE_VALUES)
    )

    assert foot < half


def test_a_kind_that_is_not_known_is_guessed_less_often(known):
    named, guessed = (
        mean(
            each.held(1)
            for each in best_guesses(
                known, FOOT_ONLY, cases=40, players=3, seed=2, is_kind_known=is_known
            )
        )
        for is_known in (True, False)
    )

    assert named > guessed > 0


def test_every_guess_explains_the_same_difference(known):
    case = draw_case(5, players=3, kinds=["loss_not_doubled"])
    guesser = Guesser(seen(case, FOOT_ONLY, 5), known)
    (slip,) = case.slips

    found = dict(guesser.guesses(1))

    assert found[frozenset([("line", slip.line)])] > 0
    own = {n for n, e in enumerate(case.entries, 1) if e == case.scene.entry(slip.line)}
    lines = {number for where in found for kind, number, *_ in where if kind == "line"}
    assert own <= lines
    assert len(lines) < len(case.entries)
