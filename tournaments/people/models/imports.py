"""What came in with a table, so that it can go again."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.scope.models import Owned, Part


class Import(Owned):
    """A table that was brought in: whence, how many rows, and what became of them.

    ``event`` is the key of the event that the table is about, if it is about one.
    """

    purpose = models.CharField(max_length=12)
    source = models.CharField(_("source"), max_length=120, blank=True)
    event = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    taken = models.PositiveIntegerField()
    here = models.PositiveIntegerField()
    left = models.PositiveIntegerField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self):
        return self.source


class ImportedRow(Part):
    """One row that an import made, or one column of it that it changed.

    ``state`` is a digest of the row as the import left it; ``before`` is what stood in
    the changed column.
    """

    part_of = "origin"

    origin = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows")
    table = models.CharField(max_length=60)
    row = models.PositiveBigIntegerField()
    column = models.CharField(max_length=60, blank=True)
    before = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=16)

    def __str__(self):
        return f"{self.table} {self.row} {self.column}".strip()
