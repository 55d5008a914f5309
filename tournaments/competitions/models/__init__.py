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
)
from tournaments.competitions.models.log import LogLine, LotDraw, LotTicket
from tournaments.competitions.models.money import (
    CashCount,
    LossStep,
    Payment,
    Prize,
)
from tournaments.competitions.models.reopenings import Reopening, ReopeningPlace
from tournaments.competitions.models.teams import (
    MOST_CONTESTS,
    Team,
    TeamContest,
    TeamMember,
)

__all__ = [
    "MOST_CONTESTS",
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
    "LogLine",
    "LossStep",
    "LotDraw",
    "LotTicket",
    "Payment",
    "Prize",
    "Reopening",
    "ReopeningPlace",
    "Series",
    "Swap",
    "Team",
    "TeamContest",
    "TeamMember",
]
