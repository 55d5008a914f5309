"""Slips of the writer in the columns and in the foot of the paper."""

from collections.abc import Iterator

from scoring.lists.sheets import ListTotals, SeatTotal
from scoring.lists.systems import RATES
from scoring.proof.detective.case.case import Cells, lost_unit, won_unit
from scoring.proof.detective.hypotheses.hypotheses import Hypothesis, single_reading
from scoring.proof.detective.slips import weights
from scoring.proof.detective.slips.kinds import Correction, Remedy, SlipKind
from scoring.proof.detective.slips.neighbours import misreadings, turned_digits
from scoring.proof.paper import FootDifference, FootField, PaperFoot

UNUSUAL_DIGIT = 0.3  # a misread digit, compared with two digits turned


def foot_slips(
    foot: PaperFoot,
    totals: ListTotals,
    differences: tuple[FootDifference, ...],
    cells: Cells,
) -> list[Hypothesis]:
    """Return every slip that may have happened in the columns and the foot.

    Sums can be wrong by any amount: only the amounts that differ are tried.
    """
    slips: list[Hypothesis] = []
    for seat in totals.seats:
        slips += column_sums(seat, differences, cells, foot.players)
        slips += fifty_slips(seat, foot, cells)
        slips += count_slips(seat, foot, cells)
    slips += rate_slips(foot, totals, cells)
    slips += [one_cell(difference, cells) for difference in differences]
    return slips


def amounts_off(
    differences: tuple[FootDifference, ...], place: int, field: FootField
) -> set[int]:
    """Return by how much this cell differs, if it does."""
    return {d.by for d in differences if (d.place, d.field) == (place, field)}


def column_sums(
    seat: SeatTotal, differences: tuple[FootDifference, ...], cells: Cells, players: int
) -> Iterator[Hypothesis]:
    """Yield game points that are wrong in the foot and carried into the total."""
    place, points = seat.place, seat.game_points
    of_digits = weights.KIND[SlipKind.DIGITS] * weights.CARRIED / players
    turned = {number - points for number in turned_digits(points)}
    points_off = amounts_off(differences, place, FootField.GAME_POINTS)
    total_off = amounts_off(differences, place, FootField.TOTAL) or {0}
    for by in turned | {-2 * points} - {0}:
        yield points_slip(
            seat, by, cells, SlipKind.DIGITS, of_digits / (len(turned) + 1)
        )
    of_sums = weights.KIND[SlipKind.ADDITION] / 2 / players
    for by in points_off:
        weight = of_sums * weights.of_amount(by)
        yield points_slip(seat, by, cells, SlipKind.ADDITION, weight)
    # What is left of a wrong total when wrong game points were carried into it.
    rest_off = {by - carried for by in total_off for carried in {0, *points_off}}
    for by in rest_off - {0}:
        weight = of_sums * weights.of_amount(by)
        yield total_slip(seat, by, cells, SlipKind.ADDITION, weight)


def points_slip(
    seat: SeatTotal, by: int, cells: Cells, kind: SlipKind, weight: float
) -> Hypothesis:
    """Return the slip that game points are off by an amount, and so is the total."""
    field, points = FootField.GAME_POINTS, seat.game_points
    effect = by * cells.points[seat.place]
    return foot_slip(kind, seat.place, field, points, by, effect=effect, weight=weight)


def total_slip(
    seat: SeatTotal, by: int, cells: Cells, kind: SlipKind, weight: float
) -> Hypothesis:
    """Return the slip that a total is off by an amount."""
    field, place = FootField.TOTAL, seat.place
    effect = by * cells.units[place, field]
    return foot_slip(kind, place, field, seat.total, by, effect=effect, weight=weight)


def foot_slip(
    kind: SlipKind,
    place: int | None,
    field: FootField,
    right: int,
    by: int,
    *,
    effect: int,
    weight: float,
    alone: bool = False,
) -> Hypothesis:
    """Return the slip that a cell of the foot is off by an amount."""
    return single_reading(
        Correction(
            kind=kind,
            remedy=Remedy.PAPER,
            place=place,
            field=field,
            paper=right + by,
            right=right,
            alone=alone,
        ),
        effect=effect,
        weight=weight,
        where=("foot", place or 0, field),
    )


def fifty_slips(seat: SeatTotal, foot: PaperFoot, cells: Cells) -> Iterator[Hypothesis]:
    """Yield a forgotten 50 for a won or a lost game, or the whole row of them."""
    won, lost = RATES[foot.system].won, RATES[foot.system].lost
    if not won and not lost:
        return
    weight = weights.KIND[SlipKind.FIFTY] / foot.players
    for by in {-won, lost}:
        yield total_slip(
            seat, by, cells, SlipKind.FIFTY, weight * weights.ONE_FIFTY / 2
        )
    if seat.won_lost_bonus not in (0, won, -lost):
        rest = weight * (1 - weights.ONE_FIFTY)
        yield total_slip(seat, -seat.won_lost_bonus, cells, SlipKind.FIFTY, rest)


def count_slips(seat: SeatTotal, foot: PaperFoot, cells: Cells) -> Iterator[Hypothesis]:
    """Yield games won, lost, or lost by others counted wrongly by one.

    A wrong number of lost games may have been carried to the others, or not.
    """
    rates = RATES[foot.system]
    place, units = seat.place, cells.units
    total = units[place, FootField.TOTAL]
    won, lost = won_unit(units, foot, place), lost_unit(units, foot, place)
    own_lost = units[place, FootField.LOST] - rates.lost * total
    others = rates.others_lost[foot.players] * total
    others += units[place, FootField.OTHERS_LOST]
    weight = weights.KIND[SlipKind.COUNT] / foot.players / weights.WAYS_TO_MISCOUNT
    for field, count, effect in (
        (FootField.WON, seat.won, won),
        (FootField.LOST, seat.lost, own_lost),
        (FootField.LOST, seat.lost, lost),
        (FootField.LOST, seat.lost, lost - won),
        (FootField.OTHERS_LOST, seat.others_lost, others),
    ):
        for by in (1, -1):
            if count + by >= 0:
                yield foot_slip(
                    SlipKind.COUNT,
                    place,
                    field,
                    count,
                    by,
                    effect=by * effect,
                    weight=weight,
                )


def rate_slips(
    foot: PaperFoot, totals: ListTotals, cells: Cells
) -> Iterator[Hypothesis]:
    """Yield 40 for 30 at four and five, 30 for 40 at three: at one place or at all."""
    right = RATES[foot.system].others_lost[foot.players]
    if not right:
        return
    by = {30: 10, 40: -10}[right]
    seats = [seat for seat in totals.seats if seat.others_lost]
    one = weights.KIND[SlipKind.RATE] * weights.ONE_PLACE / foot.players
    for seat in seats:
        yield total_slip(seat, by * seat.others_lost, cells, SlipKind.RATE, one)
    yield foot_slip(
        SlipKind.RATE,
        None,
        FootField.TOTAL,
        right,
        by,
        effect=sum(
            by * seat.others_lost * cells.units[seat.place, FootField.TOTAL]
            for seat in seats
        ),
        weight=weights.KIND[SlipKind.RATE] * (1 - weights.ONE_PLACE),
    )


def one_cell(difference: FootDifference, cells: Cells) -> Hypothesis:
    """Return the slip that just this number of the foot is wrong."""
    paper, right = difference.paper, difference.computed
    kind, weight = SlipKind.COUNT, 1.0
    if difference.field in (FootField.GAME_POINTS, FootField.TOTAL):
        kind, weight = SlipKind.DIGITS, cell_weight(paper, right)
    return foot_slip(
        kind,
        difference.place,
        difference.field,
        right,
        difference.by,
        effect=difference.by * cells.units[difference.place, difference.field],
        weight=weights.KIND[kind] * weights.IN_CELL * weights.MISREAD * weight,
        alone=True,
    )


def cell_weight(paper: int, right: int) -> float:
    """Return how easily one number is written for another.

    >>> cell_weight(521, 512) > cell_weight(517, 512) > cell_weight(99, 512) > 0
    True
    """
    if paper == -right or paper in turned_digits(right):
        return 1 / (len(turned_digits(right)) + 1)
    if paper in misreadings(right):
        return UNUSUAL_DIGIT / len(misreadings(right))
    return weights.of_amount(paper - right) * weights.OTHERWISE_OFF
