"""How likely each slip is: the weights that order the suspects.

Nobody has published how often each slip happens on Skat lists. So the kinds that club
members name count the same, and anything else that is searched counts a fraction. Which
line a slip hit is weighed by the published base rates of the games
(``scoring.chance.odds``): the game that was meant must be a likely one, and the one
that was typed less so.
"""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.proof.detective.slips.kinds import SlipKind

KIND: Mapping[SlipKind, float] = MappingProxyType(
    dict.fromkeys(SlipKind, 1.0)
    | {
        SlipKind.COUNT: 0.5,  # not on the list; K1 and K2 find it at the table
        SlipKind.TOPS: 0.3,
        SlipKind.NULL: 0.3,
        SlipKind.TWO: 0.3,
        SlipKind.OTHER: 0.05,
    }
)

EASE: Mapping[SlipKind, float] = MappingProxyType(
    {
        SlipKind.SIGN: 1.0,
        SlipKind.MATADORS: 0.5,
        SlipKind.LEVEL: 0.25,
        SlipKind.CONTRACT: 0.25,
        SlipKind.COLUMN: 0.3,  # of a Ramsch
        SlipKind.DIGITS: 0.1,
        SlipKind.MARK: 1.0,
    }
)
"""How often a slip of a kind has just this outcome: one over all its outcomes."""

PAIRS_OF_MARKS = 10  # of player, base, matadors, ticks and result, two are wrong
OF_TWO = KIND[SlipKind.TWO] / PAIRS_OF_MARKS

TICKS = (1.0, 1.0, 0.3, 0.05)
"""How easily 0, 1, 2, 3 or more ticks are wrong at once in one line. Estimates."""

# Where a slip of the paper sits: in a row, so that all later numbers carry it;
# in the foot, carried into the total; or in one cell of the foot alone.
IN_ROW = 1 / 3
CARRIED = 1 / 3
IN_CELL = 1 / 3

# An addition slip is most often a forgotten carry: a full ten, then a full
# hundred, then some units. Estimates: half, a quarter, and most of the rest.
TEN_OFF = 0.5
HUNDRED_OFF = 0.25
FEW_OFF = 0.2
OTHERWISE_OFF = 0.05

ONE_FIFTY = 0.8  # of the forgotten 50s; the rest forgot the whole row
ONE_PLACE = 0.7  # of the 40s for 30; the rest took it for the whole table

ADJACENT_TWIN = 1.0  # a game typed twice is there twice in a row
LONE_TWIN = 0.01  # or it was not typed twice at all

RARE = 2e-4  # no game is so rare that only this makes its line suspicious

WAYS_TO_MISCOUNT = 10
SIDE_IN_CELL = 0.4  # of the losses that were added: the plus is in the row as well
RARELY = 0.2  # a slip of the writer that nobody named, relative to its kind

SAME_PLAYER = 0.8  # of the lines that are wrong for no known reason

DEALER_PLAYS = 1e-3  # an explanation that makes the dealer the declarer

MISREAD = 0.1  # one number of the paper written or typed wrongly, of all its numbers

SECOND_SLIP = 0.1  # a list with one slip has another: half the lists have any
NUMBER_MORE = 0.05  # something else that changes one more number just like this
SOMETHING_ELSE = 2e-3  # two slips that look like one, or what nobody has thought of
IN_SPAN = 0.05  # a line where a game may be missing, relative to the likeliest

USUAL = 1e-4  # below this no single slip of a usual kind and amount fits


def of_amount(by: int) -> float:
    """Return how common an addition slip of this amount is; all add up to 1.

    >>> of_amount(10) > of_amount(-100) > of_amount(3) > of_amount(37) > 0
    True
    """
    size = abs(by)
    if size == 10:
        return TEN_OFF / 2
    if size == 100:
        return HUNDRED_OFF / 2
    if size < 10:
        return FEW_OFF / 18
    return OTHERWISE_OFF / (400 if size < 200 else 20_000)


RECKONED: Mapping[SlipKind, float] = MappingProxyType(
    {
        SlipKind.MATADORS: 0.5,
        SlipKind.LEVEL: 0.25,
        SlipKind.CONTRACT: 0.25,
        SlipKind.TOPS: 0.05,
    }
)
"""How easily the writer works out a value with another mark than was ticked."""

LEVELS_FORGOTTEN = 1.0  # half the wrong levels, in those games that have any
GAME_FORGOTTEN = 0.25  # "with 1" and the base once
