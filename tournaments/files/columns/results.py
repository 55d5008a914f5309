"""Reading the records of a table of results whose columns are known, with proof.

What a table says twice is compared: totals with their parts, sums with their columns,
the total of a year with its evenings; and points with the games they come from.
"""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, pairwise
from operator import add, attrgetter, itemgetter
from statistics import median

from django.utils.translation import gettext, ngettext

from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.lists.sheets import RATES, System
from scoring.proof.paper import off_possible
from tournaments.files.columns.faults import (
    UNREAD,
    FaultReason,
    RowFault,
    Seated,
    WrongSum,
    seat_faults,
)
from tournaments.files.columns.heads import Record, is_sum_row
from tournaments.files.columns.layout import (
    GAMES,
    Layout,
    Shape,
)
from tournaments.files.tables.cells import (
    CLOSING,
    DITTO,
    LETTERS,
    NAMES,
    Meaning,
    Reading,
    day_in,
    evening_number,
    is_empty,
    is_impossible_day,
    is_out_of_count,
    is_struck,
    is_word,
    one_year,
    plain_head,
    season_in,
    shown_cell,
    whole_number_in,
)
from tournaments.people.names.names import fold
from tournaments.words.formats import number

MIDSUMMER = datetime.date(2000, 7, 1)  # in a leap year, which has all days
RATE = RATES[System.SEEGER_FABIAN]
LEAST, MOST = RATE.others_lost[4], RATE.others_lost[3]
MOST_POINTS = 200_000  # more than any player has, even in a year
MOST_GAMES = 4999
MOST_LISTS = 100
OWN_GAMES = 12  # of one player on a usual list
# Thirty of 48 games won for 60 points each make 3,300: more is asked about.
MOST_OF_A_LIST = 3500
LISTS_ABOVE = re.compile(
    r"(?i)(?<![0-9.])([1-9]) ?(?:serien|listen|runden|series|lists|[x×] ?(?:48|36)\b)"
)
LEAST_VALUE, MOST_VALUE = 18, 264  # of one game
GAMES_OF_A_LIST, MOST_OWN_GAMES = 48, 36  # at tables of four (rules 3.2, K9)
STRUCK = ("gestr.", "gestrichen", "struck")
SUMMED = frozenset({*CLOSING, Meaning.SERIES, Meaning.LISTS, Meaning.GAMES})


@dataclass(frozen=True, slots=True)
class GivenDates:
    """The dates that the user gives because the table lacks them.

    In a season over two years, days before its ``start`` are in the year after
    ``season``; the year of ``start`` means nothing.
    """

    day: datetime.date | None = None
    year: int | None = None
    today: datetime.date = datetime.date.max
    season: int | None = None
    start: datetime.date = MIDSUMMER

    def day_in(self, text: str, reading: Reading) -> datetime.date | None:
        """Return the day that a text names, in the year given if it names none."""
        year = self.year
        if self.season and (day := day_in(text, MIDSUMMER.year, reading)):
            year = self.season + (day < self.start)
        return day_in(text, year, reading)


def with_season(layout: Layout, given: GivenDates) -> GivenDates:
    """Return the dates with the season over two years that a table stands for.

    It is named above the table, or its days without a year turn from the end of one
    year to the beginning of the next.
    """
    texts = (
        text for text in layout.day_texts if not day_in(text, None, layout.reading)
    )
    found = (day_in(text, MIDSUMMER.year, layout.reading) for text in texts)
    days = list(dict.fromkeys(filter(None, found)))
    is_named = given.year is not None and layout.season in (given.year, given.year - 1)
    if not is_named and days == sorted(days):
        return given
    season = layout.season if is_named else given.year
    for run in (days, days[::-1]):
        turns = [(day, later) for day, later in pairwise(run) if later < day]
        if len(turns) == 1 and run[-1] < run[0]:
            ((last, first),) = turns
            if first < MIDSUMMER <= last:
                return replace(given, season=season, start=run[0])
    return replace(given, season=season) if is_named else given


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerPart:
    """The result of a player in one series; numbers that the table lacks are None.

    ``row`` is that in the file, if it has only this series.
    """

    series: int
    total: int
    points: int | None = None
    won: int | None = None
    lost: int | None = None
    others: int = 0
    row: int = field(default=0, compare=False)

    @property
    def own_games(self) -> int:
        return (self.won or 0) + (self.lost or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormerRow:
    """A result as the table has it, or the reason why there is none.

    ``number`` counts the rows of the file; ``has_day_above`` if only an empty cell says
    that the day is that of the row above.
    ``contradiction`` says where the table contradicts itself. ``lists`` is None if the
    table tells neither lists nor series.
    """

    number: int
    name: str
    day: datetime.date | None = None
    has_day_above: bool = False
    evening: str = ""
    parts: tuple[FormerPart, ...] = ()
    lists: int | None = None
    contradiction: str = ""
    is_struck: bool = False
    fault: RowFault | None = None

    @property
    def person(self) -> str:
        """Return the name for comparing, whatever blanks stand beside its signs."""
        return re.sub(r" ?([^\w ]) ?", r"\1", fold(self.name))

    @property
    def is_absent(self) -> bool:
        return self.fault is not None and self.fault.reason is FaultReason.NO_RESULT

    @property
    def total(self) -> int:
        return sum(part.total for part in self.parts)


def read_rows(
    layout: Layout, given: GivenDates, lists: int | None = None
) -> list[FormerRow]:
    """Return all results of a table, and the records without one, in order.

    A result is of so many ``lists``, or as many as the table tells.
    """
    rows = records_read(layout, with_season(layout, given))
    if layout.reading.are_rows_series:
        rows = numbered_series(rows)
    if layout.has_rounds or Meaning.TABLE in layout.meanings:
        rows = with_rounds(rows)
    if layout.total_of_all is not None:
        rows = [*with_total_of_all(layout, layout.total_of_all, rows)]
    lists = lists or told_lists(rows, layout)
    return [proved(row, lists, given.today) for row in rows]


def records_read(layout: Layout, given: GivenDates) -> list[FormerRow]:
    """Return the results of all records, each read on its own, in order."""
    rows = [
        FormerRow(number=number, name="", fault=RowFault(FaultReason.HEADS))
        for number in layout.repeated
    ]
    day, is_of_row = given.day, False
    sums, _wrong = sums_in(layout)
    for record in layout.records:
        cells = RecordCells(layout, record)
        row = FormerRow(number=record.number, name=cells.name())
        is_note = bool(layout.note_in(record))
        if is_note or record.number in sums:
            reason = FaultReason.NOTE if is_note else FaultReason.SUMS
            if not rows or rows[-1].number != record.number:  # once for all evenings
                rows.append(replace(row, fault=RowFault(reason)))
            continue
        text = cells.text(Meaning.DATE)
        own_day = cells.day(text, given) or cells.day_alone(given)
        is_alone = bool(own_day) and sum(map(bool, record.cells)) == 1
        if own_day or (row.name and text.casefold() not in DITTO):
            # Rows that leave out their day have that of the row above.
            day, is_of_row = own_day, not is_alone
        if is_alone:
            continue
        row = replace(row, has_day_above=is_of_row and not text)
        if whole_number_in(row.name or "0") is not None or day_in(row.name, 2000):
            rows.append(replace(row, fault=RowFault(FaultReason.NO_NAME, row.name)))
        else:
            rows.append(row_result(cells, row, day, given))
    told = {row.number for row in rows if not row.is_absent}
    rows = [row for row in rows if not row.is_absent or row.number not in told]
    return sorted(rows, key=lambda row: row.number)


def told_lists(rows: Iterable[FormerRow], layout: Layout) -> int | None:
    """Return the number of lists in a result, as a line above the table names it.

    Else it is that which the games of the players make, if all are known.
    """
    named = next(filter(None, map(LISTS_ABOVE.search, layout.titles)), None)
    if named and layout.shape is Shape.EVENING:
        return int(named[1])
    games = [row.parts[0].own_games for row in rows if needs_lists(row)]
    usual = median(games) / OWN_GAMES if games and all(games) else 0
    return min(max(round(usual), 1), MOST_LISTS) if usual else None


def needs_lists(row: FormerRow) -> bool:
    """Tell whether a result leaves open of how many lists it is."""
    return len(row.parts) == 1 and row.lists is None


def proved(row: FormerRow, lists: int | None, today: datetime.date) -> FormerRow:
    """Return the row; one with points that cannot be is that row of an evening.

    It has no result if its day is still to come.
    """
    if not row.fault and row.day and row.day > today:
        return replace(row, parts=(), fault=RowFault(FaultReason.TO_COME))
    if row.contradiction or (lists is None and needs_lists(row)):
        return row
    lists = lists_of_part(row, lists or 1)
    wrong = ((each.row, doubt_about(each, lists)) for each in row.parts)
    at, doubt = next(filter(itemgetter(1), wrong), (0, ""))
    return replace(row, contradiction=doubt, number=at or row.number)


def doubt_about(part: FormerPart, lists: int) -> str:
    """Say what is wrong with the points of so many lists, or ask about too many."""
    if part.won is not None and is_impossible(part, lists):
        return gettext("These points cannot come from these games.")
    if not lists or abs(part.total) <= lists * MOST_OF_A_LIST:
        return ""
    text = ngettext(
        "%(points)s points in one list: is that right? There are hardly ever more "
        "than %(most)s, in plus or in minus.",
        "%(points)s points in %(lists)s lists: is that right? There are hardly ever "
        "more than %(most)s in one, in plus or in minus.",
        lists,
    )
    most = number(MOST_OF_A_LIST)
    return text % {"points": number(part.total), "lists": lists, "most": most}


def lists_of_part(row: FormerRow, lists: int) -> int:
    """Return the number of lists that one part of a result stands for; 0 if unknown."""
    if len(row.parts) > 1:
        return 1
    return min(lists if row.lists is None else row.lists, 2000)


def numbered_series(rows: Iterable[FormerRow]) -> list[FormerRow]:
    """Return rows of one series each, numbered for each person and evening."""
    times: Counter[object] = Counter()
    numbered = []
    for row in rows:
        evening = (row.person, row.day, row.evening)
        times[evening] += bool(row.parts)
        parts = (replace(part, series=times[evening]) for part in row.parts)
        numbered.append(replace(row, parts=tuple(parts)))
    return numbered


def with_rounds(rows: Sequence[FormerRow]) -> list[FormerRow]:
    """Return the rows with the series of a person and day joined into one result.

    Those of one person in the same series have a fault.
    """
    seated = {
        at: Seated(
            row=row.number,
            name=row.name,
            person=row.person,
            series=(row.day, row.evening, row.parts[0].series),
            numbers=row.parts,
        )
        for at, row in enumerate(rows)
        if row.parts
    }
    faults = seat_faults(seated)
    evenings: dict[object, list[FormerRow]] = {}
    for at, row in enumerate(rows):
        if at in faults:
            row = replace(row, parts=(), fault=faults[at])
        evenings.setdefault((row.person, row.day, row.evening), []).append(row)
    joined = chain.from_iterable(map(joined_series, evenings.values()))
    return sorted(joined, key=lambda row: row.number)


def joined_series(rows: Sequence[FormerRow]) -> list[FormerRow]:
    """Return the series of an evening as one result; all wait for one with a fault."""
    faulty = [row for row in rows if row.fault]
    results = [row for row in rows if not row.fault]
    for row in faulty:
        if row.fault and row.fault.reason in UNREAD:
            fault = RowFault(FaultReason.OTHER_SERIES, row=row.number)
            waiting = [replace(each, parts=(), fault=fault) for each in results]
            return [*faulty, *waiting]
    joined = results[:1]
    for row in results[1:]:
        whole = joined[0]
        parts = (*whole.parts, *row.parts)
        if len({each.series for each in parts}) < len(parts):
            joined.append(row)
            continue
        joined[0] = replace(
            whole,
            parts=parts,
            number=row.number
            if row.contradiction and not whole.contradiction
            else whole.number,
            contradiction=whole.contradiction or row.contradiction,
            is_struck=whole.is_struck or row.is_struck,
        )
    return [*faulty, *joined]


def with_total_of_all(
    layout: Layout, place: int, rows: Iterable[FormerRow]
) -> Iterator[FormerRow]:
    """Compare the total beside the evenings of each player with their sum.

    It may leave out the struck results, or count as many of the best for all.
    """
    stated = {
        record.number: whole_number_in(record.cells[place], layout.reading)
        for record in layout.records
    }
    people = [[*each] for _number, each in groupby(rows, key=attrgetter("number"))]
    most = most_counted([(each, stated.get(each[0].number)) for each in people])
    for own in people:
        totals = [row.total for row in own]
        counted = sum(row.total for row in own if not row.is_struck)
        best = sum(sorted(totals, reverse=True)[:most])
        total = stated.get(own[0].number)
        is_read = not any(row.fault for row in own)
        if is_read and total not in (None, counted, sum(totals), best):
            text = gettext(
                "The total of all evenings is %(table)s, these evenings make %(sum)s."
            )
            wrong = sums_text(text, total or 0, sum(totals))
            own = [replace(r, contradiction=r.contradiction or wrong) for r in own]
        yield from own


def most_counted(people: Iterable[tuple[Sequence[FormerRow], int | None]]) -> int:
    """Return how many of the best results of each player make their total.

    At most one total of ten may be a different one; else, all results count.
    """
    totals = [
        (sorted((row.total for row in rows), reverse=True), total)
        for rows, total in people
        if total is not None and not any(row.fault for row in rows)
    ]
    longest = max((len(own) for own, _total in totals), default=0)
    for most in range(longest - 1, 0, -1):
        fits = [sum(own[:most]) == total for own, total in totals if len(own) > most]
        if sum(fits) * 10 >= len(fits) * 9 and len(fits) > 1:
            return most
    return longest


def struck_rows(layout: Layout) -> list[str]:
    """Return the rows of which a cell says that they were struck, with their days."""
    columns = layout.columns(*SUMMED)
    struck = (
        record
        for record in layout.records
        if any(cell.casefold().startswith(STRUCK) for cell in record.cells)
        or any(is_struck(record.cells[at], layout.reading) for at in columns)
    )
    days = (
        (each.number, shown_cell(layout.text(each, Meaning.DATE))) for each in struck
    )
    return [*dict.fromkeys(f"{row} ({day})" if day else str(row) for row, day in days)]


def sums_in(layout: Layout) -> tuple[dict[int, bool], list[WrongSum]]:
    """Return the numbers of the rows that hold sums of those above.

    With each is whether any of them is right, and with all are the sums at the foot of
    a column that its rows do not make.
    """
    columns = layout.columns(*SUMMED)
    # The sum of the cells above, without struck ones, and their number; then the same
    # of those below the last sums.
    sums: dict[object, tuple[int, ...]] = {}
    rows: dict[int, bool] = {}
    wrong: list[WrongSum] = []
    for record in layout.records:
        cells = RecordCells(layout, record)
        group = tuple(map(cells.at, layout.labels))
        read = ((at, cells.number(at)) for at in columns)
        numbers = {at: number for at, number in read if number is not None}
        above = {at: sums.get((group, at), (0,) * 6) for at in columns}
        summed = {at for at in numbers if above[at][2] > 1}
        right = {
            at
            for at in summed
            if numbers[at] in above[at][:2]
            or (above[at][5] > 1 and numbers[at] and numbers[at] in above[at][3:5])
        }
        label = cells.name() or next(filter(is_word, record.cells), "")
        if not is_sum_row(label, len(right), len(numbers)):
            for at, number in numbers.items():
                counted = 0 if is_struck(cells.at(at), layout.reading) else number
                sums[group, at] = tuple(map(add, above[at], (number, counted, 1) * 2))
            continue
        rows[record.number] = bool(right) or rows.get(record.number, False)
        if plain_head(label).split()[:1] in (["summe"], ["gesamt"], ["total"], []):
            wrong += [
                WrongSum(record.number, cells.title(at), numbers[at], above[at][0])
                for at in sorted(summed - right)
                if layout.meanings[at] is not Meaning.LISTS
            ]
        sums |= {(group, at): (*above[at][:3], 0, 0, 0) for at in columns}
    return rows, wrong


@dataclass(frozen=True, slots=True)
class RecordCells:
    """The cells of a record, to be read by their meanings."""

    layout: Layout
    record: Record

    def at(self, place: int) -> str:
        return self.record.cells[place]

    def title(self, place: int) -> str:
        """Return the head of a cell, below the evening or series of its record."""
        labels = (shown_cell(self.at(each)) for each in self.layout.labels)
        texts = (*dict.fromkeys(labels), self.layout.title(place))
        return " ".join(filter(None, texts))

    def text(self, meaning: Meaning) -> str:
        """Return the text of the first column with a meaning; empty without one."""
        return self.layout.text(self.record, meaning)

    def number(self, place: int) -> int | None:
        return whole_number_in(self.at(place), self.layout.reading)

    def number_of(self, meaning: Meaning) -> int | None:
        return whole_number_in(self.text(meaning), self.layout.reading)

    def lists(self) -> int | None:
        """Return the number of lists; 0 of counted evenings if nobody knows theirs."""
        count = self.number_of(Meaning.LISTS)
        each = self.layout.reading.lists_of_each
        return None if count is None else max(count, 0) * each

    def day(self, text: str, given: GivenDates) -> datetime.date | None:
        """Return the day that a text names, or that for the number of its evening."""
        if year := self.year:
            given = replace(given, year=year, season=None)
        day = given.day_in(text, self.layout.reading)
        number = 0 if self.layout.has_days else evening_number(text)
        if day or given.year is None or not number:
            return day
        return datetime.date(given.year, 1, 1) + datetime.timedelta(days=number - 1)

    def day_alone(self, given: GivenDates) -> datetime.date | None:
        """Return the day that is alone in its row, above the results of an evening."""
        filled = {*filter(None, self.record.cells)}
        if len(filled) != 1:
            return None
        words = filled.pop().split()
        texts = (" ".join(words[at:]).strip(",;()") for at in range(len(words)))
        days = (given.day_in(text, self.layout.reading) for text in texts)
        return next(filter(None, days), None)

    @property
    def year(self) -> int | None:
        text = self.text(Meaning.YEAR)
        season = season_in(text)
        return season + self.layout.reading.season_end if season else one_year(text)

    def end_of_year(self, given: GivenDates) -> datetime.date | None:
        """Return the day of a year's totals; those of this year are up to today."""
        has_own = Meaning.YEAR in self.layout.meanings
        year = self.year if has_own else given.year
        if self.layout.shape is not Shape.YEAR or not year:
            return None
        this_year = year == given.today.year
        return given.today if this_year else datetime.date(year, 12, 31)

    def day_fault(self) -> RowFault:
        """Return the fault of a row without a day; no text if its cell is empty."""
        if self.layout.shape is Shape.YEAR:
            return RowFault(FaultReason.NO_YEAR, self.text(Meaning.YEAR))
        text = self.text(Meaning.DATE)
        if is_empty(text) or text.casefold() in DITTO:
            return RowFault(FaultReason.NO_DAY)
        is_wrong = is_impossible_day(text)
        return RowFault(
            FaultReason.NO_SUCH_DAY if is_wrong else FaultReason.NO_DAY, text
        )

    def name(self) -> str:
        texts = (self.text(each) for each in Meaning if each in NAMES)
        return " ".join(filter(None, texts))

    def is_absent(self, place: int) -> bool:
        text = self.at(place)
        return is_empty(text) or (self.layout.reading.are_zeros_absent and text == "0")

    def out_fault(self) -> RowFault | None:
        """Return the fault of a row with a cell by which its result does not count."""
        out = (text for text in self.record.cells if is_out_of_count(text))
        return next((RowFault(FaultReason.OUT, text) for text in out), None)

    def fault(self, place: int) -> RowFault | None:
        text, number = self.at(place), self.number(place)
        is_game = self.layout.meanings[place] in GAMES
        least, most = (0, MOST_GAMES) if is_game else (-MOST_POINTS, MOST_POINTS)
        if is_empty(text) or (number is not None and least <= number <= most):
            return None
        is_number = whole_number_in(text) is not None or text.strip("-−+").isdecimal()
        why = FaultReason.TOO_FAR if is_number else FaultReason.NO_NUMBER
        return RowFault(why, shown_cell(text), self.title(place))


def row_result(
    cells: RecordCells, row: FormerRow, day: datetime.date | None, given: GivenDates
) -> FormerRow:
    day = day or cells.end_of_year(given)
    series = cells.layout.columns(Meaning.SERIES)
    lists = cells.lists()
    is_parted = bool(series) or cells.layout.has_rounds
    closing = [at for each in CLOSING for at in cells.layout.columns(each)[:1]]
    numbers = [*(series or closing), *cells.layout.columns(Meaning.LISTS)[:1]]
    fault = cells.out_fault() or next(filter(None, map(cells.fault, numbers)), None)
    parts = []
    if not fault:
        parts = [
            FormerPart(series=number, total=cells.number(place) or 0)
            for number, place in enumerate(series, 1)
            if not cells.is_absent(place)
        ]
        is_absent = all(map(cells.is_absent, closing))
        if series:
            is_absent = bool(parts) or not cells.number_of(Meaning.TOTAL)
        if not is_absent:
            parts, is_parted = closing_parts(cells), is_parted and not series
        words = (cells.at(place) for place in numbers)
        word = next(filter(LETTERS.search, words), "")
        fault = None if parts else RowFault(FaultReason.NO_RESULT, word)
    if not fault and day is None:
        fault = cells.day_fault()
    return replace(
        row,
        day=day,
        evening=cells.text(Meaning.EVENING),
        parts=() if fault else tuple(parts),
        lists=1 if lists is None and is_parted else lists,
        contradiction=wrong_total(cells, parts),
        is_struck=any(
            is_struck(cells.at(place), cells.layout.reading)
            for place in series or closing
        ),
        fault=fault,
    )


def closing_parts(cells: RecordCells) -> list[FormerPart]:
    points, won, lost, others, total = map(cells.number_of, CLOSING)
    if total is None and points is None:
        return []
    if (won, lost) != (None, None):
        won, lost = won or 0, lost or 0  # an empty cell beside the other is none
    own = own_points(points or 0, won or 0, lost or 0)
    is_complete = None not in (total, points, won)
    others = games_others_lost(others, (total or 0) - own if is_complete else None)
    part = FormerPart(
        series=cells.number_of(Meaning.ROUND) or 1,
        total=own + others * LEAST if total is None else total,
        points=points,
        won=won,
        lost=lost,
        others=others,
        row=cells.record.number,
    )
    return [part]


def own_points(points: int, won: int, lost: int) -> int:
    return points + RATE.won * won - RATE.lost * lost


def games_others_lost(others: int | None, points: int | None) -> int:
    """Return the games the others lost; their column holds the count or the points.

    >>> pairs = ((5, 150), (150, 160), (40, 1240), (None, 120), (None, 70), (None, 50))
    >>> [games_others_lost(others, points) for others, points in pairs]
    [5, 5, 40, 4, 2, 0]
    """
    if others is not None and (
        others < LEAST or (points and LEAST * others <= points <= MOST * others)
    ):
        return max(others, 0)
    points = max(points or 0 if others is None else others, 0)
    counts = range(-(-points // MOST), points // LEAST + 1)
    step = MOST - LEAST
    fits = (each for each in counts if (points - LEAST * each) % step == 0)
    return points // LEAST if points % LEAST == 0 else next(fits, 0)


def wrong_total(cells: RecordCells, parts: Sequence[FormerPart]) -> str:
    """Say that the stated total is not the sum of the parts; empty if it is."""
    total = cells.number_of(Meaning.TOTAL)
    added_up = sum(part.total for part in parts)
    text = gettext("The table says %(table)s, its parts make %(sum)s.")
    if len(parts) == 1 and parts[0].points is not None and parts[0].own_games:
        part, total = parts[0], parts[0].total
        own = own_points(part.points or 0, part.won or 0, part.lost or 0)
        is_right = part.others * LEAST <= part.total - own <= part.others * MOST
        added_up = total if is_right else own + part.others * LEAST
        if cells.number_of(Meaning.OTHERS) is None:
            text = gettext(
                "The table says %(table)s; points and games make %(sum)s, and 30 or 40 "
                "more for each game that the others lost."
            )
    if not parts or total in (None, added_up):
        return ""
    return sums_text(text, total or 0, added_up)


def sums_text(text: str, stated: int, added_up: int) -> str:
    return text % {"table": number(stated), "sum": number(added_up)}


def is_impossible(
    part: FormerPart, lists: int = 1, rules: HouseRules = OFFICIAL
) -> bool:
    """Tell whether no games have these points, however they were played.

    Without game points, the total of so many lists has to leave enough for them, and
    for what the others lost; without games as well, nothing can be told.

    >>> from functools import partial
    >>> played = partial(FormerPart, series=1, won=1, lost=0)
    >>> [is_impossible(played(total=each + 50, points=each)) for each in (500, 264, 25)]
    [True, False, True]
    >>> is_impossible(FormerPart(series=1, total=99_999))
    False
    >>> [is_impossible(played(total=each)) for each in (1_800, 1_700, 68, 60)]
    [True, False, False, True]
    >>> is_impossible(played(total=0, points=0, won=4_000))
    True
    """
    if part.won is None:
        return False
    won, lost = part.won, part.lost or 0
    least = won * LEAST_VALUE - lost * 2 * MOST_VALUE
    most = won * MOST_VALUE - lost * 2 * LEAST_VALUE
    if part.points is not None:
        if won + lost <= GAMES_OF_A_LIST:
            return bool(off_possible(part.points, won, lost, rules))
        # So many games leave no gaps between their sums that are worth the time.
        return is_official(rules) and not least <= part.points <= most
    lists = max(lists, -(-(won + lost) // MOST_OWN_GAMES))
    others = LEAST * (lists * GAMES_OF_A_LIST - won - lost)
    return not least <= part.total - own_points(0, won, lost) <= most + others
