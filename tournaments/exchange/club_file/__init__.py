"""The club file: everything a club keeps, as one archive of open files.

Written down for others in ``docs/club-file.md`` and ``docs/club.schema.json``.
"""

from tournaments.exchange.club_file.reading import (
    MOST_ARCHIVE_BYTES,
    ClubArchive,
    open_archive,
)
from tournaments.exchange.club_file.rows import club_document
from tournaments.exchange.club_file.shape import club_schema
from tournaments.exchange.club_file.writing import archive_chunks, archive_name

__all__ = [
    "MOST_ARCHIVE_BYTES",
    "ClubArchive",
    "archive_chunks",
    "archive_name",
    "club_document",
    "club_schema",
    "open_archive",
]
