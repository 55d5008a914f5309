"""Reading the rows of an old table whose columns are known; each gets a verdict."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.lists.systems import RATES, System
from tournaments.files.foreign.arithmetic import count_for
from tournaments.files.foreign.cells import (
    DITTO,
    day_in,
    is_empty,
    is_no_such_day,
    is_whole,
    number_in,
)
from tournaments.files.foreign.heads import Meaning, evening_number
from tournaments.files.foreign.mapping import Layout, Shape
from tournaments.files.foreign.names import is_nobody

RATE = RATES[System.SEEGER_FABIAN]
NAMES = (Meaning.FIRST, Meaning.LAST, Meaning.NAME)
GAMES = (Meaning.WON, Meaning.LOST)
CLOSING = (Meaning.TOTAL, Meaning.POINTS, *GAMES, Meaning.OTHERS)
FAR = 200_000  # points that nobody has, not even in a year
MOST_GAMES = 4999
MOST_SERIES = 12


class Why(StrEnum):
    """Why a row, or an evening of it, holds no result."""

    SUMS = "sums"
    NO_NAME = "no-name"
    NO_DAY = "no-day"
    NO_SUCH_DAY = "no-such-day"
    NO_NUMBER = "no-number"
    TOO_FAR = "too-far"
    NO_RESULT = "no-result"
    TO_COME = "to-come"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why there is no result; the cell that is in the way, its column and its head."""

    why: Why
    text: str = ""
    column: int = 0
    head: str = ""


@dataclass(frozen=True, slots=True)
class Apart:
    """Two totals of one result: what the table says, and what the parts add up to."""

    table: int
    parts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What somebody has of one series; what a table does not say is 0."""

    series: int
    total: int
    points: int = 0
    won: int = 0
    lost: int = 0
    others: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerRow:
    """A result as the table has it, or why there is none.

    ``number`` counts the rows of the file. ``apart`` is set where the parts add up to
    another total than the table says. ``lists`` is None where no column says it.
    """

    number: int
    name: Mapping[str, str]
    day: datetime.date | None = None
    evening: str = ""
    parts: tuple[Part, ...] = ()
    lists: int | None = None
    apart: Apart | None = None
    fault: Fault | None = None

    @property
    def total(self) -> int:
        return sum(part.total for part in self.parts)

    @property
    def written(self) -> int:
        """Return the total that the table says."""
        return self.apart.table if self.apart else self.total


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody says of a table that it does not say itself."""

    day: datetime.date | None = None
    year: int | None = None
    today: datetime.date = datetime.date.max


def read_rows(
    rows: Sequence[Sequence[str]], layout: Layout, said: Said
) -> list[FormerRow]:
    """Return every result of a table, and every row without one, in their order."""
    found: list[FormerRow] = []
    day = said.day
    for number, row in enumerate(rows, 1):
        if number <= layout.first_row or not any(cell.strip() for cell in row):
            continue
        cells = Cells(layout, row)
        own = day_in(cells.text(Meaning.DATE), said.year) or heading_day(row, said)
        if own or (day_fault(cells).text and any(cells.name().values())):
            day = own  # rows that leave their day out have that of the row above
        found += rows_in(number, cells, day, said)
    return [played_by(row, said.today) for row in found]


def played_by(row: FormerRow, today: datetime.date) -> FormerRow:
    """Return a row as it is, without its result where its day is to come."""
    if row.fault or row.day is None or row.day <= today:
        return row
    return replace(row, parts=(), fault=Fault(Why.TO_COME))


def heading_day(row: Sequence[str], said: Said) -> datetime.date | None:
    """Return the day that stands alone in a row, above the results of an evening."""
    filled = [cell for cell in row if cell.strip()]
    return day_in(filled[0], said.year) if len(filled) == 1 else None


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells of a row, by what they mean."""

    layout: Layout
    row: Sequence[str]

    def at(self, place: int) -> str:
        return self.row[place].strip() if place < len(self.row) else ""

    def text(self, meaning: Meaning) -> str:
        """Return the text of a meaning; empty where no column has it."""
        return next((self.at(place) for place in self.layout.places(meaning)), "")

    def name(self) -> dict[str, str]:
        """Return the parts of the name that have columns."""
        has = [each for each in NAMES if self.layout.places(each)]
        return {each.value: self.text(each) for each in has}

    def fault(self, place: int) -> Fault | None:
        """Return what is wrong with a number; nothing where no number stands."""
        text, number = self.at(place), number_in(self.at(place))
        is_game = self.layout.meanings[place] in GAMES
        least, most = (0, MOST_GAMES) if is_game else (-FAR, FAR)
        if is_empty(text) or (number is not None and least <= number <= most):
            return None
        why = Why.TOO_FAR if is_whole(text) else Why.NO_NUMBER
        return Fault(why, text, place + 1, self.layout.heads[place])


def rows_in(
    number: int, cells: Cells, day: datetime.date | None, said: Said
) -> Iterator[FormerRow]:
    """Give the results of one row: one, or one for each evening of a matrix."""
    name = cells.name()
    text = " ".join(filter(None, name.values()))
    if any(map(is_nobody, name.values() if text else cells.row)):
        yield FormerRow(number=number, name=name, fault=Fault(Why.SUMS))
    elif not text or number_in(text) is not None or day_in(text, 2000):
        yield FormerRow(number=number, name=name, fault=Fault(Why.NO_NAME))
    elif cells.layout.shape is Shape.MATRIX:
        yield from evenings_in(number, cells, name, said)
    else:
        yield result_in(number, cells, name, day, said)


def evenings_in(
    number: int, cells: Cells, name: Mapping[str, str], said: Said
) -> Iterator[FormerRow]:
    """Give the result of each evening on which somebody was there."""
    for place in cells.layout.places(Meaning.SERIES):
        text, head = cells.at(place), cells.layout.heads[place]
        if is_empty(text):
            continue
        day = day_in(head, said.year) or numbered_day(head, said.year)
        total = number_in(text)
        fault = cells.fault(place) or (None if day else Fault(Why.NO_DAY))
        parts = () if fault or total is None else (Part(series=1, total=total),)
        evening = "" if day_in(head, 2000) else head.strip()
        yield FormerRow(
            number=number,
            name=name,
            day=day,
            evening=evening,
            parts=parts,
            fault=fault,
        )


def numbered_day(head: str, year: int | None) -> datetime.date | None:
    """Return a day for an evening that has only a number: the days of January."""
    number = evening_number(head)
    if year is None or not number:
        return None
    return datetime.date(year, 1, 1) + datetime.timedelta(days=number - 1)


def result_in(
    number: int,
    cells: Cells,
    name: Mapping[str, str],
    day: datetime.date | None,
    said: Said,
) -> FormerRow:
    """Return the result of a row, whose parts are its series or its closing."""
    if cells.layout.shape is Shape.YEAR and said.year and not day:
        day = datetime.date(said.year, 12, 31)
        # Of a year that is not over somebody has the results so far.
        day = said.today if day.year == said.today.year else day
    parts, fault = parts_in(cells)
    if not fault and day is None:
        fault = day_fault(cells)
    total = number_in(cells.text(Meaning.TOTAL))
    return FormerRow(
        number=number,
        name=name,
        day=day,
        evening=cells.text(Meaning.EVENING),
        parts=() if fault else parts,
        lists=number_in(cells.text(Meaning.LISTS)),
        apart=apart_in(parts, total),
        fault=fault,
    )


def day_fault(cells: Cells) -> Fault:
    """Return why a row names no day; without a text where it leaves its day out."""
    text = cells.text(Meaning.DATE)
    if is_empty(text) or text.casefold() in DITTO:
        return Fault(Why.NO_DAY)
    return Fault(Why.NO_SUCH_DAY if is_no_such_day(text) else Why.NO_DAY, text)


def parts_in(cells: Cells) -> tuple[tuple[Part, ...], Fault | None]:
    """Return the series of a row, or its one closing, and why there is none."""
    series = cells.layout.places(Meaning.SERIES)
    texts = [(at, cells.at(place)) for at, place in enumerate(series, 1)]
    if series:
        if fault := next(filter(None, map(cells.fault, series)), None):
            return (), fault
        filled = [(at, number_in(text)) for at, text in texts if not is_empty(text)]
        parts = tuple(Part(series=at, total=total or 0) for at, total in filled)
        return parts, None if parts else Fault(Why.NO_RESULT)
    return closing_in(cells)


def closing_in(cells: Cells) -> tuple[tuple[Part, ...], Fault | None]:
    """Return the closing of a row: its total, and what it was made of."""
    said: dict[Meaning, int] = {}
    for meaning in CLOSING:
        for place in cells.layout.places(meaning)[:1]:
            if fault := cells.fault(place):
                return (), fault
            if (number := number_in(cells.at(place))) is not None:
                said[meaning] = number
    won, lost = said.get(Meaning.WON, 0), said.get(Meaning.LOST, 0)
    points, others = said.get(Meaning.POINTS), said.get(Meaning.OTHERS)
    total = said.get(Meaning.TOTAL)
    if total is None and points is None:
        return (), Fault(Why.NO_RESULT)
    if total is None:
        total = (points or 0) + RATE.won * won - RATE.lost * lost + in_points(others)
    rest = None
    if points is not None and {Meaning.WON, Meaning.LOST} <= said.keys():
        rest = total - points - RATE.won * won + RATE.lost * lost
    part = Part(
        series=1,
        total=total,
        points=points or 0,
        won=won,
        lost=lost,
        others=lost_by_others(others, rest),
    )
    return (part,), None


def in_points(others: int | None) -> int:
    """Return the points for the games that others lost, at tables of four."""
    return lost_by_others(others, None) * RATE.others_lost[4]


def lost_by_others(others: int | None, rest: int | None) -> int:
    """Return how many games the others lost: a column counts them, or their points.

    >>> lost_by_others(5, 150), lost_by_others(150, 160), lost_by_others(None, 120)
    (5, 5, 4)
    """
    if others is None:
        return (count_for(rest) or 0) if rest and rest > 0 else 0
    least = RATE.others_lost[4]
    near = others * least if rest is None else rest
    is_count = others < least and abs(near - least * others) <= abs(near - others)
    return max(others, 0) if is_count else count_for(max(others, 0)) or 0


def apart_in(parts: Sequence[Part], total: int | None) -> Apart | None:
    """Return both totals where the table says another than its parts add up to."""
    if len(parts) > 1:
        added = sum(part.total for part in parts)
        return Apart(total, added) if total is not None and total != added else None
    for part in parts:
        if not (part.points and (part.won or part.lost)):
            continue
        bare = part.points + RATE.won * part.won - RATE.lost * part.lost
        least, most = (bare + part.others * RATE.others_lost[each] for each in (4, 3))
        if not least <= part.total <= most:
            return Apart(part.total, least)
    return None
