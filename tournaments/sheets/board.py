"""What the page of a list shows: rows, closing block, proof and differences.

Computed from a ledger; no query.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from django.utils.translation import gettext as _

from scoring.chance.expectation import warnings_on
from scoring.game.games import Result
from scoring.game.problems import Problem
from scoring.game.written_games import BASE_VALUE, WrittenGame, dealer_of
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
    played_list,
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
from tournaments.sheets.models import Game, ScoreSheet, Verdict
from tournaments.words import formats
from tournaments.words.choices import Proof, SheetState
from tournaments.words.problems import check_text, failure_text, problem_text
from tournaments.words.slips import FIELD_TEXT, radar_text


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDifference:
    """A number on the paper that differs from the computed one."""

    kind: str  # "check-value", "running-total" or "passed-in"
    paper: int
    computed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """One row of the list, typed or still empty.

    ``score`` is the number in the value columns of the paper: ``plus`` where it adds
    to a sum, ``minus`` without its sign. ``is_shared`` is a Ramsch, which is scored
    instead of a declarer (rules 7.4): its score is that of each player it hits, 0 where
    these differ. ``is_open`` says that the line has to be looked at before the list is
    finished.
    """

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
    # What follows from these.
    entry: WrittenGame | None = field(default=None, compare=False)
    result: Result | None = field(default=None, compare=False)
    declarer: int | None = field(default=None, compare=False)
    is_open: bool = field(default=False, compare=False)
    is_shared: bool = field(default=False, compare=False)
    score: int = field(default=0, compare=False)
    plus: int | None = field(default=None, compare=False)
    minus: int | None = field(default=None, compare=False)

    @property
    def text(self) -> str:
        """Return the line in shorthand; "" if none was typed."""
        return write_line(self.noted, Spelling.LETTERS) if self.noted else ""

    @property
    def base(self) -> int | None:
        """Return the base value, even where only card points count (rules 7.6)."""
        if self.result is None or self.entry is None:
            return None
        if self.result.explanation is not None:
            return self.result.explanation.base
        return BASE_VALUE.get(self.entry.contract) if self.entry.contract else None


def line_rows(ledger: Ledger, counted: HouseList) -> tuple[LineRow, ...]:
    """Return a row for every line of the list, typed or still empty."""
    sheet, size = ledger.sheet, ledger.sheet.table_size
    planned = sheet.games_planned
    running = running_totals(counted.lines, size)
    rows = [
        typed_row(game, line, sums, size, planned)
        for game, line, sums in zip(ledger.games, counted.lines, running, strict=True)
    ]
    is_struck = sheet.cut_short or bool(counted.ended_at)
    for number in range(len(rows) + 1, planned + 1):
        rows.append(empty_row(number, size, is_struck))
    return tuple(rows)


def typed_row(
    game: Game, line: HouseLine, sums: RunningLine, size: int, planned: int
) -> LineRow:
    """Return the row of a game; beyond those ``planned`` it has a problem."""
    number, noted, declarer = game.number, game.as_noted(), sums.declarer
    problems = line.problems
    if number > planned:
        problems = (Problem.LIST_IS_FULL, *problems)
    differences: tuple[CheckDifference, ...] = ()
    if noted.check_value is not None or noted.check_running is not None:
        differences = check_differences(noted, line, sums)
    # Where the lowest sum wins, a lost game adds. A game that is worth nothing stands
    # where its result belongs.
    score, adds = line.result.score, line.result.won
    is_shared = declarer is None and bool(line.scores)
    if is_shared:
        points = {each.points for each in line.scores}
        score, adds = points.pop() if len(points) == 1 else 0, None
    if score:
        adds = score > 0
    return LineRow(
        number=number,
        dealer=dealer_of(number, size),
        ends_round=number % size == 0,
        noted=noted,
        running=sums,
        problems=problems,
        differences=differences,
        accepted=game.paper_wrong,
        remark=noted.remark,
        house=line,
        entry=noted.entry,
        result=line.result,
        declarer=declarer,
        is_open=bool(problems or (differences and not game.paper_wrong)),
        is_shared=is_shared,
        score=score,
        plus=score if adds else None,
        minus=-score if adds is False else None,
    )


@lru_cache(maxsize=4096)
def empty_row(number: int, size: int, is_struck: bool) -> LineRow:
    """Return the row of a game that was not typed yet, or was struck."""
    return LineRow(
        number=number,
        dealer=dealer_of(number, size),
        ends_round=number % size == 0,
        is_struck=is_struck,
    )


def played_line(
    ledger: Ledger, entry: WrittenGame, number: int, before: Sequence[WrittenGame] = ()
) -> HouseLine:
    """Return how ``entry`` counts as line ``number``, after the games ``before``.

    Beyond the end of the list it has a problem.
    """
    earlier: list[WrittenGame] = []
    if lines_depend(ledger.rules):
        earlier = [*ledger.written_games[: number - 1], *before]
    line = played_list(
        [*earlier, entry],
        ledger.rules,
        players=ledger.sheet.table_size,
        first=number - len(earlier),
    ).lines[-1]
    if number <= ledger.sheet.games_planned:
        return line
    return line._replace(problems=(Problem.LIST_IS_FULL, *line.problems))


def check_differences(
    noted: NotedLine, line: HouseLine, running: RunningLine
) -> tuple[CheckDifference, ...]:
    """Compare the numbers of a row on the paper with the computed ones.

    Beside a passed-in game the paper has the number of passed-in games so far
    (rules 4.1).
    """
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
    """Everything that the page of a list shows.

    ``next_number`` is the line to type next, None if the list is full or over.
    ``explanation`` is why the totals of the paper differ, "" if they agree.
    ``is_doubtful`` says that the detective has something to explain, ``open_lines``
    have to be looked at, and on the ``accepted_lines`` the paper is wrong.
    """

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
    is_doubtful: bool
    next_number: int | None
    places: tuple[int, ...]
    open_lines: tuple[int, ...]
    accepted_lines: tuple[int, ...]
    explanation: str
    ended_at: int | None
    turn: Turn
    settlement: Settlement | None

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Return the places with their people; both are read when they are shown."""
        return place_columns(self.ledger)

    @property
    def heads(self) -> tuple[Head, ...]:
        return tuple(column.head for column in self.columns)

    @property
    def names(self) -> dict[int, str]:
        return names_by_place(self.columns)

    @property
    def last_row(self) -> LineRow | None:
        return self.rows[self.played - 1] if self.played else None


def board_for_reader(board: SheetBoard, mentions: Mentions) -> SheetBoard:
    """Return the board with the names in its texts as the reader may see them."""
    if not mentions:
        return board
    rows = (
        replace(row, remark=mentions.public_text(row.remark)) if row.remark else row
        for row in board.rows
    )
    explanation = mentions.public_text(board.explanation)
    return replace(board, rows=tuple(rows), explanation=explanation)


def board_of(ledger: Ledger) -> SheetBoard:
    """Compute what the page of a list shows. No query."""
    sheet, play, played = ledger.sheet, ledger.play, len(ledger.games)
    rows, totals = line_rows(ledger, play), totals_of(ledger, play.lines)
    is_complete = ledger.is_complete
    sums = [seat.total for seat in totals.seats]
    stakes = ledger.rules.stake_cents
    return SheetBoard(
        sheet=sheet,
        ledger=ledger,
        rows=rows,
        totals=totals,
        played=played,
        is_complete=is_complete,
        next_number=None if is_complete or sheet.is_finished else played + 1,
        places=tuple([seat.place for seat in ledger.seats]),
        accepted_lines=tuple(
            [row.number for row in rows if row.accepted and row.differences]
        ),
        ended_at=play.ended_at,
        turn=play.turn,
        settlement=settle_list(sums, ledger.rules) if stakes else None,
        **findings_of(ledger, rows, totals, is_complete=is_complete),
    )


def findings_of(
    ledger: Ledger, rows: Sequence[LineRow], totals: ListTotals, *, is_complete: bool
) -> dict[str, Any]:
    """Return what disagrees with the paper, or proves the list, and its state by that.

    While games are missing the foot cannot agree, so it does not count before the last
    line. A second person's verdict is not regarded.
    """
    sheet, proof, explanation = ledger.sheet, Proof.NONE, ""
    foot_is_begun = sheet.paper_passed_in is not None or any(
        number is not None for seat in ledger.seats for number in seat.paper_numbers
    )
    failures: tuple[Failure, ...] = ()
    differing: tuple[FootDifference, ...] = ()
    if is_complete or foot_is_begun:
        failures, differing = foot_findings(ledger, totals, is_begun=foot_is_begun)
    open_lines = tuple([row.number for row in rows if row.is_open])
    lacks_one_game = len(ledger.games) == sheet.games_planned - 1
    is_doubtful = lacks_one_game and foot_proves(ledger)
    is_wrong = bool(open_lines)
    if is_complete:
        foot_is_wrong = bool(differing or failures)
        is_wrong = is_wrong or foot_is_wrong
        explanation = sheet.mismatch_reason.strip() if foot_is_wrong else ""
        is_doubtful = bool(differing or open_lines) and not explanation
        proof = Proof.NONE if is_wrong else proof_of(ledger)
    state = SheetState.TYPING if proof == Proof.NONE else SheetState.PROVED
    if sheet.finished_at is not None:
        state = SheetState.FINISHED
    elif not ledger.games and not foot_is_begun:
        state = SheetState.EMPTY
    elif is_wrong:
        state = SheetState.DIFFERS
    return {
        **{"failures": failures, "differences": differing, "open_lines": open_lines},
        **{"proof": proof, "state": state, "explanation": explanation},
        "is_doubtful": is_doubtful and not sheet.totals_only,
    }


def foot_findings(
    ledger: Ledger, totals: ListTotals, *, is_begun: bool
) -> tuple[tuple[Failure, ...], tuple[FootDifference, ...]]:
    """Return what fails within the foot, and where it differs from ``totals``."""
    foot = typed_foot(ledger)
    failures = failures_in(foot) if is_begun else ()
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


def difference_text(board: SheetBoard, difference: FootDifference) -> str:
    """Return how a number at the foot of the paper differs from the games."""
    numbers = {
        "name": board.names.get(difference.place or 0, ""),
        "field": FIELD_TEXT[difference.field],
        "paper": formats.number(difference.paper),
        "computed": formats.number(difference.computed),
    }
    if difference.place is None:
        text = _("%(field)s: %(paper)s on the paper, %(computed)s computed")
    else:
        text = _("%(name)s, %(field)s: %(paper)s on the paper, %(computed)s computed")
    return text % numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """One thing to look at; without a line it concerns the foot of the paper.

    A hint does not prevent the list from being finished.
    """

    text: str
    line: int | None = None
    is_difference: bool = False
    is_hint: bool = False


def open_questions(
    ledger: Ledger, board: SheetBoard, objections: Iterable[Verdict]
) -> tuple[OpenQuestion, ...]:
    """Return what is open on the lines and, once they are all typed, at the foot."""
    again = _("%(name)s: please look again.")
    questions = [
        OpenQuestion(
            line=each.line, text=f"{again % {'name': each.by}} {each.remark}".strip()
        )
        for each in objections
    ]
    if not board.sheet.totals_only:
        if board.open_lines:
            questions += line_questions(board)
        # Where a proposal of the rules was overruled without saying why.
        questions += [
            OpenQuestion(
                line=row.number,
                text=" ".join(
                    [
                        *map(problem_text, row.house.questions),
                        _("Not what the rules propose: give the reason after a #."),
                    ]
                ),
                is_hint=True,
            )
            for row in board.rows
            if row.house and not row.remark and row.house.overrules
        ]
    if board.is_complete:
        if not board.explanation:
            texts = [difference_text(board, each) for each in board.differences]
            texts += map(failure_text, board.failures)
            questions += [OpenQuestion(text=text) for text in texts]
        # A slip makes much look odd; what is left is said once it is mended.
        if not board.is_doubtful:
            questions += oddity_hints(ledger, board)
    return tuple(questions)


def line_questions(board: SheetBoard) -> list[OpenQuestion]:
    return [
        OpenQuestion(
            line=row.number,
            text=" ".join(
                [
                    *(problem_text(problem) for problem in row.problems),
                    *(check_text(d.kind, d.paper, d.computed) for d in row.differences),
                ]
            ),
            is_difference=bool(row.differences),
        )
        for row in (board.rows[number - 1] for number in board.open_lines)
    ]


def oddity_hints(ledger: Ledger, board: SheetBoard) -> list[OpenQuestion]:
    """Return what is unusual about the whole list; names are read for players only."""
    if board.sheet.totals_only or board.sheet.is_finished:
        return []
    return [
        OpenQuestion(
            text=radar_text(oddity, board.names if oddity.place else {}), is_hint=True
        )
        for oddity in warnings_on(
            ledger.written_games, players=ledger.sheet.table_size, rules=ledger.rules
        )
    ]
