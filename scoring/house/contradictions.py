"""Options that need one another, or that cannot be played together (rules 7)."""

from enum import StrEnum

from scoring.house.rules import HouseRules


class Contradiction(StrEnum):
    """Why rules cannot be played; the value is the public code."""

    RAMSCH_ROUND_WITHOUT_RAMSCH = "ramsch-round-without-ramsch"
    RAMSCH_AFTER_NO_BOCK = "ramsch-after-no-bock"
    ONLY_RAMSCH_OF_NO_KIND = "only-ramsch-of-no-kind"
    KONTRA_MISSING = "kontra-missing"
    TWO_ENDS = "two-ends"
    RAMSCH_TO_A_TARGET = "ramsch-to-a-target"
    FORCED_RAMSCH = "forced-ramsch"
    NO_GRAND_HAND = "no-grand-hand"
    NOTHING_PUSHED = "nothing-pushed"


Check = tuple[str, Contradiction, bool]
"""The option that should change, why, and whether it is so."""


def ramsch_checks(rules: HouseRules) -> tuple[Check, ...]:
    """Return what is asked of rules that play Ramsch, found or not."""
    ramsch_rounds = rules.ramsch_after_bock or rules.ramsch_after_kontra
    return (
        (
            "ramsch",
            Contradiction.RAMSCH_ROUND_WITHOUT_RAMSCH,
            ramsch_rounds and not rules.plays_ramsch,
        ),
        (
            "ramsch_after_bock",
            Contradiction.RAMSCH_AFTER_NO_BOCK,
            rules.ramsch_after_bock and not rules.has_bock,
        ),
        (
            "schieberamsch",
            Contradiction.ONLY_RAMSCH_OF_NO_KIND,
            rules.only_ramsch and rules.schieberamsch is None,
        ),
        (
            "forced_games",
            Contradiction.FORCED_RAMSCH,
            rules.forced_games and rules.plays_ramsch,
        ),
        (
            "same_dealer_after_grand_hand",
            Contradiction.NO_GRAND_HAND,
            rules.same_dealer_after_grand_hand and not rules.grand_hand_in_ramsch,
        ),
        (
            "announced_virgin",
            Contradiction.NOTHING_PUSHED,
            bool(rules.announced_virgin) and rules.schieberamsch is None,
        ),
    )


def contradictions(rules: HouseRules) -> dict[str, Contradiction]:
    """Return what does not fit together, by the option that should change.

    >>> contradictions(HouseRules(only_ramsch=True))
    {'schieberamsch': <Contradiction.ONLY_RAMSCH_OF_NO_KIND: 'only-ramsch-of-no-kind'>}
    >>> contradictions(HouseRules())
    {}
    """
    needs_kontra = rules.bock_lost_kontra or rules.ramsch_after_kontra or rules.bock_re
    checks = (
        *ramsch_checks(rules),
        (
            "kontra",
            Contradiction.KONTRA_MISSING,
            needs_kontra and not (rules.kontra or rules.ramsch_kontra),
        ),
        (
            "loser_points",
            Contradiction.TWO_ENDS,
            bool(rules.target and rules.loser_points),
        ),
        (
            "target",
            Contradiction.RAMSCH_TO_A_TARGET,
            bool(rules.only_ramsch and rules.ends_early),
        ),
    )
    return {name: code for name, code, is_found in checks if is_found}
