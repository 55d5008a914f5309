"""The seats: entries, pairs kept apart, decisions, teams, draws of tables."""

from functools import cache
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.log import Act
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.models import (
    Logged,
    Logs,
    Part,
    ScopedManager,
    between,
    check,
    choice_column,
    number_column,
    unique,
)
from tournaments.scope.scope import DRAW, RESULTS, moment_lookups
from tournaments.web.fields import LONGEST_TIES, USUAL_TIES, check_ties
from tournaments.words.choices import DrawMode, EntryStatus, LogKind, TeamKind

MOST_CONTESTS = 9
SMALLEST_TEAM = 2
LARGEST_TEAM = 16


@cache
def usual_names() -> set[str]:
    """Return the word for teams in all languages."""
    names = set()
    for language in dict(settings.LANGUAGES):
        with override(language):
            names.add(gettext("Teams"))
    return names


class TeamContest(Logged, Part):
    """A ranking of teams beside the single one: Tandem, Mixed, teams of four.

    ``counting`` is how many of a team's results count in each series, the best ones;
    0 counts all. With ``scale_short`` three results of four count as four: times 4/3
    (rules 6.3). ``number`` is used in addresses and files.
    """

    part_of = "event"
    logs = Logs(LogKind.TEAMS, {"event": "event_id"})
    public = ("number", "name", "size", "kind", "counting", "scale_short", "tie_chain")

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "contests")
    number = number_column(_("number"), 1, MOST_CONTESTS)
    name = TypedLine(_("Name"), max_length=60)
    size = number_column(_("players in a team"), SMALLEST_TEAM, LARGEST_TEAM)
    kind = choice_column(_("who plays together"), TeamKind.ANY, max_length=8)
    counting = models.PositiveSmallIntegerField(
        _("results of a team that count"),
        default=0,
        validators=[MaxValueValidator(LARGEST_TEAM)],
    )
    scale_short = models.BooleanField(
        _("a short team counts as a full one"), default=False
    )
    tie_chain = models.CharField(
        _("Equal results"),
        max_length=LONGEST_TIES,
        default=USUAL_TIES,
        validators=[check_ties],
    )

    class Meta:
        verbose_name = _("Team ranking")
        verbose_name_plural = _("Team rankings")
        ordering = ["event", "number"]
        constraints = [
            unique("one_contest_per_number", "event", "number"),
            unique(
                "one_contest_per_name", "event", "name", said=_("This name is taken.")
            ),
            check(
                "team_size_is_sensible",
                Q(size__gte=SMALLEST_TEAM, size__lte=LARGEST_TEAM),
            ),
            check(
                "a_team_counts_at_most_itself",
                Q(counting__lte=F("size")),
                said=_("No more results count than a team has."),
            ),
        ]

    def __str__(self):
        return self.label

    def get_absolute_url(self):
        return reverse("events:contest", args=[self.event_id, self.number])

    @property
    def label(self):
        """The name; one that is just "Teams" in some language, in the reader's."""
        return gettext("Teams") if self.name in usual_names() else self.name

    @property
    def word(self):
        """The word of this ranking in addresses; the first one has no number."""
        return "teams" if self.number == 1 else f"teams-{self.number}"


class SeriesRange:
    """What lasts from one series to another, or until the end of the event."""

    def covers(self, series):
        """Tell whether series number ``series`` is in the range; no query."""
        return self.from_series <= series and (
            self.until_series is None or series <= self.until_series
        )


class Team(Logged, Part):
    """People whose results are added up; a pair is a team of two."""

    part_of = "contest"
    logs = Logs(LogKind.TEAMS, {"event": "contest.event_id"})
    public = ("name",)

    contest = models.ForeignKey(TeamContest, models.CASCADE, "teams")
    entries = models.ManyToManyField(
        "tournaments.Entry", through="tournaments.TeamMember", related_name="teams"
    )
    name = TypedLine(_("Name"), max_length=120, about="entries__memberships__team")

    class Meta:
        verbose_name = _("Team")
        verbose_name_plural = _("Teams")
        ordering = ["name"]
        constraints = [
            unique(
                "one_team_per_name", "contest", "name", said=_("This name is taken.")
            )
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return self.contest.get_absolute_url()


class TeamMember(Logged, SeriesRange, Part):
    """An entry that plays for a team in all or some of the series.

    A person's results count for the team in the series in which they belong to it;
    so a substitute can take over between two series. ``contest`` repeats that of the
    team, so that the database can refuse two teams of one contest for an entry.
    """

    part_of = "team"
    logs = Logs(
        LogKind.TEAMS,
        {"event": "contest.event_id", "person": "entry.player_id"},
        hidden=("team",),
    )
    log_label = ""
    public = ("entry", "from_series", "until_series")

    contest = models.ForeignKey(TeamContest, models.CASCADE, "members")
    team = models.ForeignKey(Team, models.CASCADE, "members")
    entry = models.ForeignKey("tournaments.Entry", models.CASCADE, "memberships")
    from_series = models.PositiveSmallIntegerField(_("From series"), default=1)
    until_series = models.PositiveSmallIntegerField(
        _("until series"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("team member")
        ordering = ["from_series", "entry__start_number"]
        constraints = [
            unique("one_team_of_a_contest_per_entry", "contest", "entry"),
            check(
                "membership_runs_forward",
                Q(until_series__isnull=True)
                | Q(until_series__gte=F("from_series") - 1),
                said=_("The end lies before the beginning."),
            ),
        ]

    def __str__(self):
        return f"{self.team}: {self.entry}"


MOST_ENTRIES = 3000
# The people who came, even if they have left since.
ATTENDING = (EntryStatus.PRESENT, EntryStatus.LEFT)


def plays_in(series):
    """Return the condition that a person came and plays series number ``series``."""
    return Q(
        Q(until_series__isnull=True) | Q(until_series__gte=series),
        status__in=ATTENDING,
        from_series__lte=series,
    )


class EntryQuerySet(models.QuerySet):
    def attending(self):
        """Return who came, without those who went before their first series."""
        came = self.filter(status__in=ATTENDING)
        return came.exclude(until_series__lt=F("from_series"))

    def with_teams(self):
        """Fetch everybody's teams as well, in one more query."""
        members = TeamMember.objects.select_related("team", "contest")
        return self.prefetch_related(
            Prefetch("memberships", members.order_by("contest__number"))
        )


EntryManager = ScopedManager.from_queryset(EntryQuerySet)


class Entry(Logged, SeriesRange, Part):
    """A person who takes part in an event, with a start number."""

    part_of = "event"
    logs = Logs(LogKind.ENTRIES, {"event": "event_id", "person": "player_id"})
    public = ("player", "start_number", "status", "from_series", "until_series")

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "entries")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "entries")
    start_number = number_column(_("Start number"), 1, MOST_ENTRIES)
    status = choice_column(_("Status"), EntryStatus.REGISTERED, max_length=10)
    from_series = models.PositiveSmallIntegerField(_("From series"), default=1)
    until_series = models.PositiveSmallIntegerField(
        _("until series"), null=True, blank=True
    )
    fixed_table = models.PositiveSmallIntegerField(
        _("Fixed table"), null=True, blank=True
    )
    group = models.PositiveSmallIntegerField(_("Strength group"), null=True, blank=True)
    came_from = TypedLine(_("qualified by"), max_length=120, blank=True)
    substitute = models.PositiveSmallIntegerField(
        _("number as a substitute"), null=True, blank=True
    )
    misses_prizes = models.BooleanField(_("not there for the prizes"), default=False)

    objects: ClassVar[EntryManager] = EntryManager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["start_number"]
        constraints = [
            unique(
                "one_entry_per_person",
                "event",
                "player",
                said=_("This person takes part already."),
            ),
            unique(
                "one_entry_per_start_number",
                "event",
                "start_number",
                said=_("This start number is taken."),
            ),
            check(
                "series_run_forward",
                Q(until_series__isnull=True)
                | Q(until_series__gte=F("from_series") - 1),
                said=_("The end lies before the beginning."),
            ),
        ]

    def __str__(self):
        return f"{self.start_number} {self.player}"

    @property
    def log_label(self):
        return str(self.start_number)

    @property
    def origin(self):
        """What the person has qualified by, and as which substitute."""
        text = gettext("Substitute %(number)s") % {"number": self.substitute}
        return " · ".join(filter(None, (self.substitute and text, self.came_from)))

    @property
    def team_names(self):
        """The names of the person's teams as one text."""
        return " · ".join(member.team.name for member in self.memberships.all())

    @property
    def is_attending(self):
        went_at_once = self.until_series == self.from_series - 1
        return self.status in ATTENDING and not went_at_once

    def plays(self, series):
        """Tell whether the person came and plays series number ``series``; no query."""
        return self.status in ATTENDING and self.covers(series)

    def misses(self, series):
        """Tell whether the person is not even expected in that series; no query."""
        return self.status != EntryStatus.REGISTERED and not self.plays(series)


class ApartPair(Part):
    """Two people who should not sit at one table: relatives, car pools."""

    part_of = "event"
    public = ("first", "second")

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "apart")
    first = models.ForeignKey(Entry, models.CASCADE, "+")
    second = models.ForeignKey(Entry, models.CASCADE, "+")

    class Meta:
        constraints = [
            unique("one_pair_once", "event", "first", "second"),
            check("a_pair_is_two_people", Q(first__lt=F("second"))),
        ]

    def __str__(self):
        return f"{self.first} / {self.second}"


class Adjustment(Logged, Part, Act):
    """A signed decision of the referee on a person's result (rules 2.5).

    It is taken back by the opposite one, which names it in ``reverts``.
    """

    part_of = "series"
    logs = Logs(
        LogKind.EVENTS,
        {"event": "series.event_id", "person": "player_id"},
        stamps=("at",),
    )
    withheld_until = moment_lookups("series", DRAW, RESULTS)

    public = (
        *("at", "by", "series", "player", "points", "won", "lost", "reason"),
        *("decided_by", "reverts"),
    )

    series = models.ForeignKey("tournaments.Series", models.PROTECT, "adjustments")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "adjustments")
    points = models.IntegerField(_("points"), validators=between(-20_000, 20_000))
    won = models.SmallIntegerField(_("won"), default=0, validators=between(-999, 999))
    lost = models.SmallIntegerField(_("lost"), default=0, validators=between(-999, 999))
    reason = TypedLine(_("Reason"), max_length=300)
    decided_by = TypedLine(_("Decided by"), max_length=120)
    reverts = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reverted"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.player}: {self.points}"


class Draw(Logged, Part, Act):
    """A draw of one or more series with its seed, its costs and their lower bounds.

    The costs are those of the tables as drawn. Swaps and latecomers change the
    tables, so reports are computed from the tables as they are now. ``question`` and
    ``answer`` record what went into the draw and which tables came out, in start
    numbers. Nothing is computed from them: with them anybody can repeat the draw and
    compare, even after people have come and gone.
    """

    part_of = "event"
    logs = Logs(LogKind.SEATS, {"event": "event_id"}, stamps=("at",))
    # A draw of several series reveals all of them.
    withheld_until = moment_lookups("event__series", DRAW)

    public = (
        *("at", "by", "number", "mode", "first_series", "last_series", "seed"),
        *("version", "picks", "repeats", "third_meetings", "club_clashes"),
        *("team_clashes", "apart_clashes", "three_table_excess", "seat_excess"),
        *("bound_repeats", "bound_club_clashes", "swaps", "question", "answer"),
    )

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "draws")
    number = models.PositiveSmallIntegerField()
    mode = models.CharField(_("kind"), max_length=10, choices=DrawMode)
    first_series = models.PositiveSmallIntegerField()
    last_series = models.PositiveSmallIntegerField()
    seed = models.CharField(_("seed"), max_length=80)
    version = models.PositiveSmallIntegerField()
    picks = models.PositiveIntegerField(default=0)
    repeats = models.PositiveIntegerField(default=0)
    third_meetings = models.PositiveIntegerField(default=0)
    club_clashes = models.PositiveIntegerField(default=0)
    team_clashes = models.PositiveIntegerField(default=0)
    apart_clashes = models.PositiveIntegerField(default=0)
    three_table_excess = models.PositiveIntegerField(default=0)
    seat_excess = models.PositiveIntegerField(default=0)
    bound_repeats = models.PositiveIntegerField(default=0)
    bound_club_clashes = models.PositiveIntegerField(default=0)
    swaps = models.PositiveSmallIntegerField(default=0)
    question = models.TextField(blank=True, editable=False)
    answer = models.TextField(blank=True, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [unique("one_draw_per_number", "event", "number")]

    def __str__(self):
        return f"{self.event}: {self.number}"


class Swap(Logged, Part, Act):
    """Two people whose places were exchanged by hand after a draw (rules 5.3)."""

    part_of = "draw"
    logs = Logs(LogKind.SEATS, {"event": "draw.event_id"}, stamps=("at",))
    public = ("at", "by", "series", "first", "second", "reason", "is_undone")

    draw = models.ForeignKey(Draw, models.CASCADE, "exchanges")
    series = models.ForeignKey("tournaments.Series", models.CASCADE, "exchanges")
    first = models.ForeignKey("tournaments.Player", models.PROTECT, "+")
    second = models.ForeignKey("tournaments.Player", models.PROTECT, "+")
    reason = TypedLine(_("Reason"), max_length=200, blank=True)
    is_undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            check(
                "two_people_change_places",
                ~Q(first=F("second")),
                said=_("A pair is two people."),
            )
        ]

    def __str__(self):
        return f"{self.first} ↔ {self.second}"
