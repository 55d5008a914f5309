"""A list of games: running totals and the closing block (rules 3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.lists.systems import RATES, System


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What a closing needs of one game; without a declarer it was passed in.

    ``shares`` are (place, points) of a hand in which not one declarer alone writes:
    a Ramsch (rules 7.4, 7.5). Without a declarer it is no game won, lost or passed in.
    """

    number: int
    declarer: int | None
    score: int
    won: bool | None
    shares: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningLine:
    """What the paper shows behind one game: the declarer's cells as they stand.

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


def running_totals(lines: Iterable[Line], players: int) -> list[RunningLine]:
    """Return the declarer's running cells for every line, as the paper has them.

    >>> lines = [Line(number=1, declarer=2, score=18, won=True)]
    >>> running_totals(lines, 4)[0].game_points
    18
    """
    points = [0] * (players + 1)
    won = [0] * (players + 1)
    lost = [0] * (players + 1)
    passed_in = 0
    rows = []
    for line in lines:
        place = line.declarer
        for sharer, share in line.shares:
            points[sharer] += share
        if place is not None:
            points[place] += line.score
            won[place] += bool(line.won)
            lost[place] += not line.won
        elif not line.shares:
            passed_in += 1
        rows.append(
            RunningLine(
                number=line.number,
                declarer=place,
                game_points=None if place is None else points[place],
                won=None if place is None else won[place],
                lost=None if place is None else lost[place],
                passed_in=passed_in,
                shares=tuple((sharer, points[sharer]) for sharer, _ in line.shares),
            )
        )
    return rows


def close(
    lines: Iterable[Line], *, players: int, system: System = System.SEEGER_FABIAN
) -> ListTotals:
    """Close a list of three, four or five players under ``system`` (rules 3.1).

    The lines need not be complete: a list cut short is closed with the games
    it has. Declarers must be places of the table.

    >>> lines = [
    ...     Line(number=1, declarer=2, score=18, won=True),
    ...     Line(number=2, declarer=1, score=-44, won=False),
    ... ]
    >>> [seat.total for seat in close(lines, players=4).seats]
    [-94, 98, 30, 30]
    """
    points = [0] * (players + 1)
    won = [0] * (players + 1)
    lost = [0] * (players + 1)
    games = ramsch = 0
    for line in lines:
        games += 1
        place = line.declarer
        for sharer, share in line.shares:
            points[sharer] += share
        if place is not None:
            points[place] += line.score
            if line.won:
                won[place] += 1
            else:
                lost[place] += 1
        elif line.shares:
            ramsch += 1
    return closed(
        points, won, lost, games=games, ramsch=ramsch, players=players, system=system
    )


def closed(
    points: Sequence[int],
    won: Sequence[int],
    lost: Sequence[int],
    *,
    games: int,
    ramsch: int,
    players: int,
    system: System,
) -> ListTotals:
    """Return the totals from the counts by place; index 0 is nobody.

    >>> closed(
    ...     [0, 18, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], games=2, ramsch=0, players=3,
    ...     system=System.SEEGER
    ... ).passed_in
    1
    """
    all_lost = sum(lost)
    seats = (
        seat_total(place, *counts, all_lost - counts[2], players=players, system=system)
        for place, counts in enumerate(zip(points, won, lost, strict=True))
        if place
    )
    return ListTotals(
        players=players,
        system=system,
        games=games,
        passed_in=games - sum(won) - all_lost - ramsch,
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
    lines: Iterable[Line],
    *,
    players: int,
    system: System = System.SEEGER_FABIAN,
    changes: Sequence[tuple[int, int]] = (),
) -> tuple[StintTotal, ...]:
    """Split the totals of every place among the people who sat there (rules 5.5).

    Each of ``changes`` is a place and the number of the first game of the
    substitute. A person gets the games and the bonuses of the time in which he
    sat, so the stints of a place add up to the total of the place. Ordered by
    place, then by time; a place without a change has one stint.

    >>> lines = [
    ...     Line(number=1, declarer=2, score=18, won=True),
    ...     Line(number=2, declarer=1, score=-44, won=False),
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
            own = [line for line in lines if first <= line.number <= last]
            seats = close(own, players=players, system=system).seats
            stints.append(
                StintTotal(
                    place=place,
                    first=first,
                    last=min(last, end),
                    total=seats[place - 1],
                )
            )
    return tuple(stints)
