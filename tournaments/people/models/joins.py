"""Merging two entries of one person."""

from django.db import models
from django.db.models import F, Q

from tournaments.people.models.persons import Player
from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, account_column
from tournaments.words.choices import LogKind


class Join(Logged, Part):
    """A merge of two entries of one person into ``kept``.

    It can be undone while the organisation is in the ``edition`` that the merge began:
    nothing was written since.
    """

    part_of = "kept"
    logs = Logs(LogKind.PEOPLE, {"person": "kept_id"}, stamps=("at",))

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    gone = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = account_column(null=False)
    edition = models.BigIntegerField(null=True, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["gone"], name="joined_into_one_person"),
            models.CheckConstraint(
                condition=~Q(kept=F("gone")), name="two_entries_are_joined"
            ),
        ]

    def __str__(self):
        return f"{self.gone} → {self.kept}"


class JoinedRow(Part):
    """One reference moved by the last merge: a table, a column and a row."""

    part_of = "join"

    join = models.ForeignKey(Join, on_delete=models.CASCADE, related_name="rows")
    table = models.CharField(max_length=60)
    column = models.CharField(max_length=60)
    row = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["join", "table", "column", "row"], name="moved_once_by_a_join"
            )
        ]

    def __str__(self):
        return f"{self.table}.{self.column} {self.row}"
