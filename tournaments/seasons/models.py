"""A season of a club with the club's own rule (rules 6.4)."""

from dataclasses import fields
from typing import ClassVar

from django.conf import settings
from django.core.validators import (
    MinValueValidator,
    validate_comma_separated_integer_list,
)
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.ranking.standings import read_ties, ties_text
from scoring.seasons.rules import Bonus, Guests, Measure, MissingUpTo, SeasonRule, Unit
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.models import (
    Logged,
    Logs,
    Owned,
    Part,
    ScopedManager,
    between,
    check,
    choice_column,
    number_column,
    once,
    optional_link,
    unique,
)
from tournaments.web.access import PublishedRows
from tournaments.web.fields import LONGEST_TIES, USUAL_TIES, check_ties
from tournaments.words.choices import (
    GuestsChoice,
    LogKind,
    MeasureChoice,
    MissingUpToChoice,
    UnitChoice,
)
from tournaments.words.formats import signed, unit_count

MOST_UNITS = 999
COUNT = (1, MOST_UNITS)
MOST_GAMES_OF_ALL = 9999
MOST_POINTS = 20_000
POINTS = between(-MOST_POINTS, MOST_POINTS)
# A rule has a column of its own name for everything but bonuses, which are rows.
RULE_COLUMNS = tuple(each.name for each in fields(SeasonRule) if each.name != "bonuses")
# What is stored as a text, and how the rule has it.
READ_COLUMN = {
    "unit": Unit,
    "measure": Measure,
    "missing_up_to": MissingUpTo,
    "guests": Guests,
    "absence_unit": lambda text: Unit(text) if text else None,
    "series": lambda text: tuple(map(int, text.split(","))) if text else (),
    "ties": read_ties,
}


SeasonManager = ScopedManager.from_queryset(PublishedRows)


class Season(Logged, Owned):
    """A period whose events make one table under one rule.

    With ``takes_evenings`` every club evening between the two days belongs to it by
    default; ``SeasonEvent`` adds further events and excludes some of these.
    ``revision`` counts the writes.
    """

    logs = Logs(LogKind.SEASONS, {"season": "pk"})

    name = TypedLine(_("Name"), max_length=120)
    club = optional_link(
        "tournaments.Club", models.PROTECT, "seasons", verbose_name=_("Club")
    )
    first_date = models.DateField(_("First day"))
    last_date = models.DateField(_("Last day"))
    takes_evenings = models.BooleanField(
        _("Every club evening of this time belongs to it"), default=True
    )
    is_published = models.BooleanField(_("published"), default=False)
    unit = choice_column(_("what is counted"), UnitChoice.LIST, max_length=8)
    measure = choice_column(_("what ranks"), MeasureChoice.AVERAGE, max_length=8)
    best = number_column(
        _("only the best"),
        *COUNT,
        null=True,
        help_text=_("Left empty, everything counts."),
    )
    planned = number_column(
        _("planned in all"),
        *COUNT,
        null=True,
        help_text=_("While the season runs, minimums grow up to this number."),
    )
    minimum_lists = number_column(_("at least so many lists"), *COUNT, null=True)
    minimum_series = number_column(_("at least so many series"), *COUNT, null=True)
    minimum_evenings = number_column(_("at least so many evenings"), *COUNT, null=True)
    minimum_games = number_column(
        _("at least so many games"), 1, MOST_GAMES_OF_ALL, null=True
    )
    missing = models.IntegerField(
        _("points of a missing result"),
        null=True,
        blank=True,
        validators=POINTS,
        help_text=_("Left empty, it is left out; 0 counts as zero points."),
    )
    missing_up_to = choice_column(
        _("how many missing results count"), MissingUpToChoice.ALL, max_length=8
    )
    absence_unit = models.CharField(
        _("absence is counted in"), max_length=8, choices=UnitChoice, blank=True
    )
    absence_points = models.PositiveSmallIntegerField(
        _("points off"), default=0, blank=True
    )
    absence_cents = models.PositiveIntegerField(_("Absence fee"), default=0)
    absence_free = models.PositiveSmallIntegerField(
        _("free absences"), default=0, blank=True
    )
    series = models.CharField(
        _("only these series of an evening"),
        max_length=40,
        blank=True,
        validators=[validate_comma_separated_integer_list],
        help_text=_("For example 1 or 1, 2; left empty, all."),
    )
    rounds = number_column(
        _("convert lists to so many rounds"),
        1,
        30,
        null=True,
        help_text=_("12 makes 48 games of 36; left empty, lists count as played."),
    )
    threes_as_fours = models.BooleanField(
        _("tables of three: count 36 games as 48"),
        default=False,
        help_text=_("Times 4/3; no rule of the federation."),
    )
    guests = choice_column(_("Guests"), GuestsChoice.APART, max_length=8)
    ties = models.CharField(
        _("Equal results"),
        max_length=LONGEST_TIES,
        default=USUAL_TIES,
        validators=[check_ties],
    )
    revision = models.PositiveIntegerField(default=0, editable=False)

    objects: ClassVar[SeasonManager] = SeasonManager()

    class Meta:
        verbose_name = _("Season")
        verbose_name_plural = _("Seasons")
        ordering = ["-first_date", "-pk"]
        constraints = [
            once("one_season_per_name", "name", said=_("This name is taken.")),
            check(
                "a_season_runs_forward",
                Q(last_date__gte=F("first_date")),
                said=_("The end lies before the beginning."),
            ),
            check("season_unit_is_known", Q(unit__in=UnitChoice.values)),
            check("season_measure_is_known", Q(measure__in=MeasureChoice.values)),
            check("a_season_counts_something", Q(best__isnull=True) | Q(best__gte=1)),
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("seasons:season", args=[self.pk])

    def as_rule(self):
        """Return the rule as a value of ``scoring``."""
        return self.rule_with(bonus.as_bonus() for bonus in self.bonuses.all())

    def rule_with(self, bonuses):
        """Return the rule that the columns make with ``bonuses``."""
        columns = {name: getattr(self, name) for name in RULE_COLUMNS}
        columns |= {name: read(columns[name]) for name, read in READ_COLUMN.items()}
        return SeasonRule(bonuses=tuple(bonuses), **columns)


def rule_columns(rule):
    """Return the columns of a season that make ``rule``, all of it but bonuses."""
    columns = {name: getattr(rule, name) for name in RULE_COLUMNS}
    return columns | {
        "absence_unit": rule.absence_unit or "",
        "series": ",".join(map(str, rule.series)),
        "ties": ties_text(rule.ties),
    }


class SeasonBonus(Logged, Part):
    """Points for playing often enough; higher steps are added to lower ones."""

    part_of = "season"
    logs = Logs(LogKind.SEASONS, {"season": "season_id"})

    season = models.ForeignKey(Season, models.CASCADE, "bonuses")
    unit = models.CharField(_("unit"), max_length=8, choices=UnitChoice)
    at_least = number_column(_("at least"), *COUNT)
    points = models.IntegerField(_("points"), validators=POINTS)

    class Meta:
        verbose_name = _("Bonus")
        ordering = ["unit", "at_least"]
        constraints = [unique("one_bonus_per_step", "season", "unit", "at_least")]

    def __str__(self):
        return f"{unit_count(Unit(self.unit), self.at_least)}: {signed(self.points)}"

    def as_bonus(self):
        return Bonus(unit=Unit(self.unit), at_least=self.at_least, points=self.points)


class SeasonEvent(Logged, Part):
    """An event that was explicitly added to a season or excluded from it."""

    part_of = "season"
    logs = Logs(LogKind.SEASONS, {"season": "season_id", "event": "event_id"})

    season = models.ForeignKey(Season, models.CASCADE, "members")
    event = models.ForeignKey("tournaments.Event", models.CASCADE, "seasons")
    belongs = models.BooleanField(_("belongs to the season"), default=True)

    class Meta:
        verbose_name = _("event of a season")
        constraints = [unique("one_word_per_event", "season", "event")]

    def __str__(self):
        return f"{self.season}: {self.event}"

    @property
    def log_label(self):
        name = self.event.log_label
        if self.belongs:
            return name
        return _("%(name)s – does not belong to it") % {"name": name}


class SeasonDraw(Logged, Part):
    """Lots drawn between people with equal results; ``taken_back_at`` undoes them."""

    part_of = "season"
    logs = Logs(
        LogKind.SEASONS, {"season": "season_id"}, stamps=("drawn_at", "taken_back_at")
    )

    season = models.ForeignKey(Season, models.CASCADE, "draws")
    seed = models.CharField(max_length=40)
    drawn_at = models.DateTimeField()
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, "+", null=True
    )
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, "+", null=True
    )

    class Meta:
        ordering = ["drawn_at", "pk"]

    def __str__(self):
        return f"{self.season}: {self.seed}"

    @property
    def by_person(self):
        """The lots by the key of their person, the highest first."""
        return {lot.player_id: lot.number for lot in self.lots.all()}


class SeasonLot(Part):
    """The lot of one person; the highest number takes the first place."""

    part_of = "draw"

    draw = models.ForeignKey(SeasonDraw, models.CASCADE, "lots")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "season_lots")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["draw", "-number"]
        constraints = [
            unique("one_person_per_season_lot", "draw", "number"),
            unique("one_season_lot_per_person", "draw", "player"),
        ]

    def __str__(self):
        return f"{self.player}: {self.number}"
