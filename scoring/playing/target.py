"""First to a target: the declarer's card points count, not the value (rules 7.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from scoring.game.games import Result
from scoring.game.problems import CARD_POINTS_TO_WIN, Problem, codes_that_apply
from scoring.game.written_games import (
    BASE_VALUE,
    Contract,
    Margin,
    ResultKind,
    WrittenGame,
    levels_of,
    margin_made,
)


class Bonus(StrEnum):
    """What a target score adds to the card points, with how much (7.6)."""

    NINETY = "ninety"
    NINETY_ANNOUNCED = "ninety-announced"
    ALL_TRICKS = "all-tricks"
    ALL_TRICKS_ANNOUNCED = "all-tricks-announced"


BONUS_POINTS: Mapping[Bonus, int] = MappingProxyType(
    {
        Bonus.NINETY: 1,
        Bonus.NINETY_ANNOUNCED: 2,
        Bonus.ALL_TRICKS: 1,
        Bonus.ALL_TRICKS_ANNOUNCED: 2,
    }
)
"""What is added to the card points of a game that was won."""


class TargetExplanation(NamedTuple):
    """How a game of a target score was counted (7.6).

    ``needed`` are the card points the declarer had to reach: 61, what they announced,
    or their bid; 0 for a Null, which is worth nothing.
    """

    card_points: int
    needed: int
    bonuses: tuple[Bonus, ...]


class Holding(StrEnum):
    """What a coefficient of the bidding is counted for (seed S3)."""

    CLUBS_WITHOUT_SPADES = "clubs-without-spades"
    CLUBS_SPADES = "clubs-spades"
    CLUBS_SPADES_HEARTS = "clubs-spades-hearts"
    ALL_JACKS_AND_ACE = "all-jacks-and-ace"
    ALL_ELEVEN = "all-eleven"
    WITHOUT_CLUBS = "without-clubs"
    WITHOUT_CLUBS_SPADES = "without-clubs-spades"
    ONLY_DIAMONDS = "only-diamonds"
    NO_JACK_BUT_ACE = "no-jack-but-ace"
    WIN = "win"
    WITHOUT_SKAT = "without-skat"
    NINETY_WITHOUT_SKAT = "ninety-without-skat"
    ALL_TRICKS_WITHOUT_SKAT = "all-tricks-without-skat"
    OPEN_WITHOUT_SKAT = "open-without-skat"


COEFFICIENTS: Mapping[Holding, int] = MappingProxyType(
    {
        Holding.CLUBS_WITHOUT_SPADES: 1,
        Holding.CLUBS_SPADES: 2,
        Holding.CLUBS_SPADES_HEARTS: 3,
        Holding.ALL_JACKS_AND_ACE: 4,
        Holding.ALL_ELEVEN: 5,
        Holding.WITHOUT_CLUBS: 1,
        Holding.WITHOUT_CLUBS_SPADES: 2,
        Holding.ONLY_DIAMONDS: 3,
        Holding.NO_JACK_BUT_ACE: 4,
    }
)
"""What a hand is worth in the bidding, times the base value of its contract."""

UNDERTAKINGS: Mapping[Holding, int] = MappingProxyType(
    {
        Holding.WIN: 1,
        Holding.WITHOUT_SKAT: 1,
        Holding.NINETY_WITHOUT_SKAT: 1,
        Holding.ALL_TRICKS_WITHOUT_SKAT: 1,
        Holding.OPEN_WITHOUT_SKAT: 1,
    }
)
"""What each undertaking adds to the coefficient."""

OFFICIAL_ONLY = frozenset(
    {Problem.MATADORS_MISSING, Problem.LOST_WITH_61, Problem.BID_NOT_IN_LIST}
)
"""Problems of official Skat that a target score does not have, or has otherwise."""


@dataclass(frozen=True, slots=True)
class TargetGame:
    """A game of a target score, and how it came about."""

    result: Result
    explanation: TargetExplanation


def target_problems(
    entry: WrittenGame, official: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """Return what is wrong with a game whose card points count."""
    problems = tuple(problem for problem in official if problem not in OFFICIAL_ONLY)
    if entry.contract not in BASE_VALUE:
        return problems
    points = entry.card_points
    return problems + codes_that_apply(
        (Problem.CARD_POINTS_MISSING, points is None),
        (
            Problem.LOST_WITH_61,
            points is not None
            and not entry.won
            and entry.kind is ResultKind.PLAYED
            and needed_points(entry) <= points
            and levels_of(entry).announced < Margin.SCHWARZ,
        ),
    )


def needed_points(entry: WrittenGame) -> int:
    """Return the card points the declarer must reach, also for a bid above 61 (C27).

    >>> needed_points(WrittenGame(declarer=1, contract=Contract.CLUBS, bid=72))
    72
    """
    return max(CARD_POINTS_TO_WIN[levels_of(entry).announced], entry.bid or 0)


def target_game(entry: WrittenGame) -> TargetGame:
    """Count a suit or Grand game by its card points; a Null is worth nothing (C29).

    If it is won they are added, with the bonuses; if an undertaking or the bid was
    missed they are subtracted.

    >>> ticked = {"schneider_announced": True, "card_points": 95}
    >>> clubs = WrittenGame(contract=Contract.CLUBS, **ticked)
    >>> target_game(clubs).result.score
    97
    """
    points = entry.card_points
    if entry.contract is Contract.NULL or points is None:
        nothing = TargetExplanation(card_points=0, needed=0, bonuses=())
        return TargetGame(Result(value=0, score=0, won=entry.won), nothing)
    needed = needed_points(entry)
    won = entry.won and points >= needed
    bonuses = bonuses_of(entry) if won else ()
    value = points + sum(BONUS_POINTS[bonus] for bonus in bonuses)
    return TargetGame(
        Result(
            value=value,
            score=value if won else -value,
            won=won,
            overbid=entry.won and not won,
        ),
        TargetExplanation(card_points=points, needed=needed, bonuses=bonuses),
    )


def bonuses_of(entry: WrittenGame) -> tuple[Bonus, ...]:
    """Return the bonuses of a won game; both count (7.6).

    Announcing all tricks includes announcing 90, as in official Skat (1.3).
    """
    announced = levels_of(entry).announced
    margin = margin_made(entry)
    bonuses = []
    if announced >= Margin.SCHNEIDER:
        bonuses.append(Bonus.NINETY_ANNOUNCED)
    elif margin >= Margin.SCHNEIDER:
        bonuses.append(Bonus.NINETY)
    if announced is Margin.SCHWARZ:
        bonuses.append(Bonus.ALL_TRICKS_ANNOUNCED)
    elif margin is Margin.SCHWARZ:
        bonuses.append(Bonus.ALL_TRICKS)
    return tuple(bonuses)
