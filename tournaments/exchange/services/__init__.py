"""Importing files: the only door."""

from tournaments.exchange.services.events import (
    EventDiffers,
    Imported,
    import_event,
)

__all__ = ["EventDiffers", "Imported", "import_event"]
