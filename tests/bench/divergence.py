"""First difference: how many questions it takes to name the line that is wrong."""

from collections.abc import Iterator
from random import Random

from scoring.chance.sampling import sample_list
from scoring.game.written_games import WrittenGame
from scoring.proof.divergence import (
    MOST_QUESTIONS,
    Ask,
    FirstDifference,
    column_of,
    next_question,
)
from scoring.proof.paper import TypedLine
from tests.bench.detective import TABLES
from tests.bench.rows import Row, Scale

OFF = 10  # game points by which the column is wrong from one line on


def measure_divergence(scale: Scale, seed: int) -> Iterator[Row]:
    """Spoil one running total in lists and answer until the line is found."""
    chance = Random(seed)
    questions, named, games = [], 0, []
    for index in range(scale.lists):
        players, length = TABLES[index % len(TABLES)]
        lines = typed(sample_list(seed + index, players, length))
        place = chance.randint(1, players)
        column = column_of(lines, place)
        if not column:
            continue
        wrong = chance.choice(column).line
        paper = {
            cell.line: cell.computed + OFF * (cell.line >= wrong) for cell in column
        }
        found, asked = ask(lines, place, paper)
        questions.append(asked)
        games.append(len(column))
        named += found.lines == (wrong,)
    sizes = f"{len(games)} columns of {min(games)} to {max(games)} games"
    yield Row(
        what="questions",
        sizes=sizes,
        measured=f"mean {sum(questions) / len(questions):.2f}, most {max(questions)}",
        target=f"most ≤ {MOST_QUESTIONS}",
        is_met=max(questions) <= MOST_QUESTIONS,
    )
    yield Row(
        what="the very line is named", sizes=sizes, measured=f"{named / len(games):.1%}"
    )


def typed(entries: tuple[WrittenGame, ...]) -> list[TypedLine]:
    """Return games as typed, with nothing else from the paper."""
    return [
        TypedLine(number=number, entry=entry) for number, entry in enumerate(entries, 1)
    ]


def ask(
    lines: list[TypedLine], place: int, paper: dict[int, int]
) -> tuple[FirstDifference, int]:
    """Answer from the paper; return what was found, after how many questions."""
    answers: dict[int, int | None] = {}
    final = list(paper.values())[-1]
    while True:
        step = next_question(lines, place, final=final, answers=answers)
        if isinstance(step, FirstDifference):
            return step, len(answers)
        if not isinstance(step, Ask):
            raise RuntimeError("the column is wrong, and nothing was found")
        answers[step.line] = paper[step.line]
