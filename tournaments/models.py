"""Index of the models; each is defined in its topic, none here."""

from tournaments.competitions.models import Competition, Series
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
    "Change",
    "Club",
    "Competition",
    "Game",
    "Player",
    "Result",
    "ScoreSheet",
    "Seat",
    "SecondList",
    "Series",
    "Substitution",
    "User",
    "Verdict",
]
