"""Whole lists that arrived from elsewhere, kept as they came until they are decided."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, ScopedManager, account_column
from tournaments.words.choices import (
    ArrivalDecision,
    ArrivalRoute,
    ArrivalState,
    LogKind,
)


class ArrivedListQuerySet(models.QuerySet["ArrivedList"]):
    def waiting(self):
        """Return the lists that are still to be decided."""
        return self.filter(decided_at=None).exclude(state=ArrivalState.DUPLICATE)


ArrivedListManager = ScopedManager.from_queryset(ArrivedListQuerySet)


class ArrivedList(Logged, Part):
    """A whole list as it arrived: its label, its document and the decision.

    It belongs to the event, not to a list: it may arrive before its table is drawn, and
    is found by its ``code``. ``state`` says how it compared with the list here when
    either of them changed last; the same document counts once.
    """

    part_of = "event"
    logs = Logs(LogKind.EVENTS, {"event": "event_id"}, stamps=("decided_at",))

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="arrived_lists"
    )
    code = models.CharField(max_length=8)
    series_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    route = models.CharField(max_length=10, choices=ArrivalRoute)
    at = models.DateTimeField()
    by = account_column(null=False)
    document = models.TextField(max_length=100_000)
    fingerprint = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=ArrivalState)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = account_column()
    decision = models.CharField(max_length=10, choices=ArrivalDecision, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)

    objects: ClassVar[ArrivedListManager] = ArrivedListManager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "fingerprint"],
                condition=~Q(state=ArrivalState.DUPLICATE),
                name="the_same_document_counts_once",
            ),
            models.CheckConstraint(
                condition=Q(decided_at=None, decided_by=None, decision="")
                | Q(decided_at__isnull=False, decided_by__isnull=False),
                name="a_decision_is_somebodys",
            ),
        ]

    def __str__(self):
        return f"{self.code}: {self.state}"
