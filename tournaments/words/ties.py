"""What decides between equal results, in words (rules 5.6)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.ranking.standings import Criterion, read_ties
from tournaments.words.choices import CriterionChoice
from tournaments.words.citations import tie_rule, with_rule
from tournaments.words.formats import enumeration


def ties_words(text: str) -> str:
    """Return a stored order of tie-breaks in words."""
    steps = read_ties(text)
    if not steps:
        return _("shared place")
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
    return enumeration(words, _("%(words)s, then %(last)s"))
