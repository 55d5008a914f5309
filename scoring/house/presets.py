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
            push_doubles=False,
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
    ramsch_after_kontra=True,
    bock_by_hand=True,
    bock_split=True,
    bock_value=120,
    bock_lost_kontra=True,
    bock_re=True,
    bock_schneider=True,
    bock_schneider_in_bock=True,
    bock_value_bare=True,
    bock_each_reason=True,
    bock_quiet_rounds=2,
    ramsch_after_bock=True,
    lost_hand_once=True,
    extra_levels=("Spitze", "Fleisch"),
    extra_levels_in_grand=True,
    null_revolution=92,
    ramsch=RamschScoring.MOST_PAYS,
    schieberamsch=Schieberamsch.MINUS,
    announced_virgin=120,
    ramsch_kontra=True,
    ramsch_cap=250,
    grand_hand_in_ramsch=True,
    same_dealer_after_grand_hand=True,
)
"""Everything that can be played together in one list of official length."""
