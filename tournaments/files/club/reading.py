"""Reading an archive: a club that can be stored, or a sentence that says why not."""

import pathlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import NoReturn
from zipfile import ZipFile

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from skatclub.archives import DAMAGE, member_bytes
from tournaments.events.models import Event
from tournaments.files.club.writing import CLUB, EVENTS, LOGO, SCHEMAS
from tournaments.files.event.checking import FileFault, Path, faults_in, option_faults
from tournaments.files.event.reading import (
    MOST_BYTES,
    FileRefused,
    RowCheck,
    Targets,
    canonical_document,
    duplicate_row_faults,
    missing_faults,
    names_in,
    parse_json,
    people_faults,
    read_event,
    refuse_faults,
    require_version,
    rows_at,
    section_faults,
)
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    PEOPLE_AND_CLUBS,
    Row,
    Section,
)
from tournaments.files.event.shape import CLUB_FORMAT, CLUB_VERSION, club_schema
from tournaments.leagues.models import MatchGroup
from tournaments.people.models import Club, Join, Player
from tournaments.seasons.models import Season


def club_faults(document: Row) -> Iterator[FileFault]:
    """Give everything in the document that is impossible."""
    targets = names_in(document, {**PEOPLE_AND_CLUBS, "events": Section(Event)})
    yield from people_faults(document)
    yield from circle_faults(document, targets)
    yield from duplicate_row_faults(document, "rule_sets", "name")
    yield from duplicate_row_faults(document, "events", "id")
    yield from duplicate_row_faults(document, "events", "slug")
    for path, row in rows_at(document, "rule_sets"):
        yield from option_faults(row, path)
        yield from missing_faults(row.get("club"), targets[Club], (*path, "club"))
    checks: dict[type[Model], RowCheck] = {
        Join: join_faults,
        Season: season_faults,
        MatchGroup: partial(match_faults, match_events=set()),
    }
    yield from section_faults(document, CLUB_SECTIONS, targets, checks)


def circle_faults(document: Row, targets: Targets) -> Iterator[FileFault]:
    """Give people who are joined into unknown ones or in a circle."""
    joined_into = {
        row["id"]: row.get("joined_into") for row in document.get("people", ())
    }
    for path, row in rows_at(document, "people"):
        person = row.get("joined_into")
        yield from missing_faults(person, targets[Player], (*path, "joined_into"))
        seen: set[str] = set()
        person = row["id"]
        while person and person not in seen:
            seen.add(person)
            person = joined_into.get(person)
        if person:
            sentence = _("A person cannot be joined with themselves.")
            yield FileFault((*path, "joined_into"), sentence)


def join_faults(join: Row, path: Path) -> Iterator[FileFault]:
    """Give a fault for a person who is joined with themselves."""
    if join["kept"] == join["gone"]:
        yield FileFault(path, _("A person cannot be joined with themselves."))


def season_faults(season: Row, path: Path) -> Iterator[FileFault]:
    """Give a fault for a season that ends before it begins."""
    if season["last_date"] < season["first_date"]:
        yield FileFault(path, _("The last day lies before the first."))


def match_faults(
    group: Row, path: Path, *, match_events: set[str]
) -> Iterator[FileFault]:
    """Give a fault for an event of two matches; ``match_events`` collects them."""
    if group.get("event") in match_events:
        yield FileFault((*path, "event"), _("This is in the file twice."))
    match_events |= {group["event"]} if "event" in group else set()


# Some four million games; the web server accepts requests of up to 64 MB.
MOST_ARCHIVE_BYTES = 60 * 1024 * 1024
MOST_UNPACKED_BYTES = 4 * 1024 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ClubArchive:
    """An open archive: its checked document, and its events one by one."""

    document: Row
    archive: ZipFile

    def __len__(self) -> int:
        return len(self.document.get("events", ()))

    def logo(self) -> bytes:
        """Return the image file of the logo; empty where the club has none."""
        has_logo = LOGO in self.archive.namelist()
        return member_content(self.archive, LOGO) if has_logo else b""

    def events(self) -> Iterator[tuple[str, Row]]:
        """Give the slugs and events; one event at a time is in memory.

        Raises ``FileRefused`` with the name of the file in front of each sentence.
        """
        for row in self.document.get("events", ()):
            name = event_name(row)
            with prefix_refusals(name):
                event = read_event(member_content(self.archive, name))
                event_row = event["event"]
                if (event_row["id"], event_row["slug"]) != (row["id"], row["slug"]):
                    raise FileRefused(
                        _("This is not the event that %(club)s names.") % {"club": CLUB}
                    )
            yield row["slug"], event


def event_name(row: Row) -> str:
    """Return the name of an event's file in the archive."""
    return f"{EVENTS}{row['slug']}.json"


@contextmanager
def prefix_refusals(name: str) -> Iterator[None]:
    """Put the name of a file or a row in front of the refusals raised inside."""
    try:
        yield
    except ValidationError as refusal:
        raise FileRefused(
            [f"{name}: {message}" for message in refusal.messages]
        ) from refusal


@contextmanager
def open_archive(path: pathlib.Path) -> Iterator[ClubArchive]:
    """Open a club file and check everything in it but the events. No query.

    Raises ``FileRefused``, also while its events are read.
    """
    if path.stat().st_size > MOST_ARCHIVE_BYTES:
        raise FileRefused(
            _("A club file has at most %(most)s MB.")
            % {"most": MOST_ARCHIVE_BYTES // 1024**2}
        )
    try:
        archive = ZipFile(path)
    except DAMAGE:
        raise FileRefused(
            _("This is no club file: it is no ZIP archive, or not complete.")
        ) from None
    with archive:
        require_names(archive)
        with prefix_refusals(CLUB):
            document = read_club(member_content(archive, CLUB))
        require_events(archive, document)
        yield ClubArchive(document, archive)


def require_names(archive: ZipFile) -> None:
    """Refuse an archive without a club, with a name twice, or far too large."""
    names = archive.namelist()
    if CLUB not in names:
        raise FileRefused(
            _("This is no club file: “%(name)s” is not in it.") % {"name": CLUB}
        )
    if len(set(names)) < len(names):
        raise FileRefused(_("A file is in this archive twice."))
    if sum(member.file_size for member in archive.infolist()) > MOST_UNPACKED_BYTES:
        refuse_large_member(CLUB)


def require_events(archive: ZipFile, document: Row) -> None:
    """Refuse an archive that lacks the file of an event or holds an unknown one."""
    names = set(archive.namelist()) - {CLUB, *SCHEMAS, EVENTS}
    names -= {LOGO} if "organisation" in document else set()
    wanted = {event_name(row) for row in document.get("events", ())}
    for name in sorted(wanted - names):
        raise FileRefused(_("“%(name)s” is missing in this archive.") % {"name": name})
    for name in sorted(names - wanted):
        raise FileRefused(
            _("“%(name)s” is unknown here; it would be lost.") % {"name": name[:80]}
        )


def member_content(archive: ZipFile, name: str) -> bytes:
    """Return the content of a file in the archive, reading no more than allowed."""
    try:
        content = member_bytes(archive, name, most=MOST_BYTES)
    except DAMAGE:
        raise FileRefused(_("This file is damaged.")) from None
    if len(content) > MOST_BYTES:
        refuse_large_member(name)
    return content


def refuse_large_member(name: str) -> NoReturn:
    """Refuse a file that unpacks into more than a club can have written."""
    raise FileRefused(_("“%(name)s” is too large.") % {"name": name})


def read_club(content: bytes) -> Row:
    """Read and check ``club.json``. No query."""
    document = parse_json(content)
    require_version(document, CLUB_FORMAT, CLUB_VERSION)
    refuse_faults(faults_in(document, club_schema()))
    refuse_faults(club_faults(document))
    return canonical_document(document)
