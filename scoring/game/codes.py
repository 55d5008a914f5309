"""The public codes of what is wrong with a line, or worth asking (rules 1.10)."""

from enum import StrEnum
from typing import TypeVar


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
