"""The house rules an event is played by. No query."""

from dataclasses import replace
from functools import lru_cache

from scoring.house.rules import OFFICIAL, HouseRules, is_official
from scoring.lists.systems import System
from tournaments.programme.models import RuleSet


def rules_in(rule_set: RuleSet | None, system: System) -> HouseRules:
    """Return the rules of a set under a list system; without a set, official Skat."""
    return official_under(system) if rule_set is None else rule_set.as_rules(system)


@lru_cache(maxsize=len(System))
def official_under(system: System) -> HouseRules:
    """Return official Skat under a list system."""
    return replace(OFFICIAL, system=system)


def has_house_rules(rule_set: RuleSet | None) -> bool:
    """Tell whether ``rule_set`` differs from the ISkO."""
    return rule_set is not None and not is_official(rule_set.as_rules())
