"""Reading the rows of an old table whose columns are known."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.lists.systems import RATES, System
from tournaments.files.foreign.arithmetic import games_for_points
from tournaments.files.foreign.cells import (
    DITTO,
    day_in,
    is_empty,
    is_impossible_day,
    is_whole_number,
    whole_number_in,
)
from tournaments.files.foreign.heads import Meaning, evening_number
from tournaments.files.foreign.mapping import Layout, Shape
from tournaments.files.foreign.names import is_sum_label

RATE = RATES[System.SEEGER_FABIAN]
NAMES = (Meaning.FIRST, Meaning.LAST, Meaning.NAME)
GAMES = (Meaning.WON, Meaning.LOST)
CLOSING = (Meaning.TOTAL, Meaning.POINTS, *GAMES, Meaning.OTHERS)
MOST_POINTS = 200_000  # more than any player has, even in a year
MOST_GAMES = 4999
MOST_SERIES = 12


class FaultReason(StrEnum):
    """The reason why a row, or an evening in it, holds no result."""

    SUMS = "sums"
    NO_NAME = "no-name"
    NO_DAY = "no-day"
    NO_SUCH_DAY = "no-such-day"
    NO_NUMBER = "no-number"
    TOO_FAR = "too-far"
    NO_RESULT = "no-result"
    TO_COME = "to-come"


@dataclass(frozen=True, slots=True)
class RowFault:
    """Why there is no result; with the text, column and head of the cell to blame."""

    reason: FaultReason
    text: str = ""
    column: int = 0
    head: str = ""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Two totals of one result: the stated one and the sum of its parts."""

    stated: int
    added_up: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPart:
    """The result of a player in one series; numbers that the table lacks are 0."""

    series: int
    total: int
    points: int = 0
    won: int = 0
    lost: int = 0
    others: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerRow:
    """A result as the table has it, or the reason why there is none.

    ``number`` counts the rows of the file. ``mismatch`` is set where the parts do not
    add up to the stated total. ``lists`` is None if the table has no such column.
    """

    number: int
    name: Mapping[str, str]
    day: datetime.date | None = None
    evening: str = ""
    parts: tuple[FormerPart, ...] = ()
    lists: int | None = None
    mismatch: Mismatch | None = None
    fault: RowFault | None = None

    @property
    def total(self) -> int:
        return sum(part.total for part in self.parts)

    @property
    def stated_total(self) -> int:
        """Return the total as the table states it."""
        return self.mismatch.stated if self.mismatch else self.total


@dataclass(frozen=True, slots=True)
class GivenDates:
    """The dates that the user gives because the table lacks them."""

    day: datetime.date | None = None
    year: int | None = None
    today: datetime.date = datetime.date.max


def read_rows(
    rows: Sequence[Sequence[str]], layout: Layout, given: GivenDates
) -> list[FormerRow]:
    """Return all results of a table, and the rows without one, in order."""
    results: list[FormerRow] = []
    day = given.day
    for number, row in enumerate(rows, 1):
        if number <= layout.first_row or not any(cell.strip() for cell in row):
            continue
        cells = RowCells(layout, row)
        own_day = day_in(cells.text(Meaning.DATE), given.year) or heading_day(
            row, given
        )
        if own_day or (day_fault(cells).text and any(cells.name().values())):
            day = own_day  # rows that leave out their day have that of the row above
        results += results_in_row(number, cells, day, given)
    return [without_future_result(row, given.today) for row in results]


def without_future_result(row: FormerRow, today: datetime.date) -> FormerRow:
    """Return the row, without its result if its day is still to come."""
    if row.fault or row.day is None or row.day <= today:
        return row
    return replace(row, parts=(), fault=RowFault(FaultReason.TO_COME))


def heading_day(row: Sequence[str], given: GivenDates) -> datetime.date | None:
    """Return the day that is alone in its row, above the results of an evening."""
    filled = [cell for cell in row if cell.strip()]
    return day_in(filled[0], given.year) if len(filled) == 1 else None


@dataclass(frozen=True, slots=True)
class RowCells:
    """The cells of a row, to be read by their meanings."""

    layout: Layout
    row: Sequence[str]

    def at(self, place: int) -> str:
        return self.row[place].strip() if place < len(self.row) else ""

    def text(self, meaning: Meaning) -> str:
        """Return the text of the first column with a meaning; empty without one."""
        return next((self.at(place) for place in self.layout.columns(meaning)), "")

    def name(self) -> dict[str, str]:
        """Return the parts of the name for which there are columns."""
        meanings = [meaning for meaning in NAMES if self.layout.columns(meaning)]
        return {meaning.value: self.text(meaning) for meaning in meanings}

    def fault(self, place: int) -> RowFault | None:
        """Return the fault of a cell that should hold a number, if it has one."""
        text, number = self.at(place), whole_number_in(self.at(place))
        is_game = self.layout.meanings[place] in GAMES
        least, most = (0, MOST_GAMES) if is_game else (-MOST_POINTS, MOST_POINTS)
        if is_empty(text) or (number is not None and least <= number <= most):
            return None
        why = FaultReason.TOO_FAR if is_whole_number(text) else FaultReason.NO_NUMBER
        return RowFault(why, text, place + 1, self.layout.heads[place])


def results_in_row(
    number: int, cells: RowCells, day: datetime.date | None, given: GivenDates
) -> Iterator[FormerRow]:
    """Yield the results of one row: one, or one for each evening of a matrix."""
    name = cells.name()
    text = " ".join(filter(None, name.values()))
    if any(map(is_sum_label, name.values() if text else cells.row)):
        yield FormerRow(number=number, name=name, fault=RowFault(FaultReason.SUMS))
    elif not text or whole_number_in(text) is not None or day_in(text, 2000):
        yield FormerRow(number=number, name=name, fault=RowFault(FaultReason.NO_NAME))
    elif cells.layout.shape is Shape.MATRIX:
        yield from evening_results(number, cells, name, given)
    else:
        yield row_result(number, cells, name, day, given)


def evening_results(
    number: int, cells: RowCells, name: Mapping[str, str], given: GivenDates
) -> Iterator[FormerRow]:
    """Yield the result of each evening on which the player was present."""
    for place in cells.layout.columns(Meaning.SERIES):
        text, head = cells.at(place), cells.layout.heads[place]
        if is_empty(text):
            continue
        day = day_in(head, given.year) or numbered_day(head, given.year)
        total = whole_number_in(text)
        fault = cells.fault(place) or (None if day else RowFault(FaultReason.NO_DAY))
        parts = () if fault or total is None else (FormerPart(series=1, total=total),)
        evening = "" if day_in(head, 2000) else head.strip()
        yield FormerRow(
            number=number, name=name, day=day, evening=evening, parts=parts, fault=fault
        )


def numbered_day(head: str, year: int | None) -> datetime.date | None:
    """Return a day for an evening with only a number: that day of the year."""
    number = evening_number(head)
    if year is None or not number:
        return None
    return datetime.date(year, 1, 1) + datetime.timedelta(days=number - 1)


def row_result(
    number: int,
    cells: RowCells,
    name: Mapping[str, str],
    day: datetime.date | None,
    given: GivenDates,
) -> FormerRow:
    """Return the result of a row; its parts are its series or its closing."""
    if cells.layout.shape is Shape.YEAR and given.year and not day:
        day = datetime.date(given.year, 12, 31)
        # The totals of the current year are those up to today.
        day = given.today if day.year == given.today.year else day
    parts, fault = parts_and_fault(cells)
    if not fault and day is None:
        fault = day_fault(cells)
    total = whole_number_in(cells.text(Meaning.TOTAL))
    return FormerRow(
        number=number,
        name=name,
        day=day,
        evening=cells.text(Meaning.EVENING),
        parts=() if fault else parts,
        lists=whole_number_in(cells.text(Meaning.LISTS)),
        mismatch=mismatch_of(parts, total),
        fault=fault,
    )


def day_fault(cells: RowCells) -> RowFault:
    """Return the fault of a row without a day; without text if its cell is empty."""
    text = cells.text(Meaning.DATE)
    if is_empty(text) or text.casefold() in DITTO:
        return RowFault(FaultReason.NO_DAY)
    return RowFault(
        FaultReason.NO_SUCH_DAY if is_impossible_day(text) else FaultReason.NO_DAY, text
    )


def parts_and_fault(cells: RowCells) -> tuple[tuple[FormerPart, ...], RowFault | None]:
    """Return the series of a row, or its one closing, or the fault in them."""
    series = cells.layout.columns(Meaning.SERIES)
    if not series:
        return closing_and_fault(cells)
    if fault := next(filter(None, map(cells.fault, series)), None):
        return (), fault
    parts = tuple(
        FormerPart(series=number, total=whole_number_in(cells.at(place)) or 0)
        for number, place in enumerate(series, 1)
        if not is_empty(cells.at(place))
    )
    return parts, None if parts else RowFault(FaultReason.NO_RESULT)


def closing_and_fault(
    cells: RowCells,
) -> tuple[tuple[FormerPart, ...], RowFault | None]:
    """Return the closing of a row, its total with its components, or the fault."""
    numbers: dict[Meaning, int] = {}
    for meaning in CLOSING:
        for place in cells.layout.columns(meaning)[:1]:
            if fault := cells.fault(place):
                return (), fault
            if (number := whole_number_in(cells.at(place))) is not None:
                numbers[meaning] = number
    won, lost = numbers.get(Meaning.WON, 0), numbers.get(Meaning.LOST, 0)
    points, others = numbers.get(Meaning.POINTS), numbers.get(Meaning.OTHERS)
    total = numbers.get(Meaning.TOTAL)
    if total is None and points is None:
        return (), RowFault(FaultReason.NO_RESULT)
    own_points = (points or 0) + RATE.won * won - RATE.lost * lost
    if total is None:
        total = own_points + games_others_lost(others, None) * RATE.others_lost[4]
    has_games = points is not None and {*GAMES} <= numbers.keys()
    part = FormerPart(
        series=1,
        total=total,
        points=points or 0,
        won=won,
        lost=lost,
        others=games_others_lost(others, total - own_points if has_games else None),
    )
    return (part,), None


def games_others_lost(others: int | None, points: int | None) -> int:
    """Return the games the others lost; their column holds the count or the points.

    >>> pairs = ((5, 150), (150, 160), (None, 120))
    >>> [games_others_lost(others, points) for others, points in pairs]
    [5, 5, 4]
    """
    if others is None:
        return (games_for_points(points) or 0) if points and points > 0 else 0
    least = RATE.others_lost[4]
    near = others * least if points is None else points
    is_count = others < least and abs(near - least * others) <= abs(near - others)
    return max(others, 0) if is_count else games_for_points(max(others, 0)) or 0


def mismatch_of(parts: Sequence[FormerPart], total: int | None) -> Mismatch | None:
    """Return both totals if the stated one is not the sum of the parts."""
    if len(parts) > 1:
        parts_total = sum(part.total for part in parts)
        if total is None or total == parts_total:
            return None
        return Mismatch(total, parts_total)
    for part in parts:
        if not (part.points and (part.won or part.lost)):
            continue
        own_points = part.points + RATE.won * part.won - RATE.lost * part.lost
        least, most = (
            own_points + part.others * RATE.others_lost[players] for players in (4, 3)
        )
        if not least <= part.total <= most:
            return Mismatch(part.total, least)
    return None
