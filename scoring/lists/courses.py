"""The course of a list: what everybody has after each game, bonuses included."""

from collections.abc import Iterable

from scoring.lists.sheets import Line
from scoring.lists.systems import RATES, System


def courses_of(
    lines: Iterable[Line], *, players: int, system: System = System.SEEGER_FABIAN
) -> tuple[tuple[int, ...], ...]:
    """Return the totals of each place before the first game and after each one.

    The last are those of the closing (rules 3.1).

    >>> lines = [
    ...     Line(number=1, declarer=2, score=18, won=True),
    ...     Line(number=2, declarer=1, score=-44, won=False),
    ... ]
    >>> courses_of(lines, players=3)
    ((0, 0, -94), (0, 68, 108), (0, 0, 40))
    """
    rates = RATES[system]
    totals = [0] * players
    courses = [[0] for _ in range(players)]
    for line in lines:
        if line.declarer is not None:
            own = line.declarer - 1
            totals[own] += line.score + (rates.won if line.won else -rates.lost)
            if not line.won:
                gain = rates.others_lost[players]
                totals = [t if p == own else t + gain for p, t in enumerate(totals)]
        for course, total in zip(courses, totals, strict=True):
            course.append(total)
    return tuple(map(tuple, courses))
