"""Reading the clock of a series, what a correction moved, and open objections."""

import datetime
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar

from django.db.models import Count, Q, QuerySet

from tournaments.events.models import Event, Reopening, Series
from tournaments.events.standings.fields import people_by_pk
from tournaments.events.standings.selectors import standings_of
from tournaments.sheets.models import Confirmation, ScoreSheet, Verdict
from tournaments.sheets.selectors import unanswered_objections, unanswered_verdicts
from tournaments.words.choices import Ranking, SheetState


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingList:
    """A list that is not finished.

    ``games`` is the number of games that a phone at the table has written. It is
    None if the desk types the list, since that does not show how far the table is,
    and while the list is withheld.
    """

    sheet: ScoreSheet
    games: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFace:
    """The clock of the running series on the second screen.

    ``ends_at`` is None without a time limit or while the clock is stopped.
    ``following`` is the number of the next series if its tables are there.
    """

    event: Event
    series: Series
    missing: tuple[MissingList, ...]
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
            [(item.sheet.pk, item.sheet.state, item.games) for item in self.missing],
            self.expected,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def clock_face(event: Event) -> ClockFace | None:
    """Return the clock of the current series; None without any series. Two queries."""
    missing = Count("sheets", filter=Q(sheets__finished_at=None))
    counted = event.series.annotate(tables=Count("sheets"), missing=missing)
    all_series = list(counted)
    series = current_series(all_series)
    if series is None:
        return None
    rows = series.sheets.annotate(written=Count("games"))
    sheets = list(rows.order_by("table_number"))
    return ClockFace(
        event=event,
        series=series,
        missing=tuple(
            MissingList(
                sheet=sheet,
                games=sheet.written if sheet.pen_is_out and sheet.is_readable else None,
            )
            for sheet in sheets
            if not sheet.is_finished
        ),
        expected=len(sheets),
        following=next(
            (
                each.number
                for each in all_series
                if each.number > series.number and each.tables
            ),
            None,
        ),
    )


def current_series(series: Sequence[Any]) -> Any:
    """Return the series whose clock was started last, unless its lists are all in.

    Else the first for which lists are missing, or the last with tables. ``series`` are
    sorted by number, with their ``tables`` and ``missing`` lists. No query.
    """
    is_open = [
        each
        for each in series
        if not each.closed_at and (each.missing or not each.tables)
    ]
    running = [each for each in is_open if each.clock_started_at]
    running.sort(key=attrgetter("clock_started_at"))
    missing = [each for each in is_open if each.missing]
    played = [each for each in series if each.tables]
    return next(iter([*running[-1:], *missing, *played[-1:], *series]), None)


Standing = tuple[int | None, int | None]
NOT_RANKED: Standing = (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChange:
    """A person's place before and after a reopening; None: not in the ranking."""

    player: str
    place_before: int | None
    total_before: int | None
    place_after: int | None
    total_after: int | None

    @property
    def moved(self) -> int:
        """The number of places gained, negative if lost; 0 if one place is missing."""
        if self.place_before is None or self.place_after is None:
            return 0
        return self.place_before - self.place_after


def places_through(event: Event, through: int) -> dict[int, Standing]:
    """Return place and total by person in the series up to ``through``.

    Guests are ranked among the others even if the event ranks them apart, because
    their results may be corrected, too. Seven queries.
    """
    standings = standings_of(event, ranking=Ranking.EVERYBODY, through=through)
    return {
        line.entry.player_id: (line.place, line.entry.total)
        for line in standings.places
    }


def place_changes(reopening: Reopening) -> list[PlaceChange]:
    """Return the people whose place or total changed, best first.

    Until the series is closed again, they are compared with the current ranking. Two
    queries once it is closed, nine before.
    """
    rows = {row.player_id: row for row in reopening.places.all()}
    before = {pk: (row.place_before, row.total_before) for pk, row in rows.items()}
    if reopening.closed_at:
        after = {pk: (row.place_after, row.total_after) for pk, row in rows.items()}
    else:
        event = reopening.series.event
        after = dict(places_through(event, reopening.through))
    people = people_by_pk(before.keys() | after.keys())
    changes = []
    for pk in sorted(people, key=lambda pk: people[pk].sort_key):
        old, new = before.get(pk, NOT_RANKED), after.get(pk, NOT_RANKED)
        if old != new:
            changes.append(
                PlaceChange(
                    player=people[pk].sorted_name,
                    place_before=old[0],
                    total_before=old[1],
                    place_after=new[0],
                    total_after=new[1],
                )
            )
    # People who are no longer in the ranking come last.
    return sorted(changes, key=lambda change: change.place_after or len(people) + 1)


def event_reopenings(event: Event) -> QuerySet[Reopening]:
    """Return the reopenings of ``event``, the latest first."""
    reopenings = Reopening.objects.filter(series__event=event)
    return reopenings.select_related("series", "by", "closed_by").order_by("-pk")


Statement = TypeVar("Statement", Confirmation, Verdict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """An unanswered objection to a list that is not finished.

    ``line`` is the line it names, if any. With ``at_table`` a player made it on a
    phone, otherwise a second person at the desk.
    """

    sheet: ScoreSheet
    name: str
    remark: str
    line: int | None = None
    at_table: bool = False

    @property
    def position(self) -> tuple[int, int, int]:
        return self.sheet.series.number, self.sheet.table_number, self.line or 0


def objections_in(event: Event) -> list[Objection]:
    """Return the unanswered objections, by table. Two queries."""
    objections = [*objections_at_tables(event), *objections_at_the_desk(event)]
    return sorted(objections, key=lambda objection: objection.position)


def objections_at_tables(event: Event) -> Iterator[Objection]:
    """Yield the objections that players made on a phone. One query."""
    for objection in unfinished_in(unanswered_objections(), event).select_related(
        "player"
    ):
        yield Objection(
            sheet=objection.sheet,
            name=objection.player.name,
            remark=objection.remark,
            at_table=True,
        )


def objections_at_the_desk(event: Event) -> Iterator[Objection]:
    """Yield the objections of second persons. One query."""
    for verdict in unfinished_in(unanswered_verdicts(), event).select_related("by"):
        yield Objection(
            sheet=verdict.sheet,
            name=str(verdict.by),
            remark=verdict.remark,
            line=verdict.line,
        )


def unfinished_in(statements: QuerySet[Statement], event: Event) -> QuerySet[Statement]:
    """Return the statements on lists of ``event`` that can still be corrected."""
    unfinished = statements.exclude(sheet__state=SheetState.FINISHED)
    of_event = unfinished.filter(sheet__series__event=event)
    return of_event.select_related("sheet__series").order_by("pk")
