"""Words about what people play over the years: chance, habits, the course of a list."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.expectation import Share, Verdict
from scoring.sheets import Position
from tournaments.formats import number, percent

POSITION_TEXT: Mapping[Position, Promise] = {
    Position.FOREHAND: gettext_lazy("Forehand"),
    Position.MIDDLEHAND: gettext_lazy("Middlehand"),
    Position.REARHAND: gettext_lazy("Rearhand"),
}


def verdict_text(share: Share) -> str:
    """Return in a word or two how a share lies beside the common one."""
    if not share.of:
        return ""
    return {
        Verdict.CHANCE: pgettext("share", "as usual"),
        Verdict.ABOVE: pgettext("share", "more often"),
        Verdict.BELOW: pgettext("share", "less often"),
    }[share.verdict]


def chance_text(share: Share) -> str:
    """Return the plain sentence about chance."""
    return {
        Verdict.CHANCE: _("That is within what chance does."),
        Verdict.ABOVE: _("That is more than chance explains."),
        Verdict.BELOW: _("That is less than chance explains."),
    }[share.verdict]


def share_percent(share: Share) -> str:
    """Return a share in percent; a dash where nothing was counted."""
    return percent(share.count, share.of)


def rate_percent(share: Share) -> str:
    """Return the common share in percent."""
    return percent(round(share.rate * 1000), 1000)


def success_text(share: Share) -> str:
    """Return how many games were won beside what is common for the same games."""
    return _(
        "%(won)s of %(games)s games won, which is %(share)s. With the same contracts "
        "%(rate)s are usual."
    ) % {
        "won": number(share.count),
        "games": number(share.of),
        "share": share_percent(share),
        "rate": rate_percent(share),
    }


def above_text(above: int) -> str:
    """Return what the success brought, in points."""
    points = abs(above)
    if not points:
        return _("In points that makes no difference.")
    if above > 0:
        return ngettext(
            "That made %(points)s point more than the same games usually bring.",
            "That made %(points)s points more than the same games usually bring.",
            points,
        ) % {"points": number(points)}
    return ngettext(
        "That made %(points)s point less than the same games usually bring.",
        "That made %(points)s points less than the same games usually bring.",
        points,
    ) % {"points": number(points)}


def courage_text(share: Share) -> str:
    """Return how often somebody declared."""
    return _("Declarer in %(share)s of the games at the cards; %(rate)s are usual.") % {
        "share": share_percent(share),
        "rate": rate_percent(share),
    }


def defence_text(share: Share) -> str:
    """Return how often the others lost at the same tables."""
    return _(
        "At the same tables the others lost %(share)s of their games; %(rate)s are "
        "usual."
    ) % {"share": share_percent(share), "rate": rate_percent(share)}


def course_text(course: Sequence[int]) -> str:
    """Return the course of a list in words; it begins before the first game."""
    played = course[1:] or course
    best, worst = max(played), min(played)
    return _(
        "%(end)s points at the end; highest %(best)s after game %(best_game)s, lowest "
        "%(worst)s after game %(worst_game)s."
    ) % {
        "end": number(course[-1]),
        "best": number(best),
        "best_game": played.index(best) + 1,
        "worst": number(worst),
        "worst_game": played.index(worst) + 1,
    }
