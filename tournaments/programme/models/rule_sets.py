"""The house rules of a club under a name (rules 7)."""

from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from scoring.house.options import UnknownOption, options_text, read_options
from scoring.house.rules import HouseRules
from scoring.lists.systems import System
from tournaments.people.names.typed import TypedLine
from tournaments.scope.models import OncePerOrganisation, Owned, ScopedManager
from tournaments.web.access import writes_something


@lru_cache(maxsize=256)
def rules_under(system: System, options: str) -> HouseRules:
    """Return the rules that a line of options stands for. Raises UnknownOption."""
    return replace(read_options(options), system=system)


class RuleSetQuerySet(models.QuerySet["RuleSet"]):
    def editable_by(self, user):
        """Return the club's own sets; sets that an event has frozen never change."""
        if not writes_something(user):
            return self.none()
        return self.filter(is_frozen=False)

    def of_the_club(self):
        return self.filter(is_frozen=False)


RuleSetManager = ScopedManager.from_queryset(RuleSetQuerySet)


class RuleSet(Owned):
    """House rules under a name: the options that differ from the ISkO, as one line.

    Only the list system is missing, which each event has anyway. ``set_rules`` writes
    the options in the order of their table, in which those about money come last. Sets
    of the club can be edited; a frozen one belongs to the event whose first game was
    written under it, and never changes.
    """

    public = ("name", "options")

    club = models.ForeignKey(
        "tournaments.Club",
        verbose_name=_("club"),
        on_delete=models.PROTECT,
        related_name="rule_sets",
        null=True,
        blank=True,
    )
    name = TypedLine(_("name"), max_length=80)
    is_frozen = models.BooleanField(default=False, editable=False)
    options = models.CharField(_("options"), max_length=2000, blank=True, default="")
    history = HistoricalRecords()

    objects: ClassVar[RuleSetManager] = RuleSetManager()

    class Meta:
        verbose_name = _("rule set")
        verbose_name_plural = _("rule sets")
        ordering = ["name", "pk"]
        constraints = [
            OncePerOrganisation(
                fields=["organisation", "name"],
                condition=Q(is_frozen=False),
                name="one_rule_set_per_name",
                violation_error_message=_("There are house rules of this name."),
            ),
        ]

    def __str__(self):
        return self.name

    def clean(self):
        try:
            read_options(self.options)
        except UnknownOption as unknown:
            message = _("House rules know no option “%(option)s”.")
            raise ValidationError(
                {"options": message % {"option": unknown.option}}
            ) from unknown

    def as_rules(self, system: System = System.SEEGER_FABIAN) -> HouseRules:
        """Return the row as the value that ``scoring`` works with."""
        return rules_under(system, self.options)

    def set_rules(self, rules: HouseRules) -> None:
        """Write ``rules`` into the row, without saving it."""
        self.options = options_text(rules)
