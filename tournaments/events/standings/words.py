"""Sentences about a ranking."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.models import Series
from tournaments.events.results import RankedRow
from tournaments.events.standings.selectors import Standings
from tournaments.scope.withheld import UNTIL_RELEASED
from tournaments.words.choices import Ranking
from tournaments.words.formats import clock_time, number, short_date


def nobody_text(standings: Standings) -> str:
    """Return why a ranking has no places; empty before the first finished list."""
    if standings.places or standings.unranked:
        return ""
    if not standings.finished:
        return _("The results are not released yet.") if standings.withheld else ""
    if standings.ranking == Ranking.SINGLE:
        return _("So far only guests have finished a list; they are ranked apart.")
    return _("Nobody of this ranking has finished a list yet.")


def beside_text(entry: RankedRow, standings: Standings) -> str:
    """Return what is said beside a name: who left early, who has fewer lists."""
    words = (departure_text(entry, standings), fewer_lists_text(entry, standings))
    return ", ".join(filter(None, words))


def departure_text(entry: RankedRow, standings: Standings) -> str:
    """Return that somebody left before the last series; empty if not."""
    until = getattr(entry, "until_series", None)
    if until is None or until >= max(standings.series_numbers, default=0):
        return ""
    return _("left after series %(number)s") % {"number": until}


def fewer_lists_text(entry: RankedRow, standings: Standings) -> str:
    """Return that somebody stands behind for having fewer lists; empty if not."""
    lists = entry.lists_counted
    if lists >= standings.most_lists:
        return ""
    words = ngettext("only %(lists)s list", "only %(lists)s lists", lists)
    return words % {"lists": lists}


def unranked_text(standings: Standings) -> str:
    """Return who takes no place for having too few lists; empty for nobody."""
    if not standings.unranked:
        return ""
    names = ", ".join(f"{row.name} ({number(row.total)})" for row in standings.unranked)
    words = ngettext(
        "Not ranked, with fewer than %(lists)s list: %(names)s.",
        "Not ranked, with fewer than %(lists)s lists: %(names)s.",
        standings.lists_needed,
    )
    return words % {"lists": standings.lists_needed, "names": names}


def provisional_text(standings: Standings) -> str:
    """Return why a ranking is not final; empty if it is or if nothing is drawn.

    Nothing is counted while a series is withheld, because two counts would reveal
    something about it.
    """
    if not standings.is_provisional:
        return ""
    if standings.withheld:
        texts = [
            seen_text(series.number, series.until) for series in standings.withheld
        ]
        return " ".join([_("Provisional."), *texts])
    if standings.is_complete:
        return _("Provisional: not released yet.")
    if not standings.expected:
        return ""
    words = _("Provisional: %(finished)s of %(expected)s lists are finished.")
    counts = {"finished": standings.finished, "expected": standings.expected}
    return " ".join(filter(None, (words % counts, undrawn_text(standings))))


def undrawn_text(standings: Standings) -> str:
    """Return the number of series without tables; empty for none."""
    if not standings.undrawn:
        return ""
    words = ngettext(
        "%(series)s series has no tables yet.",
        "%(series)s series have no tables yet.",
        standings.undrawn,
    )
    return words % {"series": standings.undrawn}


def seen_text(number: int, until: datetime) -> str:
    """Return when the results of a series can be seen."""
    words = {"number": number, "time": clock_time(until)}
    if until == UNTIL_RELEASED:
        return _("Series %(number)s: not released yet.") % words
    day = timezone.localtime(until)
    if day.date() == timezone.localdate():
        return _("Series %(number)s: can be seen from %(time)s.") % words
    words["day"] = short_date(day)
    return _("Series %(number)s: can be seen from %(day)s, %(time)s.") % words


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
