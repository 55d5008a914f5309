"""Chance with the same outcome on every machine and in every Python version.

Only ``random()`` of the standard generator is guaranteed to stay the same, so
everything else is made from it here. Nothing depends on the clock or on hash order.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of random numbers that depends on one seed text only.

    >>> Chance("evening 7 / draw 1").shuffled(range(1, 9))
    [7, 5, 1, 6, 2, 4, 3, 8]
    """

    __slots__ = ("random",)

    def __init__(self, seed: str) -> None:
        digest = sha256(seed.encode("utf-8", "surrogatepass")).digest()
        start = int.from_bytes(digest[:8], "big")
        self.random: Callable[[], float] = Random(start).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1."""
        return int(self.random() * limit)

    def shuffle(self, items: list[T]) -> None:
        """Shuffle ``items`` in place (Fisher and Yates)."""
        random = self.random
        for last in range(len(items) - 1, 0, -1):
            other = int(random() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a new order."""
        order = list(items)
        self.shuffle(order)
        return order
