"""The photo of a paper list, for the person who types it."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q

from tournaments.scope.models import Part, account_column
from tournaments.sheets.models.lists import ScoreSheet

WHOLE_HEIGHT = 1000  # in thousandths


class ListPhoto(Part):
    """A photo of the paper; the picture itself is a file called ``name``.

    It is shown rotated by ``turned`` degrees. ``first_line`` and ``last_line`` say
    where the first and the last game are on it, in thousandths of its height.
    """

    part_of = "sheet"

    sheet = models.OneToOneField(
        ScoreSheet, on_delete=models.CASCADE, related_name="photo"
    )
    name = models.CharField(max_length=40, unique=True)
    taken_at = models.DateTimeField()
    by = account_column(null=False)
    turned = models.PositiveSmallIntegerField(default=0)
    first_line = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(WHOLE_HEIGHT)]
    )
    last_line = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(WHOLE_HEIGHT)]
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(turned__in=[0, 90, 180, 270]), name="by_right_angles"
            ),
            models.CheckConstraint(
                condition=Q(first_line=None, last_line=None)
                | Q(
                    first_line__isnull=False,
                    last_line__isnull=False,
                    first_line__lt=F("last_line"),
                ),
                name="lines_go_down",
            ),
        ]

    def __str__(self):
        return f"{self.sheet_id}: {self.name}"
