"""The list kept at one table: seats, games, the foot of the paper, its history.

Facts are stored, points are computed. Only ``Result`` holds points: its rows are
written once when a list is finished, so that standings are one query and a later
change of a rule never alters a past table.
"""

from dataclasses import fields
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.contracts import Contract, ResultKind
from scoring.games import Entry
from scoring.notation import NotedLine
from scoring.systems import System
from tournaments.choices import (
    Action,
    ContractChoice,
    Proof,
    ResultKindChoice,
    SheetState,
    SystemChoice,
)

PLACES = (1, 2, 3, 4, 5)
# Far beyond any list: what is outside was not read from one.
PAPER_POINTS = [MinValueValidator(-20_000), MaxValueValidator(20_000)]
ENTRY_FIELDS = tuple(field.name for field in fields(Entry))


def plain(name: str, value: Any) -> Any:
    """Return an entry's value as its column stores it."""
    if name in ("contract", "picked"):
        return value.value if value else ""
    return value.value if name == "kind" else value


class ScoreSheetQuerySet(models.QuerySet["ScoreSheet"]):
    def visible_to(self, user):
        """Return what ``user`` may read: everything, or published evenings."""
        if user.is_authenticated:
            return self
        return self.filter(series__competition__is_published=True)

    def editable_by(self, user):
        return self if getattr(user, "is_secretary", False) else self.none()

    def finished(self):
        return self.filter(state=SheetState.FINISHED)

    def with_event(self):
        return self.select_related("series__competition")


class ScoreSheet(models.Model):
    """One list: the games of one table in one series.

    System and rounds are copied from the competition when the list is opened: what
    was agreed when the first game was dealt holds for the list.
    """

    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.PROTECT, related_name="sheets"
    )
    table_number = models.PositiveSmallIntegerField(
        _("table"), validators=[MinValueValidator(1), MaxValueValidator(999)]
    )
    table_size = models.PositiveSmallIntegerField(_("players at the table"))
    system = models.CharField(_("list system"), max_length=15, choices=SystemChoice)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    code = models.CharField(_("code"), max_length=8, unique=True, editable=False)
    totals_only = models.BooleanField(_("totals only"), default=False)
    cut_short = models.BooleanField(_("time was up"), default=False)
    paper_games = models.PositiveSmallIntegerField(
        _("games played"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(200)],
    )
    paper_passed_in = models.PositiveSmallIntegerField(
        _("passed in"), null=True, blank=True, validators=[MaxValueValidator(200)]
    )
    mismatch_reason = models.CharField(_("reason"), max_length=300, blank=True)
    state = models.CharField(
        max_length=10, choices=SheetState, default=SheetState.EMPTY, editable=False
    )
    proof = models.CharField(
        max_length=10, choices=Proof, default=Proof.NONE, editable=False
    )
    revision = models.PositiveIntegerField(default=0, editable=False)
    typed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )

    objects = ScoreSheetQuerySet.as_manager()

    class Meta:
        verbose_name = _("list")
        verbose_name_plural = _("lists")
        ordering = ["series", "table_number"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "table_number"],
                name="one_list_per_table_and_series",
                violation_error_message=_("This table has a list already."),
            ),
            models.CheckConstraint(
                condition=Q(table_size__gte=3, table_size__lte=5),
                name="three_to_five_at_a_table",
            ),
            models.CheckConstraint(
                condition=Q(rounds__gte=1), name="a_list_has_a_round"
            ),
            models.CheckConstraint(
                condition=Q(state__in=SheetState.values), name="state_is_known"
            ),
        ]

    def __str__(self):
        return _("Table %(table)s") % {"table": self.table_number}

    def get_absolute_url(self):
        return reverse("sheets:detail", args=[self.pk])

    @property
    def games_planned(self) -> int:
        """How many games the list has: rounds times players (rules 3.4)."""
        return self.rounds * self.table_size

    @property
    def is_finished(self) -> bool:
        return self.state == SheetState.FINISHED

    def as_system(self) -> System:
        return System(self.system)


class Seat(models.Model):
    """Who sits where, and what the foot of the paper says about the place.

    ``series`` repeats the list's series so that the database itself refuses a person
    at two tables of one series.
    """

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="seats"
    )
    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.PROTECT, related_name="+"
    )
    place = models.PositiveSmallIntegerField(_("place"))
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="seats"
    )
    paper_points = models.IntegerField(
        _("game points"), null=True, blank=True, validators=PAPER_POINTS
    )
    paper_won = models.PositiveSmallIntegerField(
        _("won"), null=True, blank=True, validators=[MaxValueValidator(200)]
    )
    paper_lost = models.PositiveSmallIntegerField(
        _("lost"), null=True, blank=True, validators=[MaxValueValidator(200)]
    )
    paper_total = models.IntegerField(
        _("total"), null=True, blank=True, validators=PAPER_POINTS
    )

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "place"], name="one_player_per_place"
            ),
            models.UniqueConstraint(
                fields=["series", "player"],
                name="one_table_per_player_and_series",
                violation_error_message=_(
                    "This player sits at another table of the series."
                ),
            ),
            models.CheckConstraint(
                condition=Q(place__gte=1, place__lte=5), name="place_is_known"
            ),
        ]

    def __str__(self):
        return f"{self.place}: {self.player}"


class Substitution(models.Model):
    """Somebody takes over a place of a running list (rules 5.5)."""

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="substitutions"
    )
    place = models.PositiveSmallIntegerField(_("place"))
    from_game = models.PositiveSmallIntegerField(_("from game"))
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="substitutions"
    )

    class Meta:
        ordering = ["from_game", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "place", "from_game"],
                name="one_substitute_per_place_and_game",
            ),
            models.CheckConstraint(
                condition=Q(from_game__gte=2), name="substitutes_come_later"
            ),
        ]

    def __str__(self):
        return f"{self.place}: {self.player} ({self.from_game})"


class Game(models.Model):
    """One line of a list: what was announced and how it ended, never the points.

    A line without ``declarer`` was passed in; a line with a declarer and without a
    contract is one of which only the value was typed.
    """

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="games"
    )
    number = models.PositiveSmallIntegerField()
    declarer = models.PositiveSmallIntegerField(null=True, blank=True)
    contract = models.CharField(max_length=10, choices=ContractChoice, blank=True)
    matadors = models.PositiveSmallIntegerField(null=True, blank=True)
    without = models.BooleanField(default=False)
    hand = models.BooleanField(default=False)
    schneider = models.BooleanField(default=False)
    schneider_announced = models.BooleanField(default=False)
    schwarz = models.BooleanField(default=False)
    schwarz_announced = models.BooleanField(default=False)
    ouvert = models.BooleanField(default=False)
    won = models.BooleanField(default=True)
    bid = models.PositiveSmallIntegerField(null=True, blank=True)
    overbid_value = models.PositiveSmallIntegerField(null=True, blank=True)
    card_points = models.PositiveSmallIntegerField(null=True, blank=True)
    skat_taken = models.BooleanField(null=True, blank=True)
    picked = models.CharField(max_length=10, choices=ContractChoice, blank=True)
    kind = models.CharField(
        max_length=10, choices=ResultKindChoice, default=ResultKindChoice.PLAYED
    )
    written_value = models.SmallIntegerField(null=True, blank=True)
    paper_value = models.SmallIntegerField(
        null=True, blank=True, validators=PAPER_POINTS
    )
    paper_running = models.SmallIntegerField(
        null=True, blank=True, validators=PAPER_POINTS
    )
    paper_wrong = models.BooleanField(default=False)
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], name="one_game_per_line"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="lines_count_from_one"
            ),
            models.CheckConstraint(
                condition=Q(declarer__isnull=True)
                | Q(declarer__gte=1, declarer__lte=5),
                name="declarer_has_a_place",
            ),
            models.CheckConstraint(
                condition=Q(contract="") | Q(contract__in=ContractChoice.values),
                name="contract_is_known",
            ),
            models.CheckConstraint(
                condition=Q(declarer__isnull=False) | Q(contract=""),
                name="a_contract_has_a_declarer",
            ),
            models.CheckConstraint(
                condition=Q(matadors__isnull=True)
                | Q(matadors__gte=1, matadors__lte=11),
                name="one_to_eleven_matadors",
            ),
            models.CheckConstraint(
                condition=~Q(contract=ContractChoice.GRAND) | Q(matadors__lte=4),
                name="grand_has_four_matadors",
            ),
            models.CheckConstraint(
                condition=Q(bid__isnull=True) | Q(bid__gte=18, bid__lte=264),
                name="bid_is_possible",
            ),
            models.CheckConstraint(
                condition=Q(card_points__isnull=True) | Q(card_points__lte=120),
                name="at_most_120_card_points",
            ),
        ]

    def __str__(self):
        return f"{self.sheet_id}/{self.number}"

    def as_entry(self) -> Entry:
        """Return the row as the value ``scoring`` works with."""
        values: dict[str, Any] = {name: getattr(self, name) for name in ENTRY_FIELDS}
        for name in ("contract", "picked"):
            values[name] = Contract(values[name]) if values[name] else None
        values["kind"] = ResultKind(self.kind)
        return Entry(**values)

    def as_noted(self) -> NotedLine:
        """Return the row as a line of shorthand with its check numbers."""
        return NotedLine(
            entry=self.as_entry(),
            check_value=self.paper_value,
            check_running=self.paper_running,
            remark=self.remark,
        )

    def take(self, noted: NotedLine) -> None:
        """Copy ``noted`` into the row, without saving it."""
        for name in ENTRY_FIELDS:
            setattr(self, name, plain(name, getattr(noted.entry, name)))
        self.paper_value = noted.check_value
        self.paper_running = noted.check_running
        self.remark = noted.remark


class Result(models.Model):
    """What one person took home from one list; written when the list is finished.

    One row per seat, or one per person where a substitute took over.
    """

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="results"
    )
    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.PROTECT, related_name="results"
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="results"
    )
    place = models.PositiveSmallIntegerField()
    first_game = models.PositiveSmallIntegerField()
    last_game = models.PositiveSmallIntegerField()
    game_points = models.IntegerField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    others_lost = models.PositiveSmallIntegerField()
    total = models.IntegerField()

    class Meta:
        ordering = ["sheet", "place", "first_game"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "place", "first_game"], name="one_result_per_stint"
            ),
            models.CheckConstraint(
                condition=Q(last_game__gte=F("first_game") - 1),
                name="stints_run_forward",
            ),
        ]

    def __str__(self):
        return f"{self.player}: {self.total}"


class Change(models.Model):
    """One entry of a list's history; never changed, never removed.

    Changes of one ``step`` belong together and are undone together. A step that
    undoes or redoes another one names it in ``reverts``.
    """

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="changes"
    )
    step = models.PositiveIntegerField()
    reverts = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    action = models.CharField(max_length=12, choices=Action)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.CharField(max_length=400, blank=True)
    after = models.CharField(max_length=400, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["sheet", "step"], name="changes_by_step")]

    def __str__(self):
        return f"{self.sheet_id}/{self.step}: {self.action} {self.number}"


class Verdict(models.Model):
    """What a second person said about a list as it stood at ``revision``."""

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="verdicts"
    )
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    is_right = models.BooleanField()
    line = models.PositiveSmallIntegerField(null=True, blank=True)
    remark = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.sheet_id}@{self.revision}: {self.is_right}"


class SecondList(models.Model):
    """The second list of the same table (Gegenliste), as it was typed (rules 4.4)."""

    sheet = models.OneToOneField(
        ScoreSheet, on_delete=models.CASCADE, related_name="second_list"
    )
    text = models.TextField(_("lines"), max_length=20_000)
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    def __str__(self):
        return f"{self.sheet_id}"
