"""The best and the worst place that can still be reached (rules 1.3, 1.7, 3.1, 5.6).

These are bounds: nobody can finish above the best or below the worst. Each player is
considered alone, as if the games that help one hurt no other, so not every place
between them is possible. Deductions, corrections and lots are left aside.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.game.contracts import POSSIBLE_VALUES, REGULAR_VALUES, playing_in
from scoring.game.games import score_of
from scoring.lists.sheets import RATES, System

MOST_WON = score_of(max(REGULAR_VALUES), won=True)
"""The best game there is: Grand ouvert with 4 (1.3)."""
MOST_LOST = score_of(max(POSSIBLE_VALUES), won=False)
"""The worst: Karo or Herz overbid at 264, which costs 270 twice (1.7)."""


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the most that is possible."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A player in a ranking: the total so far, and what may still be added to it.

    ``settled`` ranks, as ``by_chain`` does, the players whose result cannot change any
    more; None for all others.
    """

    total: int
    left: Span = Span(0, 0)
    settled: tuple[int, ...] | None = None

    @property
    def least(self) -> int:
        return self.total + self.left.least

    @property
    def most(self) -> int:
        return self.total + self.left.most


def span_left(
    place: int,
    *,
    played: int,
    planned: int,
    players: int,
    system: System = System.SEEGER_FABIAN,
) -> Span:
    """Return what the games left of a list can bring to ``place``, under the ISkO.

    At best it is the greatest game each time; while pausing, another player's loss.

    >>> span_left(1, played=47, planned=48, players=4)
    Span(least=-590, most=314)
    >>> span_left(4, played=47, planned=48, players=4)
    Span(least=0, most=30)
    """
    rates = RATES[system]
    numbers = range(played + 1, planned + 1)
    plays = sum(place in playing_in(number, players) for number in numbers)
    pauses = len(numbers) - plays
    return Span(
        least=plays * (MOST_LOST - rates.lost),
        most=plays * (MOST_WON + rates.won) + pauses * rates.others_lost[players],
    )


def reachable_places(contenders: Sequence[Contender]) -> list[Span]:
    """Return the best (``least``) and the worst (``most``) place of each.

    Where totals may become equal the place is open, except between two settled players.

    >>> [anna, bernd] = Contender(total=900), Contender(total=800, left=Span(-50, 150))
    >>> reachable_places([anna, bernd])
    [Span(least=1, most=2), Span(least=1, most=2)]
    >>> reachable_places([anna, Contender(total=800, left=Span(-50, 99))])
    [Span(least=1, most=1), Span(least=2, most=2)]
    """
    settled = sorted(
        contender.settled for contender in contenders if contender.settled is not None
    )
    moving = [contender for contender in contenders if contender.settled is None]
    against_all, against_moving = Rivals.of(contenders), Rivals.of(moving)
    places = []
    for contender in contenders:
        if contender.settled is None:
            places.append(against_all.places(contender, before=0, itself=1))
        else:
            before = len(settled) - bisect_right(settled, contender.settled)
            places.append(against_moving.places(contender, before=before, itself=0))
    return places


@dataclass(frozen=True, slots=True)
class Rivals:
    """The least and the most that others may reach, each in order."""

    least: list[int]
    most: list[int]

    @classmethod
    def of(cls, contenders: Iterable[Contender]) -> "Rivals":
        """Return ``contenders`` as rivals."""
        spans = [(contender.least, contender.most) for contender in contenders]
        return cls(sorted(low for low, _ in spans), sorted(high for _, high in spans))

    def places(self, contender: Contender, *, before: int, itself: int) -> Span:
        """Return the best and the worst place of ``contender``.

        ``itself`` is 1 if the rivals include the contender; ``before`` more players are
        ahead in any case.
        """
        surely = len(self.least) - bisect_right(self.least, contender.most)
        perhaps = len(self.most) - bisect_left(self.most, contender.least) - itself
        return Span(1 + before + surely, 1 + before + perhaps)
