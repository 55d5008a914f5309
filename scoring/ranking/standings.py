"""Places, shared places, and the criterion that decided (rules 5.6).

For people, and for teams: the results of their people added up (6.3, 6.5). The numbers
of the rules that explanations cite are in one table: those of the edition of 2022 where
our sources quote it, else those of an earlier one, and then the citation says so.
"""

import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from scoring.game.games import Explanation, score_of
from scoring.game.written_games import (
    POSSIBLE_VALUES,
    REGULAR_VALUES,
    ResultKind,
    playing_in,
)
from scoring.house.bylaws import RuleCode
from scoring.lists.sheets import RATES, System

T = TypeVar("T")


class Criterion(StrEnum):
    """What may decide a place; the official order is ``TIE_CHAIN`` (rules 5.6)."""

    TOTAL = "total"
    WON = "won"
    FEWER_LOST = "fewer-lost"
    BEST_LIST = "best-list"
    LAST_SERIES = "last-series"
    LOT = "lot"


TIE_CHAIN = (Criterion.TOTAL, Criterion.WON, Criterion.FEWER_LOST, Criterion.LOT)
TIE_BREAKS = (
    Criterion.WON,
    Criterion.FEWER_LOST,
    Criterion.BEST_LIST,
    Criterion.LAST_SERIES,
)
"""What a club may put into an order of its own; then a lot decides."""
NO_TIES = "none"
WORTH: dict[Criterion, Callable[[Any], int]] = {
    Criterion.TOTAL: lambda result: result.total,
    Criterion.WON: lambda result: result.won,
    Criterion.FEWER_LOST: lambda result: -result.lost,
    Criterion.BEST_LIST: lambda result: result.best_list,
    Criterion.LAST_SERIES: lambda result: result.last_series,
    Criterion.LOT: lambda result: result.lot,
}

IN_POINTS = frozenset({Criterion.TOTAL, Criterion.BEST_LIST, Criterion.LAST_SERIES})


class Countable(Protocol):
    """A result of one or more lists; several series are ranked by their sums."""

    @property
    def total(self) -> int: ...
    @property
    def won(self) -> int: ...
    @property
    def lost(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed(Generic[T]):
    """One line of a ranking. Equal results share a place; the next is skipped.

    ``decided_by`` is the position in the chain of the criterion that put this place in
    front of the next one; 0 when the first was enough, or nobody comes after.
    """

    place: int
    shared: bool
    entry: T
    decided_by: int = 0


def tie_chain(result: Countable) -> tuple[int, int, int]:
    """Return what ranks a result: total, more won, fewer lost (rules 5.6).

    A lot that was drawn follows as a fourth number, higher is better; until then equal
    results share a place.
    """
    return (result.total, result.won, -result.lost)


def read_ties(text: str) -> tuple[Criterion, ...]:
    """Return the criteria between equal results, in order; the lot comes last.

    None where equal results share a place. Raises ValueError for a criterion that
    cannot be chosen, or that is there twice.

    >>> [str(step) for step in read_ties("last-series,won")]
    ['last-series', 'won', 'lot']
    >>> read_ties("none")
    ()
    """
    if text == NO_TIES:
        return ()
    steps = tuple(map(Criterion, text.split(",")))
    if len(set(steps)) < len(steps) or not set(steps) <= set(TIE_BREAKS):
        raise ValueError(text)
    return (*steps, Criterion.LOT)


def ties_text(steps: Iterable[Criterion]) -> str:
    """Return an order of tie-breaks as it is stored.

    >>> ties_text(TIE_CHAIN[1:]), ties_text(())
    ('won,fewer-lost', 'none')
    """
    return ",".join(step for step in steps if step is not Criterion.LOT) or NO_TIES


def by_chain(
    chain: Sequence[Criterion], *, lowest_wins: bool = False, lists_first: bool = False
) -> Callable[[Any], tuple[Any, ...]]:
    """Return a key that ranks results by the criteria of ``chain``, in their order.

    A result needs ``total``, ``won`` and ``lost``, and ``best_list``, ``last_series``
    or ``lot`` where the chain asks for it; of a lot, higher is better and 0 means none
    was drawn. A last series that was not played counts 0, as in the sum. With
    ``lowest_wins`` few points are good, as in marks of Schieberamsch (7.5). With
    ``lists_first`` more lists come before fewer, whatever their total: where games only
    cost points, whoever stayed away would win.

    >>> from types import SimpleNamespace
    >>> key = by_chain([Criterion.TOTAL, Criterion.FEWER_LOST])
    >>> key(SimpleNamespace(total=900, lost=2))
    (900, -2)
    >>> by_chain([Criterion.TOTAL], lowest_wins=True)(SimpleNamespace(total=30))
    (-30,)
    >>> key = by_chain([Criterion.TOTAL], lists_first=True)
    >>> key(SimpleNamespace(total=-96, lists_counted=2))
    ((2, -96),)
    """
    worths = [
        (WORTH[criterion], -1 if lowest_wins and criterion in IN_POINTS else 1)
        for criterion in chain
    ]

    def key(result: Any) -> tuple[Any, ...]:
        numbers = tuple(sign * worth(result) for worth, sign in worths)
        if not lists_first:
            return numbers
        return ((result.lists_counted, numbers[0]), *numbers[1:])

    return key


def rank(
    entries: Iterable[T], *, by: Callable[[T], tuple[Any, ...]]
) -> list[Placed[T]]:
    """Place ``entries``, best first; ``by`` gives the result, then tie-breaks.

    Entries that share a place keep the order in which they came.

    >>> placed = rank([30, 50, 30, 10], by=lambda score: (score,))
    >>> [(line.place, line.entry) for line in placed]
    [(1, 50), (2, 30), (2, 30), (4, 10)]
    """
    ordered = sorted(entries, key=by, reverse=True)
    groups = [(key, list(tied)) for key, tied in groupby(ordered, key=by)]
    gaps = [
        deciding_position(higher, lower) for (higher, _), (lower, _) in pairwise(groups)
    ]
    placed: list[Placed[T]] = []
    for (_, group), below in zip(groups, [*gaps, 0], strict=False):
        place = len(placed) + 1
        placed += [
            Placed(place=place, shared=len(group) > 1, entry=entry, decided_by=below)
            for entry in group
        ]
    return placed


def deciding_position(one: tuple[Any, ...], other: tuple[Any, ...]) -> int:
    """Return the position of the first criterion in which two results differ.

    >>> deciding_position((900, 12, -1), (900, 11, 0))
    1
    """
    pairs = zip(one, other, strict=True)
    return next(index for index, (a, b) in enumerate(pairs) if a != b)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRule:
    """How a team is counted: its size, how many of its results count, 4/3 or not.

    The best ``counting`` results count in each series; 0 counts all.
    """

    size: int
    counting: int = 0
    scale_short: bool = False
    lowest_wins: bool = False

    @property
    def needed(self) -> int:
        """How many results of a full team count."""
        return self.counting or self.size

    def worth(self, result: Countable) -> tuple[int, int, int]:
        """Return what ranks the results of one team; few points may be good (7.5)."""
        total, won, few_lost = tie_chain(result)
        return (-total if self.lowest_wins else total, won, few_lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSum:
    """What a team has in one series; ``counted`` is how many results are in it."""

    total: int
    won: int
    lost: int
    counted: int
    is_scaled: bool


def team_sum(results: Iterable[Countable], rule: TeamRule, *, players: int) -> TeamSum:
    """Add up what a team has in one series.

    ``players`` is how many play for the team, with or without a finished list: a short
    team is scaled by this number. Scaled points are rounded to whole ones in each
    series, so that a printed line adds up; won and lost games are not scaled.

    >>> from types import SimpleNamespace
    >>> def played(*totals):
    ...     return [SimpleNamespace(total=each, won=9, lost=1) for each in totals]
    >>> four = TeamRule(size=4, scale_short=True)
    >>> team_sum(played(1000, 900, 801), four, players=3).total
    3601
    >>> team_sum(played(1000, 900, 801), four, players=4).total
    2701
    """
    best = sorted(results, key=rule.worth, reverse=True)[: rule.needed]
    total = sum(result.total for result in best)
    is_scaled = rule.scale_short and 0 < players < rule.needed
    return TeamSum(
        total=whole_points(Fraction(total * rule.needed, players))
        if is_scaled
        else total,
        won=sum(result.won for result in best),
        lost=sum(result.lost for result in best),
        counted=len(best),
        is_scaled=is_scaled,
    )


def whole_points(points: Fraction) -> int:
    """Return whole points; a half goes away from zero.

    >>> halves = Fraction(5, 2), Fraction(-5, 2), Fraction(10, 3)
    >>> [whole_points(half) for half in halves]
    [3, -3, 3]
    """
    size = int(abs(points) + Fraction(1, 2))
    return size if points > 0 else -size


class Book(StrEnum):
    """The order of the game, and that of competitions."""

    ISKO = "ISkO"
    SKWO = "SkWO"


class Fact(StrEnum):
    """The facts that a reader may want to look up."""

    BASE_VALUES = "base-values"
    NULL_VALUES = "null-values"
    MATADORS = "matadors"
    LEVELS = "levels"
    LOST = "lost"
    PASSED_IN = "passed-in"
    OVERBID = "overbid"
    IMPOSSIBLE_NULL = "impossible-null"
    CONCEDED = "conceded"
    RULE_BREAK = "rule-break"
    RATING = "rating"
    PLACES = "places"
    REFEREE = "referee"


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a rule is found; ``is_earlier`` in an edition before that of 2022."""

    book: Book
    number: str
    is_earlier: bool = False


CITATIONS: Mapping[Fact, Citation] = MappingProxyType(
    {
        Fact.MATADORS: Citation(Book.ISKO, "2.3"),
        Fact.BASE_VALUES: Citation(Book.ISKO, "2.4.1"),
        Fact.NULL_VALUES: Citation(Book.ISKO, "2.4.2"),
        Fact.LEVELS: Citation(Book.ISKO, "2.5"),
        Fact.LOST: Citation(Book.ISKO, "2.5.11"),
        Fact.PASSED_IN: Citation(Book.ISKO, "3.3.7"),
        Fact.OVERBID: Citation(Book.ISKO, "3.6.1"),
        Fact.IMPOSSIBLE_NULL: Citation(Book.ISKO, "3.6.2"),
        Fact.CONCEDED: Citation(Book.ISKO, "4.4"),
        Fact.RULE_BREAK: Citation(Book.ISKO, "4.1.3", is_earlier=True),
        Fact.RATING: Citation(Book.SKWO, "6.3.1"),
        Fact.PLACES: Citation(Book.SKWO, "6.3.1"),
        Fact.REFEREE: Citation(Book.SKWO, "7.3.2", is_earlier=True),
    }
)

FACT_BY_KIND: Mapping[ResultKind, Fact] = MappingProxyType(
    {
        ResultKind.CONCEDED: Fact.CONCEDED,
        ResultKind.RULE_BREAK: Fact.RULE_BREAK,
        ResultKind.REFEREE: Fact.REFEREE,
    }
)


def cited_facts(
    explanation: Explanation | None, kind: ResultKind = ResultKind.PLAYED
) -> tuple[Fact, ...]:
    """Return the rules behind the value of a game, in the order of the sentence.

    ``kind`` says how the game ended. Without an explanation only the value is known.

    >>> cited_facts(None)
    ()
    """
    by_end = (FACT_BY_KIND[kind],) if kind in FACT_BY_KIND else ()
    if explanation is None:
        return by_end
    checks = (
        (Fact.IMPOSSIBLE_NULL, explanation.impossible_null),
        (Fact.NULL_VALUES, not explanation.levels),
        (Fact.BASE_VALUES, bool(explanation.levels)),
        (Fact.LEVELS, bool(explanation.levels)),
        (Fact.OVERBID, explanation.covering is not None),
        (Fact.LOST, explanation.score == -2 * explanation.value),
    )
    return (*(fact for fact, applies in checks if applies), *by_end)


FACTS_BY_CODE: Mapping[str, tuple[Fact, ...]] = MappingProxyType(
    {
        RuleCode.VALUE: (Fact.MATADORS, Fact.BASE_VALUES, Fact.NULL_VALUES),
        RuleCode.LEVELS: (Fact.LEVELS,),
        RuleCode.ANNOUNCING: (Fact.LEVELS,),
        RuleCode.LOST: (Fact.LOST,),
        RuleCode.OVERBID: (Fact.OVERBID,),
        RuleCode.OWN_GAMES: (Fact.RATING,),
        RuleCode.OTHERS_LOST: (Fact.RATING,),
        RuleCode.PASSED_IN: (Fact.PASSED_IN,),
    }
)
"""The facts behind the sentences for the wall; what a club adds has none."""


def decided_by_the_order(chain: tuple[Criterion, ...], position: int) -> bool:
    """Tell whether the criterion at ``position`` decides as the SkWO says (5.6).

    In a club's own order it is a rule of the club.

    >>> decided_by_the_order(TIE_CHAIN, 2)
    True
    """
    return chain[: position + 1] == TIE_CHAIN[: position + 1]


def citations(facts: Iterable[Fact]) -> tuple[Citation, ...]:
    """Return where the facts are found, each place once."""
    return tuple(dict.fromkeys(CITATIONS[fact] for fact in facts))


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
