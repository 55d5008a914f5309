"""Comparing an arrived list with the stored one: what differs, what is doubtful."""

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
from tournaments.sheets.finishing.foot import set_foot
from tournaments.sheets.finishing.services import open_lines, unexplained_differences
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game
from tournaments.words.choices import ArrivalState


@dataclass(frozen=True, slots=True, kw_only=True)
class ListComparison:
    """An arrived list (``there``) beside the stored one (``here``)."""

    standing: ArrivalStatus
    document: ListDocument
    ledger: Ledger | None = None
    here: ListState
    there: ListState
    doubts: tuple[str, ...] = ()
    differing_places: tuple[int, ...] = ()  # places with another player there

    @property
    def state(self) -> ArrivalState:
        """The state to be stored with the arrived list."""
        return ArrivalState(self.standing.value)

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The lines of both lists in pairs."""
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
        """Why nothing can be written to the stored list now; empty if it can."""
        if self.ledger is None or not self.ledger.sheet.is_finished:
            return ""
        return _(
            "The list here is finished. It stays as it is, unless it is opened again "
            "first."
        )


def compare_with_ledger(
    document: ListDocument, ledger: Ledger | None
) -> ListComparison:
    """Compare a document with the stored list, if there is one. No query."""
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
    """Return the ids of the players by place."""
    return {seat.place: str(seat.player.public_id) for seat in ledger.seats}


def differing_places(
    here: Mapping[int, str], there: Mapping[int, str]
) -> tuple[int, ...]:
    """Return the places at which the document has another player."""
    return tuple(place for place in sorted(there) if there[place] != here.get(place))


def people_doubts(here: Mapping[int, str], there: Mapping[int, str]) -> list[str]:
    """Return a sentence for each exchange of places, then for each other player."""
    exchanged = exchanged_places(here, there)
    exchanges = [
        _("Places %(first)s and %(second)s are exchanged there.")
        % {"first": first, "second": second}
        for first, second in exchanged
    ]
    in_exchange = {place for pair in exchanged for place in pair}
    return exchanges + [
        _("Somebody else sits on place %(place)s there.") % {"place": place}
        for place in differing_places(here, there)
        if place not in in_exchange
    ]


def lost_number_doubts(people: Mapping[int, str], foot: Mapping[int, str]) -> list[str]:
    """Return a sentence for each place with numbers that the stored list lacks."""
    return [
        _("There is no place %(place)s here; the numbers it has there would be lost.")
        % {"place": place}
        for place in foot
        if place != WHOLE_LIST and place not in people
    ]


def label_doubts(document: ListDocument, ledger: Ledger) -> list[str]:
    """Return sentences about another series or table and about missing substitutes."""
    sheet = ledger.sheet
    label = (document.row["series"], document.list_row["table_number"])
    reasons = []
    if label != (sheet.series.number, sheet.table_number):
        reasons.append(
            _("It is labelled series %(series)s, table %(table)s.")
            % {"series": label[0], "table": label[1]}
        )
    substitutes = {
        (row["place"], row["from_game"])
        for row in document.list_row.get("substitutions", ())
    }
    if substitutes - {(row.place, row.from_game) for row in ledger.substitutions}:
        reasons.append(
            _("A substitute played there who is missing here; enter them first.")
        )
    return reasons


def proof_doubts(ledger: Ledger, document: ListDocument) -> list[str]:
    """Return what the proof would find wrong with the document here. No query."""
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
    doubts = [open_lines(board)]
    if board.is_complete:
        doubts.append(unexplained_differences(board))
    return list(filter(None, doubts))


def trial_board(
    ledger: Ledger, lines: Sequence[NotedLine], foot: Mapping[int, str], is_struck: bool
) -> SheetBoard:
    """Return the board of the list with other lines and foot; nothing is stored."""
    sheet = copy.copy(ledger.sheet)
    sheet.cut_short = is_struck
    sheet.mismatch_reason = ""
    set_foot(sheet, foot.get(WHOLE_LIST, ""))
    seats = [copy.copy(seat) for seat in ledger.seats]
    for seat in seats:
        set_foot(seat, foot.get(seat.place, ""))
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
