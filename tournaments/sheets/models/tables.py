"""Lists written at the table: the key on the paper, phones and lines they sent."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.scope.models import Part, ScopedManager
from tournaments.sheets.models.lists import ScoreSheet

LONGEST_ID = 64
LONGEST_LINE = 300


class TableKeyQuerySet(models.QuerySet["TableKey"]):
    def valid(self):
        return self.filter(revoked_at=None)


TableKeyManager = ScopedManager.from_queryset(TableKeyQuerySet)


class TableKey(Part):
    """The right to write one list, as a code that lies on the table.

    The code is stored in plain text, because the paper may be printed again. A renewed
    key is a new row; what was written with the old one stays.
    """

    part_of = "sheet"

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="table_keys"
    )
    code = models.CharField(max_length=8, unique=True)
    made_at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
    )
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[TableKeyManager] = TableKeyManager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet"],
                condition=Q(revoked_at=None),
                name="one_valid_key_per_list",
            )
        ]

    def __str__(self):
        return f"{self.sheet_id}: {self.code}"


class TableDevice(Part):
    """A phone that was let in by the code; only a hash of its token is stored.

    ``epoch`` is that of the pen when the phone last took it, ``pen_id`` the id of that
    request. ``second_epoch`` and ``second_pen_id`` are the same for the second list.
    """

    part_of = "key"

    key = models.ForeignKey(TableKey, on_delete=models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    paired_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    epoch = models.PositiveIntegerField(null=True)
    pen_id = models.CharField(max_length=LONGEST_ID, blank=True)
    second_epoch = models.PositiveIntegerField(null=True)
    second_pen_id = models.CharField(max_length=LONGEST_ID, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.key}/{self.pk}"


class ReceivedLine(Part):
    """The receipt of a line that a phone sent: its id stands for this line for ever.

    ``fingerprint`` tells the same request from another one. The line itself is on the
    list and in its history, or on the second list of the table.
    """

    part_of = "sheet"

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="table_lines"
    )
    device = models.ForeignKey(TableDevice, on_delete=models.CASCADE, related_name="+")
    is_second = models.BooleanField(default=False)
    line_id = models.CharField(max_length=LONGEST_ID)
    epoch = models.PositiveIntegerField()
    sequence = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    fingerprint = models.CharField(max_length=64)
    score = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["sheet", "sequence"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "line_id"], name="an_id_means_one_line"
            ),
            models.UniqueConstraint(
                fields=["sheet", "sequence", "is_second"],
                name="one_line_per_sequence_number",
            ),
        ]

    def __str__(self):
        return f"{self.sheet_id}/{self.sequence}"
