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
from tournaments.files.lists.documents import WHOLE_LIST, ListDocument, ledger_state
from tournaments.sheets.board import SheetBoard, board_of
from tournaments.sheets.finishing.foot import SEAT_FIELDS, SHEET_FIELDS, numbers_in_text
from tournaments.sheets.finishing.services import open_lines, unexplained_differences
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class ListComparison:
    """An arrived list beside the one here, as both stand."""

    standing: ArrivalStatus
    document: ListDocument
    ledger: Ledger | None = None
    here: ListState
    there: ListState
    doubts: tuple[str, ...] = ()
    differing_places: tuple[int, ...] = ()  # places on which somebody else sits there

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


def compare_with_ledger(
    document: ListDocument, ledger: Ledger | None
) -> ListComparison:
    """Hold a document against the list here, if there is one. No query."""
    there = document.state
    if ledger is None:
        return ListComparison(
            standing=ArrivalStatus.REVIEW,
            document=document,
            here=ListState(),
            there=there,
            doubts=(_("There is no list with this code here yet."),),
        )
    here = ledger_state(ledger)
    people = people_by_place(ledger)
    places = differing_places(people, document.people)
    label_and_people = [
        *label_doubts(document, ledger),
        *people_doubts(people, document.people),
    ]
    lost_numbers = lost_number_doubts(people, there.foot)
    doubts = [*label_and_people, *lost_numbers, *proof_doubts(ledger, document)]
    speaks_against = bool(doubts) or ledger.sheet.is_finished
    return ListComparison(
        standing=arrival_status(
            here, there, others=bool(label_and_people), doubts=speaks_against
        ),
        document=document,
        ledger=ledger,
        here=here,
        there=there,
        doubts=tuple(doubts),
        differing_places=places,
    )


def people_by_place(ledger: Ledger) -> dict[int, str]:
    """Return who sits where, by id."""
    return {seat.place: str(seat.player.public_id) for seat in ledger.seats}


def differing_places(
    here: Mapping[int, str], there: Mapping[int, str]
) -> tuple[int, ...]:
    """Return the places on which the document has somebody else."""
    return tuple(place for place in sorted(there) if there[place] != here.get(place))


def people_doubts(here: Mapping[int, str], there: Mapping[int, str]) -> list[str]:
    """Return what to say about other people, those who changed places first."""
    exchanged = exchanged_places(here, there)
    exchanges = [
        _("Places %(first)s and %(second)s are exchanged there.")
        % {"first": first, "second": second}
        for first, second in exchanged
    ]
    exchanged_places_seen = {place for pair in exchanged for place in pair}
    return exchanges + [
        _("Somebody else sits on place %(place)s there.") % {"place": place}
        for place in differing_places(here, there)
        if place not in exchanged_places_seen
    ]


def lost_number_doubts(people: Mapping[int, str], foot: Mapping[int, str]) -> list[str]:
    """Return what to say about numbers of places that the list here does not have."""
    return [
        _("There is no place %(place)s here; the numbers it has there would be lost.")
        % {"place": place}
        for place in foot
        if place != WHOLE_LIST and place not in people
    ]


def label_doubts(document: ListDocument, ledger: Ledger) -> list[str]:
    """Return what to say when the list lies elsewhere here, or is played otherwise."""
    sheet = ledger.sheet
    label = (document.row["series"], document.list_row["table_number"])
    reasons = []
    if label != (sheet.series.number, sheet.table_number):
        reasons.append(
            _("It is labelled series %(series)s, table %(table)s.")
            % {"series": label[0], "table": label[1]}
        )
    substitutes = {
        (substitution["place"], substitution["from_game"])
        for substitution in document.list_row.get("substitutions", ())
    }
    known_here = {
        (substitution.place, substitution.from_game)
        for substitution in ledger.substitutions
    }
    if substitutes - known_here:
        reasons.append(
            _("A substitute played there who is missing here; enter them first.")
        )
    return reasons


def proof_doubts(ledger: Ledger, document: ListDocument) -> list[str]:
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
        ledger, noted, document.foot, document.list_row.get("cut_short", False)
    )
    if not board.is_complete:
        return open_lines(board)
    return [*open_lines(board), *unexplained_differences(board)]


def trial_board(
    ledger: Ledger, lines: Sequence[NotedLine], foot: Mapping[int, str], is_struck: bool
) -> SheetBoard:
    """Return the list as it would be with these lines; nothing is stored."""
    sheet = copy.copy(ledger.sheet)
    sheet.cut_short = is_struck
    sheet.mismatch_reason = ""
    set_numbers(sheet, SHEET_FIELDS, foot.get(WHOLE_LIST, ""))
    seats = [copy.copy(seat) for seat in ledger.seats]
    for seat in seats:
        set_numbers(seat, SEAT_FIELDS, foot.get(seat.place, ""))
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


def set_numbers(row: object, names: Sequence[str], text: str) -> None:
    """Write the numbers of a foot into a row, unsaved."""
    for name, number in zip(names, numbers_in_text(text, len(names)), strict=True):
        setattr(row, name, number)
