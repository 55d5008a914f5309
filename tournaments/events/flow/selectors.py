"""Reading the clock, what a correction moved, open objections, and the beamer."""

import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import (
    Count,
    Exists,
    OuterRef,
    Q,
    QuerySet,
    prefetch_related_objects,
)

from scoring.ranking.standings import Placed
from tournaments.events.models import (
    MOST_ENTRIES,
    Event,
    Reopening,
    ReopeningPlace,
    Series,
)
from tournaments.events.standings.selectors import Standings, rankings_of, standings_of
from tournaments.events.standings.words import remark_text
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.selectors import unanswered_objections, unanswered_verdicts
from tournaments.words.choices import Ranking, SheetState


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFace:
    """The clock of the running series on the second screen.

    ``missing`` are the lists that are not finished. Their ``written`` is the number of
    games that a phone at the table has written; None if the desk types the list, since
    that does not show how far the table is, and while the list is withheld.
    ``ends_at`` is None without a time limit or while the clock is stopped.
    ``following`` is the number of the next series if its tables are there.
    """

    event: Event
    series: Series
    missing: list[Any]
    expected: int
    following: int | None

    @property
    def is_over(self) -> bool:
        """Whether the series is closed, or all its lists are in."""
        return bool(self.series.closed_at or (self.expected and not self.missing))

    @property
    def is_running(self) -> bool:
        return bool(self.series.clock_started_at and not self.is_over)

    @property
    def started_at(self) -> datetime.datetime | None:
        return self.series.clock_started_at if self.is_running else None

    @property
    def ends_at(self) -> datetime.datetime | None:
        limit = self.event.time_limit
        if not (self.started_at and limit):
            return None
        return self.started_at + datetime.timedelta(minutes=limit)

    @property
    def finished(self) -> int:
        return self.expected - len(self.missing)

    @property
    def revision(self) -> str:
        """A word that changes whenever the clock has to be rendered again."""
        parts = (
            self.event.name,
            self.event.time_limit,
            self.series.pk,
            self.series.clock_started_at,
            self.series.closed_at,
            [(sheet.pk, sheet.state, sheet.written) for sheet in self.missing],
            self.expected,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def clock_face(event: Event) -> ClockFace | None:
    """Return the clock of the current series; None without any series."""
    missing = Count("sheets", filter=Q(sheets__finished_at=None))
    counted = event.series.annotate(tables=Count("sheets"), missing=missing)
    all_series = list(counted.order_by("number"))
    series = current_series(all_series)
    if series is None:
        return None
    rows = series.sheets.annotate(written=Count("games"))
    sheets = list(rows.order_by("table_number"))
    for sheet in sheets:
        if not (sheet.pen_is_out and sheet.is_readable):
            sheet.written = None
    later = [row.number for row in all_series if row.tables and row.pk != series.pk]
    return ClockFace(
        event=event,
        series=series,
        missing=[sheet for sheet in sheets if not sheet.is_finished],
        expected=len(sheets),
        following=next((each for each in later if each > series.number), None),
    )


def current_series(series: Sequence[Any]) -> Any:
    """Return the series whose clock was started last, unless its lists are all in.

    Else the first for which lists are missing, or the last with tables. ``series`` are
    sorted by number, with their ``tables`` and ``missing`` lists.
    """
    left = [each for each in series if each.missing or not each.tables]
    is_open = [each for each in left if not each.closed_at]
    running = [each for each in is_open if each.clock_started_at]
    running.sort(key=attrgetter("clock_started_at"))
    missing = [each for each in is_open if each.missing]
    played = [each for each in series if each.tables]
    return next(iter([*running[-1:], *missing, *played[-1:], *series]), None)


def places_through(event: Event, through: int) -> dict[int, tuple[int, int]]:
    """Return place and total by person up to a series, guests among the others."""
    places = standings_of(event, ranking=Ranking.EVERYBODY, through=through).places
    return {each.entry.player_id: (each.place, each.entry.total) for each in places}


def places_now(reopening: Reopening) -> list[ReopeningPlace]:
    """Return everybody's place before a reopening and now; nothing is stored."""
    rows = {row.player_id: row for row in reopening.places.all()}
    places = places_through(reopening.series.event, reopening.through)
    for pk, (place, total) in places.items():
        row = rows.setdefault(pk, ReopeningPlace(reopening=reopening, player_id=pk))
        row.place_after, row.total_after = place, total
    return list(rows.values())


def place_changes(reopening: Reopening) -> list[ReopeningPlace]:
    """Return whose place or total changed, before the end as the ranking is now."""
    is_closed = bool(reopening.closed_at)
    rows = [
        row
        for row in (reopening.places.all() if is_closed else places_now(reopening))
        if (row.place_before, row.total_before) != (row.place_after, row.total_after)
    ]
    prefetch_related_objects(rows, "player")
    rows.sort(key=lambda row: row.player.sort_key)
    # People who are no longer in the ranking come last.
    return sorted(rows, key=lambda row: row.place_after or MOST_ENTRIES)


def event_reopenings(event: Event) -> QuerySet[Reopening]:
    reopenings = Reopening.objects.filter(series__event=event)
    return reopenings.select_related("series", "by", "closed_by").order_by("-pk")


class Objection(NamedTuple):
    """An unanswered objection to a list that is not finished.

    ``line`` is the line it names, if any. With ``at_table`` a player made it on a
    phone, otherwise a second person at the desk.
    """

    sheet: ScoreSheet
    name: str
    remark: str
    line: int | None = None
    at_table: bool = False


def objections_in(event: Event) -> list[Objection]:
    words = unfinished_in(unanswered_objections(), event).select_related("player")
    verdicts = unfinished_in(unanswered_verdicts(), event).select_related("by")
    objections = [
        Objection(word.sheet, word.player.name, word.remark, at_table=True)
        for word in words
    ] + [
        Objection(each.sheet, str(each.by), each.remark, each.line) for each in verdicts
    ]

    def position(objection: Objection) -> tuple[int, int, int]:
        sheet = objection.sheet
        return sheet.series.number, sheet.table_number, objection.line or 0

    return sorted(objections, key=position)


def unfinished_in(statements: QuerySet[Any], event: Event) -> QuerySet[Any]:
    """Return the statements on lists of ``event`` that can still be corrected."""
    unfinished = statements.exclude(sheet__state=SheetState.FINISHED)
    of_event = unfinished.filter(sheet__series__event=event)
    return of_event.select_related("sheet__series").order_by("pk")


LINES_A_PAGE, LETTERS_A_LINE = 10, 80
SEATS_A_PAGE = 30


class RankingPage(NamedTuple):
    """Ten lines of a ranking; the last page says who is ``unranked``."""

    standings: Standings
    lines: Sequence[Placed]
    unranked: str = ""

    @property
    def series(self) -> tuple[int, ...]:
        played = self.standings.series_choices
        return tuple(n for n in self.standings.series_numbers if n in played)

    @property
    def rows(self) -> list[tuple[Placed, tuple[int | None, ...]]]:
        """The lines, each with its points in the series played."""
        played = [number in self.series for number in self.standings.series_numbers]
        return [
            (line, tuple(compress(line.entry.per_series, played)))
            for line in self.lines
        ]


class SeatsPage(NamedTuple):
    """The seats of the next series, by name."""

    series: Series
    seats: Sequence[Seat]


BeamerPage = RankingPage | SeatsPage


def beamer_pages(event: Event, wanted: str) -> list[BeamerPage]:
    """Return the pages of one ranking, or all that the beamer turns."""
    single = standings_of(event)
    if wanted in {choice.word for choice in single.choices}:
        return ranking_pages([standings_of(event, ranking=wanted)])
    others = [
        choice.word
        for choice in single.choices
        if choice.contest or (choice.word == Ranking.GUESTS and event.guests_apart)
    ]
    rankings = rankings_of(event, others) if others else []
    return [*ranking_pages([single, *rankings]), *seats_pages(event)]


def ranking_pages(rankings: Sequence[Standings]) -> list[BeamerPage]:
    """Return rankings cut into pages; an empty ranking has one page, too."""
    pages: list[BeamerPage] = []
    for ranking in rankings:
        text = remark_text(ranking)
        lines = len(ranking.places) + -(-len(text) // LETTERS_A_LINE)
        starts = range(0, max(lines, 1), LINES_A_PAGE)
        pages += [
            RankingPage(
                standings=ranking,
                lines=ranking.places[start:][:LINES_A_PAGE],
                unranked=text if start == starts[-1] else "",
            )
            for start in starts
        ]
    return pages


def seats_pages(event: Event) -> list[BeamerPage]:
    series = waiting_series(event)
    if series is None:
        return []
    rows = Seat.objects.filter(series=series).select_related("player", "sheet")
    seats = sorted(rows, key=lambda seat: seat.player.sort_key)
    starts = range(0, len(seats), SEATS_A_PAGE)
    return [SeatsPage(series, seats[start:][:SEATS_A_PAGE]) for start in starts]


def waiting_series(event: Event) -> Series | None:
    """Return the first series that has tables but has not begun."""
    lists = ScoreSheet.objects.filter(series=OuterRef("pk"))
    ready: QuerySet[Series] = event.series.filter(
        Exists(lists), ~Exists(lists.exclude(state=SheetState.EMPTY))
    )
    return ready.order_by("number").first()
