"""The house rules an event is played by. No query."""

from scoring.house.rules import HouseRules, is_official
from scoring.lists.systems import System
from tournaments.programme.models import RuleSet
from tournaments.programme.models.rule_sets import rules_under


def rules_in(rule_set: RuleSet | None, system: System) -> HouseRules:
    """Return the rules of a set under a list system; without a set, official Skat."""
    return rules_under(system, rule_set.options if rule_set else "")


def has_house_rules(rule_set: RuleSet | None) -> bool:
    """Tell whether ``rule_set`` differs from the ISkO."""
    return rule_set is not None and not is_official(rule_set.as_rules())
