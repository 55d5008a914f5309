"""The answers of the interface: parts of the event file, and computed values."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.lists.sheets import ListTotals
from tournaments.api.models import ApiLine
from tournaments.events.models import Event
from tournaments.events.results import PersonRow, RankedRow
from tournaments.events.standings.selectors import Standings
from tournaments.events.standings.words import provisional_text
from tournaments.files.event.public_copy import public_document, public_row
from tournaments.files.event.sections import Row, Section, file_row, without_empty
from tournaments.files.event.writing import (
    event_document,
    event_people,
    list_document,
    list_people,
)
from tournaments.people.models import Player
from tournaments.people.names.mentions import reader_mentions
from tournaments.people.names.names import is_public
from tournaments.sheets.board import SheetBoard
from tournaments.sheets.models import ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A line written by a program, and whether it had been sent before."""

    line: ApiLine
    is_repeated: bool


def event_answer(event: Event) -> Row:
    """Return an event as its file has it, with the names that the reader may see.

    Money, dates of birth and the histories of lists are left out.
    """
    return public_document(
        event_document(event), people_to_shorten(event_people(event))
    )


def event_line(event: Event) -> Row:
    """Return an event as one row of many: the top of its file."""
    row = public_row(Section(Event), file_row(event, id=str(event.public_id)))
    return reader_mentions().public_copy(row)


def list_answer(sheet: ScoreSheet, board: SheetBoard) -> Row:
    """Return one list as the event file has it, with its values and totals."""
    document = public_document(
        list_document(sheet), people_to_shorten(list_people(sheet))
    )
    (series,) = document["series"]
    return {
        "series": series["number"],
        "revision": sheet.revision,
        "people": document["people"],
        "list": series["tables"][0],
        "scores": [row.score for row in board.rows[: board.played]],
        "totals": totals_rows(board.totals),
    }


def people_to_shorten(people: Iterable[Player]) -> list[Player]:
    """Return the people whose names are to be shortened: none for the club."""
    return list(people) if is_public() else []


def totals_rows(totals: ListTotals) -> list[Row]:
    """Return the totals of a list, a row for each place."""
    names = ("place", "game_points", "won", "lost", "others_lost", "total")
    return [{name: getattr(seat, name) for name in names} for seat in totals.seats]


def standings_answer(standings: Standings) -> Row:
    """Return one ranking. One query more than the ranking itself."""
    entries = [*(line.entry for line in standings.places), *standings.unranked]
    people = [entry.player_id for entry in entries if isinstance(entry, PersonRow)]
    ids = dict(Player.objects.filter(pk__in=people).values_list("pk", "public_id"))
    return {
        "ranking": standings.word,
        "label": standings.label,
        "is_provisional": standings.is_provisional,
        "lists": {"finished": standings.finished, "expected": standings.in_all},
        "series": list(standings.series_numbers),
        "rows": [
            {"place": line.place, "shared": line.shared} | standing_row(line.entry, ids)
            for line in standings.places
        ],
        "unranked": [standing_row(row, ids) for row in standings.unranked],
        "note": provisional_text(standings),
    }


def standing_row(entry: RankedRow, ids: dict[int, object]) -> Row:
    """Return a row of a ranking; ``person`` is missing for people without a page."""
    has_page = isinstance(entry, PersonRow) and entry.has_page
    person = str(ids[entry.player_id]) if has_page else None  # type: ignore[attr-defined]
    return without_empty({"person": person, "club": entry.club}) | {
        "name": entry.name,
        "total": entry.total,
        "won": entry.won,
        "lost": entry.lost,
        "per_series": list(entry.per_series),
    }


def receipt_answer(receipt: Receipt) -> Row:
    """Return the receipt of a line as the program gets it."""
    line = receipt.line
    return {
        "repeated": receipt.is_repeated,
        "id": line.line_id,
        "number": line.number,
        "score": line.score,
    }
