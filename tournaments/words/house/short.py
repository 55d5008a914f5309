"""House rules in one short line: what pages and papers of an event say of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.house.kinds import Contradiction
from scoring.house.rules import OPTIONS, HouseRules, is_official
from tournaments.words.house.options import OPTION_WORDS

PRESET_TEXT: Mapping[str, Promise] = {
    "friday": gettext_lazy("Kontra, Bock and Ramsch"),
    "pushing": gettext_lazy("Schieberamsch instead of passing in"),
    "marks": gettext_lazy("Schieberamsch by marks"),
    "target": gettext_lazy("First to 500"),
    "bierlachs": gettext_lazy("Bierlachs up to 301"),
}
"""Names of the house rules to start from."""

CONTRADICTION_TEXT: Mapping[Contradiction, Promise] = {
    Contradiction.RAMSCH_ROUND_WITHOUT_RAMSCH: gettext_lazy(
        "There are Ramsch rounds, but no Ramsch is chosen."
    ),
    Contradiction.RAMSCH_AFTER_NO_BOCK: gettext_lazy("Nothing starts a Bock round."),
    Contradiction.ONLY_RAMSCH_OF_NO_KIND: gettext_lazy(
        "Nothing but Ramsch is played: please choose how it counts."
    ),
    Contradiction.KONTRA_MISSING: gettext_lazy(
        "Another option asks for Kontra, which is not played."
    ),
    Contradiction.TWO_ENDS: gettext_lazy(
        "A list ends at a target score or at loser points, not at both."
    ),
    Contradiction.RAMSCH_TO_A_TARGET: gettext_lazy(
        "Nothing but Ramsch is played: it has no target and no loser points."
    ),
}
"""What does not fit together, shown at the option that should change."""


def rule_set_text(rule_set: Any) -> str:
    """Return the line of a stored rule set; nothing where the ISkO is played."""
    return house_rules_text(rule_set.as_rules()) if rule_set else ""


def house_rules_text(rules: HouseRules) -> str:
    """Return "House rules: Kontra and Re, Bock rounds"; nothing for official Skat."""
    if is_official(rules):
        return ""
    words = dict.fromkeys(short_words(rules))
    listed = ", ".join(words) or _("the club's own counting")
    return _("House rules: %(list)s") % {"list": listed}


def short_words(rules: HouseRules) -> Iterator[str]:
    """Yield a word or two for each option that is not as in official Skat."""
    for name, words in OPTION_WORDS.items():
        value = getattr(rules, name)
        if words.short and value != OPTIONS[name].default:
            yield str(words.short) % {"value": value}
        if name == "only_ramsch" and rules.lowest_wins:
            yield _("the lowest sum wins")
