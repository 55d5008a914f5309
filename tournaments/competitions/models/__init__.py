"""Who won: competitions and their series, entries, draws and money."""

from tournaments.competitions.models.competitions import (
    MOST_ROUNDS,
    MOST_SERIES,
    Competition,
    Series,
)
from tournaments.competitions.models.draws import Draw, DrawJob
from tournaments.competitions.models.entries import Adjustment, ApartPair, Entry, Team
from tournaments.competitions.models.money import (
    CashCount,
    LossStep,
    Payment,
    Prize,
)

__all__ = [
    "MOST_ROUNDS",
    "MOST_SERIES",
    "Adjustment",
    "ApartPair",
    "CashCount",
    "Competition",
    "Draw",
    "DrawJob",
    "Entry",
    "LossStep",
    "Payment",
    "Prize",
    "Series",
    "Team",
]
