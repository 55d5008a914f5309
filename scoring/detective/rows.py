"""Do the typed cells of the rows allow a slip: check values, totals, the dealer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.detective import weights
from scoring.detective.hypotheses import Hypothesis
from scoring.detective.slips import Correction, Remedy, RowField, SlipKind
from scoring.detective.worth import Worth, of_line, own_cell
from scoring.entries import Entry
from scoring.house.rounds import PLAIN_TURN, Turn
from scoring.paper import FootField, TypedLine
from scoring.sheets import pausing


@dataclass(slots=True)
class Row:
    """One row of the paper as it should be, if a slip is what is thought."""

    line: TypedLine | None  # None: left out in the typed list
    entry: Entry
    number: int
    value_off: int = 0  # the writer put down this much too much
    carry: int = 0  # and this much too much when he added it up
    ignored: RowField | None = None

    @property
    def turn(self) -> Turn:
        """The round it is in; of a game that was left out nobody knows it."""
        return PLAIN_TURN if self.line is None else self.line.turn

    @property
    def deal(self) -> int:
        """The number that says who dealt it."""
        deal = None if self.line is None else self.line.deal
        return deal or self.number


def rows_if(lines: Sequence[TypedLine], corrections: Sequence[Correction]) -> list[Row]:
    """Return the rows of the paper if these corrections are the truth."""
    rows: dict[int, Row] = {
        line.number: Row(line=line, entry=line.entry, number=line.number)
        for line in lines
    }
    for correction in corrections:
        if correction.line is not None and correction.remedy is not Remedy.INSERT:
            change_row(rows, correction)
    ordered = list(rows.items())
    inserted = [c for c in corrections if c.remedy is Remedy.INSERT]
    for correction in inserted:
        line, entry = correction.line, correction.after
        if line is not None and entry is not None:
            at = sum(number < line for number, _ in ordered)
            ordered.insert(at, (line, Row(line=None, entry=entry, number=line)))
    return [row for _, row in ordered]


def change_row(rows: dict[int, Row], correction: Correction) -> None:
    """Apply a correction of one typed line."""
    line = correction.line
    assert line is not None
    row = rows[line]
    by = (correction.paper or 0) - (correction.right or 0)
    if correction.remedy is Remedy.DELETE:
        del rows[line]
    elif correction.remedy is Remedy.REPLACE and correction.after is not None:
        row.entry = correction.after
    elif correction.kind is SlipKind.ADDITION:
        row.carry = by
    elif correction.alone and isinstance(correction.field, RowField):
        row.ignored = correction.field
    else:
        row.value_off = by


def rows_allow(rows: Sequence[Row], worth: Worth) -> bool:
    """Return whether all typed check values and running totals are as they must."""
    column: dict[int, int] = {}
    for row in rows:
        scored = worth(row.entry, row.turn, row.deal)
        for score in scored.scores:
            column[score.place] = column.get(score.place, 0) + score.points
        cell = own_cell(scored)
        if cell is None:
            continue
        place, value = cell
        column[place] += row.value_off + row.carry
        value += row.value_off
        if row.line is not None and not row_allows(row, value, column[place]):
            return False
    return True


def row_allows(row: Row, value: int, running: int) -> bool:
    """Return whether the typed cells of one row are these numbers."""
    assert row.line is not None
    wrong_value = row.line.value not in (None, value)
    wrong_running = row.line.running not in (None, running)
    return not (
        (wrong_value and row.ignored is not RowField.VALUE)
        or (wrong_running and row.ignored is not RowField.RUNNING)
    )


def dealers_playing(rows: Sequence[Row], players: int) -> int:
    """Return in how many rows the declarer would have had to pause."""
    return sum(
        row.entry.declarer in pausing(number, players)
        for number, row in enumerate(rows, start=1)
        if row.entry.declarer is not None
    )


def moves_a_declarer(correction: Correction) -> bool:
    """Return whether a correction changes who plays in any row."""
    return (
        correction.remedy in (Remedy.INSERT, Remedy.DELETE)
        or correction.kind is SlipKind.COLUMN
    )


def has_cells(lines: Sequence[TypedLine]) -> bool:
    """Return whether any cell of a row was typed from the paper."""
    return any(line.value is not None or line.running is not None for line in lines)


def readings(
    hypothesis: Hypothesis, lines: Sequence[TypedLine], in_rows: bool
) -> Iterator[Hypothesis]:
    """Yield a slip at each line where it may have happened.

    A missing game may have been anywhere. Game points that are wrong in the foot
    may have gone wrong in any row of that column, which matters only if cells of
    the rows are known.
    """
    correction = hypothesis.correction
    if correction.remedy is Remedy.INSERT:
        for number in range(1, len(lines) + 2):
            yield at_line(hypothesis, number, 1 / (len(lines) + 1))
        return
    yield hypothesis
    is_column = correction.field is FootField.GAME_POINTS
    if in_rows and is_column and correction.kind is SlipKind.ADDITION:
        own = [line for line in lines if line.entry.declarer == correction.place]
        for line in own:
            located = at_line(hypothesis, line.number, 1 / len(own))
            located.where = ("line", line.number)
            located.correction = replace(located.correction, field=RowField.RUNNING)
            yield located


def at_line(hypothesis: Hypothesis, number: int, part: float) -> Hypothesis:
    """Return the same slip at a certain line."""
    return replace(
        hypothesis,
        weight=hypothesis.weight * part,
        correction=replace(hypothesis.correction, line=number),
    )


def wrong_cells(
    lines: Sequence[TypedLine], values: Sequence[int], worth: Worth
) -> Iterator[Hypothesis]:
    """Yield the slips of one cell of a row that nothing else depends on."""
    column: dict[int, int] = {}
    for index, line in enumerate(lines):
        scored = of_line(line, worth)
        for written in scored.scores:
            column[written.place] = column.get(written.place, 0) + written.points
        cell = own_cell(scored)
        if cell is None:
            continue
        place, score = cell
        for field, paper, right, unit in (
            (RowField.VALUE, line.value, score, values[index]),
            (RowField.RUNNING, line.running, column[place], 0),
        ):
            if paper is not None and paper != right:
                yield Hypothesis(
                    effect=(paper - right) * unit,
                    weight=weights.KIND[SlipKind.DIGITS] * weights.MISREAD / len(lines),
                    where=("line", line.number),
                    correction=Correction(
                        kind=SlipKind.DIGITS,
                        remedy=Remedy.PAPER,
                        line=line.number,
                        place=place,
                        field=field,
                        paper=paper,
                        right=right,
                        alone=True,
                    ),
                )
