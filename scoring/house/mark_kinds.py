"""The kinds of marks that a line can have under the rules of a club."""

from enum import StrEnum

from scoring.house.rules import HouseRules


class MarkKind(StrEnum):
    """What house rules add to a line, in the order of their shorthand."""

    KONTRA = "kontra"
    BOCK = "bock"
    CARD_POINTS = "card-points"  # of the declarer, where they count
    RAMSCH = "ramsch"
    PUSHES = "pushes"
    VIRGIN = "virgin"
    MARCH = "march"


def marks_under(rules: HouseRules) -> frozenset[MarkKind]:
    """Return the kinds of marks that ``rules`` have; official Skat has none.

    >>> sorted(marks_under(HouseRules(kontra=True, bock_re=True)))
    [<MarkKind.BOCK: 'bock'>, <MarkKind.KONTRA: 'kontra'>]
    >>> marks_under(HouseRules())
    frozenset()
    """
    conditions = {
        MarkKind.KONTRA: rules.kontra or rules.ramsch_kontra,
        MarkKind.BOCK: rules.has_bock,
        MarkKind.CARD_POINTS: rules.target or rules.bock_split,
        MarkKind.RAMSCH: rules.plays_ramsch,
        MarkKind.PUSHES: rules.schieberamsch,
        MarkKind.VIRGIN: rules.schieberamsch,
        MarkKind.MARCH: rules.schieberamsch,
    }
    return frozenset(mark for mark, is_possible in conditions.items() if is_possible)
