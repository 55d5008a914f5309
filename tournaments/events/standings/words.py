"""A ranking in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.standings.selectors import Standings
from tournaments.words.choices import Ranking


def nobody_text(standings: Standings) -> str:
    """Return why nobody stands in a ranking; empty before the first finished list."""
    if standings.places:
        return ""
    if not standings.finished:
        return withheld_text(standings)
    if standings.ranking == Ranking.SINGLE:
        return _("So far only guests have finished a list; they are ranked apart.")
    return _("Nobody of this ranking has finished a list yet.")


def provisional_text(standings: Standings) -> str:
    """Return why a ranking is not final yet; empty where it is, or nothing is drawn."""
    if not standings.is_provisional:
        return ""
    found = []
    if standings.is_complete:
        found.append(_("Provisional: not released yet."))
    elif standings.expected:
        words = _("Provisional: %(finished)s of %(expected)s lists are finished.")
        counts = {"finished": standings.finished, "expected": standings.expected}
        found.append(words % counts)
        found.append(undrawn_text(standings))
    found.append(withheld_text(standings))
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
    """Return how many series the reader may not read yet; empty for none."""
    if not standings.withheld:
        return ""
    words = ngettext(
        "%(series)s series is not released yet.",
        "%(series)s series are not released yet.",
        standings.withheld,
    )
    return words % {"series": standings.withheld}
