"""What nobody could do better: the chances are those with which slips are drawn."""

from statistics import mean

import pytest

from tests.bench.ceiling import best_guesses, guesses, learned, shift_of
from tests.bench.judge import FOOT_ONLY, HALF_THE_VALUES, seen
from tests.bench.slips import draw_case

KINDS = ("matador_off_by_one", "loss_not_doubled", "running_misadded")


@pytest.fixture(scope="module")
def known():
    return learned(KINDS, 3000)


def test_the_best_guess_holds_as_often_as_its_share_says(known):
    cases = [*best_guesses(known, FOOT_ONLY, cases=150, players=3, seed=1)]

    share = mean(shares[0] for shares, _ in cases)
    held = mean(rank == 1 for _, rank in cases)
    assert 0.6 < share < 0.95
    assert abs(share - held) < 0.1


def test_a_value_that_was_typed_leaves_less_to_guess(known):
    foot, half = (
        mean(
            shares[0]
            for shares, _ in best_guesses(known, view, cases=60, players=4, seed=1)
        )
        for view in (FOOT_ONLY, HALF_THE_VALUES)
    )

    assert foot < half


def test_only_lines_of_the_place_whose_points_are_off_are_guessed(known):
    case = draw_case(5, players=3, kinds=["loss_not_doubled"])
    sight = seen(case, FOOT_ONLY, 5)
    shift = shift_of(sight)
    (slip,) = case.slips
    found = guesses(sight, known, shift)

    assert shift.points == -case.scene.score(slip.line) // 2
    assert found[slip.line] > 0
    own = {n for n, e in enumerate(case.entries, 1) if e.declarer == shift.place}
    assert {*found} - {0} <= own


def test_what_moves_no_game_points_is_not_ambiguous():
    case = draw_case(5, players=3, kinds=["games_miscounted"])

    assert shift_of(seen(case, FOOT_ONLY, 5)) is None
