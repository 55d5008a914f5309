"""What one person did on a list, in counts that add up over the years.

A tally is derived from the games of a list and from its closing; nothing in it is
official. The counts of several lists are added; of records the greatest is kept.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Protocol

from scoring.game.written_games import POSITIONS, Contract, seat_position
from scoring.lists.sheets import RATES, ListLine, Rates, SeatTotal, StintTotal, System

FINISHES = ("first", "second", "third", "fourth")
SEATS = 4
GREATEST = ("best_value", "best_run")
"""The counts of which the greatest is kept; all others are added."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TalliedGame:
    """A line of a list as far as it is counted; ``score`` is the signed game score.

    ``contract`` is None where only the value was written.
    """

    number: int
    declarer: int | None
    contract: Contract | None
    ouvert: bool
    score: int
    won: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The counts of one person.

    ``played_`` and ``won_`` count the games declared, by contract; Null ouvert is part
    of Null. ``active`` are the games in which the person played, dealt ones left out;
    ``defended`` are those of them that others declared, ``defended_lost`` how many of
    these were lost. In a game in which the person pauses, as the dealer at a table of
    four, they defend nothing, although ``others_lost`` counts it for the closing; where
    only totals of such a table are known, nothing is. ``first`` to ``fourth`` is the
    place at the table by points, ``seat_1`` to ``seat_4`` the place on the list, both
    for whole lists only; ``threes`` are lists at tables of three. ``best_value`` is the
    highest score of a won game, ``best_run`` the longest run of own games won on one
    list.
    """

    total: int = 0
    game_points: int = 0
    won: int = 0
    lost: int = 0
    others_lost: int = 0
    played_diamonds: int = 0
    won_diamonds: int = 0
    played_hearts: int = 0
    won_hearts: int = 0
    played_spades: int = 0
    won_spades: int = 0
    played_clubs: int = 0
    won_clubs: int = 0
    played_grand: int = 0
    won_grand: int = 0
    played_null: int = 0
    won_null: int = 0
    played_null_ouvert: int = 0
    won_null_ouvert: int = 0
    played_forehand: int = 0
    won_forehand: int = 0
    played_middlehand: int = 0
    won_middlehand: int = 0
    played_rearhand: int = 0
    won_rearhand: int = 0
    active: int = 0
    defended: int = 0
    defended_lost: int = 0
    first: int = 0
    second: int = 0
    third: int = 0
    fourth: int = 0
    seat_1: int = 0
    seat_2: int = 0
    seat_3: int = 0
    seat_4: int = 0
    threes: int = 0
    grand_ouverts: int = 0
    at_stake: int = 0
    best_value: int = 0
    best_run: int = 0


class HasCounts(Protocol):
    """Anything with the counts of the closing of one list, or of several."""

    @property
    def total(self) -> int: ...
    @property
    def won(self) -> int: ...
    @property
    def lost(self) -> int: ...
    @property
    def others_lost(self) -> int: ...


def knows_games(totals: HasCounts) -> bool:
    """Tell whether the won and lost games are known, and not only a total.

    Without any game, own or lost by the others, the total is 0 (rules 2.3).

    >>> knows_games(Tally(total=40, others_lost=1)), knows_games(Tally(total=940))
    (True, False)
    """
    counts = (totals.won, totals.lost, totals.others_lost)
    return any(counts) or not totals.total


COUNTS = tuple(field.name for field in fields(Tally))
SUMMED = tuple(name for name in COUNTS if name not in GREATEST)


def tally_stints(
    games: Sequence[TalliedGame],
    *,
    players: int,
    stints: Sequence[StintTotal],
    system: System = System.SEEGER_FABIAN,
) -> tuple[Tally, ...]:
    """Return the tally of each of ``stints``, which are all of one list.

    Without games, as where only the totals were typed, nothing is known of
    contracts and positions.

    >>> from scoring.lists.sheets import PlaceScore, WrittenLine, close_stints
    >>> lines = [WrittenLine(1, (PlaceScore(2, 48, True),))]
    >>> clubs = TalliedGame(
    ...     number=1,
    ...     declarer=2,
    ...     contract=Contract.CLUBS,
    ...     ouvert=False,
    ...     score=48,
    ...     won=True,
    ... )
    >>> own = tally_stints([clubs], players=3, stints=close_stints(lines, players=3))
    >>> own[1].won_clubs, own[1].played_forehand, own[1].first, own[0].second
    (1, 1, 1, 1)
    """
    finishes = finishes_in(stints)
    is_whole = len(stints) == players == len(POSITIONS)
    tallies = []
    for stint in stints:
        counts = game_counts(games, stint, players, RATES[system])
        if not games and is_whole:
            # Nobody paused: the closing says what a defender's games were.
            others = [other.total for other in stints if other is not stint]
            counts["defended"] = sum(seat.won + seat.lost for seat in others)
            counts["defended_lost"] = stint.total.others_lost
        if stint.place in finishes:
            counts.update(place_counts(stint.place, finishes[stint.place]))
        tallies.append(tally_of(stint.total, counts, players))
    return tuple(tallies)


def tally_of(closing: SeatTotal, counts: Mapping[str, int], players: int) -> Tally:
    """Return the tally of a stint by its closing and its other ``counts``."""
    return Tally(
        total=closing.total,
        game_points=closing.game_points,
        won=closing.won,
        lost=closing.lost,
        others_lost=closing.others_lost,
        threes=int(players == 3),
        **counts,
    )


def finishes_in(stints: Sequence[StintTotal]) -> dict[int, int]:
    """Return the rank at the table of each place that was not taken over.

    Equal totals share the better rank.
    """
    totals: Counter[int] = Counter()
    for stint in stints:
        totals[stint.place] += stint.total.total
    people = Counter(stint.place for stint in stints)
    return {
        place: 1 + sum(other > total for other in totals.values())
        for place, total in totals.items()
        if people[place] == 1
    }


def place_counts(place: int, finish: int) -> dict[str, int]:
    """Return the counts of a place on the list and of the place by points."""
    counts = {FINISHES[finish - 1]: 1} if finish <= len(FINISHES) else {}
    return counts | ({f"seat_{place}": 1} if place <= SEATS else {})


def game_counts(
    games: Iterable[TalliedGame], stint: StintTotal, players: int, rates: Rates
) -> Counter[str]:
    counts: Counter[str] = Counter()
    run = 0
    for game in games:
        if not stint.first <= game.number <= stint.last:
            continue
        position = seat_position(game.number, stint.place, players)
        counts["active"] += position is not None
        if game.declarer is None:
            continue
        if game.declarer != stint.place:
            counts["defended"] += position is not None
            counts["defended_lost"] += position is not None and game.won is False
            continue
        names = count_names(game, position)
        counts.update(f"played_{name}" for name in names)
        counts["at_stake"] += points_at_stake(game, rates)
        run = run + 1 if game.won else 0
        if game.won:
            counts.update(f"won_{name}" for name in names)
            is_grand = game.contract is Contract.GRAND
            counts["grand_ouverts"] += is_grand and game.ouvert
            counts["best_value"] = max(counts["best_value"], game.score)
            counts["best_run"] = max(counts["best_run"], run)
    return counts


def points_at_stake(game: TalliedGame, rates: Rates) -> int:
    """Return the points between winning and losing a game for its declarer.

    The value is that of the game as it ended, of a lost one half its score.

    >>> grand = TalliedGame(
    ...     number=1,
    ...     declarer=2,
    ...     contract=Contract.GRAND,
    ...     ouvert=False,
    ...     score=48,
    ...     won=True,
    ... )
    >>> points_at_stake(grand, RATES[System.SEEGER_FABIAN])  # 48 + 50, or -96 - 50
    244
    """
    value = game.score if game.won else -game.score // 2
    return 3 * value + rates.won + rates.lost


def count_names(game: TalliedGame, position: str | None) -> list[str]:
    """Return the names under which a game is counted: its contract and position."""
    names = [] if game.contract is None else [game.contract.value]
    if game.contract is Contract.NULL and game.ouvert:
        names.append("null_ouvert")
    return names if position is None else [*names, str(position)]


def add_up(tallies: Iterable[Tally]) -> Tally:
    """Return the tallies of several lists, or several stints, as one.

    >>> add_up([Tally(won=2, best_run=2), Tally(won=1, best_run=1)])
    ... # doctest: +ELLIPSIS
    Tally(total=0, game_points=0, won=3, ...best_run=2)
    """
    all_tallies = list(tallies)
    counts = {
        name: sum(getattr(tally, name) for tally in all_tallies) for name in SUMMED
    }
    for name in GREATEST:
        counts[name] = max((getattr(tally, name) for tally in all_tallies), default=0)
    return Tally(**counts)


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
