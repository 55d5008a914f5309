"""Rows that record their author and time."""

from django.db import models

from tournaments.scope.models import account_column


class Act(models.Model):
    """A row that records who wrote it and when; there is always an author."""

    at = models.DateTimeField()
    by = account_column(null=False)

    class Meta:
        abstract = True
