"""Words about what people play over the years: chance, habits, the course of a list."""

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.chance.expectation import LuckVerdict, Share
from scoring.game.written_games import Position
from tournaments.words.formats import number, percent

POSITION_TEXT: Mapping[Position, Promise] = {
    Position.FOREHAND: gettext_lazy("Forehand"),
    Position.MIDDLEHAND: gettext_lazy("Middlehand"),
    Position.REARHAND: gettext_lazy("Rearhand"),
}


def usual_text(share: Share) -> str:
    """Return the common share, and whether chance explains the difference from it."""
    if not share.of:
        return ""
    words = {
        LuckVerdict.CHANCE: pgettext("share", "usual %(rate)s"),
        LuckVerdict.ABOVE: pgettext("share", "more often than %(rate)s"),
        LuckVerdict.BELOW: pgettext("share", "less often than %(rate)s"),
    }
    return words[share.verdict] % {"rate": percent(round(share.rate * 1000), 1000)}


def chance_text(share: Share) -> str:
    """Return the plain sentence about chance, in numbers of games."""
    words = {
        LuckVerdict.CHANCE: _(
            "That may be the cards: they alone bring %(least)s to %(most)s."
        ),
        LuckVerdict.ABOVE: _(
            "That is not only the cards: they alone hardly bring more than %(most)s."
        ),
        LuckVerdict.BELOW: _(
            "That is not only the cards: they alone hardly bring fewer than %(least)s."
        ),
    }
    ends = {"least": number(share.least), "most": number(share.most)}
    return words[share.verdict] % ends


def share_percent(share: Share) -> str:
    """Return a share in percent; a dash where nothing was counted."""
    return percent(share.count, share.of)


def success_text(share: Share) -> str:
    return _(
        "%(count)s of %(games)s own games won (%(share)s). In such games about "
        "%(usual)s are usual."
    ) % share_numbers(share)


def above_text(above: int) -> str:
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
    return _(
        "Declarer in %(count)s of %(games)s games played (%(share)s). About %(usual)s "
        "are usual."
    ) % share_numbers(share)


def defence_text(share: Share) -> str:
    return _(
        "As a defender: the others lost %(count)s of their %(games)s games "
        "(%(share)s). About %(usual)s are usual."
    ) % share_numbers(share)


def share_numbers(share: Share) -> dict[str, str]:
    return {
        "count": number(share.count),
        "games": number(share.of),
        "share": share_percent(share),
        "usual": number(share.usual),
    }


def course_text(course: Sequence[int]) -> str:
    """Return the course of a list in words; it begins before the first game."""
    totals = course[1:] or course
    best, worst = max(totals), min(totals)
    return _(
        "%(end)s points at the end; highest %(best)s after game %(best_game)s, lowest "
        "%(worst)s after game %(worst_game)s."
    ) % {
        "end": number(course[-1]),
        "best": number(best),
        "best_game": totals.index(best) + 1,
        "worst": number(worst),
        "worst_game": totals.index(worst) + 1,
    }
