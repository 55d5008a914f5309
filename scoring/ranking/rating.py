"""Rating across clubs: how many points a person is better than another, by their lists.

The idea is Elo's (A. E. Elo, "The Rating of Chessplayers, Past and Present", 1978):
two ratings say what is to be expected of a meeting, and what happens beyond it moves
both by the same amount in opposite directions. Elo's meetings are won or lost; a list
of Skat has points, so the expectation is a straight line, and a rating is a number of
points: between 1080 and 1000, a list of 36 games is expected to end 80 points apart.

On a list of ``games`` games every two people compare their totals:

    expected = (rating of the one - rating of the other) × games / 36
    surprise = (total of the one - total of the other) - expected, at most ±1200
    step     = surprise / (40 × (people at the table - 1))

The one gains the step and the other loses it. So the sum of all ratings never changes,
nobody moves by more than 30 in a list, and players at a strong table lose nothing by
having fewer points there. Everything is calculated in hundredths of a point, in whole
numbers, so that every machine gets the same result.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from typing import Generic, TypeVar

Person = TypeVar("Person", bound=Hashable)

HUNDRED = 100
START = 1000 * HUNDRED
GAMES = 36
"""The number of games of a list whose points a rating tells."""
DAMPING = 40
MOST_SURPRISE = 1200 * HUNDRED


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedList(Generic[Person]):
    """A finished list: its day, its number of games, and everybody's total."""

    day: date
    games: int
    totals: Mapping[Person, int]


@dataclass(slots=True, kw_only=True)
class Rating:
    """A person's rating; ``value`` and ``before`` are in hundredths.

    ``before`` is the rating before the last day of play. It is changed in place with
    each list, because there may be millions of them.
    """

    value: int = START
    before: int = START
    lists: int = 0
    day: date | None = field(default=None)

    @property
    def change(self) -> int:
        """The change on the last day of play."""
        return self.value - self.before


def ratings(lists: Iterable[RatedList[Person]]) -> dict[Person, Rating]:
    """Return everybody's rating after ``lists``, which come in the order of play.

    >>> totals = {"Anna": 900, "Bernd": 500, "Carla": 100}
    >>> first = RatedList(day=date(2026, 11, 6), games=36, totals=totals)
    >>> {name: one.value for name, one in ratings([first]).items()}
    {'Anna': 101500, 'Bernd': 100000, 'Carla': 98500}
    """
    by_person: dict[Person, Rating] = {}
    for result in lists:
        at_table = {
            person: by_person.setdefault(person, Rating()) for person in result.totals
        }
        moves = steps(
            {person: rating.value for person, rating in at_table.items()},
            result.totals,
            games=result.games,
        )
        for person, rating in at_table.items():
            if rating.day != result.day:
                rating.day, rating.before = result.day, rating.value
            rating.value += moves[person]
            rating.lists += 1
    return by_person


def steps(
    values: Mapping[Person, int], totals: Mapping[Person, int], *, games: int
) -> dict[Person, int]:
    """Return by how many hundredths one list moves each of its people.

    Everybody is compared by the ratings before the list. A person alone at a table does
    not move.
    """
    moves = dict.fromkeys(totals, 0)
    opponents = len(totals) - 1
    for one, other in combinations(totals, 2):
        expected = towards_zero((values[one] - values[other]) * games, GAMES)
        surprise = (totals[one] - totals[other]) * HUNDRED - expected
        cut = max(-MOST_SURPRISE, min(MOST_SURPRISE, surprise))
        step = towards_zero(cut, DAMPING * opponents)
        moves[one] += step
        moves[other] -= step
    return moves


def towards_zero(number: int, divisor: int) -> int:
    """Return a quotient without its fraction, the same for gains and losses.

    >>> towards_zero(7, 2), towards_zero(-7, 2)
    (3, -3)
    """
    return number // divisor if number >= 0 else -(-number // divisor)
