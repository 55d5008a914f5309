"""What is wrong with a line, and what is worth asking (rules 1.2 to 1.8, 1.10).

A Null is impossible if the bid was higher than its value (1.8).
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from scoring.game.written_games import (
    BASE_VALUE,
    COVERING_VALUES,
    MOST_MATADORS,
    NULL_VALUE,
    PASSED_IN,
    POSSIBLE_VALUES,
    REGULAR_VALUES,
    Contract,
    Levels,
    Margin,
    ResultKind,
    WrittenGame,
    covering,
    dealer_of,
    levels_of,
    pausing,
)


class Problem(StrEnum):
    """Why a line cannot be counted; the value is the public code."""

    MALFORMED = "malformed"
    LIST_IS_FULL = "list-is-full"
    NO_DECLARER = "no-declarer"
    DECLARER_NOT_AT_TABLE = "declarer-not-at-table"
    DECLARER_IS_DEALER = "declarer-is-dealer"
    DECLARER_IS_PAUSING = "declarer-is-pausing"
    CONTRACT_MISSING = "contract-missing"
    MATADORS_MISSING = "matadors-missing"
    MATADORS_OUT_OF_RANGE = "matadors-out-of-range"
    BID_NOT_IN_LIST = "bid-not-in-list"
    CARD_POINTS_OUT_OF_RANGE = "card-points-out-of-range"
    NULL_WITH_MATADORS = "null-with-matadors"
    NULL_WITH_LEVELS = "null-with-levels"
    HAND_WITH_SKAT_TAKEN = "hand-with-skat-taken"
    SCHNEIDER_AGAINST_CARD_POINTS = "schneider-against-card-points"
    SCHWARZ_BELOW_120 = "schwarz-below-120"
    SCHWARZ_WITHOUT_JACK_OF_CLUBS = "schwarz-without-jack-of-clubs"
    NO_TRICK_ABOVE_22 = "no-trick-above-22"
    WON_BELOW_61 = "won-below-61"
    WON_WITHOUT_ANNOUNCED_LEVEL = "won-without-announced-level"
    LOST_WITH_61 = "lost-with-61"
    CONCEDED_WITH_LEVELS = "conceded-with-levels"
    OVERBID_VALUE_NOT_COVERING = "overbid-value-not-covering"
    PICKED_WITHOUT_NEED = "picked-without-need"
    PICKED_IS_NULL = "picked-is-null"
    WRITTEN_VALUE_IMPOSSIBLE = "written-value-impossible"
    WRITTEN_VALUE_BESIDE_GAME = "written-value-beside-game"
    WRITTEN_VALUE_WITH_DETAILS = "written-value-with-details"
    REFEREE_VALUE_IMPOSSIBLE = "referee-value-impossible"
    KONTRA_NOT_PLAYED = "kontra-not-played"
    KONTRA_WITHOUT_GAME = "kontra-without-game"
    BOCK_NOT_PLAYED = "bock-not-played"
    BOCK_OUT_OF_RANGE = "bock-out-of-range"
    RAMSCH_NOT_PLAYED = "ramsch-not-played"
    RAMSCH_WITH_DECLARER = "ramsch-with-declarer"
    RAMSCH_ONLY = "ramsch-only"
    RAMSCH_CARD_POINTS_WRONG = "ramsch-card-points-wrong"
    RAMSCH_PLACE_NOT_PLAYING = "ramsch-place-not-playing"
    VIRGIN_NOT_PLAYED = "virgin-not-played"
    VIRGIN_WITH_CARD_POINTS = "virgin-with-card-points"
    MARCH_NOT_PLAYED = "march-not-played"
    MARCH_WITHOUT_ALL_CARD_POINTS = "march-without-all-card-points"
    PUSHES_OUT_OF_RANGE = "pushes-out-of-range"
    PUSHES_NOT_PLAYED = "pushes-not-played"
    CARD_POINTS_MISSING = "card-points-missing"
    LIST_HAS_ENDED = "list-has-ended"


class Question(StrEnum):
    """Something allowed but unusual enough to ask about."""

    ALL_CARD_POINTS_WITHOUT_SCHWARZ = "all-card-points-without-schwarz"
    NO_CARD_POINTS_WITHOUT_SCHWARZ = "no-card-points-without-schwarz"
    WHICH_CONTRACT_PICKED = "which-contract-picked"
    RAMSCH_EXPECTED = "ramsch-expected"
    ALL_CARD_POINTS_WITHOUT_MARCH = "all-card-points-without-march"
    MARKS_COUNT_NOTHING = "marks-count-nothing"


Code = TypeVar("Code", Problem, Question)


def codes_that_apply(*checks: tuple[Code, bool]) -> tuple[Code, ...]:
    """Return the codes whose conditions hold, in their order.

    >>> codes_that_apply((Problem.WON_BELOW_61, True), (Problem.LOST_WITH_61, False))
    (<Problem.WON_BELOW_61: 'won-below-61'>,)
    """
    return tuple([code for code, applies in checks if applies])


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
            matadors is None
            and (entry.kind is not ResultKind.REFEREE or entry.written_value is None),
        ),
        (
            Problem.MATADORS_OUT_OF_RANGE,
            matadors is not None and not 1 <= matadors <= MOST_MATADORS[contract],
        ),
    )


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


@dataclass(frozen=True, slots=True)
class Pick:
    """A contract the declarer may pick, and its value before it is doubled."""

    contract: Contract
    value: int


def picks(*, bid: int, matadors: int = 1, hand: bool = False) -> tuple[Pick, ...]:
    """Return what an impossible Null costs in each of the five contracts (1.8).

    Hand carries over; ouvert does not. Grand has at most four tops.

    >>> [pick.value for pick in picks(bid=30, matadors=1)]
    [36, 30, 33, 36, 48]
    """
    return tuple(
        Pick(
            contract,
            base
            * max(
                min(matadors, MOST_MATADORS[contract]) + 1 + hand, covering(bid, base)
            ),
        )
        for contract, base in BASE_VALUE.items()
    )


def is_impossible_null(entry: WrittenGame) -> bool:
    """Tell whether ``entry`` is a Null that could not cover its bid (1.8).

    Where only the covering value was written, it stands for the bid.

    >>> is_impossible_null(WrittenGame(declarer=1, contract=Contract.NULL, bid=24))
    True
    """
    bid = entry.overbid_value if entry.bid is None else entry.bid
    if entry.contract is not Contract.NULL or bid is None:
        return False
    return bid > NULL_VALUE[entry.hand, entry.ouvert]


def pick_of(entry: WrittenGame) -> Pick | None:
    """Return what an impossible Null is valued as: the picked contract, or the
    cheapest one that agrees with a written covering value.

    Without tops the shortest row counts: the cheapest the declarer can have. None
    if nothing agrees with what was written.

    >>> null = WrittenGame(declarer=1, contract=Contract.NULL, bid=40, hand=True)
    >>> pick_of(null).value
    40
    """
    covering_value = entry.overbid_value
    bid = covering_value if entry.bid is None else entry.bid
    if bid is None:
        return None
    options = [
        pick
        for pick in picks(bid=bid, matadors=entry.matadors or 1, hand=entry.hand)
        if entry.picked in (None, pick.contract)
        and covering_value in (None, pick.value)
        and pick.value in POSSIBLE_VALUES
    ]
    return min(options, key=lambda pick: pick.value, default=None)


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
        # Nothing adds to a Null, unless it was impossible (1.1, 1.8).
        is_impossible = is_impossible_null(entry)
        return _general_problems(entry, entry.hand) + _null_problems(
            entry, is_impossible
        )
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
        (Problem.REFEREE_VALUE_IMPOSSIBLE, is_referee and value not in POSSIBLE_VALUES),
        (
            Problem.WRITTEN_VALUE_IMPOSSIBLE,
            not is_referee and not is_written_value(value),
        ),
    )


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
        (Problem.WRITTEN_VALUE_BESIDE_GAME, value is not None and not is_referee),
        (
            Problem.REFEREE_VALUE_IMPOSSIBLE,
            value is not None and is_referee and value not in POSSIBLE_VALUES,
        ),
    )


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
