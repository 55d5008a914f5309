"""The series that are hidden from visitors, in words."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.models import Series
from tournaments.scope.withheld import UNTIL_RELEASED
from tournaments.words.formats import clock_time, short_date


def hidden_texts(series: Iterable[Series]) -> list[str]:
    """Return a sentence for each series that visitors cannot read yet. No query."""
    now = timezone.now()
    return [text for row in series if (text := hidden_text(row, now))]


def hidden_text(series: Series, now: datetime) -> str:
    """Return how long a series is hidden; empty if it is shown.

    While its tables are hidden so are its results, whatever their own time.
    """
    for moment, text in (
        (series.draw_from, _("Series %(number)s is hidden from visitors %(until)s.")),
        (
            series.results_from,
            _("The results of series %(number)s are hidden from visitors %(until)s."),
        ),
    ):
        if moment is not None and moment > now:
            return text % {"number": series.number, "until": until_text(moment)}
    return ""


def until_text(moment: datetime) -> str:
    """Return the end of the hiding in words: a time today, or a day and a time."""
    if moment == UNTIL_RELEASED:
        return _("until the results are released")
    if timezone.localtime(moment).date() == timezone.localdate():
        return _("until %(time)s") % {"time": clock_time(moment)}
    return _("until %(day)s, %(time)s") % {
        "day": short_date(timezone.localtime(moment)),
        "time": clock_time(moment),
    }
