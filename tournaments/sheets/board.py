"""What the page of a list shows: rows, closing block, proof and differences.

Computed from a ledger; no query.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from scoring.game.contracts import BASE_VALUE, dealer_of
from scoring.game.games import Result
from scoring.game.problems import Problem
from scoring.game.written_games import WrittenGame
from scoring.house.settlement import Settlement, settle_list
from scoring.lists.sheets import ListTotals, RunningLine, running_totals
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.playing.play import (
    HouseLine,
    HouseList,
    check_value,
    lines_depend,
    paper_score,
    play_next,
)
from scoring.playing.scores import Turn
from scoring.proof.paper import Failure, FootDifference, failures_in, foot_differences
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
from tournaments.words.choices import Proof, SheetState


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDifference:
    """A number on the paper that differs from the computed one."""

    kind: str  # "check-value", "running-total" or "passed-in"
    paper: int
    computed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """One row of the list, typed or still empty."""

    number: int
    dealer: int
    ends_round: bool
    noted: NotedLine | None = None
    running: RunningLine | None = None
    problems: tuple[Problem, ...] = ()
    differences: tuple[CheckDifference, ...] = ()
    accepted: bool = False
    remark: str = ""
    is_struck: bool = False
    house: HouseLine | None = field(default=None, hash=False)

    @property
    def is_written(self) -> bool:
        return self.noted is not None

    @property
    def text(self) -> str:
        """Return the line in shorthand; "" if none was typed."""
        return write_line(self.noted, Spelling.LETTERS) if self.noted else ""

    @property
    def entry(self) -> WrittenGame | None:
        return self.noted.entry if self.noted else None

    @property
    def result(self) -> Result | None:
        return self.house.result if self.house else None

    @property
    def is_open(self) -> bool:
        """Return whether the line has to be looked at before the list is finished."""
        return bool(self.problems) or bool(self.differences and not self.accepted)

    @property
    def plus(self) -> int | None:
        """Return the number of the + column: what a game adds to a sum."""
        return self.score if self.adds else None

    @property
    def minus(self) -> int | None:
        """Return the number of the − column, without its sign."""
        return -self.score if self.adds is False else None

    @property
    def adds(self) -> bool | None:
        """Return whether the line adds to a sum or takes from it; None for neither.

        Where the lowest sum wins, a lost game adds. One that is worth nothing stands
        where its result belongs.
        """
        if self.score or self.is_shared:
            return self.score > 0 if self.score else None
        return self.result.won if self.result else None

    @property
    def is_shared(self) -> bool:
        """Return whether a Ramsch is scored instead of a declarer (rules 7.4)."""
        return bool(self.house and self.house.scores) and self.declarer is None

    @property
    def share(self) -> int:
        """Return the points of each player hit by a Ramsch; 0 if they differ."""
        scores = self.house.scores if self.house else ()
        points = {score.points for score in scores}
        return points.pop() if len(points) == 1 else 0

    @property
    def score(self) -> int:
        """Return the number in the value columns of the paper."""
        if self.is_shared:
            return self.share
        return self.result.score if self.result else 0

    @property
    def base(self) -> int | None:
        """Return the base value, even where only card points count (rules 7.6)."""
        if self.result is None or self.entry is None:
            return None
        if self.result.explanation is not None:
            return self.result.explanation.base
        return BASE_VALUE.get(self.entry.contract) if self.entry.contract else None

    @property
    def declarer(self) -> int | None:
        return self.running.declarer if self.running else None


def line_rows(ledger: Ledger, counted: HouseList) -> tuple[LineRow, ...]:
    """Return a row for every line of the list, typed or still empty."""
    sheet, size = ledger.sheet, ledger.sheet.table_size
    running = running_totals(counted.lines, size)
    rows = []
    for game, sums, line in zip(ledger.games, running, counted.lines, strict=True):
        noted = game.as_noted()
        row = LineRow(
            number=game.number,
            dealer=dealer_of(game.number, size),
            ends_round=game.number % size == 0,
            noted=noted,
            running=sums,
            problems=problems_beyond_end(sheet, game.number) + line.problems,
            differences=check_differences(noted, line, sums),
            accepted=game.paper_wrong,
            remark=noted.remark,
            house=line,
        )
        rows.append(row)
    is_struck = sheet.cut_short or bool(counted.ended_at)
    for number in range(ledger.played + 1, sheet.games_planned + 1):
        rows.append(empty_row(number, size, is_struck))
    return tuple(rows)


@lru_cache(maxsize=4096)
def empty_row(number: int, size: int, is_struck: bool) -> LineRow:
    """Return the row of a game that was not typed yet, or was struck."""
    return LineRow(
        number=number,
        dealer=dealer_of(number, size),
        ends_round=number % size == 0,
        is_struck=is_struck,
    )


def problems_beyond_end(sheet: ScoreSheet, number: int) -> tuple[Problem, ...]:
    """Return the problem of a line that is beyond the end of the list."""
    return () if number <= sheet.games_planned else (Problem.LIST_IS_FULL,)


def played_line(
    ledger: Ledger, entry: WrittenGame, number: int, before: Sequence[WrittenGame] = ()
) -> HouseLine:
    """Return how ``entry`` counts as line ``number``, after the games ``before``."""
    earlier: list[WrittenGame] = []
    if lines_depend(ledger.rules):
        earlier = [*ledger.written_games[: number - 1], *before]
    return play_next(
        earlier, entry, ledger.rules, players=ledger.sheet.table_size, number=number
    )


def check_differences(
    noted: NotedLine, line: HouseLine, running: RunningLine
) -> tuple[CheckDifference, ...]:
    """Compare the numbers of a row on the paper with the computed ones.

    Beside a passed-in game the paper has the number of passed-in games so far
    (rules 4.1).
    """
    if noted.check_value is None and noted.check_running is None:
        return ()
    kind, count = "running-total", running.game_points
    if count is None and not running.shares:
        kind, count = "passed-in", running.passed_in
    pairs = (
        ("check-value", check_value(line, noted.check_value), paper_score(line)),
        (kind, noted.check_running, count),
    )
    return tuple(
        CheckDifference(kind=kind, paper=paper, computed=computed)
        for kind, paper, computed in pairs
        if paper is not None and computed is not None and paper != computed
    )


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
        return names_by_place(self.columns)

    @property
    def next_number(self) -> int | None:
        """Return the line to type next; None if the list is full or over."""
        if self.sheet.is_finished or self.is_complete:
            return None
        return self.played + 1

    @property
    def last_row(self) -> LineRow | None:
        return self.rows[self.played - 1] if self.played else None

    @property
    def explanation(self) -> str:
        """Return why the totals of the paper differ; "" if they agree."""
        differs = self.is_complete and (self.differences or self.failures)
        return self.reason.strip() if differs else ""

    @property
    def is_answered(self) -> bool:
        """Return whether a proof, a verdict or a reason for differing is there."""
        is_checked = self.sheet.state == SheetState.CHECKED
        return self.proof != Proof.NONE or is_checked or bool(self.explanation)

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
    is_complete = ledger.is_complete
    failures: tuple[Failure, ...] = ()
    differing: tuple[FootDifference, ...] = ()
    if is_complete or has_foot(ledger):
        failures, differing = foot_findings(ledger, totals)
    open_lines = tuple(row.number for row in rows if row.is_open)
    foot_is_wrong = bool(differing or failures)
    proof = Proof.NONE
    if is_complete and not (foot_is_wrong or open_lines):
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
        is_complete=is_complete,
        open_lines=open_lines,
        lacks_one_game=ledger.played == sheet.games_planned - 1 and foot_proves(ledger),
        ended_at=play.ended_at,
        turn=play.turn,
        settlement=settle_list([seat.total for seat in totals.seats], ledger.rules)
        if ledger.rules.stake_cents
        else None,
        reason=sheet.mismatch_reason,
    )


def foot_findings(
    ledger: Ledger, totals: ListTotals
) -> tuple[tuple[Failure, ...], tuple[FootDifference, ...]]:
    """Return what fails within the foot, and where it differs from ``totals``."""
    foot = typed_foot(ledger)
    failures = failures_in(foot) if has_foot(ledger) else ()
    differing = foot_differences(foot, totals)
    if ledger.sheet.totals_only:
        # A total was only computed with all numbers of its place, and with the lost
        # games of the whole table.
        is_known = all(seat.lost is not None for seat in foot.seats)
        known = {s.place for s in foot.seats if None not in (s.game_points, s.won)}
        differing = tuple(d for d in differing if is_known and d.place in known)
    return failures, differing


def proof_of(ledger: Ledger) -> Proof:
    """Return what proves a complete list on which nothing disagrees with the paper.

    Either the foot of the paper proves it, or a check value on every game together
    with the number of games. Passed-in games need none, but alone they prove nothing.
    That everybody has confirmed it at the table is stored with the list.
    """
    sheet = ledger.sheet
    if sheet.totals_only:
        # Without the total points nothing would prove the game points.
        is_whole = sheet.paper_passed_in is not None and all(
            None not in seat.paper_numbers for seat in ledger.seats
        )
        return Proof.TOTALS if is_whole else Proof.NONE
    if not ledger.games:
        return Proof.NONE
    if foot_proves(ledger):
        return Proof.TOTALS
    checked = [
        has_check(game)
        for game in ledger.games
        if game.declarer is not None or game.house or has_check(game)
    ]
    if checked and all(checked):
        return Proof.VALUES
    return Proof.TABLE if sheet.proof == Proof.TABLE else Proof.NONE


def has_check(game: Game) -> bool:
    return game.paper_value is not None or game.paper_running is not None


def foot_proves(ledger: Ledger) -> bool:
    """Return whether the foot has the total, or points and counts, of each place."""
    return all(
        seat.paper_total is not None
        or None not in (seat.paper_points, seat.paper_won, seat.paper_lost)
        for seat in ledger.seats
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
