"""What a paper list says in its rows and its foot, and whether it is right (rules 3.2).

Of the identities K1 to K12 these are the ones for which a typed foot has the numbers.
Each says by how much it fails: the number on the paper minus the one that should be
there. An identity with a number missing is silent.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from scoring.game.written_games import (
    POSSIBLE_VALUES,
    REGULAR_VALUES,
    WrittenGame,
    pausing,
)
from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.lists.sheets import RATES, ListTotals, SeatTotal, System
from scoring.playing.scores import PLAIN_TURN, Turn


class FootField(StrEnum):
    """A cell of the foot; the value is the name of the attribute."""

    GAMES = "games"
    PASSED_IN = "passed_in"
    GAME_POINTS = "game_points"
    WON = "won"
    LOST = "lost"
    OTHERS_LOST = "others_lost"
    TOTAL = "total"


LIST_FIELDS = (FootField.GAMES, FootField.PASSED_IN)
SEAT_FIELDS = (
    FootField.GAME_POINTS,
    FootField.WON,
    FootField.LOST,
    FootField.OTHERS_LOST,
    FootField.TOTAL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSeat:
    """What the foot of the paper says about one place; None if it was not written.

    The lost games of the others are not typed at the desk: the total includes them.
    """

    place: int
    game_points: int | None = None
    won: int | None = None
    lost: int | None = None
    others_lost: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFoot:
    """The closing block on the paper, one seat for each place.

    ``ramsch`` are the hands that nobody won or lost, though they were not passed in:
    the paper does not count them, so they are those of the typed list; None if no
    games were typed. ``rules`` say how the lines were counted.
    """

    players: int
    games: int | None
    passed_in: int | None = None
    seats: tuple[PaperSeat, ...]
    system: System = System.SEEGER_FABIAN
    ramsch: int | None = 0
    rules: HouseRules = OFFICIAL


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedLine:
    """One typed game, with the cells of its row as far as they were typed too.

    ``value`` is the signed value and ``running`` the declarer's running total as
    they are on the paper. ``turn`` is the round it was played in (rules 7.2).
    """

    number: int
    entry: WrittenGame
    value: int | None = None
    running: int | None = None
    turn: Turn = PLAIN_TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class FootDifference:
    """A cell of the foot that differs from the computed one; no place: the list."""

    place: int | None
    field: FootField
    paper: int
    computed: int

    @property
    def by(self) -> int:
        """Return by how much the paper is too high."""
        return self.paper - self.computed


def faultless_foot(totals: ListTotals, rules: HouseRules = OFFICIAL) -> PaperFoot:
    """Return the foot that a faultless paper would show for ``totals``."""
    return PaperFoot(
        players=totals.players,
        games=totals.games,
        passed_in=totals.passed_in,
        seats=tuple(
            PaperSeat(
                place=seat.place, **{name: getattr(seat, name) for name in SEAT_FIELDS}
            )
            for seat in totals.seats
        ),
        system=totals.system,
        ramsch=totals.ramsch,
        rules=rules,
    )


def foot_differences(foot: PaperFoot, totals: ListTotals) -> tuple[FootDifference, ...]:
    """Return every written cell that differs from the computed one.

    Games and passed-in games first, then place by place in the order of the
    foot; cells that are not written cannot differ.
    """
    differences = [*row_differences(None, LIST_FIELDS, foot, totals)]
    for paper, seat in zip(foot.seats, totals.seats, strict=True):
        differences += row_differences(seat.place, SEAT_FIELDS, paper, seat)
    return tuple(differences)


def row_differences(
    place: int | None,
    fields: Iterable[FootField],
    paper: PaperFoot | PaperSeat,
    computed: ListTotals | SeatTotal,
) -> Iterator[FootDifference]:
    """Yield the differences in one row of the foot."""
    for field in fields:
        written, expected = getattr(paper, field), getattr(computed, field)
        if written is not None and written != expected:
            yield FootDifference(
                place=place, field=field, paper=written, computed=expected
            )


LOST_VALUES = frozenset(2 * value for value in POSSIBLE_VALUES)
"""What a lost game costs: its value, an overbid one's as well, doubled (1.5, 1.7)."""


def off_possible(points: int, won: int, lost: int, rules: HouseRules) -> int:
    """Return by how much ``points`` miss the nearest sum that is possible.

    Under house rules only what is certain is checked: nobody gains without a game won,
    or loses without a game lost. Where a Ramsch is played, or others write too, nothing
    is.

    >>> off_possible(10, 0, 0, HouseRules()), off_possible(20, 3, 0, HouseRules())
    (10, -34)
    >>> off_possible(20, 3, 0, HouseRules(kontra=True))
    0
    """
    if is_official(rules):
        return points - nearest_sum(points, won, lost)
    if rules.plays_ramsch or rules.ends_early:
        return 0
    if points < 0:
        return 0 if lost else points
    return 0 if won else points


@lru_cache(maxsize=1024)
def nearest_sum(points: int, won: int, lost: int) -> int:
    """Return the possible sum of game points that is nearest to ``points``.

    >>> nearest_sum(19, 1, 0), nearest_sum(-37, 0, 1), nearest_sum(600, 1, 0)
    (18, -36, 264)
    """
    gains, costs = sums_of(REGULAR_VALUES, won), sums_of(LOST_VALUES, lost)
    lowest = least_in(gains) - most_in(costs)
    highest = most_in(gains) - least_in(costs)
    start = min(max(points, lowest), highest)
    away = 0
    while True:
        for near in (start - away, start + away):
            if differs_by(gains, costs, near):
                return near
        away += 1


@lru_cache(maxsize=256)
def sums_of(values: Set[int], count: int) -> int:
    """Return every sum of ``count`` values, as the bits of one number.

    >>> bin(sums_of(frozenset({2, 3}), 2))
    '0b1110000'
    """
    sums = 1
    for _ in range(count):
        next_sums = 0
        for value in values:
            next_sums |= sums << value
        sums = next_sums
    return sums


def least_in(sums: int) -> int:
    return (sums & -sums).bit_length() - 1


def most_in(sums: int) -> int:
    return sums.bit_length() - 1


def differs_by(gains: int, costs: int, points: int) -> bool:
    """Tell whether some gain less some cost comes to ``points``."""
    if points < 0:
        return bool((gains << -points) & costs)
    return bool(gains & (costs << points))


class Identity(StrEnum):
    """The identities of rules 3.2."""

    K1 = "K1"
    K4 = "K4"
    K5 = "K5"
    K6 = "K6"
    K7 = "K7"
    K8 = "K8"
    K9 = "K9"
    K12 = "K12"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One identity that does not hold: by how much, and where if that is known."""

    identity: Identity
    by: int
    places: tuple[int, ...] = ()


def column_sum(foot: PaperFoot, field: FootField) -> int | None:
    """Return the sum over the table, or None if one cell is not written."""
    cells = [getattr(seat, field) for seat in foot.seats]
    return None if None in cells else sum(cells)


def won_in_all(foot: PaperFoot) -> int | None:
    """Return the games won at the table; from N - E - lost if not all are written."""
    won, lost = column_sum(foot, FootField.WON), column_sum(foot, FootField.LOST)
    if won is not None or None in (lost, foot.games, foot.passed_in, foot.ramsch):
        return won
    return foot.games - foot.passed_in - foot.ramsch - lost  # type: ignore[operator]


def failure_if_off(identity: Identity, by: int, *places: int) -> Failure | None:
    """Return the failure, or None when nothing is off."""
    return Failure(identity=identity, by=by, places=places) if by else None


def k1(foot: PaperFoot) -> Failure | None:
    """Check that games won, lost and passed in add up to all games of the list.

    A Ramsch in which nobody won a game counts as well (rules 7.4, 7.5).
    """
    won, lost = column_sum(foot, FootField.WON), column_sum(foot, FootField.LOST)
    passed_in, ramsch = foot.passed_in, foot.ramsch
    if None in (won, lost, passed_in, ramsch, foot.games):
        return None
    games = won + lost + passed_in + ramsch  # type: ignore[operator]
    return failure_if_off(Identity.K1, games - foot.games)  # type: ignore[operator]


def k4(foot: PaperFoot) -> Failure | None:
    """Check the sum of the totals at a table of four (and of five)."""
    if foot.players == 3:
        return None
    return failure_if_off(Identity.K4, sum_off(foot))


def k5(foot: PaperFoot) -> Failure | None:
    """Check the sum of the totals at a table of three."""
    if foot.players != 3:
        return None
    return failure_if_off(Identity.K5, sum_off(foot))


def sum_off(foot: PaperFoot) -> int:
    """Return by how much the sum of all totals is off; 0 if a number is missing."""
    total = column_sum(foot, FootField.TOTAL)
    points = column_sum(foot, FootField.GAME_POINTS)
    lost, won = column_sum(foot, FootField.LOST), won_in_all(foot)
    if total is None or points is None or lost is None or won is None:
        return 0
    rates = RATES[foot.system]
    return total - (points + rates.won * won + rates.table_lost(foot.players) * lost)


def k6(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check that each total differs from the game points by full tens."""
    return actual_failures(
        failure_if_off(Identity.K6, off_ten(seat.total - seat.game_points), seat.place)
        for seat in foot.seats
        if seat.total is not None and seat.game_points is not None
    )


def off_ten(number: int) -> int:
    """Return how far ``number`` is from the nearest full ten, from -4 to 5.

    >>> off_ten(128), off_ten(-3), off_ten(40)
    (-2, -3, 0)
    """
    units = number % 10
    return units if units <= 5 else units - 10


def k7(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check the bonus for lost games of others in each total.

    It must be a positive multiple of the rate; the number of games is up to K8.
    """
    rate = RATES[foot.system].others_lost[foot.players]
    return actual_failures(
        failure_if_off(Identity.K7, bonus_off(bonus, rate), seat.place)
        for seat, bonus in others_bonuses(foot)
    )


def others_bonuses(foot: PaperFoot) -> list[tuple[PaperSeat, int]]:
    """Return what is left of each complete total for the lost games of others."""
    rates = RATES[foot.system]
    return [
        (
            seat,
            seat.total
            - seat.game_points
            - rates.won * seat.won
            + rates.lost * seat.lost,
        )
        for seat in foot.seats
        if seat.total is not None
        and seat.game_points is not None
        and seat.won is not None
        and seat.lost is not None
    ]


def bonus_off(bonus: int, rate: int) -> int:
    """Return by how much a bonus is off its rate.

    >>> bonus_off(150, 30), bonus_off(160, 30), bonus_off(-30, 30), bonus_off(40, 0)
    (0, 10, -30, 40)
    """
    if bonus < 0 or not rate:
        return bonus
    return bonus % rate


def k8(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check the difference of the totals of every two places.

    The place that appears in all failures is the one that is wrong.
    """
    rates = RATES[foot.system]
    rate = rates.others_lost[foot.players]
    # With the lost games of the whole table left out, both sides of K8 are
    # what one place has: their total less all that depends on them alone.
    rests = [
        (seat.place, bonus + rate * (seat.lost or 0))
        for seat, bonus in others_bonuses(foot)
    ]
    return actual_failures(
        failure_if_off(Identity.K8, first_rest - second_rest, first, second)
        for (first, first_rest), (second, second_rest) in combinations(rests, 2)
    )


def k9(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check that nobody played more games than those in which they did not pause."""
    if foot.games is None:
        return ()
    pauses = [
        place
        for number in range(1, foot.games + 1)
        for place in pausing(number, foot.players)
    ]
    most = [foot.games - pauses.count(seat.place) for seat in foot.seats]
    return actual_failures(
        failure_if_off(Identity.K9, max(0, seat.won + seat.lost - limit), seat.place)
        for seat, limit in zip(foot.seats, most, strict=True)
        if seat.won is not None and seat.lost is not None
    )


def k12(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check that so many games won and lost can come to the game points.

    The failure says how far the nearest possible sum is.
    """
    return actual_failures(
        failure_if_off(
            Identity.K12,
            off_possible(seat.game_points, seat.won, seat.lost, foot.rules),
            seat.place,
        )
        for seat in foot.seats
        if seat.game_points is not None
        and seat.won is not None
        and seat.lost is not None
    )


def actual_failures(failures: Iterable[Failure | None]) -> tuple[Failure, ...]:
    return tuple(failure for failure in failures if failure is not None)


def failures_in(foot: PaperFoot) -> tuple[Failure, ...]:
    """Return all identities of the foot that fail, in the order of rules 3.2.

    Works on totals alone, without any game. Kontra, Bock and Ramsch change game points
    only, so K4 to K9 hold under house rules; K1 counts the hands of Ramsch and K12
    says only what is certain. Sums without bonuses are rated as plain points.
    """
    return (
        *actual_failures([k1(foot), k4(foot), k5(foot)]),
        *k6(foot),
        *k7(foot),
        *k8(foot),
        *k9(foot),
        *k12(foot),
    )
