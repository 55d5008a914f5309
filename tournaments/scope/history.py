"""Histories of rows of which only some columns are somebody's decision."""

from typing import Any

from django.db.models import Model
from simple_history.models import HistoricalRecords


class ChosenHistory(HistoricalRecords):
    """A history without the excluded columns: writing only these is no change."""

    def post_save(
        self, instance: Model, created: bool, using: str | None = None, **kwargs: Any
    ) -> None:
        """Keep the row, unless only columns were written that are not kept."""
        written = kwargs.get("update_fields")
        if not written or not written <= set(self.excluded_fields):
            super().post_save(instance, created, using=using, **kwargs)
