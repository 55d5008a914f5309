"""House rules in one short line: what pages and papers of an event say of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.house.kinds import Contradiction
from scoring.house.rules import OFFICIAL, HouseRules, is_official

BOCK = gettext_lazy("Bock rounds")
NULL = gettext_lazy("own Null values")

PRESET_TEXT: Mapping[str, Promise] = {
    "friday": gettext_lazy("Kontra, Bock and Ramsch"),
    "pushing": gettext_lazy("Schieberamsch instead of passing in"),
    "marks": gettext_lazy("Schieberamsch by marks"),
    "target": gettext_lazy("First to 500"),
    "bierlachs": gettext_lazy("Bierlachs up to 301"),
}
"""Names of the house rules to start from."""

SHORT_TEXT: Mapping[str, Promise] = {
    "kontra": gettext_lazy("Kontra and Re"),
    "ramsch_after_kontra": gettext_lazy("Ramsch after Kontra"),
    "bock_by_hand": BOCK,
    "bock_split": BOCK,
    "bock_value": BOCK,
    "bock_lost_kontra": BOCK,
    "bock_re": BOCK,
    "bock_schneider": BOCK,
    "bock_quiet_rounds": BOCK,
    "ramsch_after_bock": gettext_lazy("Ramsch rounds"),
    "extra_levels": gettext_lazy("%(value)s"),
    "null": NULL,
    "null_hand": NULL,
    "null_ouvert": NULL,
    "null_ouvert_hand": NULL,
    "null_revolution": gettext_lazy("Null revolution"),
    "ramsch": gettext_lazy("Ramsch when all have passed"),
    "schieberamsch": gettext_lazy("Schieberamsch"),
    "only_ramsch": gettext_lazy("nothing but Ramsch"),
    "lowest_wins": gettext_lazy("the lowest sum wins"),
    "announced_virgin": gettext_lazy("announced virgin"),
    "grand_hand_in_ramsch": gettext_lazy("Grand Hand in a Ramsch"),
    "forced_games": gettext_lazy("no bidding, forehand plays"),
    "target": gettext_lazy("first to %(value)s points"),
    "loser_points": gettext_lazy("Bierlachs up to %(value)s"),
}
"""The options worth a word; the others only say how these are counted."""

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
    Contradiction.FORCED_RAMSCH: gettext_lazy(
        "Without bidding nobody passes: there is no Ramsch."
    ),
    Contradiction.NO_GRAND_HAND: gettext_lazy("Grand Hand in a Ramsch is not played."),
    Contradiction.NOTHING_PUSHED: gettext_lazy(
        "This belongs to Schieberamsch, which is not played."
    ),
    Contradiction.TWO_ENDS: gettext_lazy(
        "A list ends at a target score or at loser points, not at both."
    ),
    Contradiction.RAMSCH_TO_A_TARGET: gettext_lazy(
        "Nothing but Ramsch is played: it has no target and no loser points."
    ),
}
"""What does not fit together, said at the option that should change."""


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
    """Give a word or two for each option that is switched on."""
    for name, text in SHORT_TEXT.items():
        value = getattr(rules, name)
        if value != getattr(OFFICIAL, name):
            listed = ", ".join(value) if isinstance(value, tuple) else value
            yield str(text) % {"value": listed}
