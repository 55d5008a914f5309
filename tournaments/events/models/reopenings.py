"""A closed series that was reopened, and what that changed in the ranking."""

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.acts import Act
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, account_column
from tournaments.words.choices import LogKind


class Reopening(Logged, Part, Act):
    """A closed series was reopened; the ranking before is stored for the report.

    The ranking counts the series up to ``through``, the last one closed at that
    time, so that the lists of a running series do not affect the report.
    """

    part_of = "series"
    logs = Logs(LogKind.EVENTS, {"event": "series.event_id"}, stamps=("at",))
    public = ("at", "by", "through", "reason", "closed_at", "closed_by")

    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.CASCADE, related_name="reopenings"
    )
    through = models.PositiveSmallIntegerField()
    reason = TypedLine(_("reason"), max_length=300)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = account_column()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series"],
                condition=models.Q(closed_at__isnull=True),
                name="one_open_reopening_per_series",
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

    reopening = models.ForeignKey(
        Reopening, on_delete=models.CASCADE, related_name="places"
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="+"
    )
    place_before = models.PositiveSmallIntegerField(null=True, blank=True)
    total_before = models.IntegerField(null=True, blank=True)
    place_after = models.PositiveSmallIntegerField(null=True, blank=True)
    total_after = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["reopening", "player"], name="one_place_per_reopening"
            )
        ]

    def __str__(self):
        return f"{self.player}: {self.place_before} → {self.place_after}"
