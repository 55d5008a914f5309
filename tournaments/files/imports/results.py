"""The results of an event, written to and read from tables."""

import datetime
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, F, Q, When
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.house.rules import OFFICIAL, HouseRules
from scoring.lists.sheets import RATES, SeatTotal, System, seat_total
from scoring.proof.paper import PaperFoot, PaperSeat, failures_in
from tournaments.events.models import Event
from tournaments.events.seats.services import open_table
from tournaments.files.columns.faults import Seated, seat_faults
from tournaments.files.columns.layout import NEEDED, Doubt, Layout
from tournaments.files.columns.results import (
    FormerPart,
    RecordCells,
    is_impossible,
    sums_in,
)
from tournaments.files.imports.back import FOOT, Made
from tournaments.files.imports.recognising import club_of, people_in_results
from tournaments.files.imports.rows import FilePerson, RowFields, TableRow
from tournaments.files.tables.cells import Meaning, day_in, is_empty
from tournaments.people.models import User
from tournaments.people.names.lines import RowName
from tournaments.sheets.finishing.services import (
    FootNumbers,
    finish_sheet,
    set_totals_only,
    write_foot,
)
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.web.spreadsheets import Spreadsheet
from tournaments.words.choices import SystemChoice
from tournaments.words.formats import number, short_date
from tournaments.words.problems import IDENTITY_TEXT

PASSED_IN = Q(sheet__games__declarer__isnull=True, sheet__games__house="")
CLOSED = ("points", "won", "lost")
ALWAYS = ("series", "table", "place", *CLOSED)
NUMBERS = {
    "series": Meaning.ROUND,
    "table": Meaning.TABLE,
    "place": Meaning.SEAT,
    "points": Meaning.POINTS,
    "won": Meaning.WON,
    "lost": Meaning.LOST,
    "others": Meaning.OTHERS,
    "total": Meaning.TOTAL,
    "passed_in": Meaning.PASSED_IN,
    "games": Meaning.GAMES,
}


@dataclass(slots=True, kw_only=True)
class FileSeat(TableRow):
    """The totals of one place of a list, as a row states them.

    ``player`` is None if nobody is certainly meant; ``problem`` says what is wrong with
    the row or with its list, ``why`` what is wrong with another row of the list.
    ``reckoned`` is the total by the numbers of the list.
    """

    series: int = 0
    table: int = 0
    place: int = 0
    points: int = 0
    won: int = 0
    lost: int = 0
    others: int | None = None
    total: int | None = None
    passed_in: int | None = None
    games: int | None = None
    reckoned: int | None = None

    @property
    def about(self) -> str:
        """Return where the person sat."""
        return _("Series %(series)s, table %(table)s, place %(place)s") % {
            "series": self.series,
            "table": self.table,
            "place": self.place,
        }

    @property
    def numbers(self) -> str:
        numbers = f"{number(self.points)} ({self.won}/{self.lost})"
        if self.reckoned is None:
            return numbers
        total = _("total %(total)s") % {"total": number(self.reckoned)}
        return f"{numbers}, {total}"


@dataclass(slots=True, kw_only=True)
class FileList:
    """The totals of one list from a table; ``sheet`` is the list as stored here.

    Rows that do not even name a list are in one without a table.
    """

    seats: tuple[FileSeat, ...]
    sheet: ScoreSheet | None = None

    @property
    def series(self) -> int:
        return self.seats[0].series

    @property
    def table(self) -> int:
        return self.seats[0].table

    @property
    def games(self) -> int:
        """Return the games of the list, or 0 if its rows do not say how many."""
        return next(filter(None, (seat.games for seat in self.seats)), 0)

    def passed_in(self, planned: int) -> int:
        """Return the games that were passed in: as stated, or what is left of all."""
        stated = [seat.passed_in for seat in self.seats if seat.passed_in is not None]
        solos = sum(seat.won + seat.lost for seat in self.seats)
        return stated[0] if stated else (self.games or planned) - solos


RESULT_CELLS: tuple[tuple[Promise, Callable[[Any], int | str | None]], ...] = (
    (gettext_lazy("Series"), attrgetter("series.number")),
    (pgettext_lazy("seat", "Table"), attrgetter("sheet.table_number")),
    (pgettext_lazy("seat", "Place"), attrgetter("place")),
    (gettext_lazy("Name"), attrgetter("player.sorted_name")),
    (gettext_lazy("Club"), lambda row: club_of(row.player)),
    (gettext_lazy("Game points"), attrgetter("game_points")),
    (pgettext_lazy("short", "won"), attrgetter("won")),
    (pgettext_lazy("short", "lost"), attrgetter("lost")),
    (gettext_lazy("passed in"), attrgetter("passed_in")),
    (gettext_lazy("Games"), lambda row: row.last_game - row.first_game + 1),
    (gettext_lazy("Total"), attrgetter("total")),
)


def results_spreadsheet(event: Event) -> Spreadsheet:
    """Return all finished lists, with a row per player. One query."""
    results = (
        Result.objects.filter(series__event=event)
        .select_related("player__club", "series", "sheet")
        .annotate(
            passed_in=Case(
                When(sheet__totals_only=True, then=F("sheet__paper_passed_in")),
                default=Count("sheet__games", filter=PASSED_IN),
            )
        )
        .order_by("series__number", "sheet__table_number", "place", "first_game")
    )
    return Spreadsheet(
        title=_("Results"),
        heads=tuple(str(head) for head, _cell in RESULT_CELLS),
        rows=[tuple(cell(row) for _head, cell in RESULT_CELLS) for row in results],
    )


def read_results(
    layout: Layout, event: Event, answers: RowFields
) -> tuple[list[FileList], list[FilePerson]]:
    """Read lists and compare them with those here, and the names to be asked about."""
    sums, _wrong = sums_in(layout)
    records = [record for record in layout.records if record.number not in sums]
    rows = Seat.objects.filter(series__event=event).values_list(
        "series__number", "sheet__table_number", "player", "place"
    )
    seated = {(*row[:3],): row[3] for row in rows}
    there = {player for _series, _table, player in seated}
    there |= {*event.entries.values_list("player", flat=True)}
    numbers = {record.number for record in records}
    names, by_row, people = people_in_results(layout, numbers, answers, among=there)
    rules = event.as_rules()
    seats = []
    for record in records:
        cells = RecordCells(layout, record)
        seat = read_seat(cells, names[record.number], rules)
        seat.player = by_row[record.number].player
        if seat.player is None and not seat.problem:
            nobody = _("“%(name)s” is nobody here, or several people.")
            seat.problem = nobody % {"name": names[record.number].text}
        seat.problem = seat.problem or other_day(cells, event)
        if out := cells.out_fault():
            seat.problem = str(out)
        seats.append(seat)
    if not layout.columns(Meaning.SEAT):
        seat_in_order(seats, seated)
    prove_seats(seats)
    lists = lists_of(seats)
    judge_lists(lists, event, rules)
    return lists, [person for person in people if not person.is_certain]


def lists_of(seats: Iterable[FileSeat]) -> list[FileList]:
    """Return rows as lists, in their order, each with its places in theirs."""
    rows: dict[tuple[int, int], list[FileSeat]] = {}
    for seat in seats:
        rows.setdefault((seat.series, seat.table), []).append(seat)
    in_order = (sorted(each, key=attrgetter("place")) for each in rows.values())
    return [FileList(seats=tuple(each)) for each in in_order]


def other_day(cells: RecordCells, event: Event) -> str:
    """Say that a row is of another day than the event, or of none; empty if not."""
    text = cells.text(Meaning.DATE)
    day = day_in(text, event.date.year, cells.layout.reading)
    if day is None and not is_empty(text):
        return _("“%(text)s” is no day.") % {"text": text}
    return "".join(day_texts({day} if day else (), event))


def seat_in_order(
    seats: Iterable[FileSeat], seated: Mapping[tuple[int, int, int], int]
) -> None:
    """Give rows without places those that they have here, or places in their order."""
    count: Counter[tuple[int, int]] = Counter()
    for seat in seats:
        at = (seat.series, seat.table)
        count[at] += 1
        here = seated.get((*at, seat.player.pk)) if seat.player else None
        seat.place = here or count[at]


def notes_on(layout: Layout, event: Event) -> list[str]:
    """Say that numbers are of another day, and who sits where if nothing names it."""
    text = _("Nothing says who sat where: the rows of a table are places 1, 2, 3 …")
    is_told = Meaning.SEAT in layout.meanings or Doubt.MISSING in layout.doubts
    return [*day_texts(layout.days_above, event), *([] if is_told else [text])]


def counted_twice(lists: Iterable[FileList], event: Event) -> Iterator[str]:
    """Say that these people have results of former years on the day of the event."""
    people = {seat.player.pk for each in lists for seat in each.seats if seat.player}
    same_day = Event.objects.filter(date=event.date).exclude(source="").order_by()
    theirs = same_day.filter(series__sheets__seats__player__in=people)
    for source in theirs.values_list("source", flat=True).distinct():
        text = _(
            "Results of these people on this day came in as “%(source)s” already. If "
            "they are the same, take those back first, or they count twice."
        )
        yield text % {"source": source}


def day_texts(days: Collection[datetime.date], event: Event) -> list[str]:
    """Say that numbers are of other days than the event."""
    if not days or event.date in days:
        return []
    text = _("These numbers are of %(day)s, the event is on %(date)s.")
    return [text % {"day": short_date(min(days)), "date": short_date(event.date)}]


def prove_seats(seats: Sequence[FileSeat]) -> None:
    """Name the problem of two on one seat, and of one person on two, in both rows."""
    faults = seat_faults(
        {
            at: Seated(
                row=seat.row,
                name=seat.called,
                person=seat.player or seat.name.key,
                series=seat.series,
                seat=(seat.table, seat.place),
                numbers=seat.row,
            )
            for at, seat in enumerate(seats)
            if seat.series
        }
    )
    for at, fault in faults.items():
        seats[at].problem = seats[at].problem or str(fault)


def read_seat(
    cells: RecordCells, name: RowName, rules: HouseRules = OFFICIAL
) -> FileSeat:
    """Return the totals in a row, with the first cell that holds no whole number."""
    problem = ""
    for meaning in NEEDED | {Meaning.SEAT, Meaning.OTHERS, Meaning.TOTAL}:
        for place in cells.layout.columns(meaning):
            if fault := cells.fault(place):
                problem = str(fault)
            elif meaning in NEEDED | {Meaning.SEAT} and is_empty(cells.at(place)):
                problem = _("The number under “%(head)s” is missing.")
                problem %= {"head": cells.layout.title(place)}
    stated: dict[str, Any] = {
        name: cells.number_of(meaning) for name, meaning in NUMBERS.items()
    }
    stated |= {name: stated[name] or 0 for name in ALWAYS}
    part = FormerPart(series=1, total=0, **{name: stated[name] for name in CLOSED})
    if not problem and is_impossible(part, rules=rules):
        problem = _("%(points)s points cannot come from these games.") % stated
    return FileSeat(row=cells.record.number, name=name.name, problem=problem, **stated)


def contradiction(file_list: FileList) -> str:
    """Say where totals contradict points and games; empty if they agree.

    >>> seats = [FileSeat(row=n, name=None, lost=n == 3) for n in (2, 3, 4)]
    >>> seats[0].points, seats[0].won, seats[0].total = 24, 1, 114
    >>> contradiction(FileList(seats=tuple(seats)))
    ''
    """
    for seat in file_list.seats:
        closing = closing_of(seat, file_list.seats, System.SEEGER_FABIAN)
        if closing is None:
            continue
        others, total = closing.others_lost, closing.total
        if seat.others not in (None, others, closing.others_bonus):
            return _("Row %(row)s: the others lost %(sum)s games, not %(table)s.") % {
                "row": seat.row,
                "sum": others,
                "table": seat.others,
            }
        if seat.total not in (None, total):
            text = _("The table says %(table)s, its parts make %(sum)s.")
            return row_text(seat.row, text % {"table": seat.total, "sum": total})
    return ""


def closing_of(
    seat: FileSeat, seats: Sequence[FileSeat], system: System
) -> SeatTotal | None:
    """Return what a player has on a list; None unless three to five play."""
    if len(seats) not in RATES[system].others_lost:
        return None
    others = sum(each.lost for each in seats) - seat.lost
    counts = (seat.place, seat.points, seat.won, seat.lost, others)
    return seat_total(*counts, players=len(seats), system=system)


def judge_lists(lists: Iterable[FileList], event: Event, rules: HouseRules) -> None:
    """Mark lists as stored already, or say what is wrong with them."""
    sheets = {
        (sheet.series.number, sheet.table_number): sheet
        for sheet in ScoreSheet.objects.filter(series__event=event)
        .select_related("series")
        .prefetch_related("seats", "results", "games")
    }
    numbers = set(event.series.values_list("number", flat=True))
    for each in lists:
        each.sheet = sheets.get((each.series, each.table))
        is_stored = each.sheet is not None and has_same_results(each, each.sheet)
        wrong = [
            row_text(seat.row, seat.problem) for seat in each.seats if seat.problem
        ]
        if wrong and not is_stored:
            for seat in each.seats:
                seat.why = "" if seat.problem else wrong[0]
            continue
        problem = ""
        if each.series not in numbers:
            problem = _("The event has no such series.")
        elif not is_stored:
            problem = obstacle(each, event, rules)
        for seat in each.seats:
            seat.is_here, seat.problem = is_stored, problem
            closing = closing_of(seat, each.seats, System(event.system))
            seat.reckoned = closing.total if closing else None


def row_text(row: int, why: str) -> str:
    return _("Row %(row)s: %(why)s") % {"row": row, "why": why}


def missing_text(lists: Iterable[FileList]) -> str:
    """Name the tables of an imported file that were left out; empty if none was."""
    missing = sorted(
        (each.series, each.table)
        for each in lists
        if each.table and any(seat.fate == "left" for seat in each.seats)
    )
    if not missing:
        return ""
    table = _("Series %(series)s, table %(table)s")
    names = (table % {"series": at[0], "table": at[1]} for at in missing)
    text = _("The event is not complete; what is missing: %(tables)s.")
    return text % {"tables": "; ".join(names)}


def has_same_results(file_list: FileList, sheet: ScoreSheet) -> bool:
    """Tell whether a stored list is finished with the same results."""
    columns = attrgetter("place", "player_id", "game_points", "won", "lost")
    results = sorted(map(columns, sheet.results.all()))
    numbers = attrgetter("points", "won", "lost")
    return bool(results) and results == sorted(
        (seat.place, seat.player.pk if seat.player else 0, *numbers(seat))
        for seat in file_list.seats
    )


def obstacle(file_list: FileList, event: Event, rules: HouseRules) -> str:
    """Say why the totals of a list cannot be written; empty if they can."""
    places = [seat.place for seat in file_list.seats]
    if places != list(range(1, len(places) + 1)) or not 3 <= len(places) <= 5:
        return _("The places are not 1, 2, 3 and so on.")
    sheet = file_list.sheet
    if sheet is not None and (problem := other_here(file_list, sheet)):
        return problem
    planned = (
        sheet.games_planned if sheet else event.rounds_at(len(places)) * len(places)
    )
    if problem := wrong_games(file_list, planned, rules):
        return problem
    is_proved = event.system == SystemChoice.SEEGER_FABIAN
    return contradiction(file_list) if is_proved else ""


def wrong_games(file_list: FileList, planned: int, rules: HouseRules) -> str:
    """Say where games do not fit the list, as finishing it would; empty if they do."""
    seats = file_list.seats
    foot = PaperFoot(
        players=len(seats),
        rules=rules,
        ramsch=None if rules.plays_ramsch else 0,
        system=rules.list_system,
        games=file_list.games or planned,
        passed_in=max(file_list.passed_in(planned), 0),
        seats=tuple(
            PaperSeat(place=seat.place, won=seat.won, lost=seat.lost) for seat in seats
        ),
    )
    for failure in failures_in(foot):
        text = str(IDENTITY_TEXT[failure.identity])
        rows = [seat.row for seat in seats if seat.place in failure.places]
        return row_text(rows[0], text) if rows else text
    return ""


def other_here(file_list: FileList, sheet: ScoreSheet) -> str:
    """Say what stands in a stored list instead; empty if the totals may go there."""
    if sheet.is_finished or sheet.games.all():
        return _("This list has other numbers here already.")
    people = {seat.place: seat.player_id for seat in sheet.seats.all()}
    in_file = {s.place: s.player.pk for s in file_list.seats if s.player}
    if people != in_file:
        return _("Other people sit at this table.")
    return ""


@transaction.atomic
def import_results(*, event: Event, lists: Sequence[FileList], by: User) -> Made:
    """Write the totals of new lists and finish them.

    If a second person checks every list, finishing is left to them. Refusals of
    services are raised; then nothing is written.
    """
    made = Made()
    series = {row.number: row for row in event.series.all()}
    for file_list in lists:
        if any(seat.fate != "taken" for seat in file_list.seats):
            continue
        sheet = file_list.sheet or open_table(
            series=series[file_list.series],
            players=[seat.player for seat in file_list.seats if seat.player],
            table_number=file_list.table,
        )
        # The foot of a list whose games are not known.
        set_totals_only(sheet=sheet, by=by, totals_only=True)
        is_usual = file_list.games == sheet.games_planned
        write_foot(
            sheet=sheet,
            by=by,
            seats={
                seat.place: FootNumbers(
                    points=seat.points, won=seat.won, lost=seat.lost
                )
                for seat in file_list.seats
            },
            passed_in=file_list.passed_in(sheet.games_planned),
            games=None if is_usual else file_list.games or None,
        )
        if not event.second_person:
            finish_sheet(sheet=sheet, by=by)
        if file_list.sheet:
            made.changes.append((sheet, FOOT, ""))
        else:
            made.rows.append(sheet)
    return made
