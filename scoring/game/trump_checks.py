"""What makes a suit or Grand game impossible (rules 1.2 to 1.7, 1.10)."""

from scoring.game.codes import Problem, codes_that_apply
from scoring.game.contracts import (
    BASE_VALUE,
    COVERING_VALUES,
    MOST_MATADORS,
    Contract,
    Margin,
    ResultKind,
    covering,
)
from scoring.game.written_games import Levels, WrittenGame

CARD_POINTS_TO_WIN = {Margin.PLAIN: 61, Margin.SCHNEIDER: 90, Margin.SCHWARZ: 120}
"""What a declarer needs by what they announced (1.4); Schwarz needs all tricks too."""

NOT_LOST_FROM = {Margin.PLAIN: 61, Margin.SCHNEIDER: 90, Margin.SCHWARZ: 121}
"""From these card points on a game is not lost by card points; with 120 a trick
without any may still be missing."""

MOST_IN_SKAT = 22
"""The card points of a declarer without a trick: at most two aces (1.10)."""


def matador_problems(entry: WrittenGame, contract: Contract) -> tuple[Problem, ...]:
    """Check the tops of a suit or Grand game (1.2)."""
    matadors = entry.matadors
    return codes_that_apply(
        (
            Problem.MATADORS_MISSING,
            matadors is None and not _is_decided_value(entry),
        ),
        (
            Problem.MATADORS_OUT_OF_RANGE,
            matadors is not None and not 1 <= matadors <= MOST_MATADORS[contract],
        ),
    )


def _is_decided_value(entry: WrittenGame) -> bool:
    return entry.kind is ResultKind.REFEREE and entry.written_value is not None


def level_problems(entry: WrittenGame, levels: Levels) -> tuple[Problem, ...]:
    """Check ticks against card points, tricks and the way the game ended."""
    schwarz_unannounced = entry.schwarz and levels.announced < Margin.SCHWARZ
    by_points: tuple[Problem, ...] = ()
    made_by_declarer = entry.won
    if entry.card_points is not None and entry.kind is ResultKind.PLAYED:
        made_by_declarer = entry.won or (
            schwarz_unannounced and entry.card_points >= 61
        )
        by_points = _card_point_problems(
            entry, entry.card_points, levels, schwarz_unannounced
        )
    return by_points + codes_that_apply(
        (
            Problem.SCHWARZ_WITHOUT_JACK_OF_CLUBS,
            made_by_declarer and entry.without and levels.margin is Margin.SCHWARZ,
        ),
        (
            Problem.CONCEDED_WITH_LEVELS,
            entry.kind is ResultKind.CONCEDED
            and not entry.won
            and levels.margin > levels.announced,
        ),
    )


def _card_point_problems(
    entry: WrittenGame, points: int, levels: Levels, schwarz_unannounced: bool
) -> tuple[Problem, ...]:
    """Check ticks and the result against the declarer's card points (1.4, 1.10)."""
    won = entry.won
    announced = levels.announced
    return codes_that_apply(
        (
            Problem.SCHNEIDER_AGAINST_CARD_POINTS,
            entry.schneider and not announced and 31 <= points <= 89,
        ),
        (
            Problem.SCHWARZ_BELOW_120,
            schwarz_unannounced and points < 120 and (won or points >= 61),
        ),
        (
            Problem.NO_TRICK_ABOVE_22,
            schwarz_unannounced and not won and MOST_IN_SKAT < points <= 60,
        ),
        (Problem.WON_BELOW_61, won and points < 61),
        (
            Problem.WON_WITHOUT_ANNOUNCED_LEVEL,
            won and announced > 0 and points < CARD_POINTS_TO_WIN[announced],
        ),
        (
            Problem.LOST_WITH_61,
            not won
            and points >= NOT_LOST_FROM[announced]
            and not _overbids(entry, levels),
        ),
    )


def _value_by_levels(entry: WrittenGame, levels: Levels) -> int:
    """Return the value regardless of the bid; 0 where the tops are missing."""
    if entry.contract is None or entry.matadors is None:
        return 0
    return BASE_VALUE[entry.contract] * (entry.matadors + 1 + levels.added)


def _overbids(entry: WrittenGame, levels: Levels) -> bool:
    """Tell whether the levels stay below the bid, or below the covering value."""
    bid = entry.bid if entry.overbid_value is None else entry.overbid_value
    return bid is not None and _value_by_levels(entry, levels) < bid


def overbid_problems(
    entry: WrittenGame, contract: Contract, levels: Levels
) -> tuple[Problem, ...]:
    """Check a written covering value (1.7).

    The levels must not reach it, and it must be the smallest multiple for the bid,
    or for some bid if the bid is unknown.
    """
    needless = (Problem.PICKED_WITHOUT_NEED,) if entry.picked is not None else ()
    value = entry.overbid_value
    if value is None:
        return needless
    if entry.bid is None:
        covers = value in COVERING_VALUES[contract]
    else:
        base = BASE_VALUE[contract]
        by_levels = _value_by_levels(entry, levels)
        covers = value == base * covering(entry.bid, base) > by_levels
    if covers and _overbids(entry, levels):
        return needless
    return (Problem.OVERBID_VALUE_NOT_COVERING, *needless)
