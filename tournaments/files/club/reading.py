"""The archive of a club: its writing, and its reading.

The same club gives the same bytes. What is read can be stored, or a sentence says why
not.
"""

import json
import pathlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from skatclub.archives import DAMAGE, member_bytes
from tournaments.events.models import Event
from tournaments.files.event import writing
from tournaments.files.event.reading import (
    MOST_BYTES,
    FileRefused,
    RowCheck,
    canonical_document,
    club_name_faults,
    duplicate_faults,
    fill_in,
    name_faults,
    names_in,
    parse_json,
    read_event,
    refuse_faults,
    require_version,
    rows_at,
    section_faults,
)
from tournaments.files.event.schema import (
    CLUB_FORMAT,
    CLUB_VERSION,
    FileFault,
    Path,
    club_schema,
    event_schema,
    faults_in,
    option_faults,
)
from tournaments.files.event.sections import (
    CLUB_FILE,
    CLUB_SECTIONS,
    Row,
    file_row,
    without_empty,
)
from tournaments.leagues.models import League, MatchGroup
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.people.models import Club, Player
from tournaments.people.selectors import home_club
from tournaments.seasons.models import Season
from tournaments.sheets.models import ArrivedList
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.selectors import rule_sets
from tournaments.web.requests import Chunks

# The rows of a section that are not simply all, or not in the order of the pages.
# Arrived lists are in the file as long as they wait for a decision.
ROOTS: Mapping[str, Callable[[], QuerySet[Any]]] = {
    "people": Player.every.all,
    "rule_sets": rule_sets,
    "arrived_lists": ArrivedList.objects.waiting,
    "seasons": partial(Season.objects.order_by, "first_date", "name", "pk"),
    "leagues": partial(League.objects.order_by, "season", "name"),
}


def club_document() -> Row:
    """Return everything the club keeps, its events only by id and slug."""
    home = home_club()
    return without_empty(
        {
            "format": CLUB_FORMAT,
            "version": CLUB_VERSION,
            "home_club": home.name if home else None,
            "organisation": organisation_row(own_organisation()),
            **{
                name: CLUB_SECTIONS[name].in_order(item for _row, item in pairs)
                for name, pairs in club_tables(CLUB_SECTIONS).items()
            },
        }
    )


def organisation_row(organisation: Organisation | None) -> Row | None:
    """Return the row of an organisation; None where it has no details yet.

    Its logo is a file of its own in the archive.
    """
    if organisation is None:
        return None
    row = file_row(organisation)
    has_details = organisation.logo_digest or row != file_row(Organisation())
    return row if has_details else None


def club_tables(names: Iterable[str]) -> dict[str, list[tuple[Model, Row]]]:
    """Return the rows of some sections, each with what the file has of it."""
    people = Player.every.values_list("pk", "public_id")
    ids: writing.Names = {Player: {pk: str(public_id) for pk, public_id in people}}
    tables = {}
    for name in names:
        rows = ROOTS[name]() if name in ROOTS else None
        pairs = writing.section_rows(CLUB_SECTIONS[name], ids, rows=rows)
        tables[name] = list(pairs)
    return tables


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
        write_member(archive, CLUB, writing.file_text(document).encode())
        if (organisation := own_organisation()) and organisation.logo:
            write_member(archive, LOGO, bytes(organisation.logo))
        for name, text in schema_files():
            write_member(archive, name, text.encode())
        rows = document.get("events", ())
        for position, row in enumerate(rows):
            if report_progress:
                report_progress(position, len(rows), row["slug"])
            event = Event.objects.select_related("rule_set").get(public_id=row["id"])
            text = writing.event_text(event)
            write_member(archive, event_name(row), text.encode())
            yield sink.take_pieces()
    yield sink.take_pieces()


def schema_files() -> Iterator[tuple[str, str]]:
    for name, schema in SCHEMAS.items():
        yield name, json.dumps(schema(), ensure_ascii=False, indent=1)


def archive_name() -> str:
    home = home_club()
    word = slugify(home.name) if home else ""
    return f"{word or 'club'}-{timezone.localdate()}.zip"


def write_member(archive: ZipFile, name: str, content: bytes) -> None:
    """Write a file into the archive, without a time of its own."""
    entry = ZipInfo(name, NO_TIME)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)


def club_faults(document: Row) -> Iterator[FileFault]:
    """Give everything in the document that is impossible."""
    targets = names_in(document, CLUB_SECTIONS)
    yield from club_name_faults(document, targets[Club])
    yield from circle_faults(document)
    names = [row["name"] for row in document.get("rule_sets", ())]
    yield from duplicate_faults(names, ("rule_sets",))
    checks: dict[type[Model], RowCheck] = {
        Player: name_faults,
        RuleSet: option_faults,
        MatchGroup: partial(match_faults, match_events=set()),
    }
    yield from section_faults(document, CLUB_SECTIONS, targets, checks)


def circle_faults(document: Row) -> Iterator[FileFault]:
    """Give people who are joined in a circle."""
    joined_into = {
        row["id"]: row.get("joined_into") for row in document.get("people", ())
    }
    for path, row in rows_at(document, "people"):
        seen: set[str] = set()
        person = row["id"]
        while person and person not in seen:
            seen.add(person)
            person = joined_into.get(person)
        if person:
            sentence = _("A person cannot be joined with themselves.")
            yield FileFault((*path, "joined_into"), sentence)


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
                    text = _("This is not the event that %(club)s names.")
                    raise FileRefused(text % {"club": CLUB})
            yield row["slug"], event


def event_name(row: Row) -> str:
    return f"{EVENTS}{row['slug']}.json"


@contextmanager
def prefix_refusals(name: str) -> Iterator[None]:
    """Put the name of a file or a row in front of the refusals raised inside."""
    try:
        yield
    except ValidationError as refusal:
        named = [f"{name}: {message}" for message in refusal.messages]
        raise FileRefused(named) from refusal


@contextmanager
def open_archive(path: pathlib.Path) -> Iterator[ClubArchive]:
    """Open a club file and check everything in it but the events. No query.

    Raises ``FileRefused``, also while its events are read.
    """
    if path.stat().st_size > MOST_ARCHIVE_BYTES:
        text = _("This file is larger than %(most)s MB.")
        raise FileRefused(text % {"most": MOST_ARCHIVE_BYTES // 1024**2})
    try:
        archive = ZipFile(path)
    except DAMAGE:
        text = _("This is no club file: it is no ZIP archive, or not complete.")
        raise FileRefused(text) from None
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
        text = _("“%(name)s” is missing in this archive.")
        raise FileRefused(text % {"name": CLUB})
    if len(set(names)) < len(names):
        raise FileRefused(_("This is in the file twice."))
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
        text = _(
            "“%(key)s” is unknown here. A newer program may have written it; this "
            "one would lose it."
        )
        raise FileRefused(text % {"key": name[:80]})


def member_content(archive: ZipFile, name: str) -> bytes:
    """Return the content of a file in the archive, reading no more than allowed."""
    try:
        content = member_bytes(archive, name, most=MOST_BYTES)
    except DAMAGE:
        raise FileRefused(_("This is no file of Skatclub, or it is damaged.")) from None
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
    fill_in(document, CLUB_FILE)
    refuse_faults(faults_in(document, club_schema()))
    refuse_faults(club_faults(document))
    return canonical_document(document, CLUB_FILE)
