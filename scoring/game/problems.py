"""What is wrong with a line, and what is worth asking (rules 1.10)."""

from dataclasses import replace
from functools import lru_cache

from scoring.game.codes import Problem, Question, codes_that_apply
from scoring.game.contracts import (
    BASE_VALUE,
    MOST_MATADORS,
    POSSIBLE_VALUES,
    REGULAR_VALUES,
    Contract,
    ResultKind,
)
from scoring.game.nulls import is_impossible_null, pick_of
from scoring.game.seats import dealer_of, pausing
from scoring.game.trump_checks import (
    MOST_IN_SKAT,
    level_problems,
    matador_problems,
    overbid_problems,
)
from scoring.game.written_games import PASSED_IN, WrittenGame, levels_of

LOST_PASSED_IN = WrittenGame(won=False)
"""A form without a tick at "won" still means a passed-in game: nobody wins one."""


def questions_in(entry: WrittenGame) -> tuple[Question, ...]:
    """Return what is allowed but worth asking, for a game without problems.

    With all card points a defender may still have taken a trick worth nothing, and with
    none the declarer; but nobody makes Schwarz without the jack of clubs.

    >>> game = {"contract": Contract.CLUBS, "matadors": 1, "card_points": 120}
    >>> clubs = WrittenGame(declarer=1, **game)
    >>> [question.value for question in questions_in(clubs)]
    ['all-card-points-without-schwarz']
    """
    return codes_that_apply(
        (
            Question.ALL_CARD_POINTS_WITHOUT_SCHWARZ,
            entry.card_points == 120
            and entry.contract in BASE_VALUE
            and not (entry.schwarz or entry.without),
        ),
        (
            Question.NO_CARD_POINTS_WITHOUT_SCHWARZ,
            entry.card_points == 0
            and entry.contract in BASE_VALUE
            and not entry.schwarz,
        ),
        (
            Question.WHICH_CONTRACT_PICKED,
            entry.picked is None and is_impossible_null(entry),
        ),
    )


def place_problems(
    declarer: int | None, players: int, number: int | None, games: int | None
) -> tuple[Problem, ...]:
    """Return what is wrong with the line's number and the declarer's place (2.4)."""
    dealer: int | None = None
    resting: tuple[int, ...] = ()
    if number is not None and number >= 1 and declarer is not None:
        dealer = dealer_of(number, players)
        resting = pausing(number, players)
    return codes_that_apply(
        (
            Problem.LIST_IS_FULL,
            number is not None
            and (number < 1 or (games is not None and number > games)),
        ),
        (
            Problem.DECLARER_NOT_AT_TABLE,
            declarer is not None and not 1 <= declarer <= players,
        ),
        (Problem.DECLARER_IS_DEALER, declarer in resting and declarer == dealer),
        (Problem.DECLARER_IS_PAUSING, declarer in resting and declarer != dealer),
    )


@lru_cache(maxsize=8192)
def game_problems(entry: WrittenGame) -> tuple[Problem, ...]:
    """Return what is wrong with a well-typed entry, wherever it was played.

    Cached: the lists of a season have few different lines.
    """
    if entry.declarer is None:
        # House marks are checked separately: a Ramsch has no declarer either (7.4).
        official = entry if entry.house is None else replace(entry, house=None)
        is_passed_in = official in (PASSED_IN, LOST_PASSED_IN)
        return () if is_passed_in else (Problem.NO_DECLARER,)
    if entry.contract is None:
        return _value_only_problems(entry)
    if entry.contract is Contract.NULL:
        return null_problems(entry, is_impossible=is_impossible_null(entry))
    levels = levels_of(entry)
    return (
        matador_problems(entry, entry.contract)
        + _general_problems(entry, levels.hand)
        + level_problems(entry, levels)
        + overbid_problems(entry, entry.contract, levels)
    )


def _value_only_problems(entry: WrittenGame) -> tuple[Problem, ...]:
    """Check a line of which only the value was written (K12)."""
    value = entry.written_value
    if value is None:
        return (Problem.CONTRACT_MISSING,)
    is_referee = entry.kind is ResultKind.REFEREE and value >= 0
    only_the_value = WrittenGame(
        declarer=entry.declarer,
        won=entry.won or not (is_referee or value < 0),
        kind=entry.kind,
        written_value=value,
        house=entry.house,
    )
    return codes_that_apply(
        (Problem.WRITTEN_VALUE_WITH_DETAILS, entry != only_the_value),
        (Problem.REFEREE_VALUE_IMPOSSIBLE, is_referee and not is_value(value)),
        (
            Problem.WRITTEN_VALUE_IMPOSSIBLE,
            not is_referee and not is_written_value(value),
        ),
    )


def is_value(number: int) -> bool:
    """Tell whether a game can have this value, overbid ones included (K12)."""
    return number in POSSIBLE_VALUES


def is_written_value(number: int) -> bool:
    """Tell whether this signed number can be in a + or - cell (K12).

    >>> is_written_value(48), is_written_value(-96), is_written_value(-48)
    (True, True, True)
    >>> is_written_value(32), is_written_value(-95), is_written_value(0)
    (False, False, False)
    """
    if number >= 0:
        return number in REGULAR_VALUES
    return number % 2 == 0 and -number // 2 in POSSIBLE_VALUES


def _general_problems(entry: WrittenGame, hand: bool) -> tuple[Problem, ...]:
    """Check what suit, Grand and Null have in common."""
    points = entry.card_points
    value = entry.written_value
    is_referee = entry.kind is ResultKind.REFEREE
    return codes_that_apply(
        (
            Problem.BID_NOT_IN_LIST,
            entry.bid is not None and entry.bid not in REGULAR_VALUES,
        ),
        (
            Problem.CARD_POINTS_OUT_OF_RANGE,
            points is not None and not 0 <= points <= 120,
        ),
        (Problem.HAND_WITH_SKAT_TAKEN, hand and entry.skat_taken is True),
        (
            Problem.WRITTEN_VALUE_BESIDE_GAME,
            value is not None and not is_referee,
        ),
        (
            Problem.REFEREE_VALUE_IMPOSSIBLE,
            value is not None and is_referee and not is_value(value),
        ),
    )


def null_problems(entry: WrittenGame, *, is_impossible: bool) -> tuple[Problem, ...]:
    """Check a Null: nothing adds to it, unless it was impossible (1.1, 1.8)."""
    return _general_problems(entry, entry.hand) + _null_problems(entry, is_impossible)


def _null_problems(entry: WrittenGame, is_impossible: bool) -> tuple[Problem, ...]:
    matadors = entry.matadors
    points = entry.card_points
    most = MOST_MATADORS.get(entry.picked, 11) if entry.picked else 11
    return codes_that_apply(
        (
            Problem.NULL_WITH_MATADORS,
            not is_impossible and (matadors is not None or entry.without),
        ),
        (
            Problem.MATADORS_OUT_OF_RANGE,
            is_impossible and matadors is not None and not 1 <= matadors <= most,
        ),
        (
            Problem.NULL_WITH_LEVELS,
            entry.schneider
            or entry.schwarz
            or entry.schneider_announced
            or entry.schwarz_announced,
        ),
        (
            Problem.NO_TRICK_ABOVE_22,
            entry.won
            and not is_impossible
            and entry.kind is ResultKind.PLAYED
            and points is not None
            and points > MOST_IN_SKAT,
        ),
        (
            Problem.OVERBID_VALUE_NOT_COVERING,
            entry.overbid_value is not None
            and (not is_impossible or pick_of(entry) is None),
        ),
        (Problem.PICKED_WITHOUT_NEED, entry.picked is not None and not is_impossible),
        (Problem.PICKED_IS_NULL, entry.picked is Contract.NULL),
    )
