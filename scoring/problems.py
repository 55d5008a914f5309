"""What is wrong with a line, and what is worth asking (rules.md 1.10)."""

from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from scoring.contracts import (
    BASE_VALUE,
    COVERING_VALUES,
    MOST_MATADORS,
    POSSIBLE_VALUES,
    REGULAR_VALUES,
    Contract,
    Margin,
    ResultKind,
    covering,
)
from scoring.entries import PASSED_IN, Entry, Levels, is_malformed, levels_of
from scoring.nulls import is_impossible_null, pick_of
from scoring.sheets import dealer_of, pausing


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


class Question(StrEnum):
    """What is allowed but unusual enough to ask back."""

    ALL_CARD_POINTS_WITHOUT_SCHWARZ = "all-card-points-without-schwarz"
    WHICH_CONTRACT_PICKED = "which-contract-picked"


CARD_POINTS_TO_WIN = {Margin.PLAIN: 61, Margin.SCHNEIDER: 90, Margin.SCHWARZ: 120}
"""What a declarer needs by what he announced (1.4); Schwarz needs all tricks too."""

NOT_LOST_FROM = {Margin.PLAIN: 61, Margin.SCHNEIDER: 90, Margin.SCHWARZ: 121}
"""From here on no loss by card points: 120 may still miss a trick without any."""

MOST_IN_SKAT = 22
"""The card points of a declarer without a trick: at most two aces (1.10)."""


def problems_in(
    entry: Entry,
    *,
    players: int = 4,
    number: int | None = None,
    games: int | None = None,
) -> tuple[Problem, ...]:
    """Return every reason why ``entry`` cannot be a game, all at once (1.10).

    ``players`` sit at the table; ``number`` is the game's line and ``games`` the
    length of the list, where they are known. Never raises, whatever a form sent.

    >>> grand = Entry(declarer=1, contract=Contract.GRAND, matadors=5, bid=19)
    >>> [problem.value for problem in problems_in(grand)]
    ['matadors-out-of-range', 'bid-not-in-list']
    >>> problems_in(Entry(declarer=2, contract=Contract.NULL), number=2)
    (<Problem.DECLARER_IS_DEALER: 'declarer-is-dealer'>,)
    """
    if is_malformed(entry):
        return (Problem.MALFORMED,)
    place_problems = _place_problems(entry.declarer, players, number, games)
    return place_problems + game_problems(entry)


def questions_in(entry: Entry) -> tuple[Question, ...]:
    """Return what is allowed but worth asking, for an entry without problems.

    With all card points a defender may still have taken a trick worth nothing; but
    nobody makes Schwarz without the jack of clubs.

    >>> clubs = Entry(declarer=1, contract=Contract.CLUBS, matadors=1, card_points=120)
    >>> [question.value for question in questions_in(clubs)]
    ['all-card-points-without-schwarz']
    """
    if is_malformed(entry):
        return ()
    return _present(
        (
            Question.ALL_CARD_POINTS_WITHOUT_SCHWARZ,
            entry.card_points == 120
            and entry.contract in BASE_VALUE
            and not (entry.schwarz or entry.without),
        ),
        (
            Question.WHICH_CONTRACT_PICKED,
            entry.picked is None and is_impossible_null(entry),
        ),
    )


def _place_problems(
    declarer: int | None, players: int, number: int | None, games: int | None
) -> tuple[Problem, ...]:
    """Say what is wrong with the line's number and the declarer's place (2.4)."""
    dealer: int | None = None
    resting: tuple[int, ...] = ()
    if number is not None and number >= 1 and declarer is not None:
        dealer = dealer_of(number, players)
        resting = pausing(number, players)
    return _present(
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
def game_problems(entry: Entry) -> tuple[Problem, ...]:
    """Return what is wrong with a well-typed entry, wherever it was played.

    Kept for the lines seen before: a season's lists have few different ones.
    """
    if entry.declarer is None:
        is_passed_in = entry in (PASSED_IN, LOST_PASSED_IN)
        return () if is_passed_in else (Problem.NO_DECLARER,)
    if entry.contract is None:
        return _value_only_problems(entry)
    if entry.contract is Contract.NULL:
        return _general_problems(entry, entry.hand) + _null_problems(entry)
    levels = levels_of(entry)
    return (
        _matador_problems(entry, entry.contract)
        + _general_problems(entry, levels.hand)
        + _level_problems(entry, levels)
        + _overbid_problems(entry, entry.contract, levels)
    )


LOST_PASSED_IN = Entry(won=False)
"""A form without a tick at "won": nobody won a passed-in game either."""


def _value_only_problems(entry: Entry) -> tuple[Problem, ...]:
    """Check a line of which only the value was written (K12)."""
    written = entry.written_value
    if written is None:
        return (Problem.CONTRACT_MISSING,)
    is_referee = entry.kind is ResultKind.REFEREE and written >= 0
    only_the_value = Entry(
        declarer=entry.declarer,
        won=entry.won,
        kind=entry.kind,
        written_value=written,
    )
    return _present(
        (Problem.WRITTEN_VALUE_WITH_DETAILS, entry != only_the_value),
        (Problem.REFEREE_VALUE_IMPOSSIBLE, is_referee and not is_value(written)),
        (
            Problem.WRITTEN_VALUE_IMPOSSIBLE,
            not is_referee and not is_written_value(written),
        ),
    )


def is_value(number: int) -> bool:
    """Tell whether a game can have this value, overbid ones included (K12)."""
    return number in POSSIBLE_VALUES


def is_written_value(number: int) -> bool:
    """Tell whether this signed number can stand in a + or - cell (K12).

    >>> is_written_value(48), is_written_value(-96), is_written_value(-48)
    (True, True, True)
    >>> is_written_value(32), is_written_value(-95), is_written_value(0)
    (False, False, False)
    """
    if number >= 0:
        return number in REGULAR_VALUES
    return number % 2 == 0 and -number // 2 in POSSIBLE_VALUES


def _general_problems(entry: Entry, hand: bool) -> tuple[Problem, ...]:
    """Check what suit, Grand and Null have in common."""
    points = entry.card_points
    written = entry.written_value
    is_referee = entry.kind is ResultKind.REFEREE
    return _present(
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
            written is not None and not is_referee,
        ),
        (
            Problem.REFEREE_VALUE_IMPOSSIBLE,
            written is not None and is_referee and not is_value(written),
        ),
    )


def _null_problems(entry: Entry) -> tuple[Problem, ...]:
    """Check a Null: nothing adds to it, unless it was impossible (1.1, 1.8)."""
    is_impossible = is_impossible_null(entry)
    matadors = entry.matadors
    points = entry.card_points
    most = MOST_MATADORS.get(entry.picked, 11) if entry.picked else 11
    return _present(
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


def _matador_problems(entry: Entry, contract: Contract) -> tuple[Problem, ...]:
    """Check the tops of a suit or Grand game (1.2)."""
    matadors = entry.matadors
    return _present(
        (
            Problem.MATADORS_MISSING,
            matadors is None and not _is_decided_value(entry),
        ),
        (
            Problem.MATADORS_OUT_OF_RANGE,
            matadors is not None and not 1 <= matadors <= MOST_MATADORS[contract],
        ),
    )


def _is_decided_value(entry: Entry) -> bool:
    return entry.kind is ResultKind.REFEREE and entry.written_value is not None


def _level_problems(entry: Entry, levels: Levels) -> tuple[Problem, ...]:
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
    return by_points + _present(
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
    entry: Entry, points: int, levels: Levels, schwarz_unannounced: bool
) -> tuple[Problem, ...]:
    """Check ticks and the result against the declarer's card points (1.4, 1.10)."""
    won = entry.won
    announced = levels.announced
    return _present(
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


def _value_by_levels(entry: Entry, levels: Levels) -> int:
    """Return the value without a look at the bid; 0 where the tops are missing."""
    if entry.contract is None or entry.matadors is None:
        return 0
    return BASE_VALUE[entry.contract] * (entry.matadors + 1 + levels.added)


def _overbids(entry: Entry, levels: Levels) -> bool:
    """Tell whether the levels stay below the bid, or below the covering value."""
    bid = entry.bid if entry.overbid_value is None else entry.overbid_value
    return bid is not None and _value_by_levels(entry, levels) < bid


def _overbid_problems(
    entry: Entry, contract: Contract, levels: Levels
) -> tuple[Problem, ...]:
    """Check a written covering value (1.7).

    The levels must not reach it, and it must be the smallest multiple for the bid,
    or for some bid if the bid is unknown.
    """
    needless = (Problem.PICKED_WITHOUT_NEED,) if entry.picked is not None else ()
    written = entry.overbid_value
    if written is None:
        return needless
    if entry.bid is None:
        covers = written in COVERING_VALUES[contract]
    else:
        base = BASE_VALUE[contract]
        by_levels = _value_by_levels(entry, levels)
        covers = written == base * covering(entry.bid, base) > by_levels
    if covers and _overbids(entry, levels):
        return needless
    return (Problem.OVERBID_VALUE_NOT_COVERING, *needless)


Code = TypeVar("Code", Problem, Question)


def _present(*checks: tuple[Code, bool]) -> tuple[Code, ...]:
    """Keep the codes of the checks that found something, in their order."""
    return tuple([code for code, present in checks if present])
