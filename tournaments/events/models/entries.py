"""Entries with start numbers, pairs kept apart, and decisions of the referee."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Prefetch, Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.log import Act
from tournaments.events.models.teams import SeriesRange, TeamMember
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, ScopedManager, between
from tournaments.scope.withheld import DRAW, RESULTS, moment_lookups
from tournaments.words.choices import EntryStatus, LogKind

MOST_ENTRIES = 3000
# The people who came, even if they have left since.
ATTENDING = (EntryStatus.PRESENT, EntryStatus.LEFT)


class EntryQuerySet(models.QuerySet):
    def playing_in(self, series):
        """Return the entries of people who came and play series number ``series``."""
        return self.filter(
            Q(until_series__isnull=True) | Q(until_series__gte=series),
            status__in=ATTENDING,
            from_series__lte=series,
        )

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

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="entries"
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="entries"
    )
    start_number = models.PositiveSmallIntegerField(
        _("start number"), validators=between(1, MOST_ENTRIES)
    )
    status = models.CharField(
        _("status"), max_length=10, choices=EntryStatus, default=EntryStatus.REGISTERED
    )
    from_series = models.PositiveSmallIntegerField(_("from series"), default=1)
    until_series = models.PositiveSmallIntegerField(
        _("until series"), null=True, blank=True
    )
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed table"), null=True, blank=True
    )
    group = models.PositiveSmallIntegerField(_("strength group"), null=True, blank=True)

    objects: ClassVar[EntryManager] = EntryManager()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player"],
                name="one_entry_per_person",
                violation_error_message=_("This person takes part already."),
            ),
            models.UniqueConstraint(
                fields=["event", "start_number"],
                name="one_entry_per_start_number",
                violation_error_message=_("This start number is taken."),
            ),
            models.CheckConstraint(
                condition=Q(until_series__isnull=True)
                | Q(until_series__gte=F("from_series") - 1),
                name="series_run_forward",
            ),
        ]

    def __str__(self):
        return f"{self.start_number} {self.player}"

    @property
    def log_label(self):
        return str(self.start_number)

    @property
    def team_names(self):
        """The names of the person's teams as one text. No query if prefetched."""
        return " · ".join(member.team.name for member in self.memberships.all())

    def plays(self, series):
        """Tell whether the person came and plays series number ``series``; no query."""
        return self.status in ATTENDING and self.covers(series)


class ApartPair(Part):
    """Two people who should not sit at one table: relatives, car pools."""

    part_of = "event"
    public = ("first", "second")

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="apart"
    )
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "first", "second"], name="one_pair_once"
            ),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="a_pair_is_two_people"
            ),
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

    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.PROTECT, related_name="adjustments"
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="adjustments"
    )
    points = models.IntegerField(_("points"), validators=between(-20_000, 20_000))
    won = models.SmallIntegerField(_("won"), default=0, validators=between(-999, 999))
    lost = models.SmallIntegerField(_("lost"), default=0, validators=between(-999, 999))
    reason = TypedLine(_("reason"), max_length=300)
    decided_by = TypedLine(_("decided by"), max_length=120)
    reverts = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reverted"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.player}: {self.points}"
