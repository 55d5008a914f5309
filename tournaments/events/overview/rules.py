"""The rules of an event, as its players read them."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.game.contracts import BASE_VALUE, BIDS, NULL_VALUE, Contract
from scoring.house.bylaws import RuleTopic, counts_values
from scoring.lists.sheets import System
from tournaments.events.models import Event
from tournaments.programme.models import has_house_rules, rules_in
from tournaments.words.choices import SystemChoice
from tournaments.words.citations import ties_words
from tournaments.words.games import contract_text, null_text
from tournaments.words.house.page import (
    TOPIC_TEXT,
    Coefficient,
    RuleSection,
    coefficients_of,
    rule_sections,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseValue:
    """The value of a contract in game points; ``contract`` is None for a Null."""

    name: str
    value: int
    contract: Contract | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRules:
    """All rules that are hung up on the wall.

    ``bids`` is empty without bidding, ``house_name`` with the official rules (ISkO),
    ``coefficients`` unless a target is played for (rules 7.6).
    """

    system: str
    house_name: str
    sections: tuple[RuleSection, ...]
    values: tuple[BaseValue, ...]
    bids: tuple[int, ...]
    coefficients: tuple[Coefficient, ...] = ()


def event_rules(event: Event) -> EventRules:
    """Return the rules of ``event``. No query beyond its rule set."""
    rules = rules_in(event.rule_set, System(event.system))
    sections = {section.topic: section for section in rule_sections(rules)}
    house_rules = sections.get(RuleTopic.LIST)
    sections[RuleTopic.LIST] = RuleSection(
        topic=RuleTopic.LIST,
        title=str(TOPIC_TEXT[RuleTopic.LIST]),
        sentences=list_sentences(event)
        + (house_rules.sentences if house_rules else ()),
    )
    rule_set = event.rule_set
    house_name = rule_set.name if rule_set and has_house_rules(rule_set) else ""
    return EventRules(
        system=system_name(event),
        house_name=house_name,
        sections=tuple(sections.values()),
        values=contract_values() if counts_values(rules) else (),
        bids=BIDS if RuleTopic.BIDS in sections else (),
        coefficients=coefficients_of(rules),
    )


def system_name(event: Event) -> str:
    """Return the system of the lists; other kinds of totals know no bonus (7.5, 7.6).

    No query beyond the rule set.
    """
    rules = rules_in(event.rule_set, System(event.system))
    return str(SystemChoice(rules.list_system).label)


def contract_values() -> tuple[BaseValue, ...]:
    """Return the suits, Grand and the four Null games with their values."""
    trumps = (
        BaseValue(contract=contract, name=contract_text(contract), value=value)
        for contract, value in BASE_VALUE.items()
    )
    fixed = (
        BaseValue(name=null_text(hand=hand, ouvert=ouvert), value=value)
        for (hand, ouvert), value in NULL_VALUE.items()
    )
    return (*trumps, *fixed)


def length_words(event: Event) -> str:
    """Return how many games the lists of an event have."""
    rounds, of_three = event.rounds, event.rounds_at(3)
    counts = {"rounds": rounds, "four": 4 * rounds, "three": 3 * of_three}
    if event.same_games:
        return _(
            "%(rounds)s rounds at a table of four: %(four)s games; %(more)s at a table "
            "of three: %(three)s."
        ) % {**counts, "more": of_three}
    return (
        ngettext(
            "One round: %(four)s games at a table of four, %(three)s at a table of "
            "three.",
            "%(rounds)s rounds: %(four)s games at a table of four, %(three)s at a "
            "table of three.",
            rounds,
        )
        % counts
    )


def list_sentences(event: Event) -> tuple[str, ...]:
    """Return the length of a list, and what a place takes beside the total."""
    ties = _("Equal totals: %(criterion)s.") % {
        "criterion": ties_words(event.tie_chain)
    }
    sentences = [length_words(event), ties]
    if rules_in(event.rule_set, System(event.system)).rewards_absence:
        sentences.append(_("Whoever has fewer lists stands behind."))
    if lists := event.least_lists:
        words = ngettext(
            "A place needs %(lists)s list.", "A place needs %(lists)s lists.", lists
        )
        sentences.append(words % {"lists": lists})
    return tuple(sentences)
