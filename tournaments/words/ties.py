"""What decides between equal results, in words (rules 5.6)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.ranking.standings import Criterion, read_ties
from tournaments.words.choices import CriterionChoice


def ties_words(text: str) -> str:
    """Return a stored order of tie-breaks as a reader knows it."""
    steps = read_ties(text)
    return steps_text(steps) if steps else _("equal is equal")


def steps_text(steps: Sequence[Criterion]) -> str:
    """Return criteria that are asked one after the other."""
    words = [str(CriterionChoice(step).label) for step in steps]
    if len(words) < 2:
        return "".join(words)
    return _("%(words)s, then %(last)s") % {
        "words": ", ".join(words[:-1]),
        "last": words[-1],
    }
