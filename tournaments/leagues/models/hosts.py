"""The code with which the host of a match writes its lists without an account."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.leagues.models.match_days import MatchGroup
from tournaments.scope.models import Part, ScopedManager, account_column


class HostCodeQuerySet(models.QuerySet["HostCode"]):
    def valid(self):
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


HostCodeManager = ScopedManager.from_queryset(HostCodeQuerySet)


class HostCode(Part):
    """The right to write one match of a league, as a code on the paper of its host.

    The code is stored in plain text, so that the paper can be printed again. Nobody can
    sign in to ``account``; it stands for the host in the history. A renewed code is a
    new row.
    """

    part_of = "group"

    group = models.ForeignKey(
        MatchGroup, on_delete=models.CASCADE, related_name="host_codes"
    )
    code = models.CharField(max_length=8, unique=True)
    account = account_column(null=False)
    made_at = models.DateTimeField()
    by = account_column(null=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[HostCodeManager] = HostCodeManager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["group"],
                condition=Q(revoked_at=None),
                name="one_code_per_match",
            )
        ]

    def __str__(self):
        return self.in_two

    @property
    def in_two(self):
        """The code in two halves, as it is printed, to be easier to read."""
        return f"{self.code[:4]}-{self.code[4:]}"
