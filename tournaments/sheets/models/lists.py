"""The list of a table, its seats and the foot of the paper."""

from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.game.written_games import Contract, ResultKind, WrittenGame
from scoring.house.rules import HouseRules
from scoring.lists.sheets import System
from scoring.notation.house import read_stored_marks, write_marks
from scoring.notation.reading import NotedLine
from tournaments.scope.models import (
    ExtensionsField,
    Part,
    ScopedManager,
    account_column,
    between,
    check,
    number_column,
    unique,
)
from tournaments.scope.scope import (
    DRAW,
    RESULTS,
    is_shown,
    moment_lookups,
    shown_condition,
)
from tournaments.sheets.models.programme import MOST_GAMES, MOST_ROUNDS, rules_under
from tournaments.web.access import is_signed_in, writes_something
from tournaments.words.choices import (
    ContractChoice,
    Proof,
    ResultKindChoice,
    SheetState,
    SystemChoice,
)

# Far beyond any real list: other numbers were not read from one.
PAPER_POINTS = between(-20_000, 20_000)
TIMES = between(0, 1_000_000)
PLACE = between(1, 5)


class ScoreSheetQuerySet(models.QuerySet["ScoreSheet"]):
    def visible_to(self, user):
        """Return the lists that ``user`` may read: all, or the published ones."""
        if is_signed_in(user):
            return self
        return self.filter(
            shown_condition("series__results_from"), series__event__is_published=True
        )

    def editable_by(self, user):
        """Return the lists ``user`` may write on: never the results of former years."""
        return self.filter(stands_for=None) if writes_something(user) else self.none()

    def finished(self):
        return self.filter(state=SheetState.FINISHED)

    def with_event(self):
        """Return the lists with their events and the house rules of the events."""
        return self.select_related("series__event__rule_set")

    def for_typing(self, *columns):
        """Return the lists with what the echo of a line needs, and these ``columns``.

        Echoes and lines are asked for all evening: naming all columns of list, event
        and rules costs more than reading them.
        """
        return self.select_related("series__event").only(
            *("table_size", "rounds", "revision", "series__event__rule_set"),
            *columns,
        )


ScoreSheetManager = ScopedManager.from_queryset(ScoreSheetQuerySet)


class ScoreSheet(Part):
    """One list: the games of one table in one series.

    System and rounds are copied from the event when the list is opened: what was agreed
    when the first game was dealt holds for the list. Only one writes at a time: the
    desk, or a phone at the table while ``pen_is_out``. ``pen_epoch`` counts how often
    the pen changed hands, ``second_epoch`` the same for the second list.
    ``stands_for`` is None for a list that was written at a table. The result of one
    person in former years is a list, too, and stands for that many, such as a year's, 0
    if nobody has counted them.
    """

    part_of = "series"
    withheld_until = moment_lookups("series", DRAW)

    public = (
        *("table_number", "code", "system", "rounds", "state", "proof", "revision"),
        *("totals_only", "stands_for", "cut_short", "paper_games", "paper_passed_in"),
        *("mismatch_reason", "finished_at"),
    )

    series = models.ForeignKey("tournaments.Series", models.PROTECT, "sheets")
    table_number = number_column(pgettext_lazy("seat", "Table"), 1, 999)
    # Leads from the paper to the list. New codes are unique on the whole site; an
    # imported event brings its own, which another organisation may have as well.
    code = models.CharField(_("code"), max_length=8, db_index=True, editable=False)
    table_size = models.PositiveSmallIntegerField(_("players at the table"))
    system = models.CharField(_("list system"), max_length=15, choices=SystemChoice)
    rounds = number_column(_("rounds"), 1, MOST_ROUNDS * 4 // 3)
    state = models.CharField(
        max_length=10, choices=SheetState, default=SheetState.EMPTY, editable=False
    )
    proof = models.CharField(
        max_length=10, choices=Proof, default=Proof.NONE, editable=False
    )
    revision = models.PositiveIntegerField(default=0, editable=False, validators=TIMES)
    pen_epoch = models.PositiveIntegerField(default=0, editable=False)
    pen_is_out = models.BooleanField(default=False, editable=False)
    second_epoch = models.PositiveIntegerField(default=0, editable=False)
    totals_only = models.BooleanField(_("only the totals"), default=False)
    stands_for = models.PositiveSmallIntegerField(
        _("Lists"), null=True, blank=True, editable=False
    )
    cut_short = models.BooleanField(_("time was up"), default=False)
    paper_games = number_column(_("Games played"), 1, 200, null=True)
    paper_passed_in = models.PositiveSmallIntegerField(
        _("passed in"), null=True, blank=True, validators=[MaxValueValidator(200)]
    )
    mismatch_reason = models.CharField(_("Reason"), max_length=300, blank=True)
    typed_by = account_column(editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)
    finished_by = account_column(editable=False)
    extensions = ExtensionsField()

    objects: ClassVar[ScoreSheetManager] = ScoreSheetManager()

    class Meta:
        verbose_name = _("List")
        verbose_name_plural = _("Lists")
        ordering = ["series", "table_number"]
        constraints = [
            unique(
                "one_list_per_table_and_series",
                "series",
                "table_number",
                said=_("This table has a list already."),
            ),
            unique("one_list_per_code_and_series", "series", "code"),
            check("three_to_five_at_a_table", Q(table_size__gte=3, table_size__lte=5)),
            check("a_list_has_a_round", Q(rounds__gte=1)),
            check("state_is_known", Q(state__in=SheetState.values)),
        ]

    def __str__(self):
        return _("Table %(number)s") % {"number": self.table_number}

    @property
    def long_name(self) -> str:
        """The list within its event, such as "Series 1, table 2"."""
        words = {"series": self.series.number, "table": self.table_number}
        return _("Series %(series)s, table %(table)s") % words

    def get_absolute_url(self):
        return reverse("sheets:detail", args=[self.pk])

    @property
    def games_planned(self) -> int:
        """How many games the list has: rounds times players (rules 3.4)."""
        return self.rounds * self.table_size

    @property
    def is_finished(self) -> bool:
        return self.state == SheetState.FINISHED

    @property
    def is_readable(self) -> bool:
        """Whether the current reader may see more of the list than its seats."""
        return is_shown(self.series, RESULTS)

    @property
    def is_former(self) -> bool:
        """Whether this is the result of one person in a former year."""
        return self.stands_for is not None

    @property
    def is_unproved(self) -> bool:
        """Whether the list counts although no paper, person or reason supports it."""
        return self.is_finished and self.proof == Proof.NONE and not self.is_former

    @property
    def state_label(self) -> str:
        if self.is_unproved:
            return str(_("finished, not proved yet"))
        if self.state == SheetState.PROVED and self.proof == Proof.TABLE:
            return str(Proof.TABLE.label)
        return str(SheetState(self.state).label)

    def as_system(self) -> System:
        return System(self.system)

    def as_rules(self) -> HouseRules:
        """Return the rules of its event, under its own list system."""
        rule_set = self.series.event.rule_set
        return rules_under(System(self.system), rule_set.options if rule_set else "")


class Seat(Part):
    """A person on a place, and what the foot of the paper says about the place.

    ``series`` repeats the list's series so that the database itself refuses a person
    at two tables of one series.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("series", DRAW)

    public = (
        *("place", "player", "paper_points", "paper_won", "paper_lost", "paper_total"),
    )

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "seats")
    series = models.ForeignKey("tournaments.Series", models.PROTECT, "+")
    place = models.PositiveSmallIntegerField(pgettext_lazy("seat", "Place"))
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "seats")
    paper_points = models.IntegerField(
        _("Game points"), null=True, blank=True, validators=PAPER_POINTS
    )
    paper_won = models.PositiveSmallIntegerField(
        _("won"), null=True, blank=True, validators=[MaxValueValidator(200)]
    )
    paper_lost = models.PositiveSmallIntegerField(
        _("lost"), null=True, blank=True, validators=[MaxValueValidator(200)]
    )
    paper_total = models.IntegerField(
        _("Total"), null=True, blank=True, validators=PAPER_POINTS
    )

    class Meta:
        ordering = ["place"]
        constraints = [
            unique("one_player_per_place", "sheet", "place"),
            unique(
                "one_table_per_player_and_series",
                "series",
                "player",
                said=_("This player sits at another table of the series."),
            ),
            check("place_is_known", Q(place__gte=1, place__lte=5)),
        ]

    def __str__(self):
        return f"{self.place}: {self.player}"

    @property
    def paper_numbers(self) -> tuple[int | None, ...]:
        """What the foot of the paper says: points, won, lost, total."""
        return self.paper_points, self.paper_won, self.paper_lost, self.paper_total


class Substitution(Part):
    """A player who takes over a place of a running list (rules 5.5)."""

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    public = ("place", "from_game", "player")

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "substitutions")
    place = models.PositiveSmallIntegerField(
        pgettext_lazy("seat", "Place"), validators=PLACE
    )
    from_game = number_column(_("from game"), 2, MOST_GAMES)
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "substitutions")

    class Meta:
        ordering = ["from_game", "place"]
        constraints = [
            unique("one_substitute_per_place_and_game", "sheet", "place", "from_game"),
            check("substitutes_come_later", Q(from_game__gte=2)),
        ]

    def __str__(self):
        return f"{self.place}: {self.player} ({self.from_game})"


ENTRY_FIELDS = tuple(field.name for field in fields(WrittenGame))


STORED_FIELDS = attrgetter(*ENTRY_FIELDS)


@lru_cache(maxsize=8192)
def entry_from_columns(*stored: Any) -> WrittenGame:
    """Return an entry from its stored columns; equal games share one value.

    Every typed line reads its whole list again.
    """
    values = dict(zip(ENTRY_FIELDS, stored, strict=True))
    for name in ("contract", "picked"):
        values[name] = Contract(values[name]) if values[name] else None
    values["kind"] = ResultKind(values["kind"])
    values["house"] = read_stored_marks(values["house"])
    return WrittenGame(**values)


class Game(Part):
    """One line of a list: what was announced and how it ended, never the points.

    A line without ``declarer`` was passed in; of a line with a declarer but without a
    contract only the value was typed. ``house`` holds the marks of house rules in
    shorthand; official Skat has none.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    public = ("line", "skat_taken", "paper_wrong")

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "games")
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
    house = models.CharField(max_length=60, blank=True)
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
            unique("one_game_per_line", "sheet", "number"),
            check("lines_count_from_one", Q(number__gte=1)),
            check(
                "declarer_has_a_place",
                Q(declarer__isnull=True) | Q(declarer__gte=1, declarer__lte=5),
            ),
            check(
                "contract_is_known",
                Q(contract="") | Q(contract__in=ContractChoice.values),
            ),
            check(
                "a_contract_has_a_declarer", Q(declarer__isnull=False) | Q(contract="")
            ),
            check(
                "one_to_eleven_matadors",
                Q(matadors__isnull=True) | Q(matadors__gte=1, matadors__lte=11),
            ),
            check(
                "grand_has_four_matadors",
                ~Q(contract=ContractChoice.GRAND) | Q(matadors__lte=4),
            ),
            check(
                "bid_is_possible", Q(bid__isnull=True) | Q(bid__gte=18, bid__lte=264)
            ),
            check(
                "at_most_120_card_points",
                Q(card_points__isnull=True) | Q(card_points__lte=120),
            ),
        ]

    def __str__(self):
        return f"{self.sheet_id}/{self.number}"

    def as_entry(self) -> WrittenGame:
        """Return the row as the value that ``scoring`` works with."""
        return entry_from_columns(*STORED_FIELDS(self))

    def as_noted(self) -> NotedLine:
        """Return the row as a line of shorthand with its check numbers."""
        return NotedLine(
            entry=self.as_entry(),
            check_value=self.paper_value,
            check_running=self.paper_running,
            remark=self.remark,
        )

    def set_line(self, noted: NotedLine) -> None:
        """Copy ``noted`` into the row, without saving it."""
        entry = noted.entry
        for name in ENTRY_FIELDS:
            setattr(self, name, getattr(entry, name))
        self.contract = entry.contract.value if entry.contract else ""
        self.picked = entry.picked.value if entry.picked else ""
        self.kind = entry.kind.value
        self.house = write_marks(entry.house) if entry.house else ""
        self.paper_value = noted.check_value
        self.paper_running = noted.check_running
        self.remark = noted.remark
