"""Histories of models with columns that are not part of the history."""

from typing import Any

from django.db.models import Model
from simple_history.models import HistoricalRecords


class ChosenHistory(HistoricalRecords):
    """A history that ignores writes of excluded columns only."""

    def post_save(
        self, instance: Model, created: bool, using: str | None = None, **kwargs: Any
    ) -> None:
        """Record the row, unless only excluded columns were written."""
        fields = kwargs.get("update_fields")
        if not fields or not fields <= set(self.excluded_fields):
            super().post_save(instance, created, using=using, **kwargs)
