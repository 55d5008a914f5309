"""Faults of a ``club.json`` of the right shape: wrong references, broken rules."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Model
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.files.event.checking import FileFault, Path, option_faults
from tournaments.files.event.columns import Row
from tournaments.files.event.reading.faults import (
    RowCheck,
    Targets,
    duplicate_row_faults,
    link_faults,
    people_and_clubs,
    people_faults,
    reference_faults,
    rows_at,
    section_faults,
    section_values,
)
from tournaments.files.event.sections import CLUB_SECTIONS
from tournaments.leagues.models import MatchGroup
from tournaments.people.models import Club, Join, Player
from tournaments.seasons.models import Season
from tournaments.sheets.models import ArrivedList


def club_faults(document: Row) -> Iterator[FileFault]:
    """Give everything in the document that is impossible."""
    targets = people_and_clubs(document)
    targets[Event] = section_values(document, "events", "id")
    yield from people_faults(document)
    yield from join_faults(document, targets)
    yield from duplicate_row_faults(document, "rule_sets", "name")
    yield from duplicate_row_faults(document, "events", "id")
    yield from duplicate_row_faults(document, "events", "slug")
    for path, row in rows_at(document, "rule_sets"):
        yield from option_faults(row, path)
        yield from reference_faults(row, path, club=targets[Club])
    for path, row in rows_at(document, "arrived_lists"):
        yield from link_faults(ArrivedList, row, targets, path)
    checks: dict[type[Model], RowCheck] = {
        Season: season_faults,
        MatchGroup: partial(match_faults, match_events=set()),
    }
    yield from section_faults(document, CLUB_SECTIONS, targets, checks)


def join_faults(document: Row, targets: Targets) -> Iterator[FileFault]:
    """Give joins of unknown people, and people who are joined in a circle."""
    joined_into = {
        row["id"]: row.get("joined_into") for row in document.get("people", ())
    }
    for path, row in rows_at(document, "people"):
        yield from reference_faults(row, path, joined_into=targets[Player])
        seen: set[str] = set()
        person = row["id"]
        while person and person not in seen:
            seen.add(person)
            person = joined_into.get(person)
        if person:
            sentence = _("A person cannot be joined with themselves.")
            yield FileFault((*path, "joined_into"), sentence)
    for path, join in rows_at(document, "joins"):
        yield from link_faults(Join, join, targets, path)
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
