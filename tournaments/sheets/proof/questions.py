"""What still has to be looked at on a list, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.proof.paper import FootDifference
from tournaments.sheets.board import SheetBoard
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Verdict
from tournaments.sheets.proof.evidence import list_oddities
from tournaments.words.formats import number
from tournaments.words.games import check_text, failure_text, problem_text
from tournaments.words.slips import FIELD_TEXT, radar_text


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """One thing to look at; without a line it concerns the foot of the paper.

    A hint does not prevent the list from being finished.
    """

    text: str
    line: int | None = None
    is_difference: bool = False
    is_hint: bool = False


def open_questions(
    ledger: Ledger, board: SheetBoard, objections: Iterable[Verdict]
) -> tuple[OpenQuestion, ...]:
    """Return what is open on the lines and, once they are all typed, at the foot."""
    questions = [objection_question(verdict) for verdict in objections]
    if not board.sheet.totals_only:
        questions += line_questions(board)
        questions += overruled_lines(board)
    if board.is_complete:
        questions += foot_questions(board)
        questions += oddity_hints(ledger, board)
    return tuple(questions)


def foot_questions(board: SheetBoard) -> list[OpenQuestion]:
    """Return how the foot of the paper differs, unless there is an explanation."""
    if board.explanation:
        return []
    texts = [difference_text(board, difference) for difference in board.differences]
    texts += [failure_text(failure) for failure in board.failures]
    return [OpenQuestion(text=text) for text in texts]


def objection_question(verdict: Verdict) -> OpenQuestion:
    """Return the objection of a second person as a question."""
    words = _("%(name)s: please look again.") % {"name": verdict.by}
    return OpenQuestion(line=verdict.line, text=f"{words} {verdict.remark}".strip())


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
        for row in (board.rows[number - 1] for number in board.open_lines)
    ]


def overruled_lines(board: SheetBoard) -> list[OpenQuestion]:
    """Return the lines on which a proposal was overruled without saying why."""
    return [
        OpenQuestion(
            line=row.number,
            text=" ".join(
                [
                    *map(problem_text, row.house.questions if row.house else ()),
                    _("Not what the rules propose: give the reason after a #."),
                ]
            ),
            is_hint=True,
        )
        for row in board.rows
        if row.needs_remark
    ]


def oddity_hints(ledger: Ledger, board: SheetBoard) -> list[OpenQuestion]:
    """Return what is unusual about the whole list."""
    if board.sheet.totals_only or board.sheet.is_finished:
        return []
    return [
        OpenQuestion(text=radar_text(oddity, board.names), is_hint=True)
        for oddity in list_oddities(ledger)
    ]


def difference_text(board: SheetBoard, difference: FootDifference) -> str:
    """Return how a number at the foot of the paper differs from the games."""
    numbers = {
        "name": board.names.get(difference.place or 0, ""),
        "field": FIELD_TEXT[difference.field],
        "paper": number(difference.paper),
        "computed": number(difference.computed),
    }
    if difference.place is None:
        text = _("%(field)s: %(paper)s on the paper, %(computed)s computed")
    else:
        text = _("%(name)s, %(field)s: %(paper)s on the paper, %(computed)s computed")
    return text % numbers
