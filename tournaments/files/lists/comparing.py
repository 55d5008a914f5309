"""Comparing an arrived list with the stored one: what differs, what is doubtful."""

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.game.written_games import WrittenGame
from scoring.lists.check_codes import exchanged_places
from scoring.notation.reading import NotedLine
from scoring.proof import alignment
from tournaments.events.models import Event
from tournaments.files.lists import documents
from tournaments.sheets.board import SheetBoard, board_of
from tournaments.sheets.finishing.services import (
    open_lines,
    set_foot,
    unexplained_differences,
)
from tournaments.sheets.ledger import Ledger, place_columns
from tournaments.sheets.models import ArrivedList, Game, ScoreSheet
from tournaments.sheets.selectors import ledgers_of
from tournaments.words.choices import ArrivalState, SheetState
from tournaments.words.problems import line_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ListComparison:
    """An arrived list (``there``) beside the stored one (``here``)."""

    state: ArrivalState
    document: documents.ListDocument
    ledger: Ledger | None = None
    here: alignment.ListState
    there: alignment.ListState
    doubts: tuple[str, ...] = ()
    differing_places: tuple[int, ...] = ()  # places with another player there

    @property
    def is_ready(self) -> bool:
        return self.state is ArrivalState.READY

    @property
    def sheet(self) -> ScoreSheet | None:
        return self.ledger.sheet if self.ledger else None

    @property
    def can_be_taken(self) -> bool:
        """Whether anything of it may be written to the stored list now."""
        return self.sheet is not None and not (
            self.sheet.is_finished or self.sheet.pen_is_out
        )

    @property
    def pairs(self) -> tuple[alignment.Pair, ...]:
        played: dict[str, Any] = {}
        if self.ledger:
            sheet = self.ledger.sheet
            played = {"rules": self.ledger.rules, "players": sheet.table_size}
        return alignment.pairs_of(self.here, self.there, **played)

    @property
    def refusal(self) -> str:
        """Why nothing can be written to the stored list now; empty if it can."""
        if self.ledger is None or not self.ledger.sheet.is_finished:
            return ""
        return _("This list is finished. Reopen it to change something.")


def compare_with_ledger(
    document: documents.ListDocument, ledger: Ledger | None
) -> ListComparison:
    """Compare a document with the stored list, if there is one. No query."""
    there = document.state
    if ledger is None:
        return ListComparison(
            state=ArrivalState.REVIEW,
            document=document,
            here=alignment.ListState(),
            there=there,
            doubts=(_("There is no list with this code here yet."),),
        )
    here = documents.ledger_state(ledger)
    people = {seat.place: str(seat.player.public_id) for seat in ledger.seats}
    seats_there = sorted(document.people.items())
    places = tuple(place for place, who in seats_there if who != people.get(place))
    label_and_people = [
        *label_doubts(document, ledger),
        *people_doubts(people, document.people, places),
    ]
    text = _(
        "There is no place %(place)s here; the numbers it has there would be lost."
    )
    known = {documents.WHOLE_LIST, *people}
    lost_numbers = [text % {"place": p} for p in there.foot if p not in known]
    doubts = [*label_and_people, *lost_numbers, *proof_doubts(ledger, document)]
    speaks_against = bool(doubts) or ledger.sheet.is_finished
    status = alignment.arrival_status(
        here, there, others=bool(label_and_people), doubts=speaks_against
    )
    return ListComparison(
        state=ArrivalState(status),
        document=document,
        ledger=ledger,
        here=here,
        there=there,
        doubts=tuple(doubts),
        differing_places=places,
    )


def people_doubts(
    here: Mapping[int, str], there: Mapping[int, str], places: Iterable[int]
) -> list[str]:
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
        for place in places
        if place not in in_exchange
    ]


def label_doubts(document: documents.ListDocument, ledger: Ledger) -> list[str]:
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


def proof_doubts(ledger: Ledger, document: documents.ListDocument) -> list[str]:
    """Return what the proof would find wrong with the document here. No query."""
    if ledger.sheet.totals_only:
        return [_("Only the totals are typed.")]
    if len(document.games) > ledger.sheet.games_planned:
        return [
            _("It has %(count)s games, and the list here has room for %(games)s.")
            % {"count": len(document.games), "games": ledger.sheet.games_planned}
        ]
    is_struck = document.list_row.get("cut_short", False)
    board = trial_board(ledger, document.games, document.foot, is_struck)
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
    set_foot(sheet, foot.get(documents.WHOLE_LIST, ""))
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


MOST_DECIDED = 50


def inbox_of(event: Event) -> dict[str, Any]:
    """Return the lists that wait, each compared, the last decided and the open ones."""
    arrivals = event.arrived_lists.select_related("by", "decided_by")
    waiting = list(arrivals.waiting().order_by("series_number", "table_number", "pk"))
    waiting_pks = [arrival.pk for arrival in waiting]
    compared = compare_all(event, waiting)
    decided = event.arrived_lists.filter(decided_at__isnull=False)
    unfinished = (
        ScoreSheet.objects.filter(series__event=event, stands_for=None)
        .filter(code__in=decided.values("code"))
        .exclude(state=SheetState.FINISHED)
        .select_related("series")
        .order_by("series__number", "table_number")
    )
    return {
        "waiting": compared,
        "ready_count": sum(comparison.is_ready for _arrival, comparison in compared),
        "decided": arrivals.exclude(pk__in=waiting_pks).order_by("-pk")[:MOST_DECIDED],
        "unfinished": unfinished,
    }


def compare_all(
    event: Event, arrivals: Iterable[ArrivedList]
) -> list[tuple[ArrivedList, ListComparison]]:
    """Return arrived lists, each compared with the stored one. Four queries."""
    codes = {arrival.code for arrival in arrivals}
    sheets = ScoreSheet.objects.with_event().filter(
        series__event=event, stands_for=None, code__in=codes
    )
    ledgers = {ledger.sheet.code: ledger for ledger in ledgers_of(sheets)}
    return [
        (
            arrival,
            compare_with_ledger(
                documents.stored_document(arrival.document), ledgers.get(arrival.code)
            ),
        )
        for arrival in arrivals
    ]


def comparison_of(arrival: ArrivedList) -> ListComparison:
    """Return an arrived list beside the stored one. Four queries."""
    ((_arrival, comparison),) = compare_all(arrival.event, [arrival])
    return comparison


def versions_of(comparison: ListComparison) -> dict[str, Any]:
    """Return both versions: what differs, what is the same, and how totals change."""
    columns = place_columns(comparison.ledger) if comparison.ledger else ()
    names = {column.place: column.name for column in columns}
    lines = [
        {
            "number": pair.here or pair.there,
            "number_there": pair.there if pair.here != pair.there else None,
            "here": line_in_words(comparison.here.games, pair.here, names),
            "there": line_in_words(comparison.there.games, pair.there, names),
            "differs": pair.differs,
        }
        for pair in comparison.pairs
    ]
    differing = [line for line in lines if line["differs"]]
    return {
        "differing": [*differing, *foot_and_end(comparison)],
        "differing_line_count": len(differing),
        "same_lines": [line for line in lines if not line["differs"]],
        "total_changes": total_changes(comparison, names),
    }


def line_in_words(
    games: Sequence[WrittenGame], number: int | None, names: Mapping[int, str]
) -> dict[str, str]:
    """Return a line as it is written and in words; nothing without one."""
    if number is None:
        return {}
    game = games[number - 1]
    player = names.get(game.declarer or 0, "")
    words = ", ".join(filter(None, [player, line_text(game)]))
    return {"text": alignment.shorthand_of(game), "words": words}


def foot_and_end(comparison: ListComparison) -> Iterator[dict[str, Any]]:
    """Give foot and end in both versions, where they differ."""
    here, there = comparison.here, comparison.there
    if places := alignment.places_that_differ(here, there):
        feet = [{"text": feet_text(state.foot, places)} for state in (here, there)]
        yield {"label": _("Foot of the paper"), "here": feet[0], "there": feet[1]}
    if there.is_struck and not here.is_struck:
        yield {"label": _("the rest is struck"), "here": {}, "there": {"text": "x"}}


def feet_text(foot: Mapping[int, str], places: list[int]) -> str:
    return " · ".join(
        foot[place] if place == documents.WHOLE_LIST else f"{place}: {foot[place]}"
        for place in places
    )


def total_changes(
    comparison: ListComparison, names: Mapping[int, str]
) -> list[tuple[str, int, int]]:
    """Return the totals that would change, by name, as before and after. No query.

    Empty if only totals are typed here, or if the arrived list has too many games.
    """
    ledger, there = comparison.ledger, comparison.there
    if ledger is None or ledger.sheet.totals_only:
        return []
    if len(there.games) > ledger.sheet.games_planned:
        return []
    is_struck = there.is_struck or ledger.sheet.cut_short
    board = trial_board(ledger, comparison.document.games, there.foot, is_struck)
    new_totals = {seat.place: seat.total for seat in board.totals.seats}
    return [
        (names.get(seat.place, ""), seat.total, new_totals[seat.place])
        for seat in board_of(ledger).totals.seats
        if seat.total != new_totals[seat.place]
    ]
