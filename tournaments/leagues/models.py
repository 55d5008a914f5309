"""A league with its rule, its divisions, teams and line-ups (rules 6.1 to 6.3)."""

from fractions import Fraction
from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.leagues.rules import MATCH_DAYS, AverageOf, LeagueRule, SharedPlaces
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.models import (
    Logged,
    Logs,
    Owned,
    Part,
    ScopedManager,
    account_column,
    check,
    choice_column,
    number_column,
    optional_link,
    unique,
)
from tournaments.web.access import PublishedRows
from tournaments.words.choices import (
    AverageOfChoice,
    LogKind,
    SharedPlacesChoice,
    SystemChoice,
)

MOST_MATCH_DAYS = 40
MOST_DAY_SERIES = 12
MOST_TEAMS = 200
MOST_ROUNDS = 30
MATCH_DAY = (1, MOST_MATCH_DAYS)
# Columns of a league that are the same in its rule.
PLAIN_RULES = ("step", "team_size", "least_players", "scale_short", "games_decide")


LeagueManager = ScopedManager.from_queryset(PublishedRows)


class League(Logged, Owned):
    """One league in one season with its rule and the format of its lists.

    ``federation``, ``season`` and ``category`` are free text. A person plays for only
    one club in a category, and only once on a match day of the same number in a
    federation and season (rules 6.3). Promotion and relegation belong to the divisions.
    """

    logs = Logs(LogKind.LEAGUES, {"league": "pk"})

    name = TypedLine(_("Name"), max_length=120)
    federation = TypedLine(_("Federation"), max_length=60, blank=True)
    season = TypedLine(_("Season"), max_length=20)
    category = TypedLine(
        _("Competition"),
        max_length=60,
        blank=True,
        help_text=_("Leagues of one category share their players, e.g. women."),
    )
    system = choice_column(_("list system"), SystemChoice.SEEGER_FABIAN, max_length=15)
    rounds = number_column(_("rounds per series"), 1, MOST_ROUNDS, default=12)
    same_games = models.BooleanField(
        _("tables of three play as many games as tables of four"), default=False
    )
    series_per_day = number_column(
        _("series per match day"), 1, MOST_DAY_SERIES, default=3
    )
    match_days = number_column(_("Match days"), *MATCH_DAY, default=MATCH_DAYS)
    step = number_column(_("Match points between two places"), 1, 10, default=1)
    team_size = number_column(_("players in a team"), 2, 16, default=4)
    least_players = number_column(_("players a team may start with"), 1, 16, default=3)
    shared = choice_column(
        _("equal teams in a series"), SharedPlacesChoice.AVERAGED, max_length=10
    )
    scale_short = models.BooleanField(
        _("a short team counts as a full one"), default=False
    )
    games_decide = models.BooleanField(
        _("won and lost games decide after the score"), default=False
    )
    average_of = choice_column(
        _("the single ranking averages"), AverageOfChoice.LISTS, max_length=10
    )
    minimum_percent = models.PositiveSmallIntegerField(
        _("percent of the games needed in the single ranking"),
        default=0,
        validators=[MaxValueValidator(100)],
    )
    allows_guests = models.BooleanField(
        _("people of other clubs may play in a team"), default=True
    )
    is_published = models.BooleanField(_("published"), default=False)

    objects: ClassVar[LeagueManager] = LeagueManager()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("Leagues")
        ordering = ["-season", "name", "pk"]
        constraints = [
            unique(
                "one_league_per_name_and_season",
                "organisation",
                "name",
                "season",
                said=_("This name is taken."),
            ),
            check(
                "a_full_team_may_start",
                Q(least_players__lte=F("team_size")),
                said=_("A team cannot be asked for more players than it has."),
            ),
            check("at_most_all_league_games", Q(minimum_percent__lte=100)),
        ]

    def __str__(self):
        return f"{self.name} {self.season}"

    def get_absolute_url(self):
        return reverse("leagues:league", args=[self.pk])

    def as_rule(self, *, promoted=0, relegated=0):
        """Return the rule as a value of ``scoring``. No query."""
        return LeagueRule(
            **{name: getattr(self, name) for name in PLAIN_RULES},
            shared=SharedPlaces(self.shared),
            promoted=promoted,
            relegated=relegated,
            average_of=AverageOf(self.average_of),
            minimum_share=Fraction(self.minimum_percent, 100),
        )


class Division(Logged, Part):
    """A division (Staffel) of a league: the teams of one table."""

    part_of = "league"
    logs = Logs(LogKind.LEAGUES, {"league": "league_id"})

    league = models.ForeignKey(League, models.CASCADE, "divisions")
    name = TypedLine(_("Name"), max_length=120)
    order = models.PositiveSmallIntegerField(_("Order"), default=1)
    promoted = models.PositiveSmallIntegerField(
        _("Promoted teams"), default=0, validators=[MaxValueValidator(MOST_TEAMS)]
    )
    relegated = models.PositiveSmallIntegerField(
        _("Relegated teams"), default=0, validators=[MaxValueValidator(MOST_TEAMS)]
    )

    class Meta:
        verbose_name = _("Division")
        verbose_name_plural = _("Divisions")
        ordering = ["order", "name"]
        constraints = [
            unique(
                "one_division_per_name", "league", "name", said=_("This name is taken.")
            )
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("leagues:division", args=[self.pk])

    @property
    def full_name(self):
        """The league with the division, or just the league if the names are equal."""
        if self.name == self.league.name:
            return str(self.league)
        return f"{self.league}, {self.name}"

    def as_rule(self):
        """Return the rule with this division's numbers. No query with its league."""
        return self.league.as_rule(promoted=self.promoted, relegated=self.relegated)


class LeagueTeam(Logged, Part):
    """A team of a division; a withdrawn team is struck with all points won from it."""

    part_of = "division"
    logs = Logs(LogKind.LEAGUES, {"team": "pk", "league": "division.league_id"})

    division = models.ForeignKey(Division, models.CASCADE, "teams")
    name = TypedLine(_("Name"), max_length=120)
    club = optional_link(
        "tournaments.Club", models.PROTECT, "league_teams", verbose_name=_("Club")
    )
    withdrawn_on = models.DateField(_("Withdrawn on"), null=True, blank=True)
    withdrawn_reason = TypedLine(_("Reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("Team")
        ordering = ["name"]
        constraints = [
            unique(
                "one_league_team_per_name",
                "division",
                "name",
                said=_("This name is taken."),
            ),
            check(
                "only_the_withdrawn_say_why",
                Q(withdrawn_on__isnull=False) | Q(withdrawn_reason=""),
            ),
        ]

    def __str__(self):
        return self.name

    def get_absolute_url(self):
        return reverse("leagues:team", args=[self.pk])


class LeaguePlayer(Logged, Part):
    """A person in the line-up of a team, from a match day on.

    ``position`` orders the line-up; ``until_match_day`` is the last one in it.
    """

    part_of = "team"
    logs = Logs(
        LogKind.LEAGUES,
        {"team": "team_id", "league": "team.division.league_id", "person": "player_id"},
    )
    log_label = ""

    team = models.ForeignKey(LeagueTeam, models.CASCADE, "line_up")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "league_places")
    position = models.PositiveSmallIntegerField(_("position"), default=1)
    from_match_day = number_column(_("From match day"), *MATCH_DAY, default=1)
    until_match_day = number_column(_("Until match day"), *MATCH_DAY, null=True)

    class Meta:
        verbose_name = _("Player")
        verbose_name_plural = _("Line-up")
        ordering = ["position", "pk"]
        constraints = [
            unique(
                "one_line_up_place_per_person",
                "team",
                "player",
                said=_("This person is in the line-up already."),
            ),
            check(
                "line_up_runs_forward",
                Q(until_match_day__isnull=True)
                | Q(until_match_day__gte=F("from_match_day")),
                said=_("The end lies before the beginning."),
            ),
        ]

    def __str__(self):
        return f"{self.team}: {self.player}"

    def plays_on(self, match_day):
        """Tell whether the person is in the line-up of match day ``match_day``."""
        until = self.until_match_day
        return self.from_match_day <= match_day and (
            until is None or match_day <= until
        )


GROUP_SIZES = (3, 4, 5)


class MatchDay(Logged, Part):
    """A match day of a division; its groups may play in different places."""

    part_of = "division"
    logs = Logs(LogKind.LEAGUES, {"league": "division.league_id"})

    division = models.ForeignKey(Division, models.CASCADE, "match_days")
    number = number_column(_("Match day"), *MATCH_DAY)
    date = models.DateField(_("Date"))

    class Meta:
        verbose_name = _("Match day")
        verbose_name_plural = _("Match days")
        ordering = ["number"]
        constraints = [
            unique(
                "one_match_day_per_number",
                "division",
                "number",
                said=_("This match day exists already."),
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

    match_day = models.ForeignKey(MatchDay, models.CASCADE, "groups")
    number = models.PositiveSmallIntegerField(
        pgettext_lazy("league", "Group"), default=1
    )
    host = optional_link(
        LeagueTeam, models.SET_NULL, "hosted_groups", verbose_name=_("Host")
    )
    place = TypedLine(pgettext_lazy("location", "Place"), max_length=120, blank=True)
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
        ordering = ["number"]
        constraints = [
            unique(
                "one_match_group_per_number",
                "match_day",
                "number",
                said=_("This group exists already."),
            ),
            check(
                "entered_before_confirmed",
                Q(confirmed_at__isnull=True) | Q(entered_at__isnull=False),
            ),
            check(
                "a_second_person_confirms",
                Q(confirmed_by__isnull=True)
                | Q(entered_by__isnull=True)
                | ~Q(confirmed_by=F("entered_by")),
                said=_("You handed these results in; another person confirms them."),
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

    group = models.ForeignKey(MatchGroup, models.CASCADE, "sides")
    team = models.ForeignKey(LeagueTeam, models.PROTECT, "sides")
    order = models.PositiveSmallIntegerField(default=1)
    event_team = models.OneToOneField(
        "tournaments.Team",
        on_delete=models.SET_NULL,
        related_name="league_side",
        null=True,
        blank=True,
    )
    is_absent = models.BooleanField(_("Did not come"), default=False)

    class Meta:
        ordering = ["order", "pk"]
        constraints = [unique("one_side_per_team_and_group", "group", "team")]

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

    group = models.ForeignKey(MatchGroup, models.CASCADE, "reopenings")
    reason = TypedLine(_("Reason"), max_length=300)
    was_confirmed = models.BooleanField(default=False)
    at = models.DateTimeField()
    by = account_column(null=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.group}: {self.reason}"


class HostCodeQuerySet(models.QuerySet["HostCode"]):
    def valid(self):
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


HostCodeManager = ScopedManager.from_queryset(HostCodeQuerySet)


class HostCode(Part):
    """The right to write one match of a league, as a code on the paper of its host.

    The code is stored in plain text, so that the paper can be printed again. Nobody can
    sign in to ``account``; it stands for the host in the history. A renewed code is a
    new row.
    """

    part_of = "group"

    group = models.ForeignKey(MatchGroup, models.CASCADE, "host_codes")
    code = models.CharField(max_length=8, unique=True)
    account = account_column(null=False)
    made_at = models.DateTimeField()
    by = account_column(null=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[HostCodeManager] = HostCodeManager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("one_code_per_match", "group", condition=Q(revoked_at=None))
        ]

    def __str__(self):
        return self.in_two

    @property
    def in_two(self):
        """The code in two halves, as it is printed, to be easier to read."""
        return f"{self.code[:4]}-{self.code[4:]}"
