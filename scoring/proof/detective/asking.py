"""The number of the paper that would decide most between the suspects (M3)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Any

from scoring.proof.detective.case import (
    Row,
    Worth,
    closed_rows,
    own_cell,
    rows_if,
    worth_in,
)
from scoring.proof.detective.slips.kinds import Correction, Remedy, RowField, Suspect
from scoring.proof.paper import (
    SEAT_FIELDS,
    FootField,
    PaperFoot,
    TypedLine,
    faultless_foot,
)

SURE = 0.95
WORTH_A_LOOK = 0.1  # bits; a number that tells less is not asked for


@dataclass(frozen=True, slots=True)
class Wanted:
    """A number of the paper: one of a row, or of a place in the foot."""

    line: int | None
    place: int | None
    field: FootField | RowField

    @property
    def key(self) -> str:
        """Return a word that names the number.

        >>> Wanted(12, None, RowField.RUNNING).key
        '12.running'
        """
        where = f"p{self.place}" if self.line is None else f"{self.line}"
        return f"{where}.{self.field}"


def wanted_from(key: str) -> Wanted:
    """Return the number that a key names; raises ValueError if it names none.

    >>> wanted_from("p2.total")
    Wanted(line=None, place=2, field=<FootField.TOTAL: 'total'>)
    """
    where, _, name = key.partition(".")
    if where.startswith("p"):
        return Wanted(None, int(where[1:]), FootField(name))
    return Wanted(int(where), None, RowField(name))


Numbers = Mapping[Wanted, int]


def next_number(
    lines: Sequence[TypedLine], foot: PaperFoot, suspects: Sequence[Suspect]
) -> Wanted | None:
    """Return the untyped number that would decide most between ``suspects``.

    None if one suspect stands alone, or if no number tells much.
    """
    if len(suspects) < 2 or suspects[0].share >= SURE:
        return None
    typed = set(typed_numbers(lines, foot))
    worth = worth_in(foot)
    guesses = [
        (suspect.share, numbers_if(lines, foot, worth, suspect.corrections))
        for suspect in suspects
    ]
    total_share = sum(share for share, _ in guesses)
    wanted = sorted(
        {number for _, numbers in guesses for number in numbers} - typed, key=str
    )
    bits = {number: information_in(number, guesses, total_share) for number in wanted}
    best = max(bits, key=lambda number: bits[number], default=None)
    return best if best and bits[best] >= WORTH_A_LOOK else None


def information_in(
    number: Wanted, guesses: Sequence[tuple[float, Numbers]], total_share: float
) -> float:
    """Return how many bits a number tells about the suspects."""
    answers: dict[int | None, float] = {}
    for share, numbers in guesses:
        answer = numbers.get(number)
        answers[answer] = answers.get(answer, 0.0) + share / total_share
    return -sum(part * log2(part) for part in answers.values() if part)


def typed_numbers(lines: Sequence[TypedLine], foot: PaperFoot) -> Iterator[Wanted]:
    """Yield the numbers that were typed from the paper."""
    for line in lines:
        for field in RowField:
            if getattr(line, field) is not None:
                yield Wanted(line.number, None, field)
    for seat in foot.seats:
        for cell in SEAT_FIELDS:
            if getattr(seat, cell) is not None:
                yield Wanted(None, seat.place, cell)


def numbers_if(
    lines: Sequence[TypedLine],
    foot: PaperFoot,
    worth: Worth,
    corrections: Sequence[Correction],
) -> Numbers:
    """Return the numbers of the paper if these corrections are true."""
    placed = [
        replace(slip, line=slip.span[1]) if slip.span else slip for slip in corrections
    ]
    rows = rows_if(lines, placed)
    numbers = dict(row_numbers(rows, worth))
    totals = faultless_foot(closed_rows(rows, foot, worth))
    for seat in totals.seats:
        for field in SEAT_FIELDS:
            numbers[Wanted(None, seat.place, field)] = getattr(seat, field)
    for correction in corrections:
        if correction.line is None and correction.remedy is Remedy.PAPER:
            change_foot(numbers, correction)
    return numbers


def row_numbers(rows: Sequence[Row], worth: Worth) -> Iterator[tuple[Wanted, int]]:
    """Yield value and running total of each row that was typed."""
    column: dict[int, int] = {}
    for row in rows:
        scored = worth(row.entry, row.turn, row.number)
        for score in scored.scores:
            column[score.place] = column.get(score.place, 0) + score.points
        cell = own_cell(scored)
        if cell is None:
            continue
        place, value = cell
        column[place] += row.value_off + row.carry
        if row.line is not None:
            number = row.line.number
            yield Wanted(number, None, RowField.VALUE), value + row.value_off
            yield Wanted(number, None, RowField.RUNNING), column[place]


def change_foot(numbers: dict[Wanted, int], correction: Correction) -> None:
    """Change a number that is wrong in the foot, and the total it was carried into."""
    for field in (correction.field, FootField.TOTAL):
        cell = Wanted(None, correction.place, FootField(field or FootField.TOTAL))
        if cell in numbers and not (correction.alone and field is not correction.field):
            numbers[cell] += correction.by
        if correction.field is not FootField.GAME_POINTS:
            return


def with_answers(
    lines: Sequence[TypedLine], foot: PaperFoot, numbers: Numbers
) -> tuple[list[TypedLine], PaperFoot]:
    """Return list and foot with the ``numbers`` read from the paper since."""
    of_rows: dict[int, dict[str, Any]] = {}
    of_seats: dict[int, dict[str, int]] = {}
    for wanted, number in numbers.items():
        if wanted.line is not None:
            of_rows.setdefault(wanted.line, {})[wanted.field.value] = number
        elif wanted.place is not None:
            of_seats.setdefault(wanted.place, {})[wanted.field.value] = number
    answered_lines = [replace(line, **of_rows.get(line.number, {})) for line in lines]
    seats = (replace(seat, **of_seats.get(seat.place, {})) for seat in foot.seats)
    return answered_lines, replace(foot, seats=tuple(seats))
