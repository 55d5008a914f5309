"""Writing a club file, event by event. The same club gives the same bytes."""

import json
from collections.abc import Callable, Iterator
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils import timezone
from django.utils.text import slugify

from tournaments.events.models import Event
from tournaments.files.club.rows import club_document
from tournaments.files.club.shape import club_schema
from tournaments.files.event.columns import Row
from tournaments.files.event.shape import event_schema
from tournaments.files.event.writing import event_text, file_text
from tournaments.organisations.selectors import own_organisation
from tournaments.people.selectors import home_club
from tournaments.web.requests import Chunks

CLUB = "club.json"
LOGO = "logo.png"
EVENTS = "events/"
SCHEMAS = {"club.schema.json": club_schema, "event.schema.json": event_schema}
# A fixed time for every file: the same content gives the same archive.
NO_TIME = (1980, 1, 1, 0, 0, 0)

ReportProgress = Callable[[int, int, str], object]


def archive_chunks(report_progress: ReportProgress | None = None) -> Iterator[bytes]:
    """Give the archive of the whole club piece by piece, with one event in memory.

    ``report_progress`` is called with the number of events written so far, the number
    of all events and the next slug.
    """
    document = club_document()
    sink = Chunks()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        write_member(archive, CLUB, file_text(document).encode())
        if (organisation := own_organisation()) and organisation.logo:
            write_member(archive, LOGO, bytes(organisation.logo))
        for name, text in schema_files():
            write_member(archive, name, text.encode())
        for name, text in event_files(document, report_progress):
            write_member(archive, name, text.encode())
            yield sink.take_pieces()
    yield sink.take_pieces()


def schema_files() -> Iterator[tuple[str, str]]:
    """Give the name and the text of each schema that describes the files."""
    for name, schema in SCHEMAS.items():
        yield name, json.dumps(schema(), ensure_ascii=False, indent=1)


def archive_name() -> str:
    """Return the file name of the archive."""
    home = home_club()
    word = slugify(home.name) if home else ""
    return f"{word or 'club'}-{timezone.localdate()}.zip"


def event_files(
    document: Row, report_progress: ReportProgress | None
) -> Iterator[tuple[str, str]]:
    """Give the file name and the text of every event of the document."""
    events = document.get("events", ())
    for position, row in enumerate(events):
        if report_progress:
            report_progress(position, len(events), row["slug"])
        event = Event.objects.select_related("rule_set").get(public_id=row["id"])
        yield f"{EVENTS}{row['slug']}.json", event_text(event)


def write_member(archive: ZipFile, name: str, content: bytes) -> None:
    """Write a file into the archive, without a time of its own."""
    entry = ZipInfo(name, NO_TIME)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)
