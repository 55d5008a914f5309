"""House rules that groups play by, as starting points (rules 7)."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.house.rules import HouseRules, RamschScoring, Schieberamsch, WhoMarks

PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        # Kontra, Bock and a Ramsch when all pass: the usual game of a pub (7.1, 7.2)
        "friday": HouseRules(
            kontra=True,
            bock_split=True,
            bock_lost_kontra=True,
            bock_re=True,
            ramsch=RamschScoring.MOST_PAYS,
        ),
        # Pushing instead of passing in: the loser writes minus their card points (7.5)
        "pushing": HouseRules(
            schieberamsch=Schieberamsch.MINUS, ramsch_cap=250, grand_hand_in_ramsch=True
        ),
        # Nothing but Ramsch, in tenths of card points: seed S2 (7.5)
        "marks": HouseRules(
            schieberamsch=Schieberamsch.MARKS,
            only_ramsch=True,
            who_marks=WhoMarks.EVERYBODY,
            ramsch_kontra=True,
            grand_hand_in_ramsch=True,
        ),
        # First to a target: the Italian seed S3 (7.6)
        "target": HouseRules(target=500),
        # Loser points: the first to reach the limit pays (11.6)
        "bierlachs": HouseRules(loser_points=301),
    }
)

EVERYTHING = HouseRules(
    kontra=True,
    bock_split=True,
    bock_value=120,
    bock_lost_kontra=True,
    bock_re=True,
    bock_schneider=True,
    ramsch_after_bock=True,
    ramsch=RamschScoring.MOST_PAYS,
    schieberamsch=Schieberamsch.MINUS,
    ramsch_kontra=True,
    ramsch_cap=250,
    grand_hand_in_ramsch=True,
)
"""Everything that can be played together in one list of official length."""
