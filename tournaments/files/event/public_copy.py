"""An event file for others: people are called in it as everybody may call them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.events.models import Event
from tournaments.files.event.columns import Json, Row
from tournaments.files.event.links import keys_linking_to
from tournaments.files.event.order import sorted_section
from tournaments.files.event.shape import SIGNATURES
from tournaments.files.event.writing import event_document, event_people, sealed_text
from tournaments.people.models import Player, User
from tournaments.people.privacy.mentions import mentions_of
from tournaments.scope.extensions import EXTENSIONS
from tournaments.scope.withheld import DRAW, RESULTS, is_for_visitors
from tournaments.words.choices import Privacy, Proof, SheetState

# Money is between the club and its people; the history of a list names who sat there.
# Standings are signed over the check codes of the lists, which stand in their history.
PRIVATE_SECTIONS = frozenset({"payments", "cash_counts", SIGNATURES})
# People, clubs, events and places have names of their own, which all may read.
PUBLIC_NAME_SECTIONS = frozenset({"people", "clubs", "home_club", "event"})
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
# A list whose results are not shown looks like one that nobody has begun.
SHOWN_LIST_PARTS = frozenset({"table_number", "code", "system", "rounds", "seats"})
SHOWN_SEAT_PARTS = ("person", "place")
NOT_BEGUN: Row = {
    "state": SheetState.EMPTY,
    "proof": Proof.NONE,
    "revision": 0,
    "totals_only": False,
    "cut_short": False,
}
# Who signs in is nobody's business either; a file says that somebody has signed.
ANY_ACCOUNT = "skatclub"
PRIVATE_PERSON_PARTS = frozenset(
    {"birth_date", "member_number", "group", "privacy", "cover_number"}
)


def public_event_text(event: Event) -> str:
    """Return the event file of ``event`` without what is nobody's business.

    People have their public names; nobody's date of birth, member number, account or
    money is in it, nor the histories of the lists. Their ids are, so that whoever has
    the event already recognises them. Some thirty queries.
    """
    return sealed_text(public_document(event_document(event), event_people(event)))


def public_document(document: Row, people: Iterable[Player]) -> Row:
    """Return the document of an event with the public names of its people."""
    people = list(people)
    shy = [player for player in people if player.privacy != Privacy.FULL]
    names = {str(player.public_id): player.public_name for player in shy}
    kept: Row = {
        key: without_extensions(value)
        for key, value in document.items()
        if key not in PRIVATE_SECTIONS
    }
    rows = [public_person(row, names.get(row["id"])) for row in kept.get("people", ())]
    if rows:
        kept["people"] = sorted_section("people", rows)
    for series in kept.get("series", ()):
        for table in series.get("tables", ()):
            for part in PRIVATE_LIST_PARTS:
                table.pop(part, None)
    if is_for_visitors():
        withhold_results(kept.get("series", ()))
    # A reason may name somebody who is not in the event.
    known = {*people, *Player.objects.exclude(privacy=Privacy.FULL)}
    by_full_name = mentions_of(known)
    by_last_name = mentions_of(known, {player.pk for player in people})
    told = {
        key: (
            by_full_name if key in PUBLIC_NAME_SECTIONS else by_last_name
        ).told_within(part)
        for key, part in kept.items()
    }
    return without_accounts(told)


def without_accounts(value: Any) -> Any:
    """Return a part of a document that names nobody by the name they sign in with."""
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
    """Leave of lists that are not shown yet no more than who sits where.

    Games and results are other rows, which visitors do not find; the numbers of the
    foot and how far a list is stand in the rows of its table and its seats. What was
    reopened tells places and totals of the whole event.
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
    """Tell whether the results of a series are to be shown later."""
    moments = [series[name] for name in (DRAW, RESULTS) if series.get(name)]
    return any(datetime.fromisoformat(each) > timezone.now() for each in moments)


def without_extensions(value: Json) -> Json:
    """Return a part of a document without what nobody here can look through."""
    if isinstance(value, dict):
        return {k: without_extensions(v) for k, v in value.items() if k != EXTENSIONS}
    if isinstance(value, list):
        return [without_extensions(item) for item in value]
    return value


def public_person(row: Row, name: str | None) -> Row:
    """Return a person's row; ``name`` stands for the own one unless that is None."""
    told = {key: value for key, value in row.items() if key not in PRIVATE_PERSON_PARTS}
    if name is not None:
        told.pop("first_name", None)
        told["last_name"] = name
    return told
