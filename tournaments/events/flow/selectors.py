"""Reading how much time a series has left, and which tables are still missing."""

import datetime
import hashlib
from dataclasses import dataclass

from tournaments.events.models import Event, Series
from tournaments.sheets.models import ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFace:
    """What the second screen shows of the running series.

    ``ends_at`` is None without a time limit or while the clock stands.
    """

    event: Event
    series: Series
    missing: tuple[ScoreSheet, ...]
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
            [(sheet.pk, sheet.state) for sheet in self.missing],
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
    sheets = list(series.sheets.order_by("table_number"))
    return ClockFace(
        event=event,
        series=series,
        missing=tuple(sheet for sheet in sheets if not sheet.is_finished),
        expected=len(sheets),
    )


def current_series(series: list[Series]) -> Series | None:
    """Return the series whose clock runs, else the first that is open, else the last.

    ``series`` come by number. No query.
    """
    still_open = [each for each in series if not each.closed_at]
    running = [each for each in still_open if each.clock_started_at]
    if running:
        return running[-1]
    return next(iter([*still_open, *series[-1:]]), None)
