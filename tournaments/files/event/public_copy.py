"""The public copy of an event file, with the names that visitors may read."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.events.models import Event
from tournaments.files.event.columns import Row
from tournaments.files.event.document import lists_in, without_key
from tournaments.files.event.links import keys_linking_to
from tournaments.files.event.order import sorted_section
from tournaments.files.event.sections import SIGNATURES
from tournaments.files.event.writing import event_document, event_people, sealed_text
from tournaments.people.models import Player, User
from tournaments.people.privacy.mentions import mentions_of
from tournaments.scope.extensions import EXTENSIONS
from tournaments.scope.withheld import DRAW, RESULTS, is_for_visitors
from tournaments.words.choices import Privacy, Proof, SheetState

# Money is between the club and its people. Standings are signed over the check codes
# of the lists, which are in their histories.
PRIVATE_SECTIONS = frozenset({"payments", "cash_counts", SIGNATURES})
# Names in these sections are public, even if they hold a hidden person's last name.
PUBLIC_NAME_SECTIONS = frozenset({"people", "clubs", "home_club", "event"})
# The history of a list names the people who sat there.
PRIVATE_LIST_PARTS = frozenset(
    {
        "changes",
        "confirmations",
        "verdicts",
        "versions",
        "second_list",
        "typed_by",
        "finished_by",
    }
)
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
PRIVATE_PERSON_PARTS = frozenset(
    {"birth_date", "member_number", "group", "privacy", "cover_number", "joined"}
)


def public_event_text(event: Event) -> str:
    """Return the event file of ``event`` without what is private.

    People have their public names; dates of birth, member numbers, accounts, money and
    the histories of the lists are left out. The ids of people stay, so that a site
    which has the event already recognises them. Some thirty queries.
    """
    return sealed_text(public_document(event_document(event), event_people(event)))


def public_document(document: Row, people: Iterable[Player]) -> Row:
    """Return the public copy of a document; ``people`` are those to be shortened."""
    people = list(people)
    shy = [player for player in people if player.privacy != Privacy.FULL]
    names = {str(player.public_id): player.public_name for player in shy}
    copy: Row = {
        key: without_key(value, EXTENSIONS)
        for key, value in document.items()
        if key not in PRIVATE_SECTIONS
    }
    rows = [public_person(row, names.get(row["id"])) for row in copy.get("people", ())]
    if rows:
        copy["people"] = sorted_section("people", rows)
    for _series, table in lists_in(copy):
        for part in PRIVATE_LIST_PARTS:
            table.pop(part, None)
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


def public_person(row: Row, name: str | None) -> Row:
    """Return a person's row with public columns; ``name`` replaces their full one."""
    public = {
        key: value for key, value in row.items() if key not in PRIVATE_PERSON_PARTS
    }
    if name is not None:
        public.pop("first_name", None)
        public["last_name"] = name
    return public
