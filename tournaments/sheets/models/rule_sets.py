"""The house rules of a club: what it plays on Fridays, under a name (rules 7)."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from scoring.house.rules import (
    HouseRules,
    RamschScoring,
    Schieberamsch,
    SkatGoes,
    Ties,
    WhoMarks,
)
from scoring.lists.systems import System
from tournaments.words.house_choices import (
    RamschScoringChoice,
    RamschSkatChoice,
    RamschTiesChoice,
    SchieberamschChoice,
    WhoMarksChoice,
)

RULE_COLUMNS = tuple(
    field.name for field in fields(HouseRules) if field.name != "system"
)
"""The options of the rules: each has a column of its name."""

GAME_VALUE = [MaxValueValidator(999)]
ROUNDS = [MaxValueValidator(99)]
SUM = [MaxValueValidator(20_000)]
CENTS = [MaxValueValidator(10_000_000)]
STAKE_PATTERN = r"^([0-9]{1,5}(/[1-9][0-9]{0,3}|[.,][0-9]{1,3})?)?$"
STAKE = RegexValidator(
    STAKE_PATTERN, _("Write a number of cents, or a fraction like 1/10.")
)


def optional(kind: type[Any]) -> Callable[[str], Any]:
    """Return what reads a column that may be empty."""
    return lambda text: kind(text) if text else None


def names_in(text: str) -> tuple[str, ...]:
    """Return the names that stand in ``text`` with commas between.

    >>> names_in("Spitze, Contra-Spitze")
    ('Spitze', 'Contra-Spitze')
    """
    return tuple(name.strip() for name in text.split(",") if name.strip())


READERS: dict[str, Callable[[str], Any]] = {
    "ramsch": optional(RamschScoring),
    "schieberamsch": optional(Schieberamsch),
    "who_marks": WhoMarks,
    "ramsch_ties": Ties,
    "ramsch_skat": SkatGoes,
    "extra_levels": names_in,
}


class RuleSetQuerySet(models.QuerySet["RuleSet"]):
    def editable_by(self, user):
        """Return the club's own sets; what an event has frozen stays."""
        if not getattr(user, "is_secretary", False):
            return self.none()
        return self.filter(is_frozen=False)

    def of_the_club(self):
        return self.filter(is_frozen=False)


class RuleSet(models.Model):
    """House rules as one row: a column for each option of ``HouseRules``.

    Only the list system is missing, which each event has anyway. Sets of the
    club can be edited; a frozen one belongs to the event whose first game was
    written under it, and never changes.
    """

    club = models.ForeignKey(
        "tournaments.Club",
        verbose_name=_("club"),
        on_delete=models.PROTECT,
        related_name="rule_sets",
        null=True,
        blank=True,
    )
    name = models.CharField(_("name"), max_length=80)
    is_frozen = models.BooleanField(default=False, editable=False)

    kontra = models.BooleanField(_("Kontra and Re"), default=False)
    ramsch_after_kontra = models.BooleanField(
        _("after Kontra the next game is a Ramsch"), default=False
    )

    bock_by_hand = models.BooleanField(
        _("the writer may double any game"), default=False
    )
    bock_split = models.BooleanField(_("60 to 60 card points"), default=False)
    bock_value = models.PositiveSmallIntegerField(
        _("a game worth at least"), default=0, validators=GAME_VALUE
    )
    bock_lost_kontra = models.BooleanField(_("a lost Kontra"), default=False)
    bock_re = models.BooleanField(_("any Re"), default=False)
    bock_schneider = models.BooleanField(_("Schneider"), default=False)
    bock_quiet_rounds = models.PositiveSmallIntegerField(
        _("so many full rounds without Bock"), default=0, validators=ROUNDS
    )
    bock_counts_passed_in = models.BooleanField(
        _("passed-in games count in a Bock round"), default=True
    )
    ramsch_after_bock = models.BooleanField(
        _("a Ramsch round follows each Bock round"), default=False
    )

    extra_levels = models.CharField(
        _("named extra levels"), max_length=200, blank=True, default=""
    )
    extra_levels_in_grand = models.BooleanField(
        _("extra levels count in Grand as well"), default=False
    )
    null = models.PositiveSmallIntegerField(
        _("Null"), default=23, validators=GAME_VALUE
    )
    null_hand = models.PositiveSmallIntegerField(
        _("Null Hand"), default=35, validators=GAME_VALUE
    )
    null_ouvert = models.PositiveSmallIntegerField(
        _("Null ouvert"), default=46, validators=GAME_VALUE
    )
    null_ouvert_hand = models.PositiveSmallIntegerField(
        _("Null ouvert Hand"), default=59, validators=GAME_VALUE
    )
    null_revolution = models.PositiveSmallIntegerField(
        _("Null revolution"), default=0, validators=GAME_VALUE
    )

    ramsch = models.CharField(
        _("when all have passed"),
        max_length=15,
        choices=RamschScoringChoice,
        blank=True,
        default="",
    )
    ramsch_prize = models.PositiveSmallIntegerField(
        _("prize in points"), default=20, validators=GAME_VALUE
    )

    schieberamsch = models.CharField(
        _("scoring"),
        max_length=10,
        choices=SchieberamschChoice,
        blank=True,
        default="",
    )
    only_ramsch = models.BooleanField(_("nothing but Ramsch is played"), default=False)
    who_marks = models.CharField(
        _("who writes"),
        max_length=10,
        choices=WhoMarksChoice,
        default=WhoMarksChoice.LOSER,
    )
    ramsch_ties = models.CharField(
        _("several with the most card points write"),
        max_length=5,
        choices=RamschTiesChoice,
        default=RamschTiesChoice.FULL,
    )
    ramsch_skat = models.CharField(
        _("the skat goes"),
        max_length=12,
        choices=RamschSkatChoice,
        default=RamschSkatChoice.LAST_TRICK,
    )
    push_jacks = models.BooleanField(_("jacks may be pushed"), default=True)
    push_doubles = models.BooleanField(_("each push doubles"), default=True)
    virgin_doubles = models.BooleanField(
        _("a player without a trick doubles"), default=True
    )
    announced_virgin = models.PositiveSmallIntegerField(
        _("a missed announcement of no trick costs"), default=0, validators=GAME_VALUE
    )
    ramsch_kontra = models.BooleanField(_("Kontra in a Ramsch"), default=False)
    march = models.PositiveSmallIntegerField(
        _("all tricks in points"), default=120, validators=GAME_VALUE
    )
    march_counts_pushes = models.BooleanField(
        _("pushing doubles all tricks as well"), default=False
    )
    ramsch_cap = models.PositiveSmallIntegerField(
        _("at most so many points off"), default=0, validators=SUM
    )
    grand_hand_in_ramsch = models.BooleanField(
        _("Grand Hand in a Ramsch"), default=False
    )
    same_dealer_after_grand_hand = models.BooleanField(
        _("after a Grand Hand the same dealer deals again"), default=False
    )

    forced_games = models.BooleanField(
        _("no bidding: forehand plays, seven contracts each"), default=False
    )

    target = models.PositiveSmallIntegerField(
        _("first to so many points"), default=0, validators=SUM
    )
    loser_points = models.PositiveSmallIntegerField(
        _("Bierlachs up to so many points"), default=0, validators=SUM
    )
    defenders_write = models.BooleanField(
        _("defenders write the value of a won game"), default=False
    )

    stake_cents = models.CharField(
        _("stake in cents per point"),
        max_length=10,
        blank=True,
        default="",
        validators=[STAKE],
    )
    cap_cents = models.PositiveIntegerField(
        _("nobody pays more than"), default=0, validators=CENTS
    )
    grid_cents = models.PositiveIntegerField(
        _("amounts are rounded to"),
        default=1,
        validators=[MinValueValidator(1), *CENTS],
    )
    losers_pay_pot = models.BooleanField(
        _("losers pay into a pot, winners get nothing"), default=False
    )
    history = HistoricalRecords()

    objects = RuleSetQuerySet.as_manager()

    class Meta:
        verbose_name = _("rule set")
        verbose_name_plural = _("rule sets")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["name"],
                condition=Q(is_frozen=False),
                name="one_rule_set_per_name",
                violation_error_message=_("There are house rules of this name."),
            ),
            models.CheckConstraint(
                condition=Q(ramsch="") | Q(ramsch__in=RamschScoringChoice.values),
                name="ramsch_scoring_is_known",
            ),
            models.CheckConstraint(
                condition=Q(schieberamsch="")
                | Q(schieberamsch__in=SchieberamschChoice.values),
                name="schieberamsch_is_known",
            ),
            models.CheckConstraint(
                condition=Q(grid_cents__gte=1), name="money_has_a_grid"
            ),
        ]

    def __str__(self):
        return self.name

    def as_rules(self, system: System = System.SEEGER_FABIAN) -> HouseRules:
        """Return the row as the value ``scoring`` works with, under a list system."""
        values = {name: getattr(self, name) for name in RULE_COLUMNS}
        for name, read in READERS.items():
            values[name] = read(values[name])
        return HouseRules(system=system, **values)

    def take(self, rules: HouseRules) -> None:
        """Copy ``rules`` into the columns, without saving them."""
        for name in RULE_COLUMNS:
            value = getattr(rules, name)
            if isinstance(value, tuple):
                value = ", ".join(value)
            elif name in READERS:
                value = value.value if value else ""
            setattr(self, name, value)
