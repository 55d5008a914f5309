"""Which marks can stand on a line by the rules of a club: what its writers need."""

from enum import StrEnum

from scoring.house.rules import HouseRules


class Mark(StrEnum):
    """What house rules add to a line, in the order of their shorthand."""

    KONTRA = "kontra"
    BOCK = "bock"
    EXTRA = "extra"
    REVOLUTION = "revolution"
    CARD_POINTS = "card-points"  # of the declarer, where they count
    RAMSCH = "ramsch"
    PUSHES = "pushes"
    VIRGIN = "virgin"
    ANNOUNCED = "announced"  # to take no trick
    MARCH = "march"


def marks_known(rules: HouseRules) -> frozenset[Mark]:
    """Return the marks that ``rules`` know; official Skat has none.

    >>> sorted(marks_known(HouseRules(kontra=True, bock_re=True)))
    [<Mark.BOCK: 'bock'>, <Mark.KONTRA: 'kontra'>]
    >>> marks_known(HouseRules())
    frozenset()
    """
    known = {
        Mark.KONTRA: rules.kontra or rules.ramsch_kontra,
        Mark.BOCK: rules.has_bock,
        Mark.EXTRA: rules.extra_levels,
        Mark.REVOLUTION: rules.null_revolution,
        Mark.CARD_POINTS: rules.target or rules.bock_split,
        Mark.RAMSCH: rules.plays_ramsch,
        Mark.PUSHES: rules.schieberamsch,
        Mark.VIRGIN: rules.schieberamsch,
        Mark.ANNOUNCED: rules.schieberamsch and rules.announced_virgin,
        Mark.MARCH: rules.schieberamsch,
    }
    return frozenset(mark for mark, is_known in known.items() if is_known)
