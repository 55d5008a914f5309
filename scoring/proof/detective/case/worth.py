"""What a line is worth in this list, as it is or as it may have been meant."""

from collections.abc import Callable

from scoring.game.written_games import WrittenGame
from scoring.house.rules import HouseRules
from scoring.playing.rounds import Turn
from scoring.playing.scorer import scorer
from scoring.playing.scores import LineScore
from scoring.proof.paper import PaperFoot, TypedLine

Worth = Callable[[WrittenGame, Turn, int], LineScore]
"""Takes a game, the round it is in and its number."""


def worth_in(foot: PaperFoot) -> Worth:
    """Return the function that scores games by the rules of this paper."""
    return worth_under(foot.rules, foot.players)


def worth_under(rules: HouseRules, players: int) -> Worth:
    """Return the function that scores games; a slip changes no round of other lines."""
    anywhere = scorer(rules, players).score_moved_line

    def worth(entry: WrittenGame, turn: Turn, number: int) -> LineScore:
        return anywhere(entry, turn.kind, number)

    return worth


def line_worth(line: TypedLine, worth: Worth) -> LineScore:
    """Return what a typed line is worth."""
    return worth(line.entry, line.turn, line.number)


def own_cell(scored: LineScore) -> tuple[int, int] | None:
    """Return place and points of the one cell that a row has for its value.

    None if it was passed in or several wrote in a Ramsch.

    >>> own_cell(LineScore())
    """
    if len(scored.scores) == 1:
        return scored.scores[0].place, scored.scores[0].points
    cells = [(s.place, s.points) for s in scored.scores if s.won is not None]
    return cells[0] if cells else None


def cell_points(scored: LineScore) -> int:
    """Return what a row has in its cell for the value; 0 without one."""
    cell = own_cell(scored)
    return cell[1] if cell else 0
