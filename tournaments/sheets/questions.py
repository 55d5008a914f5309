"""What somebody still has to look at on a list, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.checks import Difference
from scoring.paper import FootField
from tournaments.formats import number
from tournaments.labels import check_text, failure_text, problem_text
from tournaments.sheets.board import SheetBoard

FOOT_WORDS = {
    FootField.GAMES: gettext_lazy("games"),
    FootField.PASSED_IN: gettext_lazy("passed in"),
    FootField.GAME_POINTS: gettext_lazy("game points"),
    FootField.WON: gettext_lazy("won"),
    FootField.LOST: gettext_lazy("lost"),
    FootField.OTHERS_LOST: gettext_lazy("lost games of the others"),
    FootField.TOTAL: gettext_lazy("total points"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """One thing to look at; without a line it concerns the foot of the paper."""

    text: str
    line: int | None = None
    is_difference: bool = False


def open_questions(board: SheetBoard) -> tuple[OpenQuestion, ...]:
    """Return what is open on the lines, and once they are all typed at the foot."""
    found = [] if board.sheet.totals_only else list(line_questions(board))
    if board.is_complete:
        found += [OpenQuestion(text=foot_text(board, d)) for d in board.differences]
        found += [OpenQuestion(text=failure_text(f)) for f in board.failures]
    return tuple(found)


def line_questions(board: SheetBoard) -> list[OpenQuestion]:
    """Return what is open on the lines of the list."""
    return [
        OpenQuestion(
            line=row.number,
            text=" ".join(
                [
                    *(problem_text(problem) for problem in row.problems),
                    *(check_text(d.kind, d.paper, d.computed) for d in row.differences),
                ]
            ),
            is_difference=bool(row.differences),
        )
        for row in board.rows
        if row.is_open
    ]


def foot_text(board: SheetBoard, difference: Difference) -> str:
    """Return how a number at the foot of the paper differs from the games."""
    names = {column.place: column.name for column in board.columns}
    numbers = {
        "name": names.get(difference.place or 0, ""),
        "field": FOOT_WORDS[difference.field],
        "paper": number(difference.paper),
        "computed": number(difference.computed),
    }
    if difference.place is None:
        text = _("%(field)s: %(paper)s on the paper, %(computed)s typed")
    else:
        text = _("%(name)s, %(field)s: %(paper)s on the paper, %(computed)s typed")
    return text % numbers
