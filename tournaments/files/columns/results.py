"""Reading the records of a table of results whose columns are known, with proof.

What a table says twice is compared: totals with their parts, sums with their columns,
the total of a year with its evenings; and points with the games they come from.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate

from scoring.lists.systems import RATES, System
from tournaments.files.columns.layout import Layout, Shape
from tournaments.files.columns.names import is_sum_row
from tournaments.files.columns.shapes import Record
from tournaments.files.columns.sums import games_for_points
from tournaments.files.tables.heads import NAMES, Meaning, evening_number, plain_head
from tournaments.files.tables.values import (
    DITTO,
    day_in,
    is_empty,
    is_impossible_day,
    is_struck,
    is_whole_number,
    is_word,
    whole_number_in,
)
from tournaments.people.names.names import fold

RATE = RATES[System.SEEGER_FABIAN]
GAMES = (Meaning.WON, Meaning.LOST)
CLOSING = (Meaning.TOTAL, Meaning.POINTS, *GAMES, Meaning.OTHERS)
MOST_POINTS = 200_000  # more than any player has, even in a year
MOST_GAMES = 4999
LEAST_VALUE, MOST_VALUE = 18, 264  # of one game
SUMMED = frozenset({*CLOSING, Meaning.SERIES, Meaning.LISTS, Meaning.GAMES})


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
    HEADS = "heads"


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


@dataclass(frozen=True, slots=True)
class WrongSum:
    """A row of sums that is not the sum of its column."""

    row: int
    head: str
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
    ``is_impossible`` tells that no games have these points; ``year_mismatch`` that the
    total beside the evenings of a player is not their sum.
    """

    number: int
    name: Mapping[str, str]
    day: datetime.date | None = None
    evening: str = ""
    parts: tuple[FormerPart, ...] = ()
    lists: int | None = None
    mismatch: Mismatch | None = None
    year_mismatch: Mismatch | None = None
    is_impossible: bool = False
    fault: RowFault | None = None

    @property
    def waits(self) -> bool:
        """Tell whether the table contradicts itself here."""
        return bool(self.mismatch or self.year_mismatch or self.is_impossible)

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


def read_rows(layout: Layout, given: GivenDates) -> list[FormerRow]:
    """Return all results of a table, and the records without one, in order."""
    results: list[FormerRow] = []
    day = given.day
    sums = sum_rows(layout)
    for record in layout.records:
        cells = RecordCells(layout, record)
        if record.number in sums:
            name = cells.name()
            fault = RowFault(FaultReason.SUMS)
            results.append(FormerRow(number=record.number, name=name, fault=fault))
            continue
        own_day = cells.day(given) or heading_day(record.cells, given, layout)
        if own_day or (day_fault(cells).text and any(cells.name().values())):
            day = own_day  # rows that leave out their day have that of the row above
        if not is_heading(record.cells, own_day):
            results += results_in_record(cells, day, given)
    results += [
        FormerRow(number=number, name={}, fault=RowFault(FaultReason.HEADS))
        for number in layout.repeated
    ]
    results.sort(key=lambda row: row.number)
    merged = with_rounds(results) if layout.columns(Meaning.ROUND) else results
    return [without_future_result(row, given.today) for row in merged]


def is_heading(cells: Sequence[str], day: datetime.date | None) -> bool:
    """Tell whether a row only names the day of the rows below."""
    return day is not None and sum(map(bool, cells)) == 1


def with_rounds(rows: Sequence[FormerRow]) -> list[FormerRow]:
    """Return the rows with the series of a player and day joined into one result."""
    joined: dict[object, FormerRow] = {}
    for row in rows:
        key = (fold(" ".join(row.name.values())), row.day, row.evening)
        above = joined.get(key)
        series = {part.series for part in above.parts} if above else set()
        if above is None:
            joined[key] = row
            continue
        is_new = row.fault or above.fault
        if is_new or series & {part.series for part in row.parts}:
            joined[key, row.number] = row
            continue
        joined[key] = replace(
            above,
            parts=(*above.parts, *row.parts),
            mismatch=above.mismatch or row.mismatch,
            is_impossible=above.is_impossible or row.is_impossible,
        )
    return list(joined.values())


def sum_rows(layout: Layout) -> set[int]:
    """Return the numbers of the rows that hold sums of those above."""
    return set(_sums(layout)[0])


def wrong_sums(layout: Layout) -> list[WrongSum]:
    """Return the sums at the foot of a column that its rows do not make."""
    return _sums(layout)[1]


def _sums(layout: Layout) -> tuple[list[int], list[WrongSum]]:
    columns = [at for at, each in enumerate(layout.meanings) if each in SUMMED]
    block, whole = dict.fromkeys(columns, 0), dict.fromkeys(columns, 0)
    counts = dict.fromkeys(columns, 0)
    rows: list[int] = []
    wrong: list[WrongSum] = []
    for record in layout.records:
        numbers = {
            at: number
            for at in columns
            if (number := whole_number_in(record.cells[at], layout.reading)) is not None
        }
        sums = {
            at
            for at, number in numbers.items()
            if counts[at] > 1 and number and number in (block[at], whole[at])
        }
        label = label_of(layout, record)
        if not is_sum_row(label, len(sums), len(numbers)):
            for at, number in numbers.items():
                block[at] += number
                whole[at] += number
                counts[at] += 1
            continue
        rows.append(record.number)
        if plain_head(label).split()[:1] in (["summe"], ["gesamt"], ["total"], []):
            wrong += [
                WrongSum(record.number, layout.heads[at], number, whole[at])
                for at, number in numbers.items()
                if at not in sums
                and counts[at] > 1
                and layout.meanings[at] not in (Meaning.LISTS,)
            ]
        block = dict.fromkeys(columns, 0)
    return rows, wrong


def label_of(layout: Layout, record: Record) -> str:
    """Return the name in a record, or else its first word."""
    places = (at for meaning in NAMES for at in layout.columns(meaning))
    name = " ".join(filter(None, (record.cells[at] for at in sorted(places))))
    return name or next(filter(is_word, record.cells), "")


@dataclass(frozen=True, slots=True)
class RecordCells:
    """The cells of a record, to be read by their meanings."""

    layout: Layout
    record: Record

    def at(self, place: int) -> str:
        return self.record.cells[place]

    def text(self, meaning: Meaning) -> str:
        """Return the text of the first column with a meaning; empty without one."""
        return self.layout.text(self.record, meaning)

    def number(self, place: int) -> int | None:
        """Return the whole number in a cell."""
        return whole_number_in(self.at(place), self.layout.reading)

    def number_of(self, meaning: Meaning) -> int | None:
        """Return the whole number in the first column with a meaning."""
        return whole_number_in(self.text(meaning), self.layout.reading)

    def day(self, given: GivenDates) -> datetime.date | None:
        """Return the day of a record, or that for the number of its evening."""
        text = self.text(Meaning.DATE)
        day = day_in(text, given.year, self.layout.reading)
        return day or numbered_day(text, given.year)

    def name(self) -> dict[str, str]:
        """Return the parts of the name for which there are columns."""
        return {
            meaning.value: self.text(meaning)
            for meaning in (Meaning.NAME, Meaning.LAST, Meaning.FIRST, Meaning.ADDITION)
            if self.layout.columns(meaning)
        }

    def is_absent(self, place: int) -> bool:
        """Tell whether a cell says that the player was not there."""
        text = self.at(place)
        is_zero = self.layout.reading.are_zeros_absent and text == "0"
        return is_zero or is_empty(text)

    def fault(self, place: int) -> RowFault | None:
        """Return the fault of a cell that should hold a number, if it has one."""
        text, number = self.at(place), self.number(place)
        is_game = self.layout.meanings[place] in GAMES
        least, most = (0, MOST_GAMES) if is_game else (-MOST_POINTS, MOST_POINTS)
        if is_empty(text) or (number is not None and least <= number <= most):
            return None
        why = FaultReason.TOO_FAR if is_whole_number(text) else FaultReason.NO_NUMBER
        return RowFault(why, text, place + 1, self.layout.heads[place])


def without_future_result(row: FormerRow, today: datetime.date) -> FormerRow:
    """Return the row, without its result if its day is still to come."""
    if row.fault or row.day is None or row.day <= today:
        return row
    return replace(row, parts=(), fault=RowFault(FaultReason.TO_COME))


def heading_day(
    row: Sequence[str], given: GivenDates, layout: Layout
) -> datetime.date | None:
    """Return the day that is alone in its row, above the results of an evening."""
    filled = list(dict.fromkeys(cell for cell in row if cell))
    if len(filled) != 1:
        return None
    words = filled[0].split()
    texts = [filled[0], *(" ".join(words[at:]) for at in range(1, len(words)))]
    days = (day_in(text.strip(",;()"), given.year, layout.reading) for text in texts)
    return next(filter(None, days), None)


def results_in_record(
    cells: RecordCells, day: datetime.date | None, given: GivenDates
) -> Iterator[FormerRow]:
    """Yield the results of one record: one, or one for each evening of a matrix."""
    name = cells.name()
    number = cells.record.number
    text = " ".join(filter(None, name.values()))
    if not text or whole_number_in(text) is not None or day_in(text, 2000):
        yield FormerRow(number=number, name=name, fault=RowFault(FaultReason.NO_NAME))
    elif cells.layout.shape is Shape.MATRIX:
        yield from with_year_proof(cells, list(evening_results(cells, name, given)))
    else:
        yield row_result(cells, name, day, given)


def evening_results(
    cells: RecordCells, name: Mapping[str, str], given: GivenDates
) -> Iterator[FormerRow]:
    """Yield the result of each evening on which the player was present."""
    for place in cells.layout.columns(Meaning.SERIES):
        head = cells.layout.heads[place]
        if cells.is_absent(place):
            continue
        day = day_in(head, given.year, cells.layout.reading)
        day = day or numbered_day(head, given.year)
        total = cells.number(place)
        fault = cells.fault(place) or (None if day else RowFault(FaultReason.NO_DAY))
        parts = () if fault or total is None else (FormerPart(series=1, total=total),)
        yield FormerRow(
            number=cells.record.number,
            name=name,
            day=day,
            evening="" if day_in(head, 2000, cells.layout.reading) else head.strip(),
            parts=parts,
            fault=fault,
        )


def with_year_proof(cells: RecordCells, rows: list[FormerRow]) -> list[FormerRow]:
    """Return the evenings of a player, compared with the total beside them.

    The total may leave out the struck results, or the worst ones.
    """
    stated = cells.number_of(Meaning.TOTAL)
    places = cells.layout.columns(Meaning.SERIES)
    totals = [number for at in places if (number := cells.number(at)) is not None]
    if stated is None or any(row.fault for row in rows) or not rows:
        return rows
    counted = [cells.number(at) or 0 for at in places if not is_struck(cells.at(at))]
    best = accumulate(sorted(totals, reverse=True))
    if stated in (sum(totals), sum(counted), *best):
        return rows
    mismatch = Mismatch(stated, sum(totals))
    return [replace(row, year_mismatch=mismatch) for row in rows]


def numbered_day(head: str, year: int | None) -> datetime.date | None:
    """Return a day for an evening with only a number: that day of the year."""
    number = evening_number(head)
    if year is None or not number:
        return None
    return datetime.date(year, 1, 1) + datetime.timedelta(days=number - 1)


def row_result(
    cells: RecordCells,
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
    total = cells.number_of(Meaning.TOTAL)
    return FormerRow(
        number=cells.record.number,
        name=name,
        day=day,
        evening=cells.text(Meaning.EVENING),
        parts=() if fault else parts,
        lists=cells.number_of(Meaning.LISTS),
        mismatch=mismatch_of(parts, total, cells.number_of(Meaning.POINTS)),
        is_impossible=any(map(is_impossible, parts)),
        fault=fault,
    )


def day_fault(cells: RecordCells) -> RowFault:
    """Return the fault of a row without a day; without text if its cell is empty."""
    text = cells.text(Meaning.DATE)
    if is_empty(text) or text.casefold() in DITTO:
        return RowFault(FaultReason.NO_DAY)
    return RowFault(
        FaultReason.NO_SUCH_DAY if is_impossible_day(text) else FaultReason.NO_DAY, text
    )


def parts_and_fault(
    cells: RecordCells,
) -> tuple[tuple[FormerPart, ...], RowFault | None]:
    """Return the series of a row, or its one closing, or the fault in them."""
    series = cells.layout.columns(Meaning.SERIES)
    if not series:
        return closing_and_fault(cells)
    if fault := next(filter(None, map(cells.fault, series)), None):
        return (), fault
    parts = tuple(
        FormerPart(series=number, total=cells.number(place) or 0)
        for number, place in enumerate(series, 1)
        if not cells.is_absent(place)
    )
    return parts, None if parts else RowFault(FaultReason.NO_RESULT)


def closing_and_fault(
    cells: RecordCells,
) -> tuple[tuple[FormerPart, ...], RowFault | None]:
    """Return the closing of a row, its total with its components, or the fault."""
    numbers: dict[Meaning, int] = {}
    for meaning in CLOSING:
        for place in cells.layout.columns(meaning)[:1]:
            if fault := cells.fault(place):
                return (), fault
            if (number := cells.number(place)) is not None:
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
        series=cells.number_of(Meaning.ROUND) or 1,
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


def mismatch_of(
    parts: Sequence[FormerPart], total: int | None, points: int | None
) -> Mismatch | None:
    """Return both totals if the stated one is not the sum of the parts."""
    if len(parts) > 1:
        parts_total = sum(part.total for part in parts)
        if total is None or total == parts_total:
            return None
        return Mismatch(total, parts_total)
    for part in parts:
        if points is None or not (part.won or part.lost):
            continue
        own_points = part.points + RATE.won * part.won - RATE.lost * part.lost
        least, most = (
            own_points + part.others * RATE.others_lost[players] for players in (4, 3)
        )
        if not least <= part.total <= most:
            return Mismatch(part.total, least)
    return None


def is_impossible(part: FormerPart) -> bool:
    """Tell whether no games have these points, however they were played.

    >>> is_impossible(FormerPart(series=1, total=550, points=500, won=1))
    True
    >>> is_impossible(FormerPart(series=1, total=314, points=264, won=1))
    False
    """
    if not (part.won or part.lost):
        return False
    most = part.won * MOST_VALUE - part.lost * 2 * LEAST_VALUE
    least = part.won * LEAST_VALUE - part.lost * 2 * MOST_VALUE
    return bool(part.points) and not least <= part.points <= most
