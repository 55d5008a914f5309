"""Reading the time that a series has left, and its missing lists."""

import datetime
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.models import Count, Q

from tournaments.events.models import Event, Series
from tournaments.sheets.models import ScoreSheet


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
