"""Each template against its source, line by line (rules 7.1 to 7.6, 11)."""

import pytest

from scoring.game.written_games import Kontra
from scoring.house.rules import PRESETS
from scoring.playing.play import played_list
from scoring.playing.scores import RoundKind
from tests.scoring.playing.games import KONTRA, RE, clubs, grand, only, ramsch, written

SPLIT = clubs(won=False, card_points=60)


@pytest.mark.parametrize(
    ("preset", "entry", "points"),
    [
        pytest.param("friday", clubs(house=KONTRA), {2: 48}, id="7.1 Kontra"),
        pytest.param("friday", clubs(house=RE, won=False), {2: -192}, id="7.1 Re"),
        pytest.param("friday", ramsch(60, 40, 20), {1: -60}, id="7.4 pub"),
        pytest.param("pushing", ramsch(55, 40, 25, pushes=2), {1: -220}, id="7.5 x4"),
        pytest.param("pushing", ramsch(70, 30, 20, pushes=2), {1: -250}, id="7.5 cap"),
        pytest.param("pushing", ramsch(50, 50, 20), {1: -50, 2: -50}, id="7.5 ties"),
        pytest.param("pushing", ramsch(0, 0, 120, march=3), {3: 120}, id="7.5 march"),
        pytest.param(
            "marks",
            ramsch(60, 40, 20, pushes=1),
            {1: 12, 2: 4, 3: 2},
            id="7.5 S2: pushing unseen doubles the mark of the loser",
        ),
        pytest.param(
            "marks",
            ramsch(80, 40, 0, pushes=1, virgins=(3,)),
            {1: 32, 2: 4, 3: 0},
            id="7.5 S2: a push and a virgin",
        ),
        pytest.param(
            "marks",
            ramsch(48, 42, 30, kontra=Kontra.RE),
            {1: 19, 2: 4, 3: 3},
            id="7.5 S2: rekontra",
        ),
        pytest.param("marks", ramsch(0, 0, 120, march=3), {3: -120}, id="11.7 march"),
        pytest.param("marks", grand(hand=True), {2: -72}, id="11.7 Grand Hand"),
        pytest.param("target", clubs(card_points=80), {2: 80}, id="7.6 S3"),
        pytest.param("bierlachs", clubs(won=False), {2: -48}, id="3.1, 11.6"),
    ],
)
def test_a_template_counts_as_its_source_says(preset, entry, points):
    assert written(only(entry, PRESETS[preset])) == points


@pytest.mark.parametrize(
    "entry", [SPLIT, clubs(won=False, house=KONTRA), clubs(house=RE)]
)
def test_7_2_the_reasons_of_the_pub_start_bock(entry):
    turn = played_list([entry], PRESETS["friday"], players=3).turn

    assert (turn.kind, turn.of) == (RoundKind.BOCK, 3)
