"""What people did over the years: stored counts that nobody types.

Everything here follows from the finished lists and can be rebuilt from them. Rows for
each person and list are added up to a row for each person and year, so that pages over
thirty years read only a few rows.
"""

from django.db import models

from scoring.lists.tallies import COUNTS
from tournaments.scope.models import Part, unique
from tournaments.scope.scope import DRAW, RESULTS, moment_lookups
from tournaments.sheets.models.lists import ScoreSheet


class TallyCounts(models.Model):
    """The counts of ``scoring.lists.tallies.Tally``, where they are explained.

    Those of the closing stand here, the others follow.
    """

    total = models.IntegerField(default=0)
    game_points = models.IntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    others_lost = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


for count in COUNTS:
    if not hasattr(TallyCounts, count):
        can_be_negative = count == "at_stake"
        column = models.IntegerField if can_be_negative else models.PositiveIntegerField
        TallyCounts.add_to_class(count, column(default=0))


class ListTally(Part, TallyCounts):
    """The tally of one person on one finished list; ``year`` is that of the event.

    ``lists`` is 1, or more if a result of former years stands for several; 0 if nobody
    has counted these.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "tallies")
    player = models.ForeignKey("tournaments.Player", models.CASCADE, "list_tallies")
    year = models.PositiveSmallIntegerField()
    lists = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["sheet", "player"]
        constraints = [unique("one_tally_per_list_and_person", "sheet", "player")]
        indexes = [models.Index(fields=["player", "year"], name="tallies_by_year")]

    def __str__(self):
        return f"{self.sheet_id}/{self.player_id}: {self.total}"


class YearTally(Part, TallyCounts):
    """The tally of one person in one year, for public lists or for the others.

    Lists under house rules are left out: their points are not comparable.
    ``best_total`` and ``most_won`` are of a single list, 0 if only sums of several are
    known; ``best_evening`` is the sum of one club evening, None if there was none.
    ``uncounted`` is the part of the points whose lists nobody has counted.
    """

    part_of = "player"

    player = models.ForeignKey("tournaments.Player", models.CASCADE, "year_tallies")
    year = models.PositiveSmallIntegerField()
    is_published = models.BooleanField()
    lists = models.PositiveIntegerField()
    uncounted = models.IntegerField(default=0)
    best_total = models.IntegerField()
    most_won = models.PositiveIntegerField()
    best_evening = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["player", "year", "is_published"]
        constraints = [
            unique("one_tally_per_person_and_year", "player", "year", "is_published")
        ]

    def __str__(self):
        return f"{self.player_id} {self.year}: {self.lists}"
