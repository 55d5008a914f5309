"""Writing a club file, event by event. The same club gives the same bytes."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models import Model
from django.utils import timezone
from django.utils.text import slugify

from tournaments.events.models import Event
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    Row,
    file_row,
    linked_row,
    moment_text,
    without_empty,
)
from tournaments.files.event.shape import (
    CLUB_FORMAT,
    CLUB_VERSION,
    club_schema,
    event_schema,
)
from tournaments.files.event.writing import (
    event_text,
    file_text,
    section_rows,
    sorted_section,
)
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.people.models import Player
from tournaments.people.selectors import home_club
from tournaments.sheets.models import ArrivedList
from tournaments.sheets.selectors import rule_sets
from tournaments.web.requests import Chunks

# The order in the file where it is not that of the pages.
ROOT_ORDERS = {"seasons": ("first_date", "name", "pk"), "leagues": ("season", "name")}


def club_document() -> Row:
    """Return everything the club keeps, its events only by id and slug."""
    home = home_club()
    people = list(Player.every.select_related("club", "joined_into", "mail_address"))
    ids = {player.pk: str(player.public_id) for player in people}
    events = Event.objects.order_by("slug").values_list("public_id", "slug")
    return without_empty(
        {
            "format": CLUB_FORMAT,
            "version": CLUB_VERSION,
            "home_club": home.name if home else None,
            "organisation": organisation_row(own_organisation()),
            "people": sorted_section(
                "people", [club_person_row(player) for player in people]
            ),
            "rule_sets": [
                file_row(rules, club=rules.club and rules.club.name)
                for rules in rule_sets().select_related("club")
            ],
            "events": [{"id": str(key), "slug": slug} for key, slug in events],
            **{
                name: sorted_section(name, [item for _row, item in pairs])
                for name, pairs in club_tables(ids, CLUB_SECTIONS).items()
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


def club_person_row(player: Player) -> Row:
    """Return a person with the columns that an event file leaves out."""
    other = player.joined_into
    mail = getattr(player, "mail_address", None)
    return linked_row(player) | without_empty(
        {
            "namesake_number": player.namesake_number,
            "removed_at": moment_text(player.removed_at),
            "joined_into": str(other.public_id) if other else None,
            "mail": file_row(mail) if mail else None,
        }
    )


def club_tables(
    people: Mapping[int, str], names: Iterable[str]
) -> dict[str, list[tuple[Model, Row]]]:
    """Return the rows of some sections, each with what the file has of it.

    ``people`` are the ids by primary key. One query for each table. Arrived lists are
    in the file as long as they wait for a decision.
    """
    conditions = {"arrived_lists": {"pk__in": ArrivedList.objects.waiting()}}
    return {
        name: list(
            section_rows(
                CLUB_SECTIONS[name],
                {Player: people},
                conditions.get(name),
                order=ROOT_ORDERS.get(name, ()),
            )
        )
        for name in names
    }


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
