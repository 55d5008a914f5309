"""How common each kind of game is."""

import pytest

from scoring.chance.odds import (
    ALL_LEVELS,
    HAND_RATE,
    OUVERT_RATE,
    levels_by_chance,
)

SCHWARZ = {"schwarz", "schwarz_announced", "ouvert"}


@pytest.mark.parametrize("without", [True, False])
@pytest.mark.parametrize("won", [True, False])
def test_every_game_has_one_of_the_sets_of_ticks(won, without):
    assert sum(levels_by_chance(won, without).values()) == pytest.approx(1)


def test_1_10_nobody_makes_schwarz_without_the_jack_of_clubs():
    assert list(levels_by_chance(True, False)) == list(ALL_LEVELS)
    assert not SCHWARZ & set().union(*levels_by_chance(True, True))


def test_few_hand_games_are_played_ouvert():
    chances = levels_by_chance(True, False)

    ouvert = sum(chance for levels, chance in chances.items() if "ouvert" in levels)

    assert ouvert == pytest.approx(HAND_RATE * OUVERT_RATE)
