"""Is this list right: the checksums K1 to K12 of a paper list (rules 3.2).

Each identity says by how much it fails, as what stands on the paper less what
should stand there. An identity that lacks a number is silent.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import combinations

from scoring.house.line_checks import is_possible_score
from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.paper import (
    Difference,
    FootField,
    PaperFoot,
    PaperLine,
    PaperSeat,
    differences,
    foot_of,
)
from scoring.problems import is_written_value
from scoring.sheets import pausing
from scoring.systems import RATES

__all__ = [
    "Difference",
    "Failure",
    "FootField",
    "Identity",
    "PaperFoot",
    "PaperLine",
    "PaperSeat",
    "differences",
    "failures_in",
    "foot_of",
]


class Identity(StrEnum):
    """The numbers of rules 3.2."""

    K1 = "K1"
    K2 = "K2"
    K3 = "K3"
    K4 = "K4"
    K5 = "K5"
    K6 = "K6"
    K7 = "K7"
    K8 = "K8"
    K9 = "K9"
    K10 = "K10"
    K11 = "K11"
    K12 = "K12"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One identity that does not hold: by how much, and where if that is known."""

    identity: Identity
    by: int
    places: tuple[int, ...] = ()
    line: int | None = None


def column(foot: PaperFoot, field: FootField) -> list[int] | None:
    """Return the cells of one kind by place, or None if one is not written."""
    cells = [getattr(seat, field) for seat in foot.seats]
    return None if None in cells else cells


def column_sum(foot: PaperFoot, field: FootField) -> int | None:
    """Return the sum over the table, or None if one is not written."""
    cells = column(foot, field)
    return None if cells is None else sum(cells)


def won_in_all(foot: PaperFoot) -> int | None:
    """Return the games won at the table; from N - E - lost if not all are written."""
    won, lost = column_sum(foot, FootField.WON), column_sum(foot, FootField.LOST)
    if won is not None or None in (lost, foot.games, foot.passed_in, foot.ramsch):
        return won
    return foot.games - foot.passed_in - foot.ramsch - lost  # type: ignore[operator]


def failure_if_off(
    identity: Identity, by: int, *places: int, line: int | None = None
) -> Failure | None:
    """Return the failure, or None when nothing is off."""
    if not by:
        return None
    return Failure(identity=identity, by=by, places=places, line=line)


def k1(foot: PaperFoot) -> Failure | None:
    """Check that games won, lost and passed in are all games of the list.

    A Ramsch in which nobody won a game is one more (rules 7.4, 7.5).
    """
    won, lost = column_sum(foot, FootField.WON), column_sum(foot, FootField.LOST)
    passed_in, ramsch = foot.passed_in, foot.ramsch
    if None in (won, lost, passed_in, ramsch, foot.games):
        return None
    counted = won + lost + passed_in + ramsch  # type: ignore[operator]
    return failure_if_off(Identity.K1, counted - foot.games)  # type: ignore[operator]


def k2(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check that each place counts the lost games of all others."""
    lost = column_sum(foot, FootField.LOST)
    if lost is None:
        return ()
    return present(
        failure_if_off(
            Identity.K2, seat.others_lost - (lost - (seat.lost or 0)), seat.place
        )
        for seat in foot.seats
        if seat.others_lost is not None
    )


def k3(foot: PaperFoot) -> Failure | None:
    """Check that each lost game is counted once by every other place."""
    lost = column_sum(foot, FootField.LOST)
    others = column_sum(foot, FootField.OTHERS_LOST)
    if lost is None or others is None:
        return None
    return failure_if_off(Identity.K3, others - (foot.players - 1) * lost)


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
    """Return by how much the sum of all totals is off; 0 if a number lacks."""
    total = column_sum(foot, FootField.TOTAL)
    points = column_sum(foot, FootField.GAME_POINTS)
    lost, won = column_sum(foot, FootField.LOST), won_in_all(foot)
    if total is None or points is None or lost is None or won is None:
        return 0
    rates = RATES[foot.system]
    return total - (points + rates.won * won + rates.table_lost(foot.players) * lost)


def k6(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check that each total differs from the game points by full tens."""
    return present(
        failure_if_off(Identity.K6, off_ten(seat.total - seat.game_points), seat.place)
        for seat in foot.seats
        if seat.total is not None and seat.game_points is not None
    )


def off_ten(number: int) -> int:
    """Return how far ``number`` is from the nearest full ten, from -4 to 5.

    >>> off_ten(128), off_ten(-3), off_ten(40)
    (-2, -3, 0)
    """
    rest = number % 10
    return rest if rest <= 5 else rest - 10


def k7(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check the bonus for lost games of others in each total.

    When the count of these games is written, the bonus must be its multiple;
    when it is not, it must at least be some multiple of the rate and positive.
    """
    rate = RATES[foot.system].others_lost[foot.players]
    return present(
        failure_if_off(Identity.K7, bonus_off(bonus, seat.others_lost, rate), place)
        for place, seat, bonus in others_bonuses(foot)
    )


def others_bonuses(foot: PaperFoot) -> list[tuple[int, PaperSeat, int]]:
    """Return what is left of each complete total for the lost games of others."""
    rates = RATES[foot.system]
    return [
        (
            seat.place,
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


def bonus_off(bonus: int, games: int | None, rate: int) -> int:
    """Return by how much a bonus is off its rate.

    >>> bonus_off(160, 4, 30), bonus_off(160, None, 30), bonus_off(-30, None, 30)
    (40, 10, -30)
    """
    if games is not None:
        return bonus - rate * games
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
    # what one place has: his total less all that depends on him alone.
    rests = [
        (place, bonus + rate * (seat.lost or 0))
        for place, seat, bonus in others_bonuses(foot)
    ]
    return present(
        failure_if_off(Identity.K8, one_rest - other_rest, one, other)
        for (one, one_rest), (other, other_rest) in combinations(rests, 2)
    )


def k9(foot: PaperFoot) -> tuple[Failure, ...]:
    """Check that nobody played more games than those in which he did not pause."""
    if foot.games is None or foot.rules.same_dealer_after_grand_hand:
        return ()  # who deals twice pauses twice
    pauses = [
        place
        for number in range(1, foot.games + 1)
        for place in pausing(number, foot.players)
    ]
    most = [foot.games - pauses.count(seat.place) for seat in foot.seats]
    return present(
        failure_if_off(Identity.K9, max(0, seat.won + seat.lost - limit), seat.place)
        for seat, limit in zip(foot.seats, most, strict=True)
        if seat.won is not None and seat.lost is not None
    )


def k10(lines: Iterable[PaperLine]) -> tuple[Failure, ...]:
    """Check that each row moves the declarer's column by exactly its value.

    A running total is compared with the last one written in the same column
    and all values since; a row without a value makes the next one silent. What a
    Ramsch moves is taken from the typed list.
    """
    failures = []
    column_total: dict[int, int | None] = {}
    for line in lines:
        place = line.declarer
        for sharer, share in line.shares:
            shared = column_total.get(sharer, 0)
            column_total[sharer] = None if shared is None else shared + share
        if place is None:
            continue
        before = column_total.get(place, 0)
        expected = None if None in (before, line.value) else before + line.value  # type: ignore[operator]
        column_total[place] = expected
        if line.running is not None:
            off = 0 if expected is None else line.running - expected
            column_total[place] = line.running
            failures.append(failure_if_off(Identity.K10, off, place, line=line.number))
    return present(failures)


def k11(shares: Sequence[int]) -> Failure | None:
    """Check that the money of the table adds up to nothing (rules 3.5)."""
    return failure_if_off(Identity.K11, sum(shares))


def settlement(totals: Sequence[int]) -> tuple[int, ...]:
    """Return each place's share in points: n times his total less all totals.

    >>> settlement((1100, 605, 708))
    (887, -598, -289)
    """
    return tuple(len(totals) * total - sum(totals) for total in totals)


def k12(
    lines: Iterable[PaperLine], rules: HouseRules = OFFICIAL
) -> tuple[Failure, ...]:
    """Check that every written value is one that a game can have.

    ``by`` is the written value itself: nobody knows which one was meant. Under house
    rules it may be doubled, or count card points.
    """
    if is_official(rules):
        is_possible = is_written_value
    else:
        is_possible = partial(is_possible_score, rules=rules)
    return present(
        failure_if_off(
            Identity.K12,
            line.value,
            *(() if line.declarer is None else (line.declarer,)),
            line=line.number,
        )
        for line in lines
        if line.value and not is_possible(line.value)
    )


def present(failures: Iterable[Failure | None]) -> tuple[Failure, ...]:
    """Return the failures among them."""
    return tuple(failure for failure in failures if failure is not None)


def failures_in(foot: PaperFoot) -> tuple[Failure, ...]:
    """Return all identities of the foot that fail, in the order of rules 3.2.

    Works on totals alone, without any game. The row checks ``k10`` and ``k12``
    need the lines and ``k11`` the money, so they are not among them. Kontra, Bock and
    Ramsch change game points only, so K2 to K9 hold under house rules; K1 counts the
    hands of Ramsch. Sums without bonuses are rated as plain points.
    """
    return (
        *present([k1(foot)]),
        *k2(foot),
        *present([k3(foot), k4(foot), k5(foot)]),
        *k6(foot),
        *k7(foot),
        *k8(foot),
        *k9(foot),
    )
