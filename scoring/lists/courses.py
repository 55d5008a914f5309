"""The course of a list: what everybody has after each game, bonuses included."""

from collections.abc import Iterable

from scoring.lists.sheets import ListLine
from scoring.lists.systems import RATES, System


def courses_of(
    lines: Iterable[ListLine], *, players: int, system: System = System.SEEGER_FABIAN
) -> tuple[tuple[int, ...], ...]:
    """Return the totals of each place before the first game and after each one.

    The last are those of the closing (rules 3.1).

    >>> from scoring.lists.sheets import PlaceScore, WrittenLine
    >>> lines = [
    ...     WrittenLine(1, (PlaceScore(2, 18, True),)),
    ...     WrittenLine(2, (PlaceScore(1, -44, False),)),
    ... ]
    >>> courses_of(lines, players=3)
    ((0, 0, -94), (0, 68, 108), (0, 0, 40))
    """
    rates = RATES[system]
    totals = [0] * players
    courses = [[0] for _ in range(players)]
    for line in lines:
        for place, points, has_won in line.scores:
            index = place - 1
            totals[index] += points
            if has_won:
                totals[index] += rates.won
            elif has_won is not None:
                totals[index] -= rates.lost
                gain = rates.others_lost[players]
                totals = [t if p == index else t + gain for p, t in enumerate(totals)]
        for course, total in zip(courses, totals, strict=True):
            course.append(total)
    return tuple(map(tuple, courses))
