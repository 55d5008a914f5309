"""What clubs write in tables comes in as it is, or something is asked about it.

With ``SKATCLUB_TABLES=5000`` in the environment, so many are written.
"""

import datetime
import os
import time
from collections import Counter, defaultdict
from random import Random

from tests.tournaments.files.imports.old_tables import people_of, played_by
from tests.tournaments.files.imports.test_corpus import shown
from tests.tournaments.files.imports.written_tables import LAYOUTS, SAID_DAY, write
from tournaments.files.columns.faults import FaultReason
from tournaments.files.columns.layout import layout_of
from tournaments.files.columns.questions import Answers
from tournaments.files.columns.results import (
    GivenDates,
    RecordCells,
    read_rows,
    sums_in,
)
from tournaments.files.imports.joining import letters_question
from tournaments.files.imports.people import birthday_in
from tournaments.files.imports.recognising import names_in
from tournaments.files.imports.results import FileList, contradiction, read_seat
from tournaments.files.tables.cells import Meaning, Purpose
from tournaments.files.tables.grids import read_file

COUNT = int(os.environ.get("SKATCLUB_TABLES", "180"))


def people_in(layout):
    records = {record.number: record for record in layout.records}
    for each in names_in(layout):
        record = records[each.number]
        is_free, born = layout.is_free, layout.text(record, Meaning.BORN)
        club = each.club or ("" if is_free else layout.text(record, Meaning.CLUB))
        if not each.is_no_name:
            yield shown(each.name), club, birthday_in(born, layout.reading)


def lists_in(layout):
    """Return the places of all lists, and how many are in lists that wait."""
    names = {each.number: each for each in names_in(layout)}
    seats, lists = [], defaultdict(list)
    for record in layout.records:
        cells = RecordCells(layout, record)
        seat = read_seat(cells, names[record.number])
        key = [cells.number_of(meaning) for meaning in (Meaning.ROUND, Meaning.TABLE)]
        lists[tuple(key)].append(seat)
        own = seat.place, seat.points, seat.won, seat.lost
        seats.append((shown(seat.name), *key, *own))
    waiting = [
        seat
        for each in lists.values()
        if contradiction(FileList(seats=tuple(each)))
        or any(seat.problem for seat in each)
        for seat in each
    ]
    rows = {seat.row for seat in waiting}
    kept = [
        value
        for value, record in zip(seats, layout.records, strict=True)
        if record.number not in rows
    ]
    return kept, len(rows)


def results_in(layout, rows):
    names = {each.number: shown(each.name) for each in names_in(layout)}
    for row in rows:
        if not row.fault and not row.contradiction:
            totals = tuple(part.total for part in row.parts)
            one = row.parts[0]
            played = (one.points or 0, one.won or 0, one.lost or 0)
            games = played if len(totals) == 1 else (0, 0, 0)
            yield names[row.number], row.day, totals, games


def in_read_columns(value, layout, written):
    """Return a value without what the page says it does not read."""
    if written.layout != "people" or not layout.unread:
        return value
    name, club, born = value
    has_club, has_born = (
        each in layout.meanings for each in (Meaning.CLUB, Meaning.BORN)
    )
    return name, club if has_club else "", born if has_born else None


def verdict_on(written):
    """Return whether a table came in right, or is asked about; or else what is wrong.

    A row that is left out with a word, or waits, is asked about.
    """
    file = read_file(written.content)
    (grid,) = file.grids
    # Each evening that a table counts is one list here, as it is asked.
    said = Answers(signs={"evenings": "1"})
    layout = layout_of(grid.rows, Purpose(written.purpose), answers=said)
    notes = grid.notes
    if notes or layout.is_open or letters_question(file, Answers()):
        return "asked", ""
    left, sums = 0, 0
    if written.purpose == "people":
        try:
            values = list(people_in(layout))
        except ValueError:
            return "asked", ""
    elif written.purpose == "results":
        values, left = lists_in(layout)
    else:
        is_evening = layout.shape == "evening"
        day = min(layout.days_above, default=SAID_DAY) if is_evening else None
        rows = read_rows(layout, GivenDates(day, layout.year or 1998))
        values = list(results_in(layout, rows))
        faults = [row.fault.reason for row in rows if row.fault]
        sums = faults.count(FaultReason.SUMS)
        left = len(faults) - sums - faults.count(FaultReason.HEADS)
        left += sum(bool(row.contradiction) for row in rows)
    expected = [in_read_columns(value, layout, written) for value in written.values]
    wrong = list((Counter(values) - Counter(expected)).elements())
    missing = list((Counter(expected) - Counter(values)).elements())
    if wrong or len(missing) > left or sums > written.sums:
        return "wrong", f"{wrong[:3]} instead of {missing[:3]}, {layout.meanings}"
    return ("asked" if left else "right"), ""


def test_tables_of_clubs_come_in_right_or_are_asked_about():
    tables = [write(seed) for seed in range(COUNT)]
    assert {table.layout for table in tables} == LAYOUTS.keys()

    verdicts = [verdict_on(table) for table in tables]

    words = Counter(word for word, _why in verdicts)
    assert [why for word, why in verdicts if word == "wrong"] == []
    assert words["right"] >= COUNT * 0.6


def test_ten_years_of_results_are_read_and_proved_at_once():
    first, chance = datetime.date(1990, 1, 5), Random(1)
    lines = ["Datum;Name;Spielpunkte;gew.;verl.;Gesamt"]
    for week in range(350):
        for person in people_of(chance, 16):
            one = played_by(chance, person)
            day = first + datetime.timedelta(11 * week)
            own = f"{one.points};{one.won};{one.lost};{one.total}"
            lines.append(f"{day:%d.%m.%Y};{person[1]}, {person[0]};{own}")
    begin = time.process_time()

    layout = layout_of(read_file("\n".join(lines).encode()).grids[0].rows)
    results = list(results_in(layout, read_rows(layout, GivenDates())))

    assert len(results) == 5_600
    assert sums_in(layout)[1] == []
    # One second on a quiet machine.
    assert time.process_time() - begin < 4
