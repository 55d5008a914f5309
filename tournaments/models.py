"""Index of the models; each is defined in its topic, none here."""

from tournaments.competitions.models import (
    Adjustment,
    ApartPair,
    CashCount,
    Competition,
    Draw,
    DrawJob,
    Entry,
    LossStep,
    Payment,
    Prize,
    Series,
    Team,
)
from tournaments.members.models import Club, Player, User
from tournaments.sheets.models import (
    Change,
    Game,
    Result,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
)

__all__ = [
    "Adjustment",
    "ApartPair",
    "CashCount",
    "Change",
    "Club",
    "Competition",
    "Draw",
    "DrawJob",
    "Entry",
    "Game",
    "LossStep",
    "Payment",
    "Player",
    "Prize",
    "Result",
    "ScoreSheet",
    "Seat",
    "SecondList",
    "Series",
    "Substitution",
    "Team",
    "User",
    "Verdict",
]
