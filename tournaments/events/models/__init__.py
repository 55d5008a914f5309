"""The models of an event: entries, teams, draws, money, history."""

from tournaments.events.models.entries import (
    ATTENDING,
    MOST_CONTESTS,
    MOST_ENTRIES,
    Adjustment,
    ApartPair,
    Draw,
    Entry,
    Swap,
    Team,
    TeamContest,
    TeamMember,
)
from tournaments.events.models.log import (
    LogLine,
    LotDraw,
    LotTicket,
    Reopening,
    ReopeningPlace,
)
from tournaments.events.models.money import CashCount, LossStep, Payment, Prize
from tournaments.events.models.registrations import Registration, Reply
from tournaments.sheets.models.programme import (
    MOST_GAMES,
    MOST_ROUNDS,
    MOST_SERIES,
    Event,
    Series,
)

__all__ = [
    "ATTENDING",
    "MOST_CONTESTS",
    "MOST_ENTRIES",
    "MOST_GAMES",
    "MOST_ROUNDS",
    "MOST_SERIES",
    "Adjustment",
    "ApartPair",
    "CashCount",
    "Draw",
    "Entry",
    "Event",
    "LogLine",
    "LossStep",
    "LotDraw",
    "LotTicket",
    "Payment",
    "Prize",
    "Registration",
    "Reopening",
    "ReopeningPlace",
    "Reply",
    "Series",
    "Swap",
    "Team",
    "TeamContest",
    "TeamMember",
]
