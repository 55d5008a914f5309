import pytest

from scoring.house.contradictions import contradictions
from scoring.house.kinds import Contradiction
from scoring.house.presets import EVERYTHING, PRESETS
from scoring.house.rules import OFFICIAL, HouseRules, RamschScoring

WRONG = {
    Contradiction.RAMSCH_ROUND_WITHOUT_RAMSCH: HouseRules(
        bock_split=True, ramsch_after_bock=True
    ),
    Contradiction.RAMSCH_AFTER_NO_BOCK: HouseRules(
        ramsch=RamschScoring.MOST_PAYS, ramsch_after_bock=True
    ),
    Contradiction.ONLY_RAMSCH_OF_NO_KIND: HouseRules(only_ramsch=True),
    Contradiction.KONTRA_MISSING: HouseRules(bock_lost_kontra=True),
    Contradiction.TWO_ENDS: HouseRules(target=500, loser_points=301),
    Contradiction.RAMSCH_TO_A_TARGET: HouseRules(
        only_ramsch=True, schieberamsch=EVERYTHING.schieberamsch, target=500
    ),
}


@pytest.mark.parametrize("code", Contradiction)
def test_contradictions_are_reported(code):
    assert list(contradictions(WRONG[code]).values()) == [code]


@pytest.mark.parametrize("rules", [OFFICIAL, EVERYTHING, *PRESETS.values()])
def test_playable_rules_have_no_contradictions(rules):
    assert contradictions(rules) == {}
