"""The meetings of a club, also in words, and the language of its own texts."""

import calendar
from collections.abc import Container
from datetime import date, timedelta

from django.conf import settings
from django.utils.dates import WEEKDAYS
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournaments.organisations.models import Organisation
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


ON_DAY = {
    Rhythm.WEEKLY: gettext_lazy("Every %(day)s"),
    Rhythm.FORTNIGHTLY: gettext_lazy("Every other %(day)s"),
}


def meeting_text(organisation: Organisation) -> str:
    """Return when the club meets: "Every Sunday at 19:00", empty if unknown."""
    if organisation.weekday is None:
        return ""
    rhythm = Rhythm(organisation.rhythm)
    pattern = ON_DAY.get(rhythm, f"%(day)s, {rhythm.label}")
    day = pattern % {"day": WEEKDAYS[organisation.weekday]}
    if not organisation.start_time:
        return day
    time = clock_text(organisation.start_time)
    return _("%(day)s at %(time)s") % {"day": day, "time": time}


def clock_text(time: str) -> str:
    """Return a time of day as it is spoken.

    >>> clock_text("19:00"), clock_text("19:30")
    ('19', '19.30')
    """
    hour, _colon, minute = time.partition(":")
    hour = hour.removeprefix("0")
    if minute == "00":
        return _("%(hour)s:00") % {"hour": hour}
    return _("%(hour)s:%(minute)s") % {"hour": hour, "minute": minute}


def welcome_with_language(organisation: Organisation | None) -> str:
    """Return when and where the club meets and its welcome to guests, in one line.

    Where the page is not in German, the club's own words are marked as German.
    """
    if not organisation:
        return ""
    when, mark = meeting_text(organisation), club_language_attribute()
    own_words = " · ".join(filter(None, (organisation.place, organisation.welcome)))
    between = " · " if when and own_words else ""
    if mark and own_words:
        return format_html("{}{}<span{}>{}</span>", when, between, mark, own_words)
    return f"{when}{between}{own_words}"


def club_language_attribute() -> SafeString | str:
    """Return the ``lang`` attribute for a club's own words on a page not in German.

    Clubs write German, and screen readers should read it as such.
    """
    language = settings.LANGUAGE_CODE
    return "" if get_language() == language else format_html(' lang="{}"', language)
