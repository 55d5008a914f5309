"""A ranking in words."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.standings.selectors import Standings
from tournaments.scope.withheld import UNTIL_RELEASED
from tournaments.words.choices import Ranking
from tournaments.words.formats import clock_time, short_date


def nobody_text(standings: Standings) -> str:
    """Return why nobody stands in a ranking; empty before the first finished list."""
    if standings.places:
        return ""
    if not standings.finished:
        return _("The results are not released yet.") if standings.withheld else ""
    if standings.ranking == Ranking.SINGLE:
        return _("So far only guests have finished a list; they are ranked apart.")
    return _("Nobody of this ranking has finished a list yet.")


def provisional_text(standings: Standings) -> str:
    """Return why a ranking is not final yet; empty where it is, or nothing is drawn.

    Nothing is counted while something is withheld: two counts would tell of it.
    """
    if not standings.is_provisional:
        return ""
    if standings.withheld:
        return " ".join((_("Provisional."), withheld_text(standings)))
    found = []
    if standings.is_complete:
        found.append(_("Provisional: not released yet."))
    elif standings.expected:
        words = _("Provisional: %(finished)s of %(expected)s lists are finished.")
        counts = {"finished": standings.finished, "expected": standings.expected}
        found.append(words % counts)
        found.append(undrawn_text(standings))
    return " ".join(filter(None, found))


def undrawn_text(standings: Standings) -> str:
    """Return how many series have no tables yet; empty for none."""
    if not standings.undrawn:
        return ""
    words = ngettext(
        "%(series)s series has no tables yet.",
        "%(series)s series have no tables yet.",
        standings.undrawn,
    )
    return words % {"series": standings.undrawn}


def withheld_text(standings: Standings) -> str:
    """Return which series the reader may not read yet, and from when on; or nothing."""
    return " ".join(seen_text(each.number, each.until) for each in standings.withheld)


def seen_text(number: int, until: datetime) -> str:
    """Return from when on the results of a series can be read."""
    words = {"number": number, "time": clock_time(until)}
    if until == UNTIL_RELEASED:
        return _("Series %(number)s: not released yet.") % words
    day = timezone.localtime(until)
    if day.date() == timezone.localdate():
        return _("Series %(number)s: can be seen from %(time)s.") % words
    words["day"] = short_date(day)
    return _("Series %(number)s: can be seen from %(day)s, %(time)s.") % words
