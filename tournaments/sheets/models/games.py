"""One line of a list."""

from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models import Q

from scoring.game.contracts import Contract, ResultKind
from scoring.game.written_games import WrittenGame
from scoring.notation.house import read_stored_marks, write_marks
from scoring.notation.reading import NotedLine
from tournaments.scope.models import Part
from tournaments.scope.withheld import DRAW, RESULTS, moment_lookups
from tournaments.sheets.models.lists import PAPER_POINTS, ScoreSheet
from tournaments.words.choices import ContractChoice, ResultKindChoice

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


def column_value(name: str, value: Any) -> Any:
    """Return a value of an entry as its column stores it."""
    if name in ("contract", "picked"):
        return value.value if value else ""
    if name == "house":
        return write_marks(value)
    return value.value if name == "kind" else value


class Game(Part):
    """One line of a list: what was announced and how it ended, never the points.

    A line without ``declarer`` was passed in; of a line with a declarer but without a
    contract only the value was typed. ``house`` holds the marks of house rules in
    shorthand; official Skat has none.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    public = ("line", "skat_taken", "paper_wrong")

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
        for name in ENTRY_FIELDS:
            setattr(self, name, column_value(name, getattr(noted.entry, name)))
        self.paper_value = noted.check_value
        self.paper_running = noted.check_running
        self.remark = noted.remark
