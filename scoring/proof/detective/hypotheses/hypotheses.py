"""One possible slip with its effect on all numbers, and the lines where it may be."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scoring.game.problems import is_written_value
from scoring.game.written_games import BASE_VALUE
from scoring.lists.sheets import RATES, ListTotals, SeatTotal
from scoring.proof.detective.case import (
    Case,
    Cells,
    declarers_if,
    line_worth,
    lost_unit,
    own_cell,
    places_for,
    won_unit,
)
from scoring.proof.detective.slips import kinds
from scoring.proof.detective.slips.kinds import Correction, Remedy, RowField, SlipKind
from scoring.proof.detective.slips.neighbours import misreadings, turned_digits
from scoring.proof.paper import FootDifference, FootField, PaperFoot, TypedLine

Place = tuple[str | int, ...]
"""Where a slip is supposed to be; two slips at one place are readings of the same."""

Reading = tuple[float, Correction]
"""A part of the weight of a slip, and the correction for it."""


@dataclass(slots=True)
class Hypothesis:
    """A slip: what it adds to the numbers of the paper, and how likely it is.

    ``readings`` returns its readings, likeliest first: all add the same, and differ
    only in what went wrong. It is called only if the numbers fit.
    """

    effect: int
    weight: float
    where: Place
    readings: Callable[[], tuple[Reading, ...]]
    is_inserted: bool = False


def single_reading(
    correction: Correction, *, effect: int, weight: float, where: Place
) -> Hypothesis:
    """Return the hypothesis of a slip that has only one reading."""
    return Hypothesis(
        effect=effect,
        weight=weight,
        where=where,
        readings=lambda: ((1.0, correction),),
        is_inserted=correction.remedy is Remedy.INSERT,
    )


Placement = tuple[float, Place, tuple[Reading, ...]]
"""A part of a hypothesis at one line: which part, where, and its readings."""


def placements(
    hypothesis: Hypothesis, case: Case, others: tuple[Correction, ...]
) -> Iterator[Placement]:
    """Yield a slip at each line where it may have happened, given the ``others``.

    A missing game may have been wherever no dealer plays then. Game points that are
    wrong in the foot may have gone wrong in any row of that column, which matters only
    if cells of the rows are known.
    """
    readings = hypothesis.readings()
    correction = readings[0][1]
    if hypothesis.is_inserted:
        # At each row, or as one span where no row can tell.
        declarers = declarers_if(case.lines, others)
        _, rows = places_for(declarers, correction.place, case.foot.players)
        part = 1 / (len(declarers) + 1)
        if case.has_running:
            for row in rows:
                yield part, hypothesis.where, at_line(readings, row)
            return
        first, last = rows[0], rows[-1]
        span = None if first == last else (first, last)
        yield part * len(rows), hypothesis.where, at_line(readings, first, span)
        return
    yield 1.0, hypothesis.where, readings
    is_column = correction.field is FootField.GAME_POINTS
    if case.has_running and is_column and correction.kind is SlipKind.ADDITION:
        for part, carried in _carried_sums(correction, case):
            yield part, hypothesis.where, ((1.0, carried),)


def _carried_sums(correction: Correction, case: Case) -> Iterator[Reading]:
    """Yield a wrong sum of the foot as one that began in a row of its column."""
    column = [line for line in case.lines if line.entry.declarer == correction.place]
    running = 0
    for line in column:
        cell = own_cell(line_worth(line, case.worth))
        running += cell[1] if cell else 0
        yield (
            1 / len(column),
            replace(
                correction,
                line=line.number,
                field=RowField.RUNNING,
                paper=running + correction.by,
                right=running,
            ),
        )


def at_line(
    readings: tuple[Reading, ...], number: int, span: tuple[int, int] | None = None
) -> tuple[Reading, ...]:
    """Return the same readings at a certain line, or at one of several."""
    return tuple(
        (part, replace(correction, line=number, span=span))
        for part, correction in readings
    )


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
    return {d.by for d in differences if (d.place, d.field) == (place, field)}


def column_sums(
    seat: SeatTotal, differences: tuple[FootDifference, ...], cells: Cells, players: int
) -> Iterator[Hypothesis]:
    """Yield game points that are wrong in the foot and carried into the total."""
    place, points = seat.place, seat.game_points
    of_digits = kinds.KIND[SlipKind.DIGITS] * kinds.CARRIED / players
    turned = {number - points for number in turned_digits(points)}
    points_off = amounts_off(differences, place, FootField.GAME_POINTS)
    total_off = amounts_off(differences, place, FootField.TOTAL) or {0}
    for by in turned | {-2 * points} - {0}:
        yield points_slip(
            seat, by, cells, SlipKind.DIGITS, of_digits / (len(turned) + 1)
        )
    of_sums = kinds.KIND[SlipKind.ADDITION] / 2 / players
    for by in points_off:
        weight = of_sums * kinds.of_amount(by)
        yield points_slip(seat, by, cells, SlipKind.ADDITION, weight)
    # What is left of a wrong total when wrong game points were carried into it.
    rest_off = {by - carried for by in total_off for carried in {0, *points_off}}
    for by in rest_off - {0}:
        weight = of_sums * kinds.of_amount(by)
        yield total_slip(seat, by, cells, SlipKind.ADDITION, weight)


def points_slip(
    seat: SeatTotal, by: int, cells: Cells, kind: SlipKind, weight: float
) -> Hypothesis:
    field, points = FootField.GAME_POINTS, seat.game_points
    effect = by * cells.points[seat.place]
    return foot_slip(kind, seat.place, field, points, by, effect=effect, weight=weight)


def total_slip(
    seat: SeatTotal, by: int, cells: Cells, kind: SlipKind, weight: float
) -> Hypothesis:
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
    weight = kinds.KIND[SlipKind.FIFTY] / foot.players
    for by in {-won, lost}:
        yield total_slip(seat, by, cells, SlipKind.FIFTY, weight * kinds.ONE_FIFTY / 2)
    if seat.won_lost_bonus not in (0, won, -lost):
        rest = weight * (1 - kinds.ONE_FIFTY)
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
    weight = kinds.KIND[SlipKind.COUNT] / foot.players / kinds.WAYS_TO_MISCOUNT
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
    one = kinds.KIND[SlipKind.RATE] * kinds.ONE_PLACE / foot.players
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
        weight=kinds.KIND[SlipKind.RATE] * (1 - kinds.ONE_PLACE),
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
        weight=kinds.KIND[kind] * kinds.IN_CELL * kinds.MISREAD * weight,
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
    return kinds.of_amount(paper - right) * kinds.OTHERWISE_OFF


def row_slips(case: Case) -> Iterator[Hypothesis]:
    """Yield what the writer may have put down wrongly in a row and carried on."""
    rows = [*played_rows(case)]
    lost = sum(row.score < 0 for row in rows)
    for row in rows:
        yield from row.digits()
        yield from row.lost_ones(lost) if row.score < 0 else row.subtracted()
        yield from row.in_other_columns()
        yield from row.game_forgotten()


@dataclass(slots=True)
class PlayedRow:
    """One row of a typed game, which the writer may have written differently."""

    case: Case
    index: int
    line: TypedLine
    place: int
    score: int
    running: int

    @property
    def count(self) -> int:
        return len(self.case.lines)

    def digits(self) -> Iterator[Hypothesis]:
        """Yield turned digits of the value, and of the running total after it.

        Digits that make no value of a game were turned while adding, unless the
        paper shows them in the row.
        """
        weight = kinds.KIND[SlipKind.DIGITS] * kinds.IN_ROW / self.count
        for turned in (turned_digits(self.score), turned_digits(self.running)):
            is_value = turned is turned_digits(self.score)
            right = self.score if is_value else self.running
            likely = [wrong for wrong in turned if len(str(wrong)) == len(str(right))]
            for wrong in likely:
                is_plausible = is_written_value(wrong) or self.line.value == wrong
                make_slip = self.value if is_value and is_plausible else self.carried
                yield make_slip(SlipKind.DIGITS, wrong - right, weight / len(likely))

    def lost_ones(self, lost: int) -> Iterator[Hypothesis]:
        """Yield a loss that was not doubled, or added instead of subtracted."""
        half = -self.score // 2
        single = kinds.KIND[SlipKind.SINGLE] / lost
        side = kinds.KIND[SlipKind.SIDE] / lost
        yield self.value(SlipKind.SINGLE, half, single)
        yield self.value(SlipKind.SIDE, 4 * half, side * kinds.SIDE_IN_CELL)
        yield self.value(SlipKind.SIDE, 3 * half, single * kinds.RARELY)
        yield self.carried(SlipKind.SIDE, 4 * half, side * (1 - kinds.SIDE_IN_CELL))

    def subtracted(self) -> Iterator[Hypothesis]:
        """Yield a game won that was subtracted, or doubled as if it were lost."""
        weight = kinds.KIND[SlipKind.SIDE] * kinds.RARELY / self.count
        yield self.carried(SlipKind.SIDE, -2 * self.score, weight)
        yield self.value(SlipKind.SINGLE, self.score, weight * kinds.RARELY)

    def game_forgotten(self) -> Iterator[Hypothesis]:
        """Yield the base value once for "with 1, game 2": no game has that value."""
        contract = self.line.entry.contract
        base = BASE_VALUE.get(contract, 0) if contract else 0
        if base and abs(self.score) == 2 * base * (1 + (self.score < 0)):
            weight = kinds.GAME_FORGOTTEN / self.count
            yield self.value(SlipKind.RECKONED, -self.score // 2, weight)

    def in_other_columns(self) -> Iterator[Hypothesis]:
        """Yield the points in another column, with the game counted as it should be."""
        points = self.case.cells.points
        weight = kinds.KIND[SlipKind.COLUMN] * kinds.RARELY / self.count
        for place in points:
            if place != self.place:
                yield self.slip(
                    self.score * (points[place] - points[self.place]),
                    weight / len(points),
                    Correction(
                        kind=SlipKind.COLUMN,
                        remedy=Remedy.PAPER,
                        line=self.line.number,
                        place=place,
                        field=RowField.VALUE,
                        paper=self.score,
                        right=0,
                    ),
                )

    def value(self, kind: SlipKind, by: int, weight: float) -> Hypothesis:
        """Return the slip that a value is off by this much, and all that follows."""
        unit = self.case.cells.points[self.place] + self.case.cells.values[self.index]
        correction = self.correction(kind, RowField.VALUE, self.score, by)
        return self.slip(by * unit, weight, correction)

    def carried(self, kind: SlipKind, by: int, weight: float) -> Hypothesis:
        """Return the slip that a running total is off after a value that is right."""
        correction = self.correction(kind, RowField.RUNNING, self.running, by)
        unit = self.case.cells.points[self.place]
        return self.slip(by * unit, weight, correction)

    def correction(
        self, kind: SlipKind, field: RowField, right: int, by: int
    ) -> Correction:
        return Correction(
            kind=kind,
            remedy=Remedy.PAPER,
            line=self.line.number,
            place=self.place,
            field=field,
            paper=right + by,
            right=right,
        )

    def slip(self, effect: int, weight: float, correction: Correction) -> Hypothesis:
        """Return a slip in this row with its effect on the numbers."""
        where = ("line", self.line.number)
        return single_reading(correction, effect=effect, weight=weight, where=where)


def wrong_cells(case: Case) -> Iterator[Hypothesis]:
    """Yield the slips of one cell of a row that nothing else depends on."""
    for row in played_rows(case):
        line = row.line
        for field, paper, right, unit in (
            (RowField.VALUE, line.value, row.score, case.cells.values[row.index]),
            (RowField.RUNNING, line.running, row.running, 0),
        ):
            if paper is not None and paper != right:
                yield single_reading(
                    Correction(
                        kind=SlipKind.DIGITS,
                        remedy=Remedy.PAPER,
                        line=line.number,
                        place=row.place,
                        field=field,
                        paper=paper,
                        right=right,
                        alone=True,
                    ),
                    effect=(paper - right) * unit,
                    weight=kinds.KIND[SlipKind.DIGITS]
                    * kinds.MISREAD
                    / len(case.lines),
                    where=("line", line.number),
                )


def played_rows(case: Case) -> Iterator[PlayedRow]:
    """Yield the rows that have a cell for their value, with the running total."""
    column: dict[int, int] = {}
    for index, line in enumerate(case.lines):
        line_score = line_worth(line, case.worth)
        for share in line_score.scores:
            column[share.place] = column.get(share.place, 0) + share.points
        cell = own_cell(line_score)
        if cell is not None:
            place, score = cell
            yield PlayedRow(case, index, line, place, score, column[place])
