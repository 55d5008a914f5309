"""Lots: the last word between equal results (rules 5.6)."""

import random
from collections.abc import Collection, Iterable, Mapping


def draw_lots(people: Iterable[int], seed: str) -> dict[int, int]:
    """Return a lot for each of ``people``, from 1; the highest takes the first place.

    Anybody can repeat it: the same people and the same seed bring the same lots.

    >>> draw_lots([7, 3, 5], "2026") == draw_lots([3, 5, 7], "2026")
    True
    >>> draw_lots([7, 3, 5], "2026")
    {5: 1, 7: 2, 3: 3}
    """
    # Of a seeded generator only random() is the same in every version of Python.
    chance = random.Random(seed)
    in_order = sorted(sorted(people), key=lambda person: chance.random())
    return {person: lot for lot, person in enumerate(in_order, 1)}


def lots_that_count(
    ties: Iterable[Collection[int]], draws: Iterable[Mapping[int, int]]
) -> dict[int, int]:
    """Return the lots of people with equal results; of several draws the last one.

    A draw counts only as long as exactly the people who drew are equal: a lot says
    nothing about a person who did not draw.

    >>> lots_that_count([{3, 7}, {4, 5, 6}], [{3: 1, 7: 2}, {4: 1, 5: 2}])
    {3: 1, 7: 2}
    """
    last_draws = {frozenset(draw): draw for draw in draws}
    return {
        person: lot
        for tie in ties
        for person, lot in last_draws.get(frozenset(tie), {}).items()
    }
