"""The rows of a list as the page shows them, typed or still empty.

Computed from a ledger; no query.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.game.codes import Problem
from scoring.game.contracts import BASE_VALUE
from scoring.game.games import Result
from scoring.game.seats import dealer_of
from scoring.game.written_games import WrittenGame
from scoring.lists.sheets import RunningLine, running_totals
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from scoring.playing.paper import check_value, paper_score
from scoring.playing.play import HouseLine, HouseList, lines_depend, play_next
from scoring.playing.rounds import Turn
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Game, ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckDifference:
    """A number on the paper that differs from the computed one."""

    kind: str  # "check-value", "running-total" or "passed-in"
    paper: int
    computed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCell:
    """What one place has in a row that is not the declarer's alone."""

    place: int
    points: int | None = None
    won: int | None = None
    lost: int | None = None


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
    cells: tuple[PlaceCell, ...] = ()

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
    def turn(self) -> Turn | None:
        """What house rules proposed for the line."""
        return self.house.turn if self.house else None

    @property
    def needs_remark(self) -> bool:
        """Return whether the writer overruled a proposal without saying why."""
        return bool(self.house and self.house.overrules and not self.remark)

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
    sheet = ledger.sheet
    running = running_totals(counted.lines, sheet.table_size)
    typed = [
        typed_row(sheet, *row)
        for row in zip(ledger.games, running, counted.lines, strict=True)
    ]
    is_struck = sheet.cut_short or bool(counted.ended_at)
    numbers = range(ledger.played + 1, sheet.games_planned + 1)
    empty = [empty_row(number, sheet.table_size, is_struck) for number in numbers]
    return (*typed, *empty)


@lru_cache(maxsize=4096)
def empty_row(number: int, size: int, is_struck: bool) -> LineRow:
    """Return the row of a game that was not typed yet, or was struck."""
    return LineRow(
        number=number,
        dealer=dealer_of(number, size),
        ends_round=number % size == 0,
        is_struck=is_struck,
    )


def typed_row(
    sheet: ScoreSheet, game: Game, running: RunningLine, line: HouseLine
) -> LineRow:
    """Return the row of a typed line."""
    noted, size = game.as_noted(), sheet.table_size
    return LineRow(
        number=game.number,
        dealer=dealer_of(game.number, size),
        ends_round=game.number % size == 0,
        noted=noted,
        running=running,
        problems=problems_beyond_end(sheet, game.number) + line.problems,
        differences=check_differences(noted, line, running),
        accepted=game.paper_wrong,
        remark=noted.remark,
        house=line,
        cells=tuple(shared_row_cells(running, size)) if running.shares else (),
    )


def shared_row_cells(running: RunningLine, size: int) -> Iterator[PlaceCell]:
    """Yield the cells of a row that is not the declarer's alone."""
    shares = dict(running.shares)
    for place in range(1, size + 1):
        if place == running.declarer:
            yield PlaceCell(
                place=place,
                points=running.game_points,
                won=running.won,
                lost=running.lost,
            )
        else:
            yield PlaceCell(place=place, points=shares.get(place))


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
        earlier,
        entry,
        ledger.rules,
        players=ledger.sheet.table_size,
        number=number,
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
