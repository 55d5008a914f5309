"""What everything else refers to: events, their series and house rules."""

import uuid
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.house.rules import (
    HouseRules,
    UnknownOption,
    is_official,
    options_text,
    read_options,
)
from scoring.lists.sheets import System
from tournaments.people.names.mentions import (
    PublicText,
    TypedAttribute,
    TypedLine,
    TypedSlug,
    TypedText,
    as_typed,
)
from tournaments.scope.models import (
    ExtensionsField,
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
from tournaments.web.access import PublishedRows, is_signed_in, writes_something
from tournaments.web.fields import LONGEST_TIES, USUAL_TIES, check_ties
from tournaments.words.choices import (
    EventKind,
    LogKind,
    PrizeMode,
    PrizesEach,
    SystemChoice,
    TableRuleChoice,
)
from tournaments.words.formats import short_date, with_date


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


class RuleSet(Logged, Owned):
    """House rules under a name: the options that differ from the ISkO, as one line.

    Only the list system is missing, which each event has anyway. ``set_rules`` writes
    the options in the order of their table, in which those about money come last. Sets
    of the club can be edited; a frozen one belongs to the event whose first game was
    written under it, and never changes.
    """

    logs = Logs(LogKind.RULES, only={"is_frozen": (False,)})

    public = ("name", "options")

    club = optional_link(
        "tournaments.Club", models.PROTECT, "rule_sets", verbose_name=_("Club")
    )
    name = TypedLine(_("Name"), max_length=80)
    is_frozen = models.BooleanField(default=False, editable=False)
    options = models.CharField(_("options"), max_length=2000, blank=True, default="")

    objects: ClassVar[RuleSetManager] = RuleSetManager()

    class Meta:
        verbose_name = _("House rules")
        verbose_name_plural = _("House rules")
        ordering = ["name", "pk"]
        constraints = [
            once(
                "one_rule_set_per_name",
                "name",
                said=_("This name is taken."),
                condition=Q(is_frozen=False),
            )
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


MOST_ROUNDS = 30
MOST_GAMES = MOST_ROUNDS * 5
THREE, FOUR = 3, 4
MOST_SERIES = 12
AGE = (0, 120)
MATCH_NUMBER = between(1, 999)


def made_name(typed: str, event: Any) -> str:
    """Return the name of an event in the reader's language.

    The name of a league match is that of its division, and its day and group follow;
    an event without a name is called after its kind. The day is not part of a name:
    pages and papers put it behind, so that it follows the event to another day.
    """
    if event.day_number and event.group_number:
        words = {"day": event.day_number, "number": event.group_number}
        return f"{typed}, {gettext('Match day %(day)s, group %(number)s') % words}"
    return typed or capfirst(str(event.get_kind_display()))


class NameAttribute(TypedAttribute):
    """The name of an event: typed, or made where it is shown."""

    def __get__(self, instance: Any, cls: Any = None) -> Any:
        text = super().__get__(instance, cls)
        if instance is None:
            return text
        made = made_name(text, instance)
        if made == text:
            return text
        shown = PublicText(made)
        shown.typed = as_typed(text)
        return shown


class EventNameField(TypedLine):
    """A name that may be left empty; forms show what was typed."""

    descriptor_class = NameAttribute

    def value_from_object(self, obj: Any) -> Any:
        return as_typed(super().value_from_object(obj))


class EventQuerySet(PublishedRows):
    def hidden_from(self, user):
        """Return the events that are not ``visible_to`` the user."""
        return self.none() if is_signed_in(user) else self.exclude(is_published=True)

    def evenings(self):
        return self.filter(kind=EventKind.EVENING)

    def league_matches(self):
        """Return the events that are planned by a league, with their matches."""
        return self.filter(match_group__isnull=False).select_related("match_group")

    def planned_here(self):
        """Return the events that are not planned by a league."""
        return self.filter(match_group__isnull=True)


EventManager = ScopedManager.from_queryset(EventQuerySet)


class Event(Logged, Owned):
    """A club evening, a tournament or a championship: anything that has a ranking.

    ``public_id`` is the same on every machine that has the event's file. ``source`` is
    the file from which results of former years were imported; such an event has no
    lists that were written here. ``announced_at`` is when its results were released
    first, ``corrected_at`` when they were released anew, with changes. Until
    ``open_until`` players enter themselves, as long as there are ``places``.
    ``totals_only`` is for the lists that nobody has begun.
    """

    logs = Logs(LogKind.EVENTS, {"event": "pk"})

    public = (
        *("public_id", "kind", "name", "day_number", "group_number", "slug", "date"),
        *("place", "organiser", "source"),
        *("remarks", "system", "rounds", "same_games", "is_published", "is_released"),
        *("announced_at", "corrected_at"),
        *("second_person", "totals_only", "table_rule", "meetings_first", "time_limit"),
        *(
            "guests_apart",
            "tie_chain",
            "least_lists",
            "senior_age",
            "junior_age",
            "youth_age",
        ),
        *("pupil_age", "age_date", "entry_fee", "passed_in_fee", "passed_in_free"),
        *("prize_mode", "prize_percent", "pot_percent", "prize_rounding"),
        *("prizes_each", "open_until", "places"),
    )

    public_id = models.UUIDField(default=uuid.uuid4, editable=False)
    kind = choice_column(_("kind"), EventKind.EVENING, max_length=12)
    name = EventNameField(_("Name"), max_length=120, blank=True)
    day_number = models.PositiveSmallIntegerField(
        null=True, editable=False, validators=MATCH_NUMBER
    )
    group_number = models.PositiveSmallIntegerField(
        null=True, editable=False, validators=MATCH_NUMBER
    )
    slug = TypedSlug(max_length=150, editable=False)
    date = models.DateField(_("Date"))
    place = TypedLine(pgettext_lazy("location", "Place"), max_length=120, blank=True)
    organiser = TypedLine(_("organiser"), max_length=120, blank=True)
    source = TypedLine(_("Source"), max_length=120, blank=True, editable=False)
    remarks = TypedText(_("rule remarks"), max_length=2000, blank=True)
    system = choice_column(_("list system"), SystemChoice.SEEGER_FABIAN, max_length=15)
    rule_set = optional_link(
        "tournaments.RuleSet", models.PROTECT, "events", verbose_name=_("House rules")
    )
    rounds = number_column(_("rounds per series"), 1, MOST_ROUNDS, default=12)
    same_games = models.BooleanField(
        _("tables of three play as many games as tables of four"), default=False
    )
    is_published = models.BooleanField(_("published"), default=False)
    is_released = models.BooleanField(_("results released"), default=False)
    announced_at = models.DateTimeField(null=True, editable=False)
    corrected_at = models.DateTimeField(null=True, editable=False)
    mailed = models.ManyToManyField(
        "tournaments.MailAddress", related_name="events", editable=False
    )
    second_person = models.BooleanField(
        _("a second person checks every list"), default=False
    )
    totals_only = models.BooleanField(
        _("only the totals are typed"), default=False, editable=False
    )
    table_rule = choice_column(_("Tables"), TableRuleChoice.FOURS, max_length=8)
    meetings_first = models.BooleanField(
        _("new opponents count more than few tables of three"), default=True
    )
    time_limit = number_column(_("time limit in minutes"), 10, 600, null=True)
    least_lists = number_column(
        _("lists needed for a place"), 0, MOST_SERIES, default=0
    )
    guests_apart = models.BooleanField(_("guests are ranked apart"), default=False)
    tie_chain = models.CharField(
        _("Equal results"),
        max_length=LONGEST_TIES,
        default=USUAL_TIES,
        validators=[check_ties],
    )
    senior_age = number_column(_("seniors from age"), *AGE, default=60)
    junior_age = number_column(_("juniors below age"), *AGE, default=21)
    youth_age = number_column(_("youth below age"), *AGE, default=18)
    pupil_age = number_column(_("pupils below age"), *AGE, default=15)
    age_date = models.DateField(_("age counted on"), null=True, blank=True)
    entry_fee = models.PositiveIntegerField(_("Entry fee"), default=0)
    passed_in_fee = models.PositiveIntegerField(_("fee per passed-in game"), default=0)
    passed_in_free = models.PositiveSmallIntegerField(
        _("passed-in games without a fee"),
        default=0,
        validators=[MaxValueValidator(999)],
    )
    prize_mode = choice_column(_("Prizes"), PrizeMode.LIST, max_length=10)
    prize_percent = number_column(
        _("percent of the field that win a prize"), 1, 100, default=30
    )
    pot_percent = models.PositiveSmallIntegerField(
        _("percent of the entry fees paid out"),
        default=100,
        validators=[MaxValueValidator(100)],
    )
    prize_rounding = models.PositiveIntegerField(
        _("prizes rounded down to"), default=100, validators=[MinValueValidator(1)]
    )
    prizes_each = choice_column(
        _("Whoever wins several prizes"), PrizesEach.ALL, max_length=10
    )
    open_until = models.DateTimeField(_("Open until"), null=True, blank=True)
    places = number_column(pgettext_lazy("of an event", "Places"), 1, 999, null=True)
    extensions = ExtensionsField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[EventManager] = EventManager()

    class Meta:
        verbose_name = _("Event")
        verbose_name_plural = _("Events")
        ordering = ["-date", "-pk"]
        constraints = [
            once("one_event_per_public_id", "public_id"),
            once("one_event_per_slug", "slug"),
            check("rounds_are_sensible", Q(rounds__gte=1, rounds__lte=MOST_ROUNDS)),
            check("kind_is_known", Q(kind__in=EventKind.values)),
            check("system_is_known", Q(system__in=SystemChoice.values)),
        ]

    def __str__(self):
        return self.name

    @property
    def dated_name(self):
        """The name with the day, as pages and papers call the event."""
        return with_date(self.name, self.date)

    @property
    def log_label(self):
        """The name with the day, unless it has the day in it."""
        day = short_date(self.date)
        return self.name if day in self.name else f"{self.name} ({day})"

    def get_absolute_url(self):
        return reverse("events:detail", args=[self.pk])

    def get_result_url(self):
        """The page of the match in a league, otherwise the standings."""
        match = self.league_match
        return (match and match.get_absolute_url()) or reverse(
            "events:standings", args=[self.pk]
        )

    def as_rules(self) -> HouseRules:
        """Return the rules of its lists, the official ones without a rule set."""
        return rules_in(self.rule_set, System(self.system))

    def rounds_at(self, players: int) -> int:
        """Return the rounds of a list of so many people.

        Usually they are the same everywhere: 48 games of four, 36 of three. Where the
        games are the same (ISPA), 9 rounds of four are 12 of three (rules 3.4).
        """
        if self.same_games and players == THREE:
            return self.rounds * FOUR // THREE
        return self.rounds

    def is_visible_to(self, user):
        """Whether ``user`` may read the event, as ``visible_to`` decides."""
        return self.is_published or is_signed_in(user)

    @property
    def league_match(self):
        """The league match that this event is; one query for events of that kind."""
        is_match = self.kind == EventKind.LEAGUE
        return getattr(self, "match_group", None) if is_match else None


class Series(Logged, Part):
    """One series of an event: every table plays one list.

    Visitors may read who sits where from ``draw_from`` on and what was played from
    ``results_from`` on; without such a moment, as soon as the event is published.
    """

    part_of = "event"
    logs = Logs(
        LogKind.EVENTS,
        {"event": "event_id"},
        hidden=("draw", "clock_started_at", "closed_at"),
    )
    public = (
        *("number", "draw", "clock_started_at", "closed_at", "draw_from"),
        "results_from",
    )

    event = models.ForeignKey(Event, models.CASCADE, "series")
    number = models.PositiveSmallIntegerField(_("Series"))
    draw = optional_link("tournaments.Draw", models.SET_NULL, "series")
    clock_started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    draw_from = models.DateTimeField(
        _("visitors see the tables"), null=True, blank=True
    )
    results_from = models.DateTimeField(
        _("visitors see the results"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("Series")
        verbose_name_plural = _("Series")
        ordering = ["number"]
        constraints = [
            unique("one_series_per_number", "event", "number"),
            check(
                "series_number_is_sensible", Q(number__gte=1, number__lte=MOST_SERIES)
            ),
        ]

    def __str__(self):
        return f"{self.event} · {self.number}"

    @property
    def log_label(self):
        return str(self.number)


def rules_in(rule_set: RuleSet | None, system: System) -> HouseRules:
    """Return the rules of a set under a list system; without a set, official Skat."""
    return rules_under(system, rule_set.options if rule_set else "")


def has_house_rules(rule_set: RuleSet | None) -> bool:
    """Tell whether ``rule_set`` differs from the ISkO."""
    return rule_set is not None and not is_official(rule_set.as_rules())
