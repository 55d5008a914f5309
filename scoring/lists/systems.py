"""How a list becomes a result: plain points, Seeger, Seeger-Fabian (rules 3.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class System(StrEnum):
    """The three ways to rate a list; the value is what is stored."""

    PLAIN = "plain"
    SEEGER = "seeger"
    SEEGER_FABIAN = "seeger-fabian"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """What a system adds to the game points, in points.

    ``won`` for each own game won, ``lost`` taken off for each own game lost,
    ``others_lost`` by number of players at the table, for each game that
    another player at the table lost. Five at a table is not in the rule book;
    30 is the default of rules 11.9.
    """

    won: int
    lost: int
    others_lost: Mapping[int, int]

    def table_lost(self, players: int) -> int:
        """Return how much one lost game changes the sum of all totals (K4, K5).

        >>> RATES[System.SEEGER_FABIAN].table_lost(4)
        40
        """
        return (players - 1) * self.others_lost[players] - self.lost


NOTHING_FOR_OTHERS: Mapping[int, int] = MappingProxyType({3: 0, 4: 0, 5: 0})

RATES: Mapping[System, Rates] = MappingProxyType(
    {
        System.PLAIN: Rates(won=0, lost=0, others_lost=NOTHING_FOR_OTHERS),
        System.SEEGER: Rates(won=50, lost=50, others_lost=NOTHING_FOR_OTHERS),
        System.SEEGER_FABIAN: Rates(
            won=50, lost=50, others_lost=MappingProxyType({3: 40, 4: 30, 5: 30})
        ),
    }
)
