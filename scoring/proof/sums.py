"""Which game points so many games won and lost can come to (rules 3.2 K12)."""

from collections.abc import Set
from functools import lru_cache

from scoring.game.contracts import POSSIBLE_VALUES, REGULAR_VALUES
from scoring.house.rules import HouseRules, is_official

LOST_VALUES = frozenset(2 * value for value in POSSIBLE_VALUES)
"""What a lost game costs: its value, an overbid one's as well, doubled (1.5, 1.7)."""


def off_possible(points: int, won: int, lost: int, rules: HouseRules) -> int:
    """Return by how much ``points`` miss the nearest sum that is possible.

    Under house rules only what is certain is checked: nobody gains without a game won,
    or loses without a game lost. Where a Ramsch is played, or others write too, nothing
    is.

    >>> off_possible(10, 0, 0, HouseRules()), off_possible(20, 3, 0, HouseRules())
    (10, -34)
    >>> off_possible(20, 3, 0, HouseRules(kontra=True))
    0
    """
    if is_official(rules):
        return points - nearest_sum(points, won, lost)
    if rules.plays_ramsch or rules.ends_early:
        return 0
    if points < 0:
        return 0 if lost else points
    return 0 if won else points


@lru_cache(maxsize=1024)
def nearest_sum(points: int, won: int, lost: int) -> int:
    """Return the possible sum of game points that is nearest to ``points``.

    >>> nearest_sum(19, 1, 0), nearest_sum(-37, 0, 1), nearest_sum(600, 1, 0)
    (18, -36, 264)
    """
    gains, costs = sums_of(REGULAR_VALUES, won), sums_of(LOST_VALUES, lost)
    lowest = least_in(gains) - most_in(costs)
    highest = most_in(gains) - least_in(costs)
    start = min(max(points, lowest), highest)
    away = 0
    while True:
        for near in (start - away, start + away):
            if differs_by(gains, costs, near):
                return near
        away += 1


@lru_cache(maxsize=256)
def sums_of(values: Set[int], count: int) -> int:
    """Return every sum of ``count`` values, as the bits of one number.

    >>> bin(sums_of(frozenset({2, 3}), 2))
    '0b1110000'
    """
    sums = 1
    for _ in range(count):
        next_sums = 0
        for value in values:
            next_sums |= sums << value
        sums = next_sums
    return sums


def least_in(sums: int) -> int:
    """Return the smallest of the sums that the bits stand for."""
    return (sums & -sums).bit_length() - 1


def most_in(sums: int) -> int:
    """Return the largest of the sums that the bits stand for."""
    return sums.bit_length() - 1


def differs_by(gains: int, costs: int, points: int) -> bool:
    """Tell whether some gain less some cost comes to ``points``."""
    if points < 0:
        return bool((gains << -points) & costs)
    return bool(gains & (costs << points))
