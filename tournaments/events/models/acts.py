"""What somebody did: when, and who."""

from django.conf import settings
from django.db import models


class Act(models.Model):
    """A row that remembers who wrote it and when; never without its author."""

    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        abstract = True
