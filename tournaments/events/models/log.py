"""Records of what was done in an event and by whom; they are never changed."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.people.names.mentions import TypedLine
from tournaments.scope.models import (
    Logged,
    Logs,
    Part,
    account_column,
    check,
    optional_link,
    unique,
)
from tournaments.words.choices import LogAction, LogKind


class Act(models.Model):
    """A row that records who wrote it and when; there is always an author."""

    at = models.DateTimeField()
    by = account_column(null=False)

    class Meta:
        abstract = True


class LogLine(Logged, Part, Act):
    """Somebody opened a table, started or stopped a clock, or closed a series."""

    part_of = "series"
    logs = Logs(LogKind.EVENTS, {"event": "series.event_id"}, stamps=("at",))
    public = ("at", "by", "action", "table_number")

    series = models.ForeignKey("tournaments.Series", models.CASCADE, "log")
    action = models.CharField(_("What"), max_length=12, choices=LogAction)
    table_number = models.PositiveSmallIntegerField(
        pgettext_lazy("seat", "Table"), null=True, blank=True
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.series}: {self.action}"


class LotDraw(Logged, Part, Act):
    """Lots were drawn for a place that people or teams shared (rules 5.6).

    With ``seed`` anybody can repeat the draw. One that was taken back no longer
    counts; it stays in the history.
    """

    part_of = "event"
    logs = Logs(LogKind.EVENTS, {"event": "event_id"}, stamps=("at", "taken_back_at"))
    public = ("at", "by", "contest", "place", "seed", "taken_back_at", "taken_back_by")

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "lots")
    contest = optional_link("tournaments.TeamContest", models.CASCADE, "lots")
    place = models.PositiveSmallIntegerField(
        pgettext_lazy("seat", "Place"), validators=[MinValueValidator(1)]
    )
    seed = models.CharField(_("seed"), max_length=40)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = account_column()

    class Meta:
        ordering = ["pk"]
        constraints = [
            check(
                "a_lot_is_taken_back_by_somebody",
                Q(taken_back_at__isnull=True, taken_back_by__isnull=True)
                | Q(taken_back_at__isnull=False, taken_back_by__isnull=False),
            )
        ]

    def __str__(self):
        return f"{self.event}: {self.place}"


class LotTicket(Part):
    """The lot of one person or team in a draw; the highest is the best."""

    part_of = "draw"
    public = ("entry", "team", "lot")

    draw = models.ForeignKey(LotDraw, models.CASCADE, "tickets")
    entry = optional_link("tournaments.Entry", models.CASCADE, "+")
    team = optional_link("tournaments.Team", models.CASCADE, "+")
    lot = models.PositiveIntegerField(_("drawn lot"))

    class Meta:
        ordering = ["-lot"]
        constraints = [
            unique("one_ticket_per_lot", "draw", "lot"),
            check(
                "a_ticket_has_one_owner",
                Q(entry__isnull=True, team__isnull=False)
                | Q(entry__isnull=False, team__isnull=True),
                said=_("A lot belongs to a person or to a team."),
            ),
        ]

    def __str__(self):
        return f"{self.entry or self.team}: {self.lot}"


class Reopening(Logged, Part, Act):
    """A closed series was reopened; the ranking before is stored for the report.

    The ranking counts the series up to ``through``, the last one closed at that
    time, so that the lists of a running series do not affect the report.
    """

    part_of = "series"
    logs = Logs(LogKind.EVENTS, {"event": "series.event_id"}, stamps=("at",))
    public = ("at", "by", "through", "reason", "closed_at", "closed_by")

    series = models.ForeignKey("tournaments.Series", models.CASCADE, "reopenings")
    through = models.PositiveSmallIntegerField()
    reason = TypedLine(_("Reason"), max_length=300)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = account_column()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique(
                "one_open_reopening_per_series",
                "series",
                condition=models.Q(closed_at__isnull=True),
            )
        ]

    def __str__(self):
        return f"{self.series}: {self.reason}"

    def get_absolute_url(self):
        return reverse("events:reopening", args=[self.series.event_id, self.pk])


class ReopeningPlace(Part):
    """The place of one person before and after a reopening; empty: not ranked."""

    part_of = "reopening"
    public = ("player", "place_before", "total_before", "place_after", "total_after")

    reopening = models.ForeignKey(Reopening, models.CASCADE, "places")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "+")
    place_before = models.PositiveSmallIntegerField(null=True, blank=True)
    total_before = models.IntegerField(null=True, blank=True)
    place_after = models.PositiveSmallIntegerField(null=True, blank=True)
    total_after = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [unique("one_place_per_reopening", "reopening", "player")]

    def __str__(self):
        return f"{self.player}: {self.place_before} → {self.place_after}"

    @property
    def moved(self):
        """The number of places gained, negative if lost; 0 if one place is missing."""
        if self.place_before is None or self.place_after is None:
            return 0
        return self.place_before - self.place_after
