"""The days on which a club meets."""

import calendar
from collections.abc import Container
from datetime import date, timedelta

from tournaments.words.choices import Rhythm

WEEK = timedelta(days=7)
# The occurrence of the weekday in a month, counted from one; -1 is the last.
IN_MONTH = {
    Rhythm.FIRST: 1,
    Rhythm.SECOND: 2,
    Rhythm.THIRD: 3,
    Rhythm.FOURTH: 4,
    Rhythm.LAST: -1,
}
MOST_WEEKS = 60


def next_meeting(
    rhythm: Rhythm,
    weekday: int,
    *,
    start: date,
    last: date | None = None,
    taken: Container[date] = (),
) -> date:
    """Return the first meeting day from ``start`` on that is not ``taken``.

    ``weekday`` is 0 for Monday. Fortnightly meetings are counted from ``last``, the
    last meeting, if it was on the same weekday.

    >>> next_meeting(Rhythm.WEEKLY, 6, start=date(2026, 11, 23))
    datetime.date(2026, 11, 29)
    >>> next_meeting(Rhythm.LAST, 4, start=date(2026, 11, 23))
    datetime.date(2026, 11, 27)
    """
    day = start + timedelta(days=(weekday - start.weekday()) % 7)
    for _week in range(MOST_WEEKS):
        if day not in taken and is_meeting(rhythm, day, last):
            return day
        day += WEEK
    return day


def is_meeting(rhythm: Rhythm, day: date, last: date | None) -> bool:
    """Return whether a club meets on ``day``, which is on its weekday."""
    if rhythm == Rhythm.FORTNIGHTLY:
        is_same = last is not None and last.weekday() == day.weekday()
        return not is_same or last is None or (day - last).days % 14 == 0
    occurrence = IN_MONTH.get(rhythm)
    if occurrence is None:
        return True
    if occurrence > 0:
        return (day.day - 1) // 7 + 1 == occurrence
    return day.day + 7 > calendar.monthrange(day.year, day.month)[1]
