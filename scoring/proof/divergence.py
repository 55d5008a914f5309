"""First difference: the line at which a player's column departs from the paper (M2).

The paper has a running total in the declarer's column of every game. If the last one
differs, a few others are asked for, and the line is found. The person asked may look
for the game or for the number printed beside it: where a line is missing or typed
twice, these are different rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log2

from scoring.chance.odds import chances_by_score
from scoring.house.rules import OFFICIAL, HouseRules
from scoring.proof.detective.case import line_worth, worth_under
from scoring.proof.paper import TypedLine

# How likely it is that a game is missing, typed twice or in another column, relative to
# a wrong number in any line; and that a number differs by something else.
MISSING, DOUBLED, ELSEWHERE = 0.4, 0.4, 0.4
OTHERWISE = 0.01
UNTHINKABLE = 1e-6


class Parting(StrEnum):
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


MOST_QUESTIONS = 5
"""Four name the line among 16 games of one player; one more tells if rows moved."""

# How likely a line is the first wrong one, relative to one without a typed value.
VALUE_AGREES = 0.3  # the writer can still have added wrongly
VALUE_DIFFERS = 10.0

SURE = 0.99
AS_LIKELY = 0.1  # of the likeliest: such a line is named as well
THINKABLE = 1e-5  # less than this does not count


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Ask for the running total after ``line``; ``computed`` is our number.

    ``left`` is the number of questions that may come, this one included.
    """

    line: int
    computed: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDifference:
    """The first difference is in one of ``lines``: one line for up to 16 games.

    ``parting`` says why: a number is wrong, the game is in another column, the line was
    typed twice, or one is missing above it. With ``or_foot`` the last running total was
    not asked for, so it may also have been copied wrongly into the foot. Without lines
    the player has no typed game at all.
    """

    lines: tuple[int, ...]
    parting: Parting = Parting.VALUE
    or_foot: bool = False


def column_of(
    lines: Sequence[TypedLine],
    place: int,
    rules: HouseRules = OFFICIAL,
    players: int = 4,
) -> list[Cell]:
    """Return the running totals of one place as computed, one for each game.

    Under house rules a place also writes in games of others: in a Ramsch.
    """
    cells: list[Cell] = []
    running = 0
    worth = worth_under(rules, players)
    for line in lines:
        points = [s.points for s in line_worth(line, worth).scores if s.place == place]
        if not points:
            continue
        score = points[0]
        running += score
        weight = 1.0
        if line.value is not None:
            weight = VALUE_AGREES if line.value == score else VALUE_DIFFERS
        cells.append(Cell(line=line.number, computed=running, likely=weight))
    return cells


def next_question(
    lines: Sequence[TypedLine],
    place: int,
    *,
    final: int | None,
    answers: Answers,
    rules: HouseRules = OFFICIAL,
    players: int = 4,
    games: int | None = None,
) -> Ask | FirstDifference | None:
    """Return the next question about the column of ``place``, or the first difference.

    ``final`` are the game points in the foot of the paper, ``games`` how many games it
    counts. ``answers`` has the running total of the paper by line, as far as it was
    asked for; None says that the paper has no number there. Running totals that were
    typed with the lines count as known without a question. None: nothing differs. Up to
    16 games of a player it takes at most five questions; with more the last answer may
    leave a range.
    """
    cells = column_of(lines, place, rules, players)
    typed_numbers = {
        line.number: line.running
        for line in lines
        if line.running is not None and line.entry.declarer in (None, place)
    }
    known: Answers = {**typed_numbers, **answers}
    ours = {cell.line: cell.computed for cell in cells}
    differs = [line for line in ours if line in known and known[line] != ours[line]]
    if not differs and final in (None, cells[-1].computed if cells else 0):
        return None
    if not cells:
        return FirstDifference(lines=(), or_foot=True)
    off = final - cells[-1].computed if final is not None else 0
    stories = stories_of(lines, cells, off or _last_off(differs, known, ours), games)
    likely = likely_stories(stories, known, ours)
    left = MOST_QUESTIONS - len(answers)
    line = best_question(likely, [line for line in ours if line not in known], left)
    if line is None or left <= 0:
        return first_difference(likely, or_foot=not differs)
    return Ask(line=line, computed=ours[line], left=left)


def _last_off(differs: Sequence[int], known: Answers, ours: dict[int, int]) -> int:
    """Return by how much the last known number of the paper differs."""
    answered = [line for line in differs if known[line] is not None]
    return (known[answered[-1]] or 0) - ours[answered[-1]] if answered else 0


LikelyStories = list[tuple[float, Story]]


def likely_stories(
    stories: Sequence[Story], known: Answers, ours: dict[int, int]
) -> LikelyStories:
    """Return the stories with their weights after the answers."""
    weighed = []
    for story in stories:
        weight = story.weight
        for line, computed in ours.items():
            if line in known:
                weight *= story.fits(line, known[line], computed)
        weighed.append((weight, story))
    whole = sum(weight for weight, _ in weighed)
    likely = [(weight / whole, story) for weight, story in weighed]
    return [pair for pair in likely if pair[0] > THINKABLE]


def by_line(likely: LikelyStories) -> dict[int, float]:
    """Return how likely each line is."""
    lines: dict[int, float] = {}
    for weight, story in likely:
        lines[story.line] = lines.get(story.line, 0.0) + weight
    return lines


def best_question(likely: LikelyStories, rows: Sequence[int], left: int) -> int | None:
    """Return the row whose number tells most; None if one line is certain, or no row.

    Never one after which the remaining lines could not be settled any more.
    """
    lines = by_line(likely)
    if max(lines.values()) >= SURE or len(lines) == 1:
        return None
    settled = 1 << max(0, left - 1)
    doubts = {}
    for row in rows:
        lines_above = sum(line <= row for line in lines)
        if max(lines_above, len(lines) - lines_above) <= settled:
            doubts[row] = doubt_after(likely, row)
    doubts = doubts or {row: doubt_after(likely, row) for row in rows}
    best = min(doubts, key=lambda row: doubts[row], default=None)
    if best is None or doubts[best] >= doubt(lines) - THINKABLE:
        return None
    return best


def doubt_after(likely: LikelyStories, row: int) -> float:
    """Return how much doubt about the line a row's number leaves on average."""
    cases: dict[int | None, dict[int, float]] = {}
    for weight, story in likely:
        for answer in (story.by_number[row], story.by_game[row]):
            lines = cases.setdefault(answer, {})
            lines[story.line] = lines.get(story.line, 0.0) + weight / 2
    return sum(doubt(lines) for lines in cases.values())


def doubt(lines: dict[int, float]) -> float:
    """Return the doubt about which line it is, times how likely these are at all."""
    whole = sum(lines.values())
    return sum(weight * log2(whole / weight) for weight in lines.values() if weight)


def first_difference(likely: LikelyStories, *, or_foot: bool) -> FirstDifference:
    """Return the likeliest line, or the lines that are about as likely."""
    lines = by_line(likely)
    best = max(lines.values())
    tied = sorted(line for line, weight in lines.items() if weight >= AS_LIKELY * best)
    _, story = max(likely, key=lambda pair: (pair[1].line in tied, pair[0]))
    return FirstDifference(lines=tuple(tied), parting=story.parting, or_foot=or_foot)
