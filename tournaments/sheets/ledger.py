"""One list in memory: its lines with running totals, its closing, its foot.

A ``Ledger`` holds the stored facts; everything else here is computed from it without
a query, so that a page, a service and a sheet of paper see the same list.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.checks import PaperFoot, PaperSeat
from scoring.games import (
    Entry,
    Problem,
    Question,
    Result,
    problems_in,
    questions_in,
    result_of,
)
from scoring.notation import Spelling, write_line
from scoring.sheets import (
    Line,
    ListTotals,
    RunningLine,
    StintTotal,
    close,
    close_stints,
    dealer_of,
    pausing,
    running_totals,
    seat_total,
)
from tournaments.sheets.models import Game, ScoreSheet, Seat, Substitution


@dataclass(slots=True)
class Ledger:
    """One list in memory: the sheet, who sits where, and the lines so far."""

    sheet: ScoreSheet
    seats: list[Seat]
    games: list[Game]
    substitutions: list[Substitution]

    @property
    def played(self) -> int:
        return len(self.games)

    @property
    def is_full(self) -> bool:
        return self.played >= self.sheet.games_planned

    def seat(self, place: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.place == place), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupant:
    """A person on a place, from game ``first`` on."""

    name: str
    player_id: int
    first: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A place of the list with everybody who sat there."""

    place: int
    occupants: tuple[Occupant, ...]

    @property
    def name(self) -> str:
        return " / ".join(occupant.name for occupant in self.occupants)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDifference:
    """A number on the paper that is not what the line comes to."""

    kind: str  # "check-value" or "running-total"
    paper: int
    computed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """One row of the list, also of those that are still to be played."""

    number: int
    dealer: int
    pausing: tuple[int, ...]
    ends_round: bool
    text: str = ""
    entry: Entry | None = None
    result: Result | None = None
    running: RunningLine | None = None
    problems: tuple[Problem, ...] = ()
    questions: tuple[Question, ...] = ()
    differences: tuple[CheckDifference, ...] = ()
    accepted: bool = False
    remark: str = ""
    struck: bool = False

    @property
    def is_open(self) -> bool:
        """Return whether somebody has to look at the line before the list ends."""
        return bool(self.problems) or bool(self.differences and not self.accepted)

    @property
    def plus(self) -> int | None:
        """Return the number of the + column, for a won game."""
        return self.result.score if self.result and self.result.won else None

    @property
    def minus(self) -> int | None:
        """Return the number of the − column, for a lost game; it has no sign."""
        lost = self.result is not None and self.result.won is False
        return -self.result.score if self.result and lost else None


def lines_of(ledger: Ledger) -> list[Line]:
    """Return the lines as a closing needs them."""
    return [line_of(game) for game in ledger.games]


def line_of(game: Game) -> Line:
    """Return one stored line with its score."""
    entry = game.as_entry()
    result = scored(entry)
    return Line(
        number=game.number,
        declarer=entry.declarer,
        score=result.score,
        won=result.won,
    )


@lru_cache(maxsize=8192)
def scored(entry: Entry) -> Result:
    """Return the result of a stored line; the same game is computed once."""
    return result_of(entry)


def line_rows(ledger: Ledger, lines: Sequence[Line]) -> tuple[LineRow, ...]:
    """Return a row for every line of the list, typed or still empty."""
    running = running_totals(lines, ledger.sheet.table_size)
    typed = [
        line_row(ledger.sheet, game, total)
        for game, total in zip(ledger.games, running, strict=True)
    ]
    planned = ledger.sheet.games_planned
    rest = [empty_row(ledger.sheet, n) for n in range(len(typed) + 1, planned + 1)]
    return (*typed, *rest)


def empty_row(sheet: ScoreSheet, number: int) -> LineRow:
    """Return the row of a game that was not typed yet, or was struck."""
    size = sheet.table_size
    return LineRow(
        number=number,
        dealer=dealer_of(number, size),
        pausing=pausing(number, size),
        ends_round=number % size == 0,
        struck=sheet.cut_short,
    )


def line_row(sheet: ScoreSheet, game: Game, running: RunningLine) -> LineRow:
    """Return the row of a typed line."""
    noted = game.as_noted()
    result = scored(noted.entry)
    return replace(
        empty_row(sheet, game.number),
        struck=False,
        text=write_line(noted, Spelling.LETTERS),
        entry=noted.entry,
        result=result,
        running=running,
        problems=line_problems(sheet, noted.entry, game.number),
        questions=questions_in(noted.entry),
        differences=check_differences(game, result, running),
        accepted=game.paper_wrong,
        remark=noted.remark,
    )


def line_problems(sheet: ScoreSheet, entry: Entry, number: int) -> tuple[Problem, ...]:
    """Return what is impossible about ``entry`` on line ``number`` of ``sheet``."""
    return problems_in(
        entry, players=sheet.table_size, number=number, games=sheet.games_planned
    )


def list_problems(sheet: ScoreSheet, entry: Entry) -> tuple[Problem, ...]:
    """Return what is impossible about ``entry`` on any line of ``sheet``."""
    return problems_in(entry, players=sheet.table_size, games=sheet.games_planned)


def check_differences(
    game: Game, result: Result, running: RunningLine
) -> tuple[CheckDifference, ...]:
    """Compare the numbers that stand on the paper with what the line comes to."""
    pairs = (
        ("check-value", game.paper_value, result.score),
        ("running-total", game.paper_running, running.game_points),
    )
    return tuple(
        CheckDifference(kind=kind, paper=paper, computed=computed)
        for kind, paper, computed in pairs
        if paper is not None and computed is not None and paper != computed
    )


def totals_of(ledger: Ledger, lines: Sequence[Line]) -> ListTotals:
    """Return the closing block, from the games or from the foot of the paper."""
    sheet = ledger.sheet
    if not sheet.totals_only:
        return close(lines, players=sheet.table_size, system=sheet.as_system())
    lost = sum(seat.paper_lost or 0 for seat in ledger.seats)
    return ListTotals(
        players=sheet.table_size,
        system=sheet.as_system(),
        games=games_of(ledger),
        passed_in=sheet.paper_passed_in or 0,
        seats=tuple(
            seat_total(
                seat.place,
                seat.paper_points or 0,
                seat.paper_won or 0,
                seat.paper_lost or 0,
                lost - (seat.paper_lost or 0),
                players=sheet.table_size,
                system=sheet.as_system(),
            )
            for seat in ledger.seats
        ),
    )


def stints_of(ledger: Ledger) -> tuple[StintTotal, ...]:
    """Return what everybody who sat at the table takes home (rules 5.5)."""
    sheet = ledger.sheet
    if sheet.totals_only:
        games = games_of(ledger)
        return tuple(
            StintTotal(place=seat.place, first=1, last=games, total=seat)
            for seat in totals_of(ledger, ()).seats
        )
    return close_stints(
        lines_of(ledger),
        players=sheet.table_size,
        system=sheet.as_system(),
        changes=[(change.place, change.from_game) for change in ledger.substitutions],
    )


def games_of(ledger: Ledger) -> int:
    """Return the number of games really played (rules 5.4)."""
    sheet = ledger.sheet
    if sheet.totals_only:
        return sheet.paper_games or sheet.games_planned
    if sheet.cut_short:
        return ledger.played
    return sheet.games_planned


def foot_of(ledger: Ledger) -> PaperFoot:
    """Return what the foot of the paper says; numbers not typed are None."""
    sheet = ledger.sheet
    return PaperFoot(
        players=sheet.table_size,
        system=sheet.as_system(),
        games=games_of(ledger),
        passed_in=sheet.paper_passed_in,
        seats=tuple(
            PaperSeat(
                place=seat.place,
                game_points=seat.paper_points,
                won=seat.paper_won,
                lost=seat.paper_lost,
                others_lost=None,
                total=seat.paper_total,
            )
            for seat in ledger.seats
        ),
    )


def columns_of(ledger: Ledger) -> tuple[Column, ...]:
    """Return the places with everybody who sat there, in the order of the seats."""
    return tuple(
        Column(
            place=seat.place,
            occupants=(
                Occupant(name=seat.player.name, player_id=seat.player_id, first=1),
                *(
                    Occupant(
                        name=change.player.name,
                        player_id=change.player_id,
                        first=change.from_game,
                    )
                    for change in ledger.substitutions
                    if change.place == seat.place
                ),
            ),
        )
        for seat in ledger.seats
    )
