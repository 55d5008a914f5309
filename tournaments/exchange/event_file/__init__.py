"""The open event file: one JSON document that holds a complete event.

Written down for others in ``docs/event-file.md`` and ``docs/event.schema.json``.
"""

from tournaments.exchange.event_file.handing_on import public_event_text
from tournaments.exchange.event_file.reading import (
    MOST_BYTES,
    EventFile,
    FileRefused,
    read_event,
    require_size,
)
from tournaments.exchange.event_file.shape import FORMAT, VERSION, event_schema
from tournaments.exchange.event_file.writing import event_document, event_text

__all__ = [
    "FORMAT",
    "MOST_BYTES",
    "VERSION",
    "EventFile",
    "FileRefused",
    "event_document",
    "event_schema",
    "event_text",
    "public_event_text",
    "read_event",
    "require_size",
]
