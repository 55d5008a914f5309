"""When and where a club meets, in words."""

from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.organisations.models import Organisation
from tournaments.words.choices import Rhythm

ON_DAY = {
    Rhythm.WEEKLY: gettext_lazy("Every %(day)s"),
    Rhythm.FORTNIGHTLY: gettext_lazy("Every other %(day)s"),
    Rhythm.FIRST: gettext_lazy("Every first %(day)s of the month"),
    Rhythm.SECOND: gettext_lazy("Every second %(day)s of the month"),
    Rhythm.THIRD: gettext_lazy("Every third %(day)s of the month"),
    Rhythm.FOURTH: gettext_lazy("Every fourth %(day)s of the month"),
    Rhythm.LAST: gettext_lazy("Every last %(day)s of the month"),
}


def meeting_text(organisation: Organisation) -> str:
    """Return when the club meets: "Every Sunday 7 p.m."; empty if it does not say."""
    if organisation.weekday is None:
        return ""
    pattern = str(ON_DAY[Rhythm(organisation.rhythm)])
    day = pattern % {"day": WEEKDAYS[organisation.weekday]}
    if not organisation.start_time:
        return day
    time = clock_text(organisation.start_time)
    return _("%(day)s at %(time)s") % {"day": day, "time": time}


def clock_text(time: str) -> str:
    """Return a time of day as a club says it.

    >>> clock_text("19:00"), clock_text("19:30")
    ('19', '19.30')
    """
    hour, _colon, minute = time.partition(":")
    return hour.removeprefix("0") + (f".{minute}" if minute != "00" else "")


def welcome_line(organisation: Organisation | None) -> str:
    """Return when, where, and whether guests are welcome, in one line."""
    if not organisation:
        return ""
    parts = (meeting_text(organisation), organisation.place, organisation.welcome)
    return " · ".join(filter(None, parts))
