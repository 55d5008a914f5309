"""Writing the house rules of the club."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.house.rules import HouseRules
from tournaments.people.names.names import tidy
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.writing import rule_set_copy


class RulesAreFrozen(ValidationError):
    """Games have been written under these rules, so they may not change."""


class RulesAreUsed(ValidationError):
    """An event is going to be played under these rules."""


@transaction.atomic
def save_rule_set(*, rule_set: RuleSet, rules: HouseRules) -> RuleSet:
    """Save new or changed rules of the club. Raises ``RulesAreFrozen``.

    Events that use them and have no games yet are played under the changed rules.
    """
    if rule_set.pk:
        require_thawed(RuleSet.objects.select_for_update().get(pk=rule_set.pk))
    require_thawed(rule_set)
    rule_set.name = tidy(rule_set.name)
    rule_set.set_rules(rules)
    return rule_set.check_and_save()


@transaction.atomic
def copy_rule_set(*, source: RuleSet, name: str) -> RuleSet:
    """Copy rules, even frozen ones, under a new name; the copy can be edited."""
    copy = rule_set_copy(source)
    copy.name = tidy(name)
    return copy.check_and_save(force_insert=True)


@transaction.atomic
def delete_rule_set(*, rule_set: RuleSet) -> None:
    """Delete rules of the club. Raises ``RulesAreFrozen``, ``RulesAreUsed``.

    Events keep the copies that they have frozen.
    """
    locked = RuleSet.objects.select_for_update().get(pk=rule_set.pk)
    refuse_to_delete(locked)
    locked.delete()


def refuse_to_delete(rule_set: RuleSet) -> None:
    """Refuse to delete rules that are frozen or chosen for an event."""
    require_thawed(rule_set)
    event = rule_set.events.first()
    if event is not None:
        raise RulesAreUsed(
            _("“%(name)s” is going to be played by these rules: change it first."),
            code="used",
            params={"name": event},
        )


def require_thawed(rule_set: RuleSet) -> None:
    """Refuse to change rules under which games were written."""
    if rule_set.is_frozen:
        raise RulesAreFrozen(
            _("Games have been written by these rules; they stay. Make a copy."),
            code="frozen",
        )
