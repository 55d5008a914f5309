"""How a line under house rules came about, as data, beside the official sentence.

These are named tuples because they are created by the thousand.
"""

from enum import StrEnum
from typing import NamedTuple

from scoring.game.marks import Kontra
from scoring.house.rules import RamschScoring, Schieberamsch


class Bonus(StrEnum):
    """What a target score adds to the card points, with how much (7.6)."""

    NINETY = "ninety"
    NINETY_ANNOUNCED = "ninety-announced"
    ALL_TRICKS = "all-tricks"
    ALL_TRICKS_ANNOUNCED = "all-tricks-announced"


class RamschExplanation(NamedTuple):
    """How a Ramsch was counted (7.4, 7.5).

    The ``places`` that write have the most card points, or the fewest where these earn
    a ``prize``; with a ``march`` it is the player who took every trick. ``factor`` is
    what multiplied the prize or the card points, Bock included; ``capped`` says that
    the limit cut the result.
    """

    scoring: RamschScoring | Schieberamsch
    places: tuple[int, ...]
    card_points: int
    factor: int
    prize: int = 0
    march: bool = False
    shared: bool = False
    capped: bool = False


class TargetExplanation(NamedTuple):
    """How a game of a target score was counted (7.6).

    ``needed`` are the card points the declarer had to reach: 61, what they announced,
    or their bid; 0 for a Null, which is worth nothing.
    """

    card_points: int
    needed: int
    bonuses: tuple[Bonus, ...]


class HouseExplanation(NamedTuple):
    """What house rules did to a line; ``factor`` is 1 where nothing doubled it."""

    kontra: Kontra = Kontra.NONE
    doublings: int = 0
    factor: int = 1
    ramsch: RamschExplanation | None = None
    target: TargetExplanation | None = None
    loser_points: bool = False
