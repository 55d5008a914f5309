"""What an arrived list is to the one here, and what speaks against taking it over."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.lists.check_codes import exchanged_places
from scoring.notation.reading import NotedLine
from scoring.proof.arrivals import (
    ArrivalStatus,
    ListState,
    Pair,
    arrival_status,
    pairs_of,
)
from tournaments.files.lists.documents import (
    WHOLE_LIST,
    ListDocument,
    state_of_ledger,
)
from tournaments.sheets.board import SheetBoard, board_of
from tournaments.sheets.finishing.foot import SEAT_FIELDS, SHEET_FIELDS, numbers_in_text
from tournaments.sheets.finishing.services import open_lines, unexplained_differences
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """An arrived list beside the one here, as both stand."""

    standing: ArrivalStatus
    document: ListDocument
    ledger: Ledger | None = None
    here: ListState
    there: ListState
    doubts: tuple[str, ...] = ()
    apart: tuple[int, ...] = ()  # places on which somebody else sits there

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All lines of both beside each other."""
        if self.ledger is None:
            return pairs_of(self.here, self.there)
        return pairs_of(
            self.here,
            self.there,
            rules=self.ledger.rules,
            players=self.ledger.sheet.table_size,
        )

    @property
    def refusal(self) -> str:
        """Why nothing can be written on the list here as it stands, if so."""
        if self.ledger is None or not self.ledger.sheet.is_finished:
            return ""
        return _(
            "The list here is finished. It stays as it is, unless it is opened again "
            "first."
        )


def compare(document: ListDocument, ledger: Ledger | None) -> Compared:
    """Hold a document against the list here, if there is one. No query."""
    there = document.state
    if ledger is None:
        return Compared(
            standing=ArrivalStatus.REVIEW,
            document=document,
            here=ListState(),
            there=there,
            doubts=(_("There is no list with this code here yet."),),
        )
    here = state_of_ledger(ledger)
    people = people_of(ledger)
    apart = places_apart(people, document.people)
    others = [*wrong_label(document, ledger), *people_apart(people, document.people)]
    astray = numbers_astray(people, there.foot)
    doubts = [*others, *astray, *proof_of(ledger, document)]
    speaks_against = bool(doubts) or ledger.sheet.is_finished
    return Compared(
        standing=arrival_status(
            here, there, others=bool(others), doubts=speaks_against
        ),
        document=document,
        ledger=ledger,
        here=here,
        there=there,
        doubts=tuple(doubts),
        apart=apart,
    )


def people_of(ledger: Ledger) -> dict[int, str]:
    """Return who sits where, by id."""
    return {seat.place: str(seat.player.public_id) for seat in ledger.seats}


def places_apart(here: Mapping[int, str], there: Mapping[int, str]) -> tuple[int, ...]:
    """Return the places on which the document has somebody else."""
    return tuple(place for place in sorted(there) if there[place] != here.get(place))


def people_apart(here: Mapping[int, str], there: Mapping[int, str]) -> list[str]:
    """Return what to say about other people, those who changed places first."""
    exchanged = exchanged_places(here, there)
    said = [
        _("Places %(first)s and %(second)s are exchanged there.")
        % {"first": first, "second": second}
        for first, second in exchanged
    ]
    known = {place for pair in exchanged for place in pair}
    return said + [
        _("Somebody else sits on place %(place)s there.") % {"place": place}
        for place in places_apart(here, there)
        if place not in known
    ]


def numbers_astray(people: Mapping[int, str], foot: Mapping[int, str]) -> list[str]:
    """Return what to say about numbers of places that the list here does not have."""
    return [
        _("There is no place %(place)s here; the numbers it has there would be lost.")
        % {"place": place}
        for place in foot
        if place != WHOLE_LIST and place not in people
    ]


def wrong_label(document: ListDocument, ledger: Ledger) -> list[str]:
    """Return what to say when the list lies elsewhere here, or is played otherwise."""
    sheet = ledger.sheet
    said = (document.row["series"], document.table["table_number"])
    reasons = []
    if said != (sheet.series.number, sheet.table_number):
        reasons.append(
            _("It is labelled series %(series)s, table %(table)s.")
            % {"series": said[0], "table": said[1]}
        )
    substitutes = {
        (each["place"], each["from_game"])
        for each in document.table.get("substitutions", ())
    }
    here = {(each.place, each.from_game) for each in ledger.substitutions}
    if substitutes - here:
        reasons.append(
            _("A substitute played there who is missing here; enter them first.")
        )
    return reasons


def proof_of(ledger: Ledger, document: ListDocument) -> list[str]:
    """Return what the proof says against a document on the list here. No query."""
    if ledger.sheet.totals_only:
        return [_("Only the totals of this list are typed.")]
    if len(document.games) > ledger.sheet.games_planned:
        return [
            _("It has %(count)s games, and the list here has room for %(games)s.")
            % {"count": len(document.games), "games": ledger.sheet.games_planned}
        ]
    noted = [game.noted for game in document.games]
    board = trial_board(
        ledger, noted, document.foot, document.table.get("cut_short", False)
    )
    if not board.is_complete:
        return open_lines(board)
    return [*open_lines(board), *unexplained_differences(board)]


def trial_board(
    ledger: Ledger, lines: Sequence[NotedLine], foot: Mapping[int, str], struck: bool
) -> SheetBoard:
    """Return the list as it would be with these lines; nothing is stored."""
    sheet = copy.copy(ledger.sheet)
    sheet.cut_short = struck
    sheet.mismatch_reason = ""
    put_numbers(sheet, SHEET_FIELDS, foot.get(WHOLE_LIST, ""))
    seats = [copy.copy(seat) for seat in ledger.seats]
    for seat in seats:
        put_numbers(seat, SEAT_FIELDS, foot.get(seat.place, ""))
    games = [Game(sheet=sheet, number=number) for number in range(1, len(lines) + 1)]
    for game, noted in zip(games, lines, strict=True):
        game.set_line(noted)
    return board_of(
        Ledger(
            sheet=sheet,
            seats=seats,
            games=games,
            substitutions=ledger.substitutions,
            rules=ledger.rules,
        )
    )


def put_numbers(row: object, names: Sequence[str], text: str) -> None:
    """Write the numbers of a foot into a row, unsaved."""
    for name, number in zip(names, numbers_in_text(text, len(names)), strict=True):
        setattr(row, name, number)
