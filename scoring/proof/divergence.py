"""First difference: the line at which a player's column departs from the paper (M2).

The paper has a running total in the declarer's column of every game. If the last one
differs, a few others are asked for, and the line is found. The person asked may look
for the game or for the number printed beside it: where a line is missing or typed
twice, these are different rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from scoring.house.rules import OFFICIAL, HouseRules
from scoring.proof.detective.case.worth import line_worth, worth_under
from scoring.proof.paper import TypedLine
from scoring.proof.stories import Answers, Cell, Parting, Story, stories_of

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
