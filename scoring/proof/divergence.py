"""First difference: at which line a player's column leaves the paper (M2).

The paper has a running total in the declarer's column of every game. If the
last one differs, a few others are asked for by halving, and the line is found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.house.rules import OFFICIAL, HouseRules
from scoring.proof.detective.worth import of_line, worth_under
from scoring.proof.paper import TypedLine

MOST_QUESTIONS = 4
"""Enough to name the line among 16 games of one player: 2 to the power of 4."""

# How likely a line is the first wrong one, beside one of which nothing is known.
VALUE_AGREES = 0.1  # the writer can still have added wrongly
VALUE_DIFFERS = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Ask for the running total behind ``line``; ``computed`` is what we have.

    ``left`` is the number of questions that may come, this one included.
    """

    line: int
    computed: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The first difference is in one of ``lines``: one line up to 16 games.

    With ``no_cell`` the paper has no number there: the game stands in another
    column. With ``or_foot`` the last running total was not asked for, so it may
    also have been copied wrongly into the foot. A game that was left out shows
    at the next line of its player. No lines: he has no typed game at all.
    """

    lines: tuple[int, ...]
    no_cell: bool = False
    or_foot: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One running total of a column: the line, ours, and what we know of it."""

    line: int
    computed: int
    likely: float


def column_of(
    lines: Sequence[TypedLine],
    place: int,
    rules: HouseRules = OFFICIAL,
    players: int = 4,
) -> list[Cell]:
    """Return the running totals of one place as computed, one for each game.

    Under house rules a place writes in games of others, too: in a Ramsch.
    """
    cells: list[Cell] = []
    running = 0
    worth = worth_under(rules, players)
    for line in lines:
        own = [s.points for s in of_line(line, worth).scores if s.place == place]
        if not own:
            continue
        score = own[0]
        running += score
        likely = 1.0
        if line.value is not None:
            likely = VALUE_AGREES if line.value == score else VALUE_DIFFERS
        cells.append(Cell(line=line.number, computed=running, likely=likely))
    return cells


def next_question(
    lines: Sequence[TypedLine],
    place: int,
    *,
    final: int | None,
    answers: Mapping[int, int | None],
    rules: HouseRules = OFFICIAL,
    players: int = 4,
) -> Ask | Found | None:
    """Return what to ask next about the column of ``place``, or what was found.

    ``final`` are the game points in the foot of the paper. ``answers`` has the
    running total of the paper by line, as far as it was asked for; None says
    that the paper has no number there. Running totals that were typed with the
    lines count as known without a question. None: nothing differs. ``rules`` and
    ``players`` say who writes how much in a line.

    Up to 16 games of a player it takes at most four questions, whatever the
    answers; with more the last answer leaves a range: one line in 16 of them.
    """
    cells = column_of(lines, place, rules, players)
    known = {
        line.number: line.running
        for line in lines
        if line.running is not None and line.entry.declarer in (None, place)
    }
    paper: dict[int, int | None] = {**known, **answers}
    for cell in cells:
        if cell.line in paper and paper[cell.line] is None:
            return Found(lines=(cell.line,), no_cell=True)
    span = doubtful(cells, paper, final)
    if span is None:
        return None
    first, last, or_foot = span
    left = MOST_QUESTIONS - len(answers)
    if last - first <= 1 or left <= 0:
        found = tuple(cell.line for cell in cells[first:last])
        return Found(lines=found, or_foot=or_foot)
    asked = cells[split(cells, first, last, left)]
    return Ask(line=asked.line, computed=asked.computed, left=left)


def doubtful(
    cells: Sequence[Cell], paper: Mapping[int, int | None], final: int | None
) -> tuple[int, int, bool] | None:
    """Return the span of games in which the first difference lies.

    As indexes, the last one excluded, and whether only the foot is known to
    differ at its end. None if no known number differs.
    """
    agrees = [
        paper[cell.line] == cell.computed if cell.line in paper else None
        for cell in cells
    ]
    computed = cells[-1].computed if cells else 0
    or_foot = False not in agrees
    if or_foot and (final is None or final == computed):
        return None
    last = len(cells) if or_foot else agrees.index(False) + 1
    right = [index for index in range(last) if agrees[index]]
    first = right[-1] + 1 if right else 0
    return first, last, or_foot


def split(cells: Sequence[Cell], first: int, last: int, left: int) -> int:
    """Return the index of the game to ask about.

    As near to half of the likelihood as possible, but never so that the longer
    part could not be settled with the questions that are left.
    """
    games = last - first
    settled = 1 << (left - 1)
    shortest = max(1, games - settled)
    longest = min(games - 1, settled)
    if shortest > longest:
        return first + (games + 1) // 2 - 1
    whole = sum(cell.likely for cell in cells[first:last])

    def unevenness(count: int) -> tuple[float, int]:
        part = sum(cell.likely for cell in cells[first : first + count])
        return abs(2 * part - whole), abs(2 * count - games)

    count = min(range(shortest, longest + 1), key=unevenness)
    return first + count - 1
