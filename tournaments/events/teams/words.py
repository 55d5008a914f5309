"""Sentences about teams: members and their series, the rules of a ranking."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking.standings import NO_TIES
from tournaments.events.models import TeamContest, TeamMember
from tournaments.words.choices import TeamKind
from tournaments.words.ties import ties_words


def spell_text(spell: TeamMember) -> str:
    """Return the series in which a member belongs to the team; empty for all."""
    first, last = spell.from_series, spell.until_series
    if last is None:
        return _("from series %(first)s") % {"first": first} if first > 1 else ""
    return series_text(first, last) if first <= last else _("in no series")


def series_text(first: int, last: int) -> str:
    """Return a range of series in words.

    >>> series_text(1, 3), series_text(2, 2)
    ('Serie 1 bis 3', 'Serie 2')
    """
    words = _("series %(first)s")
    if first != last:
        words = _("series %(first)s to %(last)s")
    return words % {"first": first, "last": last}


def name_with_series(name: str, spell: TeamMember) -> str:
    """Return a name with the series the person plays in, unless it is all of them."""
    series = spell_text(spell)
    return f"{name} ({series})" if series else name


def scaled_text(series: Sequence[int]) -> str:
    """Return the series in which a short team counts as a full one; empty for none."""
    if not series:
        return ""
    numbers = ", ".join(map(str, series))
    return _("series %(series)s: short team, counted as a full one") % {
        "series": numbers
    }


def team_rule(rules: TeamContest) -> str:
    """Return the rules of a team ranking as one line."""
    parts = [
        ngettext("%(size)d player", "%(size)d players", rules.size)
        % {"size": rules.size}
    ]
    if rules.kind != TeamKind.ANY:
        parts.append(str(TeamKind(rules.kind).label))
    if rules.counting and rules.counting < rules.size:
        parts.append(
            ngettext(
                "the best result of each series counts",
                "the best %(counting)d results of each series count",
                rules.counting,
            )
            % {"counting": rules.counting}
        )
    if rules.scale_short:
        parts.append(_("a short team counts as a full one"))
    if rules.tie_chain != NO_TIES:
        chain = ties_words(rules.tie_chain)
        parts.append(_("equal totals: %(chain)s") % {"chain": chain})
    return " · ".join(parts)
