"""Reading how much time a series has left, and which tables are still missing."""

import datetime
import hashlib
from dataclasses import dataclass

from django.db.models import Count

from tournaments.events.models import Event, Series
from tournaments.sheets.models import ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingList:
    """A list that is not finished.

    ``written`` is how many games a phone has written at the table; None at the desk:
    what the desk types says nothing of how far the table is. None also while what
    the list says is withheld.
    """

    sheet: ScoreSheet
    written: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFace:
    """What the second screen shows of the running series.

    ``ends_at`` is None without a time limit or while the clock stands.
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
        """Return a word that changes whenever the face has to be drawn anew."""
        parts = (
            self.event.name,
            self.event.time_limit,
            self.series.pk,
            self.series.clock_started_at,
            self.series.closed_at,
            [(each.sheet.pk, each.sheet.state, each.written) for each in self.missing],
            self.expected,
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def clock_face(event: Event) -> ClockFace | None:
    """Return the clock of the series that is played; None without a series.

    Two queries.
    """
    series = current_series(list(event.series.all()))
    if series is None:
        return None
    counted = series.sheets.annotate(written=Count("games"))
    sheets = list(counted.order_by("table_number"))
    return ClockFace(
        event=event,
        series=series,
        missing=tuple(
            MissingList(
                sheet=sheet, written=sheet.written if tells_progress(sheet) else None
            )
            for sheet in sheets
            if not sheet.is_finished
        ),
        expected=len(sheets),
    )


def tells_progress(sheet: ScoreSheet) -> bool:
    """Tell whether the hall may read how many games its table has written."""
    return sheet.pen_is_out and sheet.is_readable


def current_series(series: list[Series]) -> Series | None:
    """Return the series whose clock runs, else the first that is open, else the last.

    ``series`` come by number. No query.
    """
    still_open = [each for each in series if not each.closed_at]
    running = [each for each in still_open if each.clock_started_at]
    if running:
        return running[-1]
    return next(iter([*still_open, *series[-1:]]), None)
