"""The dealer, the pause and the seats in a game of a list (rules 5.2)."""

from enum import StrEnum


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
