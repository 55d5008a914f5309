"""The public copy of an event file, with the names that visitors may read."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.events.models import Event
from tournaments.files.event.sections import (
    COLUMNS_BY_KEY,
    EVENT_SECTIONS,
    Json,
    Row,
    Section,
    Sections,
    keys_linking_to,
)
from tournaments.files.event.writing import (
    event_document,
    event_people,
    sealed_text,
    sorted_section,
)
from tournaments.people.models import Club, Player, User
from tournaments.people.names.mentions import mentions_of
from tournaments.programme.models import RuleSet
from tournaments.scope.withheld import DRAW, RESULTS, is_for_visitors
from tournaments.words.choices import Privacy, Proof, SheetState

HEAD = ("format", "version", "home_club")
# What a public copy has at its top besides the sections: a row, or rows.
TOP = {
    "event": Section(Event),
    "house_rules": Section(RuleSet),
    "clubs": Section(Club),
    "people": Section(Player),
}
# Names in these sections are public, even if they hold a hidden person's last name.
PUBLIC_NAME_SECTIONS = frozenset({"people", "clubs", "home_club", "event"})
# A list whose results are withheld looks like one that has not been begun.
SHOWN_LIST_PARTS = frozenset({"table_number", "code", "system", "rounds", "seats"})
SHOWN_SEAT_PARTS = ("person", "place")
NOT_BEGUN: Row = {
    "state": SheetState.EMPTY,
    "proof": Proof.NONE,
    "revision": 0,
    "totals_only": False,
    "cut_short": False,
}
# Names of accounts are private, too; the copy only says that an account acted.
ANY_ACCOUNT = "skatclub"


def public_event_text(event: Event) -> str:
    """Return the event file of ``event`` without what is private.

    People have their public names; only columns that their models name as public are
    in it, and no account. The ids of people stay, so that a site
    which has the event already recognises them. Some thirty queries.
    """
    return sealed_text(public_document(event_document(event), event_people(event)))


def public_document(document: Row, people: Iterable[Player]) -> Row:
    """Return the public copy of a document; ``people`` are those to be shortened."""
    people = list(people)
    shy = [player for player in people if player.privacy != Privacy.FULL]
    names = {str(player.public_id): player.public_name for player in shy}
    copy = public_parts({**TOP, **EVENT_SECTIONS}, document) | {
        key: document[key] for key in HEAD if key in document
    }
    if people_rows := copy.get("people"):
        renamed = [with_public_name(row, names.get(row["id"])) for row in people_rows]
        copy["people"] = sorted_section("people", renamed)
    if is_for_visitors():
        withhold_results(copy.get("series", ()))
    # A reason may name a person who is not in the event.
    hideable = {*people, *Player.objects.exclude(privacy=Privacy.FULL)}
    by_full_name = mentions_of(hideable)
    by_last_name = mentions_of(hideable, {player.pk for player in people})
    parts = {
        key: (
            by_full_name if key in PUBLIC_NAME_SECTIONS else by_last_name
        ).public_copy(part)
        for key, part in copy.items()
    }
    return without_accounts(parts)


def without_accounts(value: Any) -> Any:
    """Return a part of a document with ``ANY_ACCOUNT`` for every account."""
    if isinstance(value, dict):
        return {
            key: ANY_ACCOUNT
            if key in keys_linking_to(User)
            else without_accounts(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [without_accounts(inner) for inner in value]
    return value


def withhold_results(series: Iterable[Row]) -> None:
    """Reduce the lists of withheld series to their seats.

    Visitors find no rows of games and results anyway, but the foot and the progress of
    a list are columns of the list and its seats. Reopenings go from every series: they
    tell places and totals of the whole event.
    """
    withheld = [row for row in series if is_withheld(row)]
    for row in series if withheld else ():
        row.pop("reopenings", None)
    for table in (table for row in withheld for table in row.get("tables", ())):
        for part in table.keys() - SHOWN_LIST_PARTS:
            del table[part]
        table.update(NOT_BEGUN)
        table["seats"] = [
            {key: seat[key] for key in SHOWN_SEAT_PARTS} for seat in table["seats"]
        ]


def is_withheld(series: Row) -> bool:
    """Return whether the results of a series are to be published later."""
    moments = [series[name] for name in (DRAW, RESULTS) if series.get(name)]
    return any(datetime.fromisoformat(moment) > timezone.now() for moment in moments)


def public_parts(sections: Sections, row: Row) -> Row:
    """Return the sections of ``row`` that have public columns, reduced to these."""
    return {
        key: public_rows(section, row[key])
        for key, section in sections.items()
        if public_columns(section) and key in row
    }


def public_columns(section: Section) -> tuple[str, ...]:
    """Return what the model of a section calls public."""
    columns: tuple[str, ...] = getattr(section.model, "public", ())
    return columns


def public_rows(section: Section, rows: Json) -> Json:
    """Return the rows of a section, or its only one, with public columns."""
    if isinstance(rows, list):
        return [public_row(section, row) for row in rows]
    return public_row(section, rows)


def public_row(section: Section, row: Json) -> Json:
    """Return a row with the public columns of its model and its public parts."""
    if not isinstance(row, dict):
        return row
    public = public_columns(section)
    columns = {
        key: value
        for key, value in row.items()
        if COLUMNS_BY_KEY.get(key, key) in public and key not in section.parts
    }
    return columns | public_parts(section.parts, row)


def with_public_name(row: Row, name: str | None) -> Row:
    """Return a person's row with ``name`` instead of their full one."""
    if name is None:
        return row
    return {key: row[key] for key in row if key != "first_name"} | {"last_name": name}
