"""Contracts and their fixed values (rules 1.1 to 1.3, 1.9).

All that is data of the rule book; nothing depends on a game. With the dealer, the pause
and the seats in a game of a list (5.2).
"""

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType


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
