"""A list as text, scored: each game with its result by the rules, or its faults."""

from collections import Counter
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring.game.codes import Problem
from scoring.game.games import Result
from scoring.game.seats import dealer_of
from scoring.game.written_games import PASSED_IN, WrittenGame
from scoring.house.rules import HouseRules
from scoring.notation.errors import NotationError
from scoring.notation.lists import ListItem, Strike, Substitution
from scoring.notation.reading import NotedLine
from scoring.playing.paper import check_value, paper_score
from scoring.playing.play import HouseLine, play
from tournaments.words.games import (
    check_text,
    notation_error_text,
    problem_text,
    refusal_text,
)


@dataclass(frozen=True, slots=True)
class LineFault:
    """A problem of a line or a question about it, as the output shows it."""

    line: int
    code: str
    message: str


@dataclass(slots=True, kw_only=True)
class ScoredGame:
    """A line of the list; without ``line`` it does not count.

    ``played`` is the line as it was played out, even one with problems; None if it
    could not be read.
    """

    number: int
    dealer: int
    item: ListItem
    entry: WrittenGame | None = None
    played: HouseLine | None = None
    line: HouseLine | None = None
    running: int | None = None
    faults: list[LineFault] = field(default_factory=list)

    @property
    def result(self) -> Result | None:
        return self.line.result if self.line else None

    @property
    def score(self) -> int | None:
        """The number written on paper; None for a Ramsch that writes several."""
        return paper_score(self.line) if self.line else None

    @property
    def questions(self) -> list[LineFault]:
        """The questions about a game that counts."""
        questions = self.line.questions if self.line else ()
        return [LineFault(self.item.line, q.value, problem_text(q)) for q in questions]

    def add_fault(self, code: str, message: str) -> None:
        self.faults.append(LineFault(self.item.line, code, message))


def scored_games(
    items: tuple[ListItem, ...], rules: HouseRules, players: int
) -> list[ScoredGame]:
    """Return every line of the list, each game with its result or its faults."""
    games = read_games(items, players)
    list_games = [game for game in games if is_game(game)]
    # An unreadable line keeps its place in the round.
    entries = [game.entry or PASSED_IN for game in list_games]
    points: Counter[int] = Counter()
    for game, line in zip(
        list_games, play(entries, rules, players=players), strict=True
    ):
        if game.entry is None:
            continue
        game.played = line
        for problem in line.problems:
            game.add_fault(problem.value, refusal_text(problem, game.entry))
        if not line.problems:
            game.line = line
            check_against_paper(game, points)
    return games


def read_games(items: tuple[ListItem, ...], players: int) -> list[ScoredGame]:
    """Return every line with its number and dealer, or the reason it is unreadable."""
    games: list[ScoredGame] = []
    count = 1
    is_struck = False
    for item in items:
        game = ScoredGame(number=count, dealer=dealer_of(count, players), item=item)
        games.append(game)
        content = item.content
        if isinstance(content, Strike):
            is_struck = True
        elif isinstance(content, Substitution):
            if content.place > players:
                unknown = Problem.DECLARER_NOT_AT_TABLE
                game.add_fault(unknown.value, problem_text(unknown))
        else:
            count += 1
            if is_struck:
                game.add_fault("struck", _("Time was up before this game."))
            elif isinstance(content, NotationError):
                code = f"unreadable-{content.code}"
                game.add_fault(code, notation_error_text(content))
            else:
                game.entry = content.entry
    return games


def is_game(game: ScoredGame) -> bool:
    """Tell whether a line is a game of the list; a struck one is not."""
    is_struck = any(fault.code == "struck" for fault in game.faults)
    return isinstance(game.item.content, NotedLine | NotationError) and not is_struck


PASSED_IN_COLUMN = 0
"""The key of the last column, in which passed-in games are counted (rules 4.1)."""


def check_against_paper(game: ScoredGame, points: Counter[int]) -> None:
    """Add the scores of a line to ``points`` and compare them with the paper."""
    content = game.item.content
    assert game.line is not None
    assert isinstance(content, NotedLine)
    for score in game.line.scores:
        points[score.place] += score.points
    writers = [score.place for score in game.line.scores]
    declarer = game.line.entry.declarer
    if declarer is None and len(writers) == 1:
        declarer = writers[0]
    game.running = None if declarer is None else points[declarer]
    kind, count = "running-total", game.running
    if not writers:
        points[PASSED_IN_COLUMN] += 1
        kind, count = "passed-in", points[PASSED_IN_COLUMN]
    checks = (
        ("check-value", check_value(game.line, content.check_value), game.score),
        (kind, content.check_running, count),
    )
    for code, paper, computed in checks:
        if paper is not None and computed is not None and paper != computed:
            game.add_fault(code, check_text(code, paper, computed))
