"""What decides between equal results, in words (rules 5.6)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.ranking.standings import Criterion, read_ties
from tournaments.words.choices import CriterionChoice
from tournaments.words.citations import tie_rule, with_rule


def ties_words(text: str) -> str:
    """Return a stored order of tie-breaks in words."""
    steps = read_ties(text)
    if not steps:
        return _("equal is equal")
    return with_rule(steps_text(steps), tie_rule((Criterion.TOTAL, *steps), len(steps)))


def criteria_texts(chain: Sequence[Criterion]) -> list[str]:
    """Return the criteria that may decide a place, each with its rule if it has one."""
    return [
        with_rule(str(CriterionChoice(criterion).label), tie_rule(tuple(chain), at))
        for at, criterion in enumerate(chain)
    ]


def steps_text(steps: Sequence[Criterion]) -> str:
    """Return criteria that apply one after the other, in words."""
    words = [str(CriterionChoice(step).label) for step in steps]
    if len(words) < 2:
        return "".join(words)
    return _("%(words)s, then %(last)s") % {
        "words": ", ".join(words[:-1]),
        "last": words[-1],
    }
