"""Words of leagues: match points, marks of a table, failed sum checks, presets."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.leagues.table import Imbalance, LeagueMark, SumCheck
from tournaments.leagues.models import Division, MatchDay

PRESET_NAMES: Mapping[str, Promise] = {
    "DSKV": gettext_lazy("DSkV: teams of four, 3:0 to 0:3"),
    "ISPA": gettext_lazy("ISPA: teams of eight, 6:0 to 0:6"),
}
"""The names of the presets of ``scoring.leagues.rules``, by their keys."""

MARK_TEXT: Mapping[LeagueMark, Promise] = {
    LeagueMark.PROMOTED: gettext_lazy("promotion place"),
    LeagueMark.RELEGATED: gettext_lazy("relegation place"),
    LeagueMark.OPEN: gettext_lazy("open"),
    LeagueMark.WITHDRAWN: gettext_lazy("withdrawn"),
}
MARK_SIGN: Mapping[LeagueMark, str] = {
    LeagueMark.PROMOTED: "▲",
    LeagueMark.RELEGATED: "▼",
    LeagueMark.OPEN: "?",
    LeagueMark.WITHDRAWN: "×",
}
"""Marks have a sign and a word, as colour alone is not enough."""

SUM_TEXT: Mapping[SumCheck, Promise] = {
    SumCheck.PAIR: gettext_lazy(
        "%(team)s: plus and minus do not make what was possible, off by %(by)s."
    ),
    SumCheck.PLUS: gettext_lazy(
        "The plus points do not make half of what was possible, off by %(by)s."
    ),
    SumCheck.MINUS: gettext_lazy(
        "The minus points do not make half of what was possible, off by %(by)s."
    ),
}


def division_text(division: Division) -> str:
    """Return a division with its league, or one name if both have the same."""
    return " ".join(dict.fromkeys((division.league.name, division.name)))


def match_day_text(day: MatchDay) -> str:
    """Return a match day with its division, for places that do not show it."""
    words = {"division": division_text(day.division), "day": day.number}
    return _("%(division)s, match day %(day)s") % words


def match_points_text(value: Fraction) -> str:
    """Return match points: whole, or with the half point of a shared place.

    >>> match_points_text(Fraction(3)), match_points_text(Fraction(3, 1) - 3)
    ('3', '0')
    """
    if value.denominator == 1:
        return str(int(value)).replace("-", "−")
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return formats.number_format(exact, 1, use_l10n=True).replace("-", "−")


def pair(plus: Fraction, minus: Fraction) -> str:
    """Return both columns of match points in their usual form (rules 6.2).

    >>> pair(Fraction(7), Fraction(2))
    '7:2'
    """
    return f"{match_points_text(plus)}:{match_points_text(minus)}"


def imbalance_text(imbalance: Imbalance, teams: Mapping[int, str]) -> str:
    """Return a failed sum check as a sentence; ``teams`` are names by key."""
    return SUM_TEXT[imbalance.check] % {
        "by": match_points_text(imbalance.by),
        "team": teams.get(imbalance.team or 0, ""),
    }


def mark_text(mark: LeagueMark | None) -> str:
    """Return sign and word of a mark; empty if there is none."""
    return f"{MARK_SIGN[mark]} {MARK_TEXT[mark]}" if mark else ""


def team_letter(number: int) -> str:
    """Return the letter of a team in a seat plan: A for the first (rules 6.1).

    >>> team_letter(1), team_letter(4)
    ('A', 'D')
    """
    return chr(ord("A") + number - 1)


def points_scale(step: int, teams: int = 4) -> str:
    """Return the match points of the places in a series, best first (rules 6.2).

    >>> points_scale(1), points_scale(2)
    ('3:0, 2:1, 1:2, 0:3', '6:0, 4:2, 2:4, 0:6')
    """
    most = step * (teams - 1)
    return ", ".join(f"{most - step * place}:{step * place}" for place in range(teams))


def partial_league_text(is_partial: bool) -> str:
    """Return a note on numbers that leave out unpublished matches."""
    if not is_partial:
        return ""
    return _("Only published matches count here; there are more.")


def unconfirmed_text(numbers: Any) -> str:
    """Return how many of the matches that count are confirmed; empty for all."""
    if not numbers.is_provisional:
        return ""
    words = ngettext(
        "Provisional: the only match is not confirmed by a second person.",
        "Provisional: a second person has confirmed %(confirmed)s of %(counted)s "
        "matches.",
        numbers.counted,
    )
    confirmed = numbers.counted - len(numbers.open_groups)
    return words % {"confirmed": confirmed, "counted": numbers.counted}


def league_file_note(numbers: Any) -> str:
    """Return what a file of league numbers says below them."""
    notes = unconfirmed_text(numbers), partial_league_text(numbers.is_partial)
    return " ".join(filter(None, notes))


def sums_text(plus: Fraction, minus: Fraction) -> str:
    """Return the sums of a series or a match day.

    >>> from django.utils.translation import override
    >>> with override("en"):
    ...     sums_text(Fraction(6), Fraction(6))
    'Sum 6:6'
    """
    return _("Sum %(pair)s") % {"pair": pair(plus, minus)}
