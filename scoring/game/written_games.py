"""A game as it is written: who plays what at which place, with which ticks and marks.

Contracts have their base values, bids are those values; nobody has checked yet that a
line is possible. What it says about house rules stands beside the official game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Contract(StrEnum):
    """What the declarer plays (1.1)."""

    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"
    CLUBS = "clubs"
    GRAND = "grand"
    NULL = "null"


class Margin(IntEnum):
    """How far the winning party got or had announced; a higher margin includes a lower.

    >>> Margin.SCHWARZ > Margin.SCHNEIDER
    True
    """

    PLAIN = 0
    SCHNEIDER = 1
    SCHWARZ = 2


class ResultKind(StrEnum):
    """How the game ended (2.3); ``won`` says for whom."""

    PLAYED = "played"
    CONCEDED = "conceded"
    RULE_BREAK = "rule-break"
    REFEREE = "referee"


BASE_VALUE: Mapping[Contract, int] = MappingProxyType(
    {
        Contract.DIAMONDS: 9,
        Contract.HEARTS: 10,
        Contract.SPADES: 11,
        Contract.CLUBS: 12,
        Contract.GRAND: 24,
    }
)
"""Base values of suit and Grand (1.1), in the order of their worth."""

NULL_VALUE: Mapping[tuple[bool, bool], int] = MappingProxyType(
    {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
)
"""Fixed values of the Null games by (Hand, ouvert) (1.1)."""

MOST_MATADORS: Mapping[Contract, int] = MappingProxyType(
    {contract: 4 if contract is Contract.GRAND else 11 for contract in BASE_VALUE}
)
"""The longest row of tops in each contract (1.2); the shortest is always 1."""

ALL_CARD_POINTS = 120

MOST_LEVELS = 7
"""Game, Hand, Schneider, announced, Schwarz, announced, ouvert (1.3)."""


def covering(bid: int, base: int) -> int:
    """Return the smallest multiplier of ``base`` that covers ``bid`` (1.7).

    >>> covering(30, 11), covering(33, 11), covering(34, 11)
    (3, 3, 4)
    """
    return -(-bid // base)


def regular_values() -> frozenset[int]:
    """Return every value a game can have by its levels (1.9), Null games included.

    >>> len(regular_values()), min(regular_values()), max(regular_values())
    (63, 18, 264)
    """
    by_levels = {
        base * multiplier
        for contract, base in BASE_VALUE.items()
        for multiplier in range(2, MOST_MATADORS[contract] + MOST_LEVELS + 1)
    }
    return frozenset(by_levels.union(NULL_VALUE.values()))


REGULAR_VALUES: frozenset[int] = regular_values()
"""What a game can be worth unless it was overbid, so every value a winner can get."""

BIDS: tuple[int, ...] = tuple(sorted(REGULAR_VALUES))
"""The 63 bids (1.9): each possible game value can be bid, and nothing else."""

COVERING_VALUES: Mapping[Contract, frozenset[int]] = MappingProxyType(
    {
        contract: frozenset(base * covering(bid, base) for bid in BIDS)
        for contract, base in BASE_VALUE.items()
    }
)
"""What an overbid game of each contract can cost, before it is doubled (1.7)."""


def possible_values() -> frozenset[int]:
    """Return every game value there is (K12), covering values of overbids included.

    A Karo game overbid at 168 costs 19 times 9, more than Karo can be worth:

    >>> 171 in possible_values(), 171 in BIDS, 32 in possible_values()
    (True, False, False)
    """
    return REGULAR_VALUES.union(*COVERING_VALUES.values())


POSSIBLE_VALUES: frozenset[int] = possible_values()


class Position(StrEnum):
    """Where a player sits in one game, counted from the dealer."""

    FOREHAND = "forehand"
    MIDDLEHAND = "middlehand"
    REARHAND = "rearhand"


POSITIONS = (Position.FOREHAND, Position.MIDDLEHAND, Position.REARHAND)


def dealer_of(number: int, players: int) -> int:
    """Return the place that deals game ``number``: place 1 begins (rules 5.2).

    >>> [dealer_of(number, 4) for number in (1, 2, 4, 5, 48)]
    [1, 2, 4, 1, 4]
    """
    return (number - 1) % players + 1


def pausing(number: int, players: int) -> tuple[int, ...]:
    """Return the places that do not play game ``number`` (rules 5.2, 11.9).

    Nobody at three, the dealer at four, the dealer and the player on their right
    at five.

    >>> pausing(1, 3), pausing(2, 4), pausing(1, 5)
    ((), (2,), (1, 5))
    """
    if players <= 3:
        return ()
    dealer = dealer_of(number, players)
    if players == 4:
        return (dealer,)
    return (dealer, dealer - 1 or players)


def playing_in(number: int, players: int) -> tuple[int, ...]:
    """Return the places that play game ``number``, in the order of the table.

    >>> playing_in(2, 4)
    (1, 3, 4)
    """
    resting = pausing(number, players)
    return tuple(place for place in range(1, players + 1) if place not in resting)


def seat_position(number: int, place: int, players: int) -> Position | None:
    """Return where ``place`` sits in game ``number``; None when it pauses.

    The place after the dealer is forehand; at three the dealer is rearhand.

    >>> [str(seat_position(1, place, 3)) for place in (1, 2, 3)]
    ['rearhand', 'forehand', 'middlehand']
    """
    behind_dealer = (place - dealer_of(number, players)) % players or players
    return POSITIONS[behind_dealer - 1] if behind_dealer <= 3 else None


class Kontra(IntEnum):
    """What was said against the declarer, and the answer (rules 7.1)."""

    NONE = 0
    KONTRA = 1
    RE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ramsch:
    """A hand without a declarer: whoever has most card points loses (rules 7.4, 7.5).

    ``points`` are the card points of the three players, in the order of their places.
    ``virgins`` are the places without a trick, ``march`` the place that took every
    trick, ``pushes`` how often the skat was passed on unseen.
    """

    points: tuple[int, int, int]
    virgins: tuple[int, ...] = ()
    march: int | None = None
    pushes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseMarks:
    """The marks of one line; a line of official Skat has none at all.

    ``bock`` is how often the writer doubles the game whatever the rules propose
    (None: as they propose). A ``ramsch`` line has no declarer.
    """

    kontra: Kontra = Kontra.NONE
    bock: int | None = None
    ramsch: Ramsch | None = None


def are_malformed(marks: HouseMarks) -> bool:
    """Tell whether a mark holds something of the wrong type, as forms may send it.

    >>> are_malformed(HouseMarks()), are_malformed(HouseMarks(bock="1"))
    (False, True)
    """
    ramsch = marks.ramsch
    if type(marks.kontra) is not Kontra:
        return True
    numbers: list[object] = []
    optional: list[object] = [marks.bock]
    if ramsch is not None:
        if type(ramsch) is not Ramsch:
            return True
        tuples = (ramsch.points, ramsch.virgins)
        if any(type(field) is not tuple for field in tuples) or len(ramsch.points) != 3:
            return True
        numbers += [*ramsch.points, *ramsch.virgins, ramsch.pushes]
        optional.append(ramsch.march)
    numbers += [number for number in optional if number is not None]
    return any(type(number) is not int for number in numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGame:
    """One line of a list as it was written; it may be impossible.

    ``matadors`` counts "with" and "without" alike (1.2). ``schneider`` and ``schwarz``
    are the ticks of the paper: the level was reached, by either party, or it was
    announced. ``won`` is what was written, before an overbid is noticed.
    """

    declarer: int | None = None  # place 1 to 5; None: passed in
    contract: Contract | None = None  # None with a declarer: only a value was written
    matadors: int | None = None
    without: bool = False
    hand: bool = False
    schneider: bool = False
    schneider_announced: bool = False
    schwarz: bool = False
    schwarz_announced: bool = False
    ouvert: bool = False
    won: bool = True
    bid: int | None = None
    overbid_value: int | None = None  # covering value as written: ü33 means 33
    card_points: int | None = None  # of the declarer, the skat included
    skat_taken: bool | None = None
    picked: Contract | None = None  # impossible Null: what the declarer picked (1.8)
    kind: ResultKind = ResultKind.PLAYED
    written_value: int | None = None  # value-only: +48 or -96; referee: the value
    house: HouseMarks | None = None  # None: nothing but official Skat (rules 7)


PASSED_IN = WrittenGame()

TICKS = (
    "hand",
    "schneider",
    "schneider_announced",
    "schwarz",
    "schwarz_announced",
    "ouvert",
)
"""The levels of the paper in its order; what is announced implies all before it."""


WHOLE_NUMBER = frozenset({int, type(None)})
YES_OR_NO = frozenset({bool})
OPTIONAL_YES_OR_NO = frozenset({bool, type(None)})
A_CONTRACT = frozenset({Contract, type(None)})
HOUSE_MARKS = frozenset({HouseMarks, type(None)})


def is_malformed(entry: WrittenGame) -> bool:
    """Tell whether a field holds something of the wrong type, as forms may send it.

    >>> is_malformed(PASSED_IN), is_malformed(WrittenGame(declarer="2"))
    (False, True)
    """
    numbers = {
        type(entry.declarer),
        type(entry.matadors),
        type(entry.bid),
        type(entry.overbid_value),
        type(entry.card_points),
        type(entry.written_value),
    }
    marks = {
        type(entry.without),
        type(entry.hand),
        type(entry.schneider),
        type(entry.schneider_announced),
        type(entry.schwarz),
        type(entry.schwarz_announced),
        type(entry.ouvert),
        type(entry.won),
    }
    return not (
        numbers <= WHOLE_NUMBER
        and marks <= YES_OR_NO
        and type(entry.skat_taken) in OPTIONAL_YES_OR_NO
        and type(entry.contract) in A_CONTRACT
        and type(entry.picked) in A_CONTRACT
        and type(entry.kind) is ResultKind
        and type(entry.house) in HOUSE_MARKS
        and not (entry.house and are_malformed(entry.house))
    )


class Levels(NamedTuple):
    """What the ticks of a suit or Grand game mean together (1.10).

    ``margin`` is the higher of what was made and what was ``announced``: both
    count, reached or not (1.6). After a rule break more may be ``granted`` (2.3).
    """

    hand: bool
    announced: Margin
    margin: Margin
    ouvert: bool
    granted: Margin = Margin.PLAIN

    @property
    def counted(self) -> Margin:
        """The margin that counts, made or not."""
        return max(self.margin, self.granted)

    @property
    def added(self) -> int:
        """How much the levels add to tops and game (1.3)."""
        return self.hand + self.counted + self.announced + self.ouvert


def levels_of(entry: WrittenGame) -> Levels:
    """Return the levels of a suit or Grand game, the implied ones included (1.10).

    An announcement sets Hand and the announcements below it; card points set
    Schneider.

    >>> levels_of(WrittenGame(declarer=1, contract=Contract.CLUBS, ouvert=True)).added
    6
    """
    if entry.schwarz_announced or entry.ouvert:
        announced = Margin.SCHWARZ
    else:
        announced = Margin.SCHNEIDER if entry.schneider_announced else Margin.PLAIN
    levels = Levels(
        bool(entry.hand or announced),
        announced,
        max(margin_made(entry), announced),
        entry.ouvert,
    )
    if entry.kind is ResultKind.RULE_BREAK and entry.won:
        return _granted(entry, levels)
    return levels


def margin_made(entry: WrittenGame) -> Margin:
    """Return the margin of the winning party by ticks and card points (1.4, 1.10).

    Card points count only when the game was played to its end (2.3).

    >>> made = margin_made(WrittenGame(contract=Contract.CLUBS, card_points=90))
    >>> made is Margin.SCHNEIDER
    True
    """
    if entry.schwarz:
        return Margin.SCHWARZ
    if entry.schneider:
        return Margin.SCHNEIDER
    points = entry.card_points
    if points is None or entry.kind is not ResultKind.PLAYED or 30 < points < 90:
        return Margin.PLAIN
    return Margin.SCHNEIDER


def _granted(entry: WrittenGame, levels: Levels) -> Levels:
    """Grant the margin that covers the bid after the defenders broke a rule (2.3).

    Only one that the declarer could have made: Schwarz needs the jack of clubs.
    """
    if entry.contract is None or entry.bid is None or entry.matadors is None:
        return levels
    highest = Margin.SCHNEIDER if entry.without else Margin.SCHWARZ
    base = BASE_VALUE[entry.contract]
    for margin in Margin:
        granted = levels._replace(granted=margin)
        covers = base * (entry.matadors + 1 + granted.added) >= entry.bid
        if covers and margin <= highest:
            return granted
    return levels


def with_implied_levels(entry: WrittenGame) -> WrittenGame:
    """Return ``entry`` with every implied level ticked as table 1.10 says.

    >>> spades = WrittenGame(contract=Contract.SPADES, schwarz_announced=True)
    >>> full = with_implied_levels(spades)
    >>> full.hand, full.schneider, full.schneider_announced, full.schwarz
    (True, True, True, True)
    """
    if is_malformed(entry) or entry.contract not in BASE_VALUE:
        return entry
    levels = levels_of(entry)
    return replace(
        entry,
        hand=levels.hand,
        schneider=levels.margin >= Margin.SCHNEIDER,
        schneider_announced=levels.announced >= Margin.SCHNEIDER,
        schwarz=levels.margin >= Margin.SCHWARZ,
        schwarz_announced=levels.announced >= Margin.SCHWARZ,
    )
