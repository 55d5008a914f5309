"""The games of a list in a file: shorthand, and marks it has no sign for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.game.written_games import with_implied_levels
from scoring.house.rules import HouseRules
from scoring.notation.errors import NotationError
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine, read_line
from scoring.notation.writing import write_line
from scoring.playing.line_checks import problems_in
from scoring.playing.play import play
from tournaments.files.event.sections import Json, Row
from tournaments.sheets.models import Game
from tournaments.words.games import notation_error_text, refusal_text


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of shorthand: its meaning, and the spelling of this program."""

    noted: NotedLine
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileGame:
    """One game of a file."""

    noted: NotedLine
    paper_wrong: bool = False
    skat_taken: bool | None = None


@lru_cache(maxsize=1 << 14)
def read_shorthand(text: str) -> ReadLine:
    """Read one line of shorthand with the levels it implies. Raises NotationError."""
    noted = read_line(text)
    noted = NotedLine(
        entry=with_implied_levels(noted.entry),
        check_value=noted.check_value,
        check_running=noted.check_running,
        remark=noted.remark,
    )
    return ReadLine(noted, write_line(noted, Spelling.LETTERS))


def game_item(game: Game) -> Json:
    """Return a stored game as the file has it: a text unless it has marks."""
    text = write_line(game.as_noted(), Spelling.LETTERS)
    if not game.paper_wrong and game.skat_taken is None:
        return text
    row: Row = {"line": text, "paper_wrong": game.paper_wrong}
    return row if game.skat_taken is None else row | {"skat_taken": game.skat_taken}


def read_game(item: Json) -> FileGame:
    """Return a game of the file. Raises NotationError."""
    if isinstance(item, str):
        return FileGame(noted=read_shorthand(item).noted)
    return FileGame(
        noted=read_shorthand(item["line"]).noted,
        paper_wrong=item.get("paper_wrong", False),
        skat_taken=item.get("skat_taken"),
    )


def canonical_game(item: Json) -> Json:
    """Return a game of the file as this program writes it. Raises NotationError."""
    if isinstance(item, str):
        return read_shorthand(item).text
    row = {**item, "line": read_shorthand(item["line"]).text}
    row.setdefault("paper_wrong", False)
    is_plain = not row["paper_wrong"] and "skat_taken" not in row
    return row["line"] if is_plain else row


def house_faults(
    items: Sequence[Json], rules: HouseRules, *, players: int
) -> list[str]:
    """Return for each line why house rules forbid it; empty if they do not."""
    try:
        entries = [read_game(item).noted.entry for item in items]
    except NotationError:
        return [line_fault(item, players=players, number=1, games=1) for item in items]
    return [
        " ".join(refusal_text(problem, line.entry) for problem in line.problems)
        for line in play(entries, rules, players=players)
    ]


def line_fault(item: Json, *, players: int, number: int, games: int) -> str:
    """Return why line ``number`` of a list cannot hold a game; empty if it can."""
    try:
        entry = read_game(item).noted.entry
    except NotationError as error:
        return notation_error_text(error)
    problems = problems_in(entry, players=players, number=number, games=games)
    return " ".join(refusal_text(problem, entry) for problem in problems)
