"""What the page of a list shows: rows, closing block, proof and differences.

Computed from a ledger; no query.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from scoring.house.settlement import Settlement, settle_list
from scoring.lists.sheets import ListTotals
from scoring.playing.rounds import Turn
from scoring.proof.checks import Failure, failures_in
from scoring.proof.paper import FootDifference, foot_differences
from tournaments.people.names.mentions import Mentions
from tournaments.sheets.ledger import (
    Column,
    Head,
    Ledger,
    names_by_place,
    place_columns,
    totals_of,
    typed_foot,
)
from tournaments.sheets.models import Game, ScoreSheet
from tournaments.sheets.rows import LineRow, line_rows
from tournaments.words.choices import Proof, SheetState


@dataclass(frozen=True, kw_only=True)
class SheetBoard:
    """Everything that the page of a list shows."""

    sheet: ScoreSheet
    ledger: Ledger
    rows: tuple[LineRow, ...]
    totals: ListTotals
    failures: tuple[Failure, ...]
    differences: tuple[FootDifference, ...]
    proof: Proof
    state: SheetState
    played: int
    is_complete: bool
    open_lines: tuple[int, ...] = ()
    lacks_one_game: bool = False
    ended_at: int | None = None
    turn: Turn | None = None
    settlement: Settlement | None = None
    reason: str = ""

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Return the places with their people; both are read when they are shown."""
        return place_columns(self.ledger)

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(seat.place for seat in self.ledger.seats)

    @property
    def heads(self) -> tuple[Head, ...]:
        return tuple(column.head for column in self.columns)

    @property
    def names(self) -> dict[int, str]:
        """Return the names at the table, by place."""
        return names_by_place(self.columns)

    @property
    def next_number(self) -> int | None:
        """Return the line to type next; None if the list is full or over."""
        if self.sheet.is_finished or self.is_complete:
            return None
        return self.played + 1

    @property
    def last_row(self) -> LineRow | None:
        """Return the last typed line."""
        return self.rows[self.played - 1] if self.played else None

    @property
    def differs_from_paper(self) -> bool:
        """Return whether the totals of the paper disagree, explained or not."""
        return self.is_complete and bool(self.differences or self.failures)

    @property
    def explanation(self) -> str:
        """Return why the totals of the paper differ; "" if they agree."""
        return self.reason.strip() if self.differs_from_paper else ""

    @property
    def accepted_lines(self) -> tuple[int, ...]:
        """Return the lines on which the paper was accepted as wrong."""
        return tuple(
            row.number for row in self.rows if row.accepted and row.differences
        )

    @property
    def is_doubtful(self) -> bool:
        """Return whether the detective has something to explain."""
        if self.sheet.totals_only or self.explanation:
            return False
        if not self.is_complete:
            return self.lacks_one_game
        return bool(self.differences or self.open_lines)


def board_for_reader(board: SheetBoard, mentions: Mentions) -> SheetBoard:
    """Return the board with the names in its texts as the reader may see them."""
    if not mentions:
        return board
    rows = (
        replace(row, remark=mentions.public_text(row.remark)) if row.remark else row
        for row in board.rows
    )
    return replace(board, rows=tuple(rows), reason=mentions.public_text(board.reason))


def board_of(ledger: Ledger) -> SheetBoard:
    """Compute what the page of a list shows. No query."""
    sheet = ledger.sheet
    play = ledger.play
    rows = line_rows(ledger, play)
    totals = totals_of(ledger, play.lines)
    foot = typed_foot(ledger)
    failures = failures_in(foot) if has_foot(ledger) else ()
    differing = foot_differences(foot, totals)
    open_lines = tuple(row.number for row in rows if row.is_open)
    foot_is_wrong = bool(differing or failures)
    proof = Proof.NONE
    if not (foot_is_wrong or open_lines):
        proof = proof_of(ledger)
    return SheetBoard(
        sheet=sheet,
        ledger=ledger,
        rows=rows,
        totals=totals,
        failures=failures,
        differences=differing,
        proof=proof,
        state=state_of(
            ledger, proof, line_is_open=bool(open_lines), foot_is_wrong=foot_is_wrong
        ),
        played=len(play.lines),
        is_complete=ledger.is_complete,
        open_lines=open_lines,
        lacks_one_game=ledger.played == sheet.games_planned - 1 and foot_proves(ledger),
        ended_at=play.ended_at,
        turn=play.turn,
        settlement=settle_list([seat.total for seat in totals.seats], ledger.rules),
        reason=sheet.mismatch_reason,
    )


def proof_of(ledger: Ledger) -> Proof:
    """Return what proves a list on which nothing disagrees with the paper.

    Either the foot of the paper proves it, or a check value on every game together
    with the number of games. Passed-in games need none, but alone they prove nothing.
    """
    sheet = ledger.sheet
    if sheet.totals_only:
        return Proof.TOTALS if foot_is_complete(ledger) else Proof.NONE
    if not (ledger.games and (sheet.cut_short or ledger.is_full)):
        return Proof.NONE
    if foot_proves(ledger):
        return Proof.TOTALS
    checked = [
        has_check(game)
        for game in ledger.games
        if game.declarer is not None or game.house or has_check(game)
    ]
    return Proof.VALUES if checked and all(checked) else Proof.NONE


def has_check(game: Game) -> bool:
    """Return whether a number of the paper was typed beside a game."""
    return game.paper_value is not None or game.paper_running is not None


def foot_proves(ledger: Ledger) -> bool:
    """Return whether the foot has the total, or points and counts, of each place."""
    return all(
        seat.paper_total is not None
        or None not in (seat.paper_points, seat.paper_won, seat.paper_lost)
        for seat in ledger.seats
    )


def foot_is_complete(ledger: Ledger) -> bool:
    """Return whether a list of which only totals are typed has all of them.

    Without the total points nothing would prove the game points.
    """
    return ledger.sheet.paper_passed_in is not None and all(
        None not in seat.paper_numbers for seat in ledger.seats
    )


def has_foot(ledger: Ledger) -> bool:
    """Return whether any number of the foot of the paper was typed."""
    return ledger.sheet.paper_passed_in is not None or any(
        number is not None for seat in ledger.seats for number in seat.paper_numbers
    )


def state_of(
    ledger: Ledger, proof: Proof, *, line_is_open: bool, foot_is_wrong: bool
) -> SheetState:
    """Return the state of the list, without regard to a second person's verdict.

    While games are missing the foot cannot agree, so it does not count before the last
    line.
    """
    sheet = ledger.sheet
    if sheet.finished_at is not None:
        return SheetState.FINISHED
    if not ledger.games and not has_foot(ledger):
        return SheetState.EMPTY
    if line_is_open or (foot_is_wrong and ledger.is_complete):
        return SheetState.DIFFERS
    return SheetState.TYPING if proof == Proof.NONE else SheetState.PROVED
