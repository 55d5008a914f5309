"""A list of games: running totals and the closing block (rules 3).

Its system makes a result of it: plain points, Seeger, Seeger-Fabian (3.1). A place that
is taken over during a list is a text in its history.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, Protocol


class System(StrEnum):
    """The three ways to rate a list; the value is what is stored."""

    PLAIN = "plain"
    SEEGER = "seeger"
    SEEGER_FABIAN = "seeger-fabian"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """What a system adds to the game points, in points.

    ``won`` for each own game won, ``lost`` taken off for each own game lost,
    ``others_lost`` by number of players at the table, for each game that
    another player at the table lost. Five at a table is not in the rule book;
    30 is the default of rules 11.9.
    """

    won: int
    lost: int
    others_lost: Mapping[int, int]

    def table_lost(self, players: int) -> int:
        """Return how much one lost game changes the sum of all totals (K4, K5).

        >>> RATES[System.SEEGER_FABIAN].table_lost(4)
        40
        """
        return (players - 1) * self.others_lost[players] - self.lost


NOTHING_FOR_OTHERS: Mapping[int, int] = MappingProxyType({3: 0, 4: 0, 5: 0})

RATES: Mapping[System, Rates] = MappingProxyType(
    {
        System.PLAIN: Rates(won=0, lost=0, others_lost=NOTHING_FOR_OTHERS),
        System.SEEGER: Rates(won=50, lost=50, others_lost=NOTHING_FOR_OTHERS),
        System.SEEGER_FABIAN: Rates(
            won=50, lost=50, others_lost=MappingProxyType({3: 40, 4: 30, 5: 30})
        ),
    }
)


class PlaceScore(NamedTuple):
    """What one place writes; ``won`` is None where no game was won or lost."""

    place: int
    points: int
    won: bool | None


class ListLine(Protocol):
    """What a closing needs of one game: its number and what each place writes.

    A declarer writes alone. In a Ramsch (rules 7.4, 7.5) everybody writes whom it
    affects, and no game is won or lost; in a passed-in game nobody writes.
    """

    @property
    def number(self) -> int: ...

    @property
    def scores(self) -> tuple[PlaceScore, ...]: ...


class WrittenLine(NamedTuple):
    """A line that is nothing but its number and scores."""

    number: int
    scores: tuple[PlaceScore, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningLine:
    """What the paper shows after one game: the declarer's cells.

    ``game_points``, ``won`` and ``lost`` are None in a passed-in game;
    ``passed_in`` is the count of such games so far. ``shares`` are the cells of
    everybody who wrote in a Ramsch: (place, running game points).
    """

    number: int
    declarer: int | None
    game_points: int | None
    won: int | None
    lost: int | None
    passed_in: int
    shares: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTotal:
    """The closing block of one place, in points except for the counts."""

    place: int
    game_points: int
    won: int
    lost: int
    others_lost: int
    won_lost_bonus: int
    others_bonus: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTotals:
    """A closed list; ``games`` is the number really played (rules 5.4).

    ``ramsch`` of them are hands without a game won, lost or passed in (7.4, 7.5).
    """

    players: int
    system: System
    games: int
    passed_in: int
    seats: tuple[SeatTotal, ...]
    ramsch: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StintTotal:
    """What one person earned on a place from game ``first`` to game ``last``.

    A stint in which no game was played has ``last`` below ``first``.
    """

    place: int
    first: int
    last: int
    total: SeatTotal


def running_totals(lines: Iterable[ListLine], players: int) -> list[RunningLine]:
    """Return the declarer's running cells for every line, as the paper has them.

    >>> lines = [WrittenLine(1, (PlaceScore(2, 18, True),))]
    >>> running_totals(lines, 4)[0].game_points
    18
    """
    points = [0] * (players + 1)
    won = [0] * (players + 1)
    lost = [0] * (players + 1)
    passed_in = 0
    rows = []
    for line in lines:
        declarer = None
        sharers = []
        for place, score, has_won in line.scores:
            points[place] += score
            if has_won is None:
                sharers.append(place)
            else:
                declarer = place
                won[place] += has_won
                lost[place] += not has_won
        passed_in += not line.scores
        rows.append(
            RunningLine(
                number=line.number,
                declarer=declarer,
                game_points=None if declarer is None else points[declarer],
                won=None if declarer is None else won[declarer],
                lost=None if declarer is None else lost[declarer],
                passed_in=passed_in,
                shares=tuple([(place, points[place]) for place in sharers]),
            )
        )
    return rows


def close_list(
    lines: Iterable[ListLine], *, players: int, system: System = System.SEEGER_FABIAN
) -> ListTotals:
    """Close a list of three, four or five players under ``system`` (rules 3.1).

    The lines need not be complete: a list cut short is closed with the games
    it has. Only places of the table may write.

    >>> lines = [WrittenLine(1, (PlaceScore(1, -44, False),))]
    >>> [seat.total for seat in close_list(lines, players=4).seats]
    [-94, 30, 30, 30]
    """
    points, won, lost = ([0] * (players + 1) for _counts in range(3))
    games = passed_in = ramsch = 0
    for line in lines:
        games += 1
        scores = line.scores
        if not scores:
            passed_in += 1
            continue
        is_ramsch = True
        for place, score, has_won in scores:
            points[place] += score
            if has_won is not None:
                is_ramsch = False
                (won if has_won else lost)[place] += 1
        ramsch += is_ramsch
    all_lost, rated = sum(lost), partial(seat_total, players=players, system=system)
    seats = [
        rated(at, points[at], won[at], lost[at], others_lost=all_lost - lost[at])
        for at in range(1, players + 1)
    ]
    return ListTotals(
        players=players,
        system=system,
        games=games,
        passed_in=passed_in,
        seats=tuple(seats),
        ramsch=ramsch,
    )


def seat_total(
    place: int,
    game_points: int,
    won: int,
    lost: int,
    others_lost: int,
    *,
    players: int,
    system: System,
) -> SeatTotal:
    """Return the closing block of one place from its counts (rules 3.1).

    >>> seat_total(
    ...     1, 512, 13, 1, 5, players=4, system=System.SEEGER_FABIAN
    ... ).total
    1262
    """
    rates = RATES[system]
    won_lost_bonus = rates.won * won - rates.lost * lost
    others_bonus = rates.others_lost[players] * others_lost
    return SeatTotal(
        place=place,
        game_points=game_points,
        won=won,
        lost=lost,
        others_lost=others_lost,
        won_lost_bonus=won_lost_bonus,
        others_bonus=others_bonus,
        total=game_points + won_lost_bonus + others_bonus,
    )


def close_stints(
    lines: Iterable[ListLine],
    *,
    players: int,
    system: System = System.SEEGER_FABIAN,
    changes: Sequence[tuple[int, int]] = (),
) -> tuple[StintTotal, ...]:
    """Split the totals of every place among the people who sat there (rules 5.5).

    Each of ``changes`` is a place and the number of the first game of the
    substitute. A person gets the games and the bonuses of the time in which they
    sat, so the stints of a place add up to the total of the place. Ordered by
    place, then by time; a place without a change has one stint.

    >>> lines = [
    ...     WrittenLine(1, (PlaceScore(2, 18, True),)),
    ...     WrittenLine(2, (PlaceScore(1, -44, False),)),
    ... ]
    >>> stints = close_stints(lines, players=4, changes=[(2, 2)])
    >>> [(s.place, s.first, s.last, s.total.total) for s in stints[:3]]
    [(1, 1, 2, -94), (2, 1, 1, 68), (2, 2, 2, 30)]
    """
    lines = list(lines)
    end = max((line.number for line in lines), default=0)
    stints = []
    for place in range(1, players + 1):
        starts = [1, *sorted(start for seat, start in changes if seat == place)]
        lasts = [*(start - 1 for start in starts[1:]), end]
        for first, last in zip(starts, lasts, strict=True):
            own_lines = [line for line in lines if first <= line.number <= last]
            seats = close_list(own_lines, players=players, system=system).seats
            stints.append(
                StintTotal(
                    place=place,
                    first=first,
                    last=min(last, end),
                    total=seats[place - 1],
                )
            )
    return tuple(stints)


LONGEST_NAME = 380  # so that a history has room for it, whatever the key
TEXT = re.compile("([0-9]{1,3}):([^:]*):(.*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Takeover:
    """A person has a place from a game on; from game 1, nobody had it before.

    ``person`` is the key of the person where the text is stored, empty if they were
    removed. ``str`` writes what ``read_takeover`` reads.

    >>> str(Takeover(game=13, person="5", name="Bernd"))
    '13:5:Bernd'
    """

    game: int
    person: str
    name: str

    def __str__(self) -> str:
        return f"{self.game}:{self.person}:{self.name[:LONGEST_NAME]}"

    @property
    def number(self) -> int:
        """The person's key as a number; 0 for nobody."""
        return int(self.person or 0)


def read_takeover(text: str) -> Takeover | None:
    """Return the takeover in ``text``; None for an empty text. Raises ``ValueError``.

    >>> read_takeover("13:5:Bernd")
    Takeover(game=13, person='5', name='Bernd')
    """
    if not text:
        return None
    match = TEXT.fullmatch(text)
    if match is None:
        raise ValueError(text)
    game, person, name = match.groups()
    return Takeover(game=int(game), person=person, name=name)


def with_key(text: str, key_of: Callable[[str], str]) -> str:
    """Return ``text`` with the key that the person has elsewhere.

    >>> with_key("13:5:Bernd", {"5": "c0ffee"}.__getitem__)
    '13:c0ffee:Bernd'
    """
    takeover = read_takeover(text)
    if takeover is None:
        return text
    return str(replace(takeover, person=key_of(takeover.person)))
