"""Slips of the writer in the columns and in the foot of the paper."""

from collections.abc import Iterator

from scoring.detective import weights
from scoring.detective.cells import Cells
from scoring.detective.hypotheses import Hypothesis
from scoring.detective.neighbours import misread, turned_digits
from scoring.detective.slips import Correction, Remedy, SlipKind
from scoring.paper import Difference, FootField, PaperFoot
from scoring.sheets import ListTotals, SeatTotal
from scoring.systems import RATES

UNUSUAL_DIGIT = 0.3  # a misread digit, compared with two digits turned


def foot_slips(
    foot: PaperFoot,
    totals: ListTotals,
    found: tuple[Difference, ...],
    cells: Cells,
) -> list[Hypothesis]:
    """Return every slip that may have happened in the columns and the foot.

    Sums can be wrong by any amount: those are tried that were found.
    """
    slips: list[Hypothesis] = []
    for seat in totals.seats:
        slips += column_sums(seat, found, cells, foot.players)
        slips += fifties(seat, foot, cells)
        slips += counts(seat, foot, cells)
    slips += rates(foot, totals, cells)
    slips += [one_cell(difference, cells) for difference in found]
    return slips


def amounts_found(
    found: tuple[Difference, ...], place: int, field: FootField
) -> set[int]:
    """Return by how much this cell differs, if it does."""
    return {d.by for d in found if (d.place, d.field) == (place, field)}


def column_sums(
    seat: SeatTotal, found: tuple[Difference, ...], cells: Cells, players: int
) -> Iterator[Hypothesis]:
    """Yield game points that are wrong in the foot and carried into the total."""
    place, points = seat.place, seat.game_points
    of_digits = weights.KIND[SlipKind.DIGITS] * weights.CARRIED / players
    turned = {number - points for number in turned_digits(points)}
    points_off = amounts_found(found, place, FootField.GAME_POINTS)
    total_off = amounts_found(found, place, FootField.TOTAL) or {0}
    for by in turned | {-2 * points} - {0}:
        yield points_slip(
            seat, by, cells, SlipKind.DIGITS, of_digits / (len(turned) + 1)
        )
    of_sums = weights.KIND[SlipKind.ADDITION] / 2 / players
    for by in points_off:
        weight = of_sums * weights.of_amount(by)
        yield points_slip(seat, by, cells, SlipKind.ADDITION, weight)
    # What is left of a wrong total when wrong game points were carried into it.
    own_off = {by - carried for by in total_off for carried in {0, *points_off}}
    for by in own_off - {0}:
        weight = of_sums * weights.of_amount(by)
        yield total_slip(seat, by, cells, SlipKind.ADDITION, weight)


def points_slip(
    seat: SeatTotal, by: int, cells: Cells, kind: SlipKind, weight: float
) -> Hypothesis:
    """Return game points wrong by an amount, and the total with them."""
    return Hypothesis(
        effect=by * cells.points[seat.place],
        weight=weight,
        where=("foot", seat.place, FootField.GAME_POINTS),
        correction=Correction(
            kind=kind,
            remedy=Remedy.PAPER,
            place=seat.place,
            field=FootField.GAME_POINTS,
            paper=seat.game_points + by,
            right=seat.game_points,
        ),
    )


def total_slip(
    seat: SeatTotal, by: int, cells: Cells, kind: SlipKind, weight: float
) -> Hypothesis:
    """Return a total that is wrong by an amount."""
    return Hypothesis(
        effect=by * cells.units[seat.place, FootField.TOTAL],
        weight=weight,
        where=("foot", seat.place, FootField.TOTAL),
        correction=Correction(
            kind=kind,
            remedy=Remedy.PAPER,
            place=seat.place,
            field=FootField.TOTAL,
            paper=seat.total + by,
            right=seat.total,
        ),
    )


def fifties(seat: SeatTotal, foot: PaperFoot, cells: Cells) -> Iterator[Hypothesis]:
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


def counts(seat: SeatTotal, foot: PaperFoot, cells: Cells) -> Iterator[Hypothesis]:
    """Yield games won, lost, or lost by others counted wrongly by one."""
    rates = RATES[foot.system]
    place = seat.place
    worth = (
        (FootField.WON, seat.won, rates.won),
        (FootField.LOST, seat.lost, -rates.lost),
        (FootField.OTHERS_LOST, seat.others_lost, rates.others_lost[foot.players]),
    )
    weight = weights.KIND[SlipKind.COUNT] / foot.players / 6
    total = cells.units[place, FootField.TOTAL]
    for field, count, points in worth:
        for by in (1, -1):
            yield Hypothesis(
                effect=by * (cells.units.get((place, field), 0) + points * total),
                weight=weight,
                where=("foot", place, field),
                correction=Correction(
                    kind=SlipKind.COUNT,
                    remedy=Remedy.PAPER,
                    place=place,
                    field=field,
                    paper=count + by,
                    right=count,
                ),
            )


def rates(foot: PaperFoot, totals: ListTotals, cells: Cells) -> Iterator[Hypothesis]:
    """Yield 40 for 30 at four and five, 30 for 40 at three: one place or all."""
    right = RATES[foot.system].others_lost[foot.players]
    if not right:
        return
    by = {30: 10, 40: -10}[right]
    seats = [seat for seat in totals.seats if seat.others_lost]
    one = weights.KIND[SlipKind.RATE] * weights.ONE_PLACE / foot.players
    for seat in seats:
        yield total_slip(seat, by * seat.others_lost, cells, SlipKind.RATE, one)
    yield Hypothesis(
        effect=sum(
            by * seat.others_lost * cells.units[seat.place, FootField.TOTAL]
            for seat in seats
        ),
        weight=weights.KIND[SlipKind.RATE] * (1 - weights.ONE_PLACE),
        where=("foot", 0, FootField.TOTAL),
        correction=Correction(
            kind=SlipKind.RATE,
            remedy=Remedy.PAPER,
            field=FootField.TOTAL,
            paper=right + by,
            right=right,
        ),
    )


def one_cell(difference: Difference, cells: Cells) -> Hypothesis:
    """Return the slip that just this number of the foot is wrong."""
    paper, right = difference.paper, difference.computed
    if difference.field in (FootField.GAME_POINTS, FootField.TOTAL):
        kind = SlipKind.DIGITS
        weight = weights.KIND[kind] * weights.IN_CELL * cell_weight(paper, right)
    else:
        kind = SlipKind.COUNT
        weight = weights.KIND[kind] * weights.IN_CELL
    return Hypothesis(
        effect=difference.by * cells.units[difference.place, difference.field],
        weight=weight * weights.MISREAD,
        where=("foot", difference.place or 0, difference.field),
        correction=Correction(
            kind=kind,
            remedy=Remedy.PAPER,
            place=difference.place,
            field=difference.field,
            paper=paper,
            right=right,
            alone=True,
        ),
    )


def cell_weight(paper: int, right: int) -> float:
    """Return how easily one number is written for another.

    >>> cell_weight(521, 512) > cell_weight(517, 512) > cell_weight(99, 512) > 0
    True
    """
    if paper == -right or paper in turned_digits(right):
        return 1 / (len(turned_digits(right)) + 1)
    if paper in misread(right):
        return UNUSUAL_DIGIT / len(misread(right))
    return weights.of_amount(paper - right) * weights.OTHERWISE_OFF
