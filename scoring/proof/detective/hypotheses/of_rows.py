"""Slips of the writer in a row: a value, or the running total after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.game.contracts import BASE_VALUE
from scoring.game.problems import is_written_value
from scoring.proof.detective.case.case import Case
from scoring.proof.detective.case.rows import line_worth, own_cell
from scoring.proof.detective.hypotheses.hypotheses import Hypothesis, single_reading
from scoring.proof.detective.slips import weights
from scoring.proof.detective.slips.kinds import Correction, Remedy, RowField, SlipKind
from scoring.proof.detective.slips.neighbours import turned_digits
from scoring.proof.paper import TypedLine


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
        """The number of lines."""
        return len(self.case.lines)

    def digits(self) -> Iterator[Hypothesis]:
        """Yield turned digits of the value, and of the running total after it.

        Digits that make no value of a game were turned while adding, unless the
        paper shows them in the row.
        """
        weight = weights.KIND[SlipKind.DIGITS] * weights.IN_ROW / self.count
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
        single = weights.KIND[SlipKind.SINGLE] / lost
        side = weights.KIND[SlipKind.SIDE] / lost
        yield self.value(SlipKind.SINGLE, half, single)
        yield self.value(SlipKind.SIDE, 4 * half, side * weights.SIDE_IN_CELL)
        yield self.value(SlipKind.SIDE, 3 * half, single * weights.RARELY)
        yield self.carried(SlipKind.SIDE, 4 * half, side * (1 - weights.SIDE_IN_CELL))

    def subtracted(self) -> Iterator[Hypothesis]:
        """Yield a game won that was subtracted, or doubled as if it were lost."""
        weight = weights.KIND[SlipKind.SIDE] * weights.RARELY / self.count
        yield self.carried(SlipKind.SIDE, -2 * self.score, weight)
        yield self.value(SlipKind.SINGLE, self.score, weight * weights.RARELY)

    def game_forgotten(self) -> Iterator[Hypothesis]:
        """Yield the base value once for "with 1, game 2": no game has that value."""
        contract = self.line.entry.contract
        base = BASE_VALUE.get(contract, 0) if contract else 0
        if base and abs(self.score) == 2 * base * (1 + (self.score < 0)):
            weight = weights.GAME_FORGOTTEN / self.count
            yield self.value(SlipKind.RECKONED, -self.score // 2, weight)

    def in_other_columns(self) -> Iterator[Hypothesis]:
        """Yield the points in another column, with the game counted as it should be."""
        points = self.case.cells.points
        weight = weights.KIND[SlipKind.COLUMN] * weights.RARELY / self.count
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
        """Return the correction of a wrong number of this row."""
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
                    weight=weights.KIND[SlipKind.DIGITS]
                    * weights.MISREAD
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
