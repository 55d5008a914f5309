"""Who won: competitions and their series, entries, draws and money."""

from tournaments.competitions.models.competitions import (
    MOST_ROUNDS,
    MOST_SERIES,
    Competition,
    Series,
)
from tournaments.competitions.models.draws import Draw, DrawJob, Swap
from tournaments.competitions.models.entries import (
    MOST_ENTRIES,
    Adjustment,
    ApartPair,
    Entry,
    Team,
)
from tournaments.competitions.models.money import (
    CashCount,
    LossStep,
    Payment,
    Prize,
)
from tournaments.competitions.models.reopenings import Reopening, ReopeningPlace

__all__ = [
    "MOST_ENTRIES",
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
    "Reopening",
    "ReopeningPlace",
    "Series",
    "Swap",
    "Team",
]
