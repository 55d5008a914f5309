"""Importing files: the only door."""

from tournaments.exchange.services.clubs import ClubReport, import_club
from tournaments.exchange.services.events import (
    EventDiffers,
    Imported,
    import_event,
)
from tournaments.exchange.services.people import import_people
from tournaments.exchange.services.results import import_results

__all__ = [
    "ClubReport",
    "EventDiffers",
    "Imported",
    "import_club",
    "import_event",
    "import_people",
    "import_results",
]
