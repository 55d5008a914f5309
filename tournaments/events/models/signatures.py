"""Standings signed by the organisation."""

from django.db import models

from tournaments.scope.models import Part


class SignedStandings(Part):
    """Released standings: the signed text, its code, the signature and its key.

    A row is never changed, nor removed unless the file of the event replaces it. If
    different standings are released later, they are signed separately, in a text that
    names the code of the previous ones.
    """

    part_of = "event"

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.PROTECT, related_name="signatures"
    )
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=19, db_index=True)
    at = models.DateTimeField()
    public_key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    text = models.TextField(max_length=1_000_000)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="signatures_count_from_one"
            )
        ]

    def __str__(self):
        return f"{self.event_id}/{self.number}: {self.code}"
