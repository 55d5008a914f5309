"""The list of one table: seats, games, the foot of the paper, the history.

Facts are stored, points are computed. Only ``Result`` holds points: its rows are
written once, when a list is finished, so that standings are one query and a later
change of a rule never alters a past table.
"""

from tournaments.sheets.models.lists import Game, ScoreSheet, Seat, Substitution
from tournaments.sheets.models.records import (
    ArrivedList,
    Change,
    Confirmation,
    ListPhoto,
    ListVersion,
    ReceivedLine,
    Result,
    SecondList,
    TableDevice,
    TableKey,
    Verdict,
)
from tournaments.sheets.models.tallies import ListTally, TallyCounts, YearTally

__all__ = [
    "ArrivedList",
    "Change",
    "Confirmation",
    "Game",
    "ListPhoto",
    "ListTally",
    "ListVersion",
    "ReceivedLine",
    "Result",
    "ScoreSheet",
    "Seat",
    "SecondList",
    "Substitution",
    "TableDevice",
    "TableKey",
    "TallyCounts",
    "Verdict",
    "YearTally",
]
