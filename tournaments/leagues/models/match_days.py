"""Match days and their groups.

A group is played as an ordinary event of the kind "league": its teams, entries, series
and lists are like those of every other event (rules 6.1 to 6.3).
"""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.leagues.models.leagues import MATCH_DAY, Division, LeagueTeam
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, account_column
from tournaments.words.choices import LogKind

GROUP_SIZES = (3, 4, 5)


class MatchDay(Logged, Part):
    """A match day of a division; its groups may play in different places."""

    part_of = "division"
    logs = Logs(LogKind.LEAGUES, {"league": "division.league_id"})

    division = models.ForeignKey(
        Division, on_delete=models.CASCADE, related_name="match_days"
    )
    number = models.PositiveSmallIntegerField(_("match day"), validators=MATCH_DAY)
    date = models.DateField(_("date"))

    class Meta:
        verbose_name = _("match day")
        verbose_name_plural = _("match days")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "number"],
                name="one_match_day_per_number",
                violation_error_message=_("This match day exists already."),
            )
        ]

    def __str__(self):
        return _("Match day %(number)s") % {"number": self.number}

    @property
    def log_label(self):
        return f"{self.division}, {self}"

    @property
    def is_set_up(self):
        """Whether one of its groups was set up. One query."""
        return self.groups.filter(event__isnull=False).exists()


class MatchGroup(Logged, Part):
    """Teams that meet at one host on a match day.

    ``event`` exists once the group was set up. ``entered_by`` handed in the results,
    and ``confirmed_by`` is the second person who checked them; until then they are
    provisional.
    """

    part_of = "match_day"
    logs = Logs(
        LogKind.LEAGUES,
        {"league": "match_day.division.league_id"},
        hidden=("event",),
        also=("entered_by", "confirmed_by"),
    )

    match_day = models.ForeignKey(
        MatchDay, on_delete=models.CASCADE, related_name="groups"
    )
    number = models.PositiveSmallIntegerField(_("group"), default=1)
    host = models.ForeignKey(
        LeagueTeam,
        verbose_name=_("host"),
        on_delete=models.SET_NULL,
        related_name="hosted_groups",
        null=True,
        blank=True,
    )
    place = TypedLine(pgettext_lazy("location", "place"), max_length=120, blank=True)
    event = models.OneToOneField(
        "tournaments.Event",
        on_delete=models.SET_NULL,
        related_name="match_group",
        null=True,
        blank=True,
    )
    entered_at = models.DateTimeField(null=True, blank=True, editable=False)
    entered_by = account_column(_("results handed in by"), editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    confirmed_by = account_column(_("results confirmed by"), editable=False)

    # Set on the copy that readers get of a match that is not public.
    is_withheld = False

    class Meta:
        verbose_name = _("match group")
        verbose_name_plural = _("match groups")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match_day", "number"],
                name="one_match_group_per_number",
                violation_error_message=_("This group exists already."),
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at__isnull=True) | Q(entered_at__isnull=False),
                name="entered_before_confirmed",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by__isnull=True)
                | Q(entered_by__isnull=True)
                | ~Q(confirmed_by=F("entered_by")),
                name="a_second_person_confirms",
                violation_error_message=_(
                    "Another person has to confirm these results."
                ),
            ),
        ]

    def __str__(self):
        return _("Group %(number)s") % {"number": self.number}

    @property
    def log_label(self):
        return f"{self.match_day}, {self}"

    def get_absolute_url(self):
        return reverse("leagues:group", args=[self.pk])


class GroupTeam(Part):
    """A team in a group; ``event_team`` has its people in the group's event.

    ``is_absent`` means that nobody came, or too few to start (rules 6.1).
    """

    part_of = "group"

    group = models.ForeignKey(
        MatchGroup, on_delete=models.CASCADE, related_name="sides"
    )
    team = models.ForeignKey(LeagueTeam, on_delete=models.PROTECT, related_name="sides")
    order = models.PositiveSmallIntegerField(default=1)
    event_team = models.OneToOneField(
        "tournaments.Team",
        on_delete=models.SET_NULL,
        related_name="league_side",
        null=True,
        blank=True,
    )
    is_absent = models.BooleanField(_("did not come"), default=False)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "team"], name="one_side_per_team_and_group"
            )
        ]

    def __str__(self):
        return f"{self.group}: {self.team}"


class GroupReopening(Logged, Part):
    """The reopening of a group whose results had been handed in or confirmed."""

    part_of = "group"
    logs = Logs(
        LogKind.LEAGUES,
        {"league": "group.match_day.division.league_id"},
        stamps=("at",),
    )

    group = models.ForeignKey(
        MatchGroup, on_delete=models.CASCADE, related_name="reopenings"
    )
    reason = TypedLine(_("reason"), max_length=300)
    was_confirmed = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = account_column(null=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.group}: {self.reason}"
