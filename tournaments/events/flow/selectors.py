"""Reading the time that a series has left, and its missing lists."""

import datetime
import hashlib
from dataclasses import dataclass

from django.db.models import Count

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
    """

    event: Event
    series: Series
    missing: tuple[MissingList, ...]
    expected: int

    @property
    def is_running(self) -> bool:
        return bool(self.series.clock_started_at and not self.series.closed_at)

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
    series = current_series(list(event.series.all()))
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
    )


def current_series(series: list[Series]) -> Series | None:
    """Return the series whose clock runs, else the first open one, else the last.

    ``series`` are sorted by number. No query.
    """
    unclosed = [each for each in series if not each.closed_at]
    running = [each for each in unclosed if each.clock_started_at]
    return next(iter([*running[-1:], *unclosed, *series[-1:]]), None)
