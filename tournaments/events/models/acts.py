"""Rows that record their author and time."""

from django.conf import settings
from django.db import models


class Act(models.Model):
    """A row that records who wrote it and when; there is always an author."""

    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        abstract = True
