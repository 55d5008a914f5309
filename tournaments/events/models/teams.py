"""Teams of two or more people, whose results are added up (rules 6.5)."""

from functools import cache

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from tournaments.people.names.mentions import TypedLine
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, between
from tournaments.web.fields.lines import LONGEST_TIES, USUAL_TIES, check_ties
from tournaments.words.choices import LogKind, TeamKind

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

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="contests"
    )
    number = models.PositiveSmallIntegerField(
        _("number"), validators=between(1, MOST_CONTESTS)
    )
    name = TypedLine(_("name"), max_length=60)
    size = models.PositiveSmallIntegerField(
        _("players in a team"), validators=between(SMALLEST_TEAM, LARGEST_TEAM)
    )
    kind = models.CharField(
        _("who plays together"),
        max_length=8,
        choices=TeamKind,
        default=TeamKind.ANY,
    )
    counting = models.PositiveSmallIntegerField(
        _("results of a team that count"),
        default=0,
        validators=[MaxValueValidator(LARGEST_TEAM)],
    )
    scale_short = models.BooleanField(
        _("a short team counts as a full one"), default=False
    )
    tie_chain = models.CharField(
        _("equal totals"),
        max_length=LONGEST_TIES,
        default=USUAL_TIES,
        validators=[check_ties],
    )

    class Meta:
        verbose_name = _("team ranking")
        verbose_name_plural = _("team rankings")
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="one_contest_per_number"
            ),
            models.UniqueConstraint(
                fields=["event", "name"],
                name="one_contest_per_name",
                violation_error_message=_(
                    "There is a team ranking of this name already."
                ),
            ),
            models.CheckConstraint(
                condition=Q(size__gte=SMALLEST_TEAM, size__lte=LARGEST_TEAM),
                name="team_size_is_sensible",
            ),
            models.CheckConstraint(
                condition=Q(counting__lte=F("size")),
                name="a_team_counts_at_most_itself",
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

    contest = models.ForeignKey(
        TeamContest, on_delete=models.CASCADE, related_name="teams"
    )
    entries = models.ManyToManyField(
        "tournaments.Entry", through="tournaments.TeamMember", related_name="teams"
    )
    name = TypedLine(_("name"), max_length=120, about="entries__memberships__team")

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                fields=["contest", "name"],
                name="one_team_per_name",
                violation_error_message=_("There is a team of this name already."),
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

    contest = models.ForeignKey(
        TeamContest, on_delete=models.CASCADE, related_name="members"
    )
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="memberships"
    )
    from_series = models.PositiveSmallIntegerField(_("from series"), default=1)
    until_series = models.PositiveSmallIntegerField(
        _("until series"), null=True, blank=True
    )

    class Meta:
        verbose_name = _("team member")
        verbose_name_plural = _("team members")
        ordering = ["from_series", "entry__start_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["contest", "entry"], name="one_team_of_a_contest_per_entry"
            ),
            models.CheckConstraint(
                condition=Q(until_series__isnull=True)
                | Q(until_series__gte=F("from_series") - 1),
                name="membership_runs_forward",
            ),
        ]

    def __str__(self):
        return f"{self.team}: {self.entry}"
