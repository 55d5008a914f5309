"""A draw in words: its costs, their bounds, and the effect of a swap."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from tournaments.events.draws.drawing import FIVE, DrawQuestion
from tournaments.events.draws.reports import (
    DrawReport,
    HandChange,
    Reunion,
    draw_report,
)
from tournaments.events.models import Draw
from tournaments.seating.costs import Costs
from tournaments.seating.problem import TableRule
from tournaments.words import formats
from tournaments.words.choices import DrawMode

COUNTED = {
    "repeats": ngettext_lazy(
        "%(count)s repeated meeting", "%(count)s repeated meetings", "count"
    ),
    "third_meetings": ngettext_lazy(
        "%(count)s meeting for the third time",
        "%(count)s meetings for the third time",
        "count",
    ),
    "club_clashes": ngettext_lazy(
        "%(count)s pair of club mates at one table",
        "%(count)s pairs of club mates at one table",
        "count",
    ),
    "team_clashes": ngettext_lazy(
        "%(count)s pair of team mates at one table",
        "%(count)s pairs of team mates at one table",
        "count",
    ),
    "apart_clashes": ngettext_lazy(
        "%(count)s named pair at one table",
        "%(count)s named pairs at one table",
        "count",
    ),
    "three_table_excess": ngettext_lazy(
        "%(count)s repeated seat at a table of three",
        "%(count)s repeated seats at a table of three",
        "count",
    ),
    "seat_excess": ngettext_lazy(
        "%(count)s seat out of balance", "%(count)s seats out of balance", "count"
    ),
}
"""The words for a number of each cost item."""


def five_text(question: DrawQuestion) -> str:
    """Return why nobody sits at a table of five, if that was asked for."""
    if question.wish.tables != TableRule.FIVE:
        return ""
    counts = [len(part.entrants) for part in question.parts]
    counts = [count for count in counts if count != FIVE]
    if not counts:
        return ""
    return _(
        "Only exactly five people share one table: these %(players)s sit at tables "
        "of four and three."
    ) % {"players": max(counts)}


def cost_lines(report: DrawReport) -> list[tuple[str, str]]:
    """Return the cost items of a draw, each with its number and its bound, if known."""
    costs = report.costs
    return [
        (_("Repeated meetings"), repeats_text(report)),
        (_("Meetings for the third time"), str(costs.third_meetings)),
        (_("Club mates at one table"), clashes_text(report)),
        (_("Team mates at one table"), str(costs.team_clashes)),
        (_("Named pairs at one table"), str(costs.apart_clashes)),
        (_("Again at a table of three"), str(costs.three_table_excess)),
        (_("Seats out of balance"), str(costs.seat_excess)),
    ]


def repeats_text(report: DrawReport) -> str:
    """Return how many meetings are repeated, and how many must be."""
    return with_bound(report.costs.repeats, report.draw.bound_repeats, report)


def clashes_text(report: DrawReport) -> str:
    """Return how often club mates meet, and how often they must."""
    return with_bound(report.costs.club_clashes, report.draw.bound_club_clashes, report)


def with_bound(count: int, bound: int, report: DrawReport) -> str:
    """Return a number with its lower bound, if one is known."""
    if not (bound and report.is_as_drawn):
        return str(count)
    return _("%(count)s (at least %(bound)s)") % {"count": count, "bound": bound}


def bound_text(report: DrawReport) -> str:
    """Return in plain words how well a draw for new opponents has turned out."""
    draw = report.draw
    if draw.mode != DrawMode.WISHES:
        return ""
    if report.costs.repeats <= 0:
        return _("Nobody meets anybody twice.")
    series = len(report.series) or draw.last_series - draw.first_series + 1
    field = _("%(players)s, %(series)s") % {
        "players": ngettext("%(count)s player", "%(count)s players", report.players)
        % {"count": report.players},
        "series": ngettext("%(count)s series", "%(count)s series", series)
        % {"count": series},
    }
    if not report.is_as_drawn:
        text = _("%(field)s: %(repeats)s as the tables stand now.")
        words = COUNTED["repeats"] % {"count": report.costs.repeats}
        return text % {"field": field, "repeats": words}
    if not draw.bound_repeats:
        return _("%(field)s: repeated meetings are as few as were found.") % {
            "field": field
        }
    least = ngettext(
        "at least %(count)s repeat cannot be avoided",
        "at least %(count)s repeats cannot be avoided",
        draw.bound_repeats,
    ) % {"count": draw.bound_repeats}
    return _("%(field)s: %(least)s.") % {"field": field, "least": least}


def change_text(change: HandChange) -> str:
    """Return the change by hand at one table, and the people who lost their seat."""
    text = table_text(change)
    if not change.seatless:
        return text
    names = formats.enumeration(change.seatless)
    return _("%(change)s Without a seat: %(names)s.") % {"change": text, "names": names}


def table_text(change: HandChange) -> str:
    """Return the change at one table."""
    words = {
        "series": change.series,
        "table": change.table,
        "drawn": formats.enumeration(change.drawn),
        "now": formats.enumeration(change.now),
    }
    if not change.drawn:
        return _("Series %(series)s, table %(table)s was added: %(now)s.") % words
    if not change.now:
        return _("Series %(series)s, table %(table)s was taken away.") % words
    return (
        _("Series %(series)s, table %(table)s: drawn %(drawn)s; now %(now)s.") % words
    )


def reunion_text(reunion: Reunion) -> str:
    """Return two people who meet again, and the series."""
    return _("%(first)s and %(second)s (series %(series)s)") % {
        "first": reunion.first.name,
        "second": reunion.second.name,
        "series": formats.enumeration(list(map(str, reunion.series))),
    }


def change_lines(change: Costs) -> tuple[list[str], list[str]]:
    """Return the cost items that a swap raises and those that it lowers, in words."""
    more: list[str] = []
    less: list[str] = []
    for name, text in COUNTED.items():
        by = getattr(change, name)
        if by:
            (more if by > 0 else less).append(text % {"count": abs(by)})
    return more, less


def repeat_text(draw: Draw, *, agrees: bool) -> str:
    """Return in words whether a repeated draw agrees with the stored one."""
    if not agrees:
        return _("Drawn again: other tables come out. Please report this.")
    if draw_report(draw).changes:
        return _(
            "Drawn again: the same tables come out as were drawn then. Since then "
            "some were changed by hand."
        )
    return _("Drawn again: the same tables come out as were drawn then.")
