"""The options of house rules in words: each with its field, all in a line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.house.bylaws import sentence_code
from scoring.house.contradictions import Contradiction, Why
from scoring.house.rules import (
    OPTIONS,
    Group,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    WhoMarks,
    is_official,
)
from tournaments.words.formats import enumeration

GROUP_TEXT: Mapping[Group, Promise] = {
    Group.KONTRA: _("Kontra"),
    Group.BOCK: _("A Bock round is started by"),
    Group.PASSED_IN: _("Ramsch when all have passed"),
    Group.SCHIEBERAMSCH: _("Schieberamsch"),
    Group.ENDING: _("Target score and Bierlachs"),
    Group.MONEY: _("Money"),
}
BOCK = _("Bock rounds")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWords:
    """The words for a value of an option, in a form and in the rules on the wall."""

    label: Promise
    sentence: Promise | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionWords:
    """The words for an option, in a form and wherever its rules are named.

    ``short`` is for the options worth a word in one line, the others only say how these
    are counted. ``sentence`` is for the wall.
    """

    label: Promise
    short: Promise | None = None
    sentence: Promise | None = None
    choices: Mapping[StrEnum, ChoiceWords] = field(default_factory=dict)
    hint: Promise | None = None
    refusal: Promise | None = None


OPTION_WORDS: Mapping[str, OptionWords] = {
    "kontra": OptionWords(
        label=_("Kontra and Re"),
        short=_("Kontra and Re"),
        sentence=_(
            "A defender who has bid or held may say Kontra (×2), the declarer may "
            "answer Re (×4)."
        ),
    ),
    "bock_split": OptionWords(
        label=_("60 to 60 card points"),
        short=BOCK,
        sentence=_("a game lost at 60 to 60"),
    ),
    "bock_value": OptionWords(
        label=_("a game worth at least"),
        short=BOCK,
        sentence=_("a game worth %(0)s or more, before it is doubled"),
    ),
    "bock_lost_kontra": OptionWords(
        label=_("a lost Kontra"),
        short=BOCK,
        sentence=_("a game lost after Kontra"),
    ),
    "bock_re": OptionWords(label=_("any Re"), short=BOCK, sentence=_("every Re")),
    "bock_schneider": OptionWords(
        label=_("Schneider"),
        short=BOCK,
        sentence=_("Schneider, while no Bock round is on"),
    ),
    "ramsch_after_bock": OptionWords(
        label=_("a Ramsch round follows each Bock round"),
        short=_("Ramsch rounds"),
        sentence=_("A Ramsch round follows each Bock round."),
    ),
    "ramsch": OptionWords(
        label=_("when all have passed"),
        short=_("Ramsch when all have passed"),
        choices={
            RamschScoring.FEWEST_POINTS: ChoiceWords(
                label=_("fewest card points earn the prize, shared if equal"),
                sentence=_(
                    "If everybody passes, a Ramsch is played: the fewest card points "
                    "bring %(0)s points, shared when equal."
                ),
            ),
            RamschScoring.MOST_PAYS: ChoiceWords(
                label=_("most card points cost as many points"),
                sentence=_(
                    "If everybody passes, a Ramsch is played: the player with most "
                    "card points loses as many points."
                ),
            ),
        },
    ),
    "ramsch_prize": OptionWords(
        label=_("prize in points"),
        hint=_(
            "Counts only where the fewest card points win; where the most cost, it is "
            "as many points as card points."
        ),
    ),
    "schieberamsch": OptionWords(
        label=_("scoring"),
        short=_("Schieberamsch"),
        choices={
            Schieberamsch.MINUS: ChoiceWords(
                label=_("minus card points, doubled by pushing"),
                sentence=_("Card points are minus points."),
            ),
            Schieberamsch.MARKS: ChoiceWords(
                label=_("marks in tens, the lowest sum wins"),
                sentence=_(
                    "Card points are written as tenths, rounded down after doubling."
                ),
            ),
        },
    ),
    "only_ramsch": OptionWords(
        label=_("nothing but Ramsch is played"),
        short=_("nothing but Ramsch"),
        sentence=_("Nothing but Ramsch is played."),
    ),
    "who_marks": OptionWords(
        label=_("who writes"),
        choices={
            WhoMarks.LOSER: ChoiceWords(
                label=_("only the player with most card points"),
                sentence=_(
                    "Only the player with most card points writes; if several have as "
                    "many, each of them does."
                ),
            ),
            WhoMarks.EVERYBODY: ChoiceWords(
                label=_("everybody their own card points"),
                sentence=_("Everybody writes their own card points."),
            ),
        },
    ),
    "ramsch_kontra": OptionWords(
        label=_("Kontra in a Ramsch"),
        sentence=_(
            "In a Ramsch Kontra doubles what the loser writes, Re doubles it again."
        ),
    ),
    "march": OptionWords(
        label=_("all tricks in points"),
        sentence=_("A player who takes all tricks gets %(0)s points to the good."),
    ),
    "ramsch_cap": OptionWords(
        label=_("at most so many points off"),
        sentence=_("Nobody loses more than %(0)s points in one Ramsch."),
    ),
    "grand_hand_in_ramsch": OptionWords(
        label=_("Grand Hand in a Ramsch"),
        short=_("Grand Hand in a Ramsch"),
        sentence=_(
            "Instead of a Ramsch a player may announce Grand Hand and plays alone."
        ),
    ),
    "target": OptionWords(
        label=_("first to so many points"),
        short=_("first to %(value)s points"),
        sentence=_(
            "The first player to reach %(0)s points wins; that ends the list. Only the "
            "declarer scores: the card points of a won game, 61 to 120."
        ),
    ),
    "loser_points": OptionWords(
        label=_("Bierlachs up to so many points"),
        short=_("Bierlachs up to %(value)s"),
        sentence=_(
            "Bierlachs: only lost games count. The first player to reach %(0)s minus "
            "points pays; that ends the list."
        ),
    ),
    "stake_cents": OptionWords(
        label=_("stake in cents per point"),
        sentence=_(
            "Each pair settles the difference of its totals at %(0)s cents per point."
        ),
        hint=_("A number or a fraction like 1/10."),
        refusal=_("Write a number of cents, or a fraction like 1/10."),
    ),
    "cap_cents": OptionWords(
        label=_("nobody pays more than"),
        sentence=_("Nobody pays more than %(0)s."),
        hint=_("Left empty, there is no limit."),
    ),
    "grid_cents": OptionWords(
        label=_("amounts are rounded to"),
        sentence=_("Amounts are rounded to %(0)s."),
    ),
    "losers_pay_pot": OptionWords(
        label=_("losers pay into a pot, winners get nothing"),
        sentence=_("Losers pay into a pot; winners get nothing out of it."),
    ),
}
"""A row for each option, in the order of the table."""


def option_sentences() -> dict[str, Promise]:
    """Return the sentences of the options by their codes in ``bylaws``."""
    sentences = {
        sentence_code(name, value): text
        for name, words in OPTION_WORDS.items()
        for value, text in (
            (True, words.sentence),
            *((value, choice.sentence) for value, choice in words.choices.items()),
        )
    }
    return {code: text for code, text in sentences.items() if text is not None}


PRESET_TEXT: Mapping[str, Promise] = {
    "friday": _("Kontra, Bock and Ramsch"),
    "pushing": _("Schieberamsch instead of passing in"),
    "marks": _("Schieberamsch by marks"),
    "target": _("First to 500"),
    "bierlachs": _("Bierlachs up to 301"),
}
"""Names of the house rules to start from."""

WHY_TEXT: Mapping[Why, Promise] = {
    Why.NOBODY_BIDS: _("where nothing but Ramsch is played nobody bids"),
    Why.NO_DECLARER: _("a Ramsch has no declarer, unless by Grand Hand"),
    Why.ALWAYS_RAMSCH: _("every game is a Ramsch anyway"),
    Why.NEVER_PUSHED: _("Schieberamsch needs Ramsch rounds of its own then"),
    Why.DECLARER_ALONE: _("for a target only the declarer scores"),
    Why.LOST_GAMES_ALONE: _("in Bierlachs only lost games count"),
    Why.ONE_END: _("a list has one end"),
    Why.NO_VALUES: _("for a target card points count, not values"),
}


def contradiction_text(contradiction: Contradiction) -> str:
    """Return why an option cannot stay as it is, with the names of both options."""
    words = {
        "option": option_name(contradiction.option),
        "other": other_names(contradiction.others),
    }
    if contradiction.why is None:
        return gettext("“%(option)s” needs %(other)s.") % words
    words["why"] = str(WHY_TEXT[contradiction.why])
    return gettext("“%(option)s” and %(other)s do not go together: %(why)s.") % words


def option_name(name: str) -> str:
    """Return an option as the form shows it: its heading and its label."""
    return f"{GROUP_TEXT[OPTIONS[name].group]}: {OPTION_WORDS[name].label}"


def other_names(names: Sequence[str]) -> str:
    """Return names of options; of more than two, which are a group, its heading."""
    if len(names) > 2:
        return gettext("“%(option)s”") % {"option": GROUP_TEXT[OPTIONS[names[0]].group]}
    quoted = [gettext("“%(option)s”") % {"option": option_name(name)} for name in names]
    return enumeration(quoted, gettext("%(words)s or %(last)s"))


def rule_set_text(rule_set: Any) -> str:
    """Return the line of a stored rule set; nothing where the ISkO is played."""
    return house_rules_text(rule_set.as_rules()) if rule_set else ""


def house_rules_text(rules: HouseRules) -> str:
    """Return "House rules: Kontra and Re, Bock rounds"; nothing for official Skat."""
    if is_official(rules):
        return ""
    words = dict.fromkeys(short_words(rules))
    listed = ", ".join(words) or gettext("the club's own counting")
    return gettext("House rules: %(list)s") % {"list": listed}


def short_words(rules: HouseRules) -> Iterator[str]:
    """Yield a word or two for each option that is not as in official Skat."""
    for name, words in OPTION_WORDS.items():
        value = getattr(rules, name)
        if words.short and value != OPTIONS[name].default:
            yield str(words.short) % {"value": value}
        if name == "only_ramsch" and rules.lowest_wins:
            yield gettext("the lowest sum wins")
