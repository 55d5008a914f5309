"""A game's value and its score (rules 1.1 to 1.8, 2.1 and 2.3).

How a result came about is data: every sentence about a game is made from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType

from scoring.game.problems import Problem, game_problems, is_impossible_null, pick_of
from scoring.game.written_games import (
    BASE_VALUE,
    MOST_MATADORS,
    NULL_VALUE,
    Contract,
    Levels,
    Margin,
    WrittenGame,
    covering,
    is_malformed,
    levels_of,
)


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


OWN_SCHWARZ_BEYOND_ANNOUNCED_SCHNEIDER = True
"""Schneider announced and the declarer without a trick: the sources leave it open
whether the Schwarz level is added (1.6). We add it (11.1)."""


class ImpossibleGame(ValueError):
    """A line that cannot be a game; ``problems`` has every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a game is worth to its declarer.

    Passed in: no value, no winner, score 0. ``explanation`` is None then, and where
    only a value is known.
    """

    value: int | None
    score: int
    won: bool | None
    overbid: bool = False
    explanation: Explanation | None = None


NO_RESULT = Result(value=None, score=0, won=None)
"""The result of a passed-in hand (2.1)."""


def result_of(entry: WrittenGame) -> Result:
    """Return value and score of a game, and how they came about (1.3 to 1.8).

    Raises ImpossibleGame with all problems of the line. The seats are not checked here;
    problems_in() does that.

    >>> clubs = WrittenGame(
    ...     declarer=1, contract=Contract.CLUBS, matadors=2, hand=True
    ... )
    >>> result_of(clubs).score
    48

    A loss costs twice the value (1.5); an overbid game is lost and costs the
    multiple that covers the bid (1.7):

    >>> spades = WrittenGame(
    ...     declarer=1, contract=Contract.SPADES, matadors=1, bid=30
    ... )
    >>> result = result_of(spades)
    >>> result.value, result.score, result.won, result.overbid
    (33, -66, False, True)
    """
    try:
        return _remembered_result(entry)
    except TypeError:
        # A form may send something unhashable, such as a list.
        if is_malformed(entry):
            raise ImpossibleGame((Problem.MALFORMED,)) from None
        raise


def computed_result(entry: WrittenGame) -> Result:
    """Return the result of a game, worked out anew."""
    problems = (Problem.MALFORMED,) if is_malformed(entry) else game_problems(entry)
    if problems:
        raise ImpossibleGame(problems)
    if entry.declarer is None:
        return NO_RESULT
    if entry.written_value is not None:
        return written_result(entry.written_value, entry.won)
    if entry.contract in BASE_VALUE:
        return _trump_result(entry)
    return null_result(entry)


_remembered_result = lru_cache(maxsize=8192)(computed_result)
"""The lists of a season have few different lines."""


def written_result(number: int, won: bool) -> Result:
    """Read a signed number of the paper, or a referee's unsigned one (2.3)."""
    if number < 0:
        return Result(value=-number // 2, score=number, won=False)
    return Result(value=number, score=score_of(number, won=won), won=won)


def score_of(value: int, *, won: bool) -> int:
    """Return the declarer's score: the value, or minus twice the value (1.5).

    >>> score_of(48, won=True), score_of(48, won=False)
    (48, -96)
    """
    return value if won else -2 * value


def _counted_margin(levels: Levels, won: bool) -> Margin:
    """Return the margin that counts: all of it, except in the open case of 11.1.

    It is the winning party's, whichever it was, or the announced one if that is
    higher: "announced but missed", "more than announced" and "own Schneider" are one
    maximum (1.6).
    """
    own_schwarz_beyond_schneider = (
        not won
        and levels.announced is Margin.SCHNEIDER
        and levels.margin is Margin.SCHWARZ
    )
    if own_schwarz_beyond_schneider and not OWN_SCHWARZ_BEYOND_ANNOUNCED_SCHNEIDER:
        return Margin.SCHNEIDER
    return levels.margin


def _trump_result(entry: WrittenGame) -> Result:
    """Value a suit or Grand game by its levels (1.3), or by the covered bid (1.7)."""
    assert entry.contract is not None
    assert entry.matadors is not None
    base, levels = BASE_VALUE[entry.contract], levels_of(entry)
    counts = level_counts(
        entry.matadors,
        levels.hand,
        _counted_margin(levels, entry.won),
        levels.announced,
        levels.ouvert,
        levels.granted,
    )
    cover = None
    if entry.overbid_value is not None:
        cover = entry.overbid_value // base
    elif entry.bid is not None and base * counts[-1].count < entry.bid:
        cover = covering(entry.bid, base)
    return _explained_result(
        entry,
        base=base,
        levels=counts,
        cover=cover,
        won=entry.won and cover is None,
        hand=levels.hand,
    )


def null_result(entry: WrittenGame) -> Result:
    """Value a Null (1.1).

    An impossible one is valued as the lost game that was picked (1.8).
    """
    if not is_impossible_null(entry):
        value = NULL_VALUE[entry.hand, entry.ouvert]
        return _explained_result(entry, base=value, won=entry.won, hand=entry.hand)
    pick = pick_of(entry)
    assert pick is not None
    base = BASE_VALUE[pick.contract]
    matadors = min(entry.matadors or 1, MOST_MATADORS[pick.contract])
    counts = level_counts(matadors, entry.hand, Margin.PLAIN, Margin.PLAIN, False)
    return _explained_result(
        entry,
        base=base,
        levels=counts,
        cover=pick.value // base if pick.value > base * counts[-1].count else None,
        won=False,
        hand=entry.hand,
        picked=pick.contract,
    )


def _explained_result(
    entry: WrittenGame,
    *,
    base: int,
    won: bool,
    hand: bool,
    levels: tuple[LevelCount, ...] = (),
    cover: int | None = None,
    picked: Contract | None = None,
) -> Result:
    """Multiply, double a loss, and keep every step."""
    assert entry.contract is not None
    multiplier = levels[-1].count if levels else 1
    value = base * (cover or multiplier)
    score = score_of(value, won=won)
    return Result(
        value=value,
        score=score,
        won=won,
        overbid=cover is not None or picked is not None,
        explanation=Explanation(
            contract=entry.contract,
            base=base,
            levels=levels,
            without=bool(levels) and entry.without,
            multiplier=multiplier,
            value_by_levels=base * multiplier,
            bid=entry.bid,
            covering=cover,
            impossible_null=picked is not None,
            picked=picked,
            doubled=not won,
            value=value,
            score=score,
            hand=hand,
            ouvert=entry.ouvert,
        ),
    )
