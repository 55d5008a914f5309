"""How a player's column may depart from the paper, and what the paper shows then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.chance.odds import chances_by_score
from scoring.proof.paper import TypedLine

# How likely it is that a game is missing, typed twice or in another column, relative to
# a wrong number in any line; and that a number differs by something else.
MISSING, DOUBLED, ELSEWHERE = 0.4, 0.4, 0.4
OTHERWISE = 0.01
UNTHINKABLE = 1e-6


class Parting(StrEnum):
    """Why a column departs from the paper."""

    VALUE = "value"
    COLUMN = "column"
    MISSING = "missing"
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True)
class Cell:
    """One running total of a column: its line, our number, how likely it is wrong."""

    line: int
    computed: int
    likely: float


Answers = Mapping[int, int | None]


@dataclass(slots=True)
class Story:
    """One way in which the column may have departed from the paper.

    ``by_number`` and ``by_game`` are the numbers of the paper in the rows, depending on
    whether they are looked up by line number or by game. From the line ``since`` on,
    numbers other than ours are to be expected.
    """

    parting: Parting
    line: int
    weight: float
    by_number: Answers
    by_game: Answers
    since: int

    def fits(self, line: int, answer: int | None, ours: int) -> float:
        """Return how well an answer fits."""
        if answer in (self.by_number[line], self.by_game[line]):
            return 1.0
        is_other = line >= self.since and answer not in (None, ours)
        return OTHERWISE if is_other else UNTHINKABLE


def stories_of(
    lines: Sequence[TypedLine], cells: Sequence[Cell], off: int, games: int | None
) -> list[Story]:
    """Return every way in which a column may end off by ``off``.

    If the paper counts another number of ``games``, one is missing or typed twice.
    """
    column = ColumnStories(lines, cells, off)
    missing_games = 0 if games is None else games - len(lines)
    shifted = [*column.missing()] if missing_games >= 0 else []
    shifted += [*column.doubled()] if missing_games <= 0 else []
    if missing_games and shifted:
        return shifted
    return [*column.wrong(), *column.elsewhere(), *shifted]


class ColumnStories:
    """The stories of a typed column that is off at its end."""

    def __init__(
        self, lines: Sequence[TypedLine], cells: Sequence[Cell], off: int
    ) -> None:
        self.lines = lines
        self.cells = cells
        self.off = off
        self.ours = {cell.line: cell.computed for cell in cells}
        self.whole = sum(cell.likely for cell in cells)

    def since(self, line: int) -> dict[int, int | None]:
        """Return the numbers of the paper if they are off from this line on."""
        return {row: ours + self.off * (row >= line) for row, ours in self.ours.items()}

    def by_number(self, line: int, step: int) -> dict[int, int | None]:
        """Return the numbers found by line number if rows moved from this line on."""
        moved = {row - step: ours + self.off for row, ours in self.ours.items()}
        return {
            row: ours if row < line else moved.get(row)
            for row, ours in self.ours.items()
        }

    def score(self, index: int) -> int:
        """Return what a game of this column counts."""
        before = self.cells[index - 1].computed if index else 0
        return self.cells[index].computed - before

    def wrong(self) -> Iterator[Story]:
        """Yield the story of a wrong number in each line."""
        for cell in self.cells:
            numbers = self.since(cell.line)
            weight = cell.likely / self.whole
            yield Story(Parting.VALUE, cell.line, weight, numbers, numbers, cell.line)

    def elsewhere(self) -> Iterator[Story]:
        """Yield the story of each game that the paper has in another column."""
        for index, cell in enumerate(self.cells):
            weight = ELSEWHERE / len(self.cells)
            if self.score(index) != -self.off:
                weight *= OTHERWISE
            numbers = self.since(cell.line) | {cell.line: None}
            yield Story(Parting.COLUMN, cell.line, weight, numbers, numbers, cell.line)

    def missing(self) -> Iterator[Story]:
        """Yield a game left out above each line; it shows at the next of the column.

        A line looked up by its number is found one row further down.
        """
        weight = MISSING / (len(self.lines) + 1)
        if self.off not in chances_by_score():
            weight *= OTHERWISE
        last_total = 0
        for line in self.lines:
            place = line.number
            later = [cell.line for cell in self.cells if cell.line >= place]
            if not later:
                break
            by_number = self.by_number(place, -1)
            if place in self.ours:
                by_number[place] = last_total + self.off
            yield Story(
                Parting.MISSING,
                later[0],
                weight,
                by_number,
                self.since(place),
                later[0],
            )
            last_total = self.ours.get(place, last_total)

    def doubled(self) -> Iterator[Story]:
        """Yield each line that may have been typed twice: it counts what is too much.

        A later line looked up by its number is found one row further up.
        """
        weight = DOUBLED / len(self.cells)
        for index, cell in enumerate(self.cells):
            if self.score(index) != -self.off:
                continue
            by_number = self.by_number(cell.line, 1)
            yield Story(
                Parting.DOUBLED,
                cell.line,
                weight,
                by_number,
                self.since(cell.line),
                cell.line,
            )
