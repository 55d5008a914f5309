"""What people did over the years: counts that are kept, never typed.

Everything here follows from the finished lists and can be built again from them. A
row for each person and list is added up to a row for each person and year, so that
pages over thirty years read a few rows.
"""

from django.db import models

from tournaments.scope.models import Part
from tournaments.scope.withheld import DRAW, RESULTS, moments_of
from tournaments.sheets.models.lists import ScoreSheet


class TallyCounts(models.Model):
    """The counts of ``scoring.lists.tallies.Tally``, which says what they mean."""

    total = models.IntegerField(default=0)
    game_points = models.IntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    others_lost = models.PositiveIntegerField(default=0)
    played_diamonds = models.PositiveIntegerField(default=0)
    won_diamonds = models.PositiveIntegerField(default=0)
    played_hearts = models.PositiveIntegerField(default=0)
    won_hearts = models.PositiveIntegerField(default=0)
    played_spades = models.PositiveIntegerField(default=0)
    won_spades = models.PositiveIntegerField(default=0)
    played_clubs = models.PositiveIntegerField(default=0)
    won_clubs = models.PositiveIntegerField(default=0)
    played_grand = models.PositiveIntegerField(default=0)
    won_grand = models.PositiveIntegerField(default=0)
    played_null = models.PositiveIntegerField(default=0)
    won_null = models.PositiveIntegerField(default=0)
    played_null_ouvert = models.PositiveIntegerField(default=0)
    won_null_ouvert = models.PositiveIntegerField(default=0)
    played_forehand = models.PositiveIntegerField(default=0)
    won_forehand = models.PositiveIntegerField(default=0)
    played_middlehand = models.PositiveIntegerField(default=0)
    won_middlehand = models.PositiveIntegerField(default=0)
    played_rearhand = models.PositiveIntegerField(default=0)
    won_rearhand = models.PositiveIntegerField(default=0)
    active = models.PositiveIntegerField(default=0)
    defended = models.PositiveIntegerField(default=0)
    defended_lost = models.PositiveIntegerField(default=0)
    first = models.PositiveIntegerField(default=0)
    second = models.PositiveIntegerField(default=0)
    third = models.PositiveIntegerField(default=0)
    fourth = models.PositiveIntegerField(default=0)
    seat_1 = models.PositiveIntegerField(default=0)
    seat_2 = models.PositiveIntegerField(default=0)
    seat_3 = models.PositiveIntegerField(default=0)
    seat_4 = models.PositiveIntegerField(default=0)
    threes = models.PositiveIntegerField(default=0)
    grand_ouverts = models.PositiveIntegerField(default=0)
    at_stake = models.IntegerField(default=0)
    best_value = models.PositiveIntegerField(default=0)
    best_run = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class ListTally(Part, TallyCounts):
    """What one person did on one finished list; ``year`` is that of the event.

    ``lists`` is one, or more where a result of former years stands for several.
    """

    part_of = "sheet"
    withheld_until = moments_of("sheet__series", DRAW, RESULTS)

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="tallies"
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="list_tallies"
    )
    year = models.PositiveSmallIntegerField()
    lists = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["sheet", "player"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "player"], name="one_tally_per_list_and_person"
            )
        ]
        indexes = [models.Index(fields=["player", "year"], name="tallies_by_year")]

    def __str__(self):
        return f"{self.sheet_id}/{self.player_id}: {self.total}"


class YearTally(Part, TallyCounts):
    """What one person did in one year, on lists everybody may read or on the others.

    Lists under house rules are not in it: their points compare with nothing.
    ``best_total`` and ``most_won`` are of one list, 0 where only sums of several are
    known; ``best_evening`` is the sum of one club evening, None where none was played.
    """

    part_of = "player"

    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="year_tallies"
    )
    year = models.PositiveSmallIntegerField()
    is_published = models.BooleanField()
    lists = models.PositiveIntegerField()
    best_total = models.IntegerField()
    most_won = models.PositiveIntegerField()
    best_evening = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["player", "year", "is_published"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "year", "is_published"],
                name="one_tally_per_person_and_year",
            )
        ]

    def __str__(self):
        return f"{self.player_id} {self.year}: {self.lists}"
