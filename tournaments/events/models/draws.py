"""Draws of tables, with everything needed to repeat them."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.log import Act
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part
from tournaments.scope.withheld import DRAW, moment_lookups
from tournaments.words.choices import DrawMode, LogKind


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

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="draws"
    )
    number = models.PositiveSmallIntegerField()
    mode = models.CharField(_("mode"), max_length=10, choices=DrawMode)
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
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="one_draw_per_number"
            )
        ]

    def __str__(self):
        return f"{self.event}: {self.number}"


class Swap(Logged, Part, Act):
    """Two people whose places were exchanged by hand after a draw (rules 5.3)."""

    part_of = "draw"
    logs = Logs(LogKind.SEATS, {"event": "draw.event_id"}, stamps=("at",))
    public = ("at", "by", "series", "first", "second", "reason", "is_undone")

    draw = models.ForeignKey(Draw, on_delete=models.CASCADE, related_name="exchanges")
    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.CASCADE, related_name="exchanges"
    )
    first = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="+"
    )
    second = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="+"
    )
    reason = TypedLine(_("reason"), max_length=200, blank=True)
    is_undone = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(first=F("second")), name="two_people_change_places"
            )
        ]

    def __str__(self):
        return f"{self.first} ↔ {self.second}"
