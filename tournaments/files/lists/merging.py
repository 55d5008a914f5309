"""Writing an arrived list to the stored one, as one step."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.notation.reading import NotedLine
from scoring.proof.arrivals import ListState
from tournaments.files.lists.comparing import ListComparison, trial_board
from tournaments.files.lists.documents import WHOLE_LIST
from tournaments.people.models import User
from tournaments.sheets.finishing.foot import FootRow, change_foot
from tournaments.sheets.finishing.services import save_strike
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.refusals import ImpossibleLine
from tournaments.sheets.typing.edits import remove_at, replace_at
from tournaments.sheets.writing import (
    Edit,
    append_games,
    ledger_at_revision,
    line_text,
    new_game,
    stored_text,
    write_step,
)
from tournaments.words.choices import Action
from tournaments.words.games import refusal_text

LONGEST_REASON = 300


def write_list(
    comparison: ListComparison, by: User, *, reason: str, route: str
) -> None:
    """Put the arrived list in the place of the stored one, as one step."""
    if comparison.ledger is None:
        raise ValidationError(
            _("There is no list with this code here yet."), code="no-list"
        )
    sheet = comparison.ledger.sheet
    ledger = ledger_at_revision(sheet, sheet.revision)
    if ledger.sheet.totals_only:
        raise ImpossibleLine(
            _("Only the totals of this list are typed."), code="totals-only"
        )
    lines = arrived_lines(comparison, ledger)
    is_struck = comparison.there.is_struck or ledger.sheet.cut_short
    require_possible(ledger, lines, is_struck)
    changes = write_lines(ledger, lines)
    changes += write_foot_numbers(ledger, comparison.there)
    if is_struck and not ledger.sheet.cut_short and not ledger.is_full:
        save_strike(ledger.sheet, True)
        changes.append((Action.STRIKE, None, "", str(ledger.played)))
    write_step(ledger, by, changes, reason=reason[:LONGEST_REASON], route=route)


def arrived_lines(comparison: ListComparison, ledger: Ledger) -> list[NotedLine]:
    """Return the arrived lines; one that is here too keeps checks and remark."""
    games = comparison.document.games
    return [
        games[pair.there - 1].noted
        if pair.differs or pair.here is None
        else ledger.games[pair.here - 1].as_noted()
        for pair in comparison.pairs
        if pair.there is not None
    ]


def require_possible(
    ledger: Ledger, lines: Sequence[NotedLine], is_struck: bool
) -> None:
    """Refuse lines that are impossible on this list, naming all problems."""
    if len(lines) > ledger.sheet.games_planned:
        raise ImpossibleLine(
            _("The list is full: it has %(games)s games.")
            % {"games": ledger.sheet.games_planned},
            code="full",
        )
    board = trial_board(ledger, lines, {}, is_struck)
    problems = [
        _("Line %(number)s: %(message)s")
        % {"number": row.number, "message": refusal_text(problem, row.entry)}
        for row in board.rows
        if row.entry
        for problem in row.problems
    ]
    if problems:
        raise ImpossibleLine(problems)


def write_lines(ledger: Ledger, lines: Sequence[NotedLine]) -> list[Edit]:
    """Replace the lines of a locked list; return the edits for its history."""
    changes: list[Edit] = []
    while ledger.played > len(lines):
        changes += remove_at(ledger, ledger.played)
    for number, noted in enumerate(lines[: ledger.played], 1):
        if stored_text(ledger.games[number - 1]) != line_text(noted):
            changes += replace_at(ledger, number, noted)
    first = ledger.played + 1
    games = [
        new_game(ledger, number, noted)
        for number, noted in enumerate(lines[ledger.played :], first)
    ]
    return changes + append_games(ledger, games)


def write_foot_numbers(ledger: Ledger, there: ListState) -> list[Edit]:
    """Write what the arrived list says in its foot."""
    rows: list[tuple[FootRow, int | None, str]] = [
        (seat, seat.place, there.foot.get(seat.place, "")) for seat in ledger.seats
    ]
    rows.append((ledger.sheet, None, there.foot.get(WHOLE_LIST, "")))
    changes: list[Edit] = []
    for row, place, after in rows:
        if after:
            changes += change_foot(row, place, after)
    return changes
