"""Records of what was done in an event and by whom; they are never changed."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.acts import Act
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, account_column
from tournaments.words.choices import LogAction, LogKind


class LogLine(Logged, Part, Act):
    """Somebody opened a table, started or stopped a clock, or closed a series."""

    part_of = "series"
    logs = Logs(LogKind.EVENTS, {"event": "series.event_id"}, stamps=("at",))
    public = ("at", "by", "action", "table_number")

    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.CASCADE, related_name="log"
    )
    action = models.CharField(_("what"), max_length=12, choices=LogAction)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)

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

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="lots"
    )
    contest = models.ForeignKey(
        "tournaments.TeamContest",
        on_delete=models.CASCADE,
        related_name="lots",
        null=True,
        blank=True,
    )
    place = models.PositiveSmallIntegerField(
        _("place"), validators=[MinValueValidator(1)]
    )
    seed = models.CharField(_("seed"), max_length=40)
    taken_back_at = models.DateTimeField(null=True, blank=True)
    taken_back_by = account_column()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(taken_back_at__isnull=True, taken_back_by__isnull=True)
                | Q(taken_back_at__isnull=False, taken_back_by__isnull=False),
                name="a_lot_is_taken_back_by_somebody",
            )
        ]

    def __str__(self):
        return f"{self.event}: {self.place}"


class LotTicket(Part):
    """The lot of one person or team in a draw; the highest is the best."""

    part_of = "draw"
    public = ("entry", "team", "lot")

    draw = models.ForeignKey(LotDraw, on_delete=models.CASCADE, related_name="tickets")
    entry = models.ForeignKey(
        "tournaments.Entry",
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
    )
    team = models.ForeignKey(
        "tournaments.Team",
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
    )
    lot = models.PositiveIntegerField(_("drawn lot"))

    class Meta:
        ordering = ["-lot"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "lot"], name="one_ticket_per_lot"),
            models.CheckConstraint(
                condition=Q(entry__isnull=True, team__isnull=False)
                | Q(entry__isnull=False, team__isnull=True),
                name="a_ticket_has_one_owner",
            ),
        ]

    def __str__(self):
        return f"{self.entry or self.team}: {self.lot}"
