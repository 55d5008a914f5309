"""How a result came about, as data: every sentence about a game is made from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from scoring.game.contracts import Contract, Margin


class Level(StrEnum):
    """What adds to the multiplier, in the order of the rule book (1.3)."""

    MATADORS = "matadors"
    GAME = "game"
    HAND = "hand"
    SCHNEIDER = "schneider"
    SCHNEIDER_ANNOUNCED = "schneider-announced"
    SCHWARZ = "schwarz"
    SCHWARZ_ANNOUNCED = "schwarz-announced"
    OUVERT = "ouvert"


@dataclass(frozen=True, slots=True)
class LevelCount:
    """A level and the count reached with it.

    The counts go on as players say them: with 2, game 3, Hand 4. A ``granted`` level
    was not made by anybody (2.3).
    """

    level: Level
    count: int
    granted: bool = False


@cache
def level_counts(
    matadors: int,
    hand: bool,
    margin: Margin,
    announced: Margin,
    ouvert: bool,
    granted: Margin = Margin.PLAIN,
) -> tuple[LevelCount, ...]:
    """Count the levels of a suit or Grand game (1.3); the last is the multiplier.

    Cached for good: there are only a few hundred combinations.

    >>> [
    ...     f"{step.level} {step.count}"
    ...     for step in level_counts(2, True, Margin.PLAIN, Margin.PLAIN, False)
    ... ]
    ['matadors 2', 'game 3', 'hand 4']
    """
    margin_counted = max(margin, granted)
    checks = (
        (Level.GAME, True),
        (Level.HAND, hand),
        (Level.SCHNEIDER, margin_counted >= Margin.SCHNEIDER),
        (Level.SCHNEIDER_ANNOUNCED, announced >= Margin.SCHNEIDER),
        (Level.SCHWARZ, margin_counted >= Margin.SCHWARZ),
        (Level.SCHWARZ_ANNOUNCED, announced >= Margin.SCHWARZ),
        (Level.OUVERT, ouvert),
    )
    levels = [level for level, applies in checks if applies]
    return (
        LevelCount(Level.MATADORS, matadors),
        *(
            LevelCount(level, matadors + n, margin < MARGIN_OF_LEVEL.get(level, margin))
            for n, level in enumerate(levels, 1)
        ),
    )


MARGIN_OF_LEVEL: Mapping[Level, Margin] = MappingProxyType(
    {Level.SCHNEIDER: Margin.SCHNEIDER, Level.SCHWARZ: Margin.SCHWARZ}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a game has its value and its score.

    A Null has no levels: its ``base`` is its fixed value, taken once. For an
    impossible Null (1.8) ``base`` and ``levels`` are those of the ``picked``
    contract, while ``hand`` and ``ouvert`` name the Null that was announced.
    ``covering`` is the multiple of ``base`` that covers the bid, given only where
    the levels do not; ``bid`` is None where it was not written. ``doubled`` says
    that the game was lost.
    """

    contract: Contract
    base: int
    levels: tuple[LevelCount, ...]
    without: bool
    multiplier: int
    value_by_levels: int
    bid: int | None
    covering: int | None
    impossible_null: bool
    picked: Contract | None
    doubled: bool
    value: int
    score: int
    hand: bool
    ouvert: bool
