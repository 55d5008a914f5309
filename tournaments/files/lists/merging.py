"""Writing the chosen parts of an arrived list to the stored one, as one step."""

from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.notation.reading import NotedLine
from scoring.proof.arrivals import ListSide, ListState, merged_lines, places_that_differ
from tournaments.files.lists.comparing import ListComparison, trial_board
from tournaments.files.lists.documents import WHOLE_LIST
from tournaments.people.models import User
from tournaments.sheets.finishing.foot import FootRow, change_foot, foot_text
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
from tournaments.words.choices import Action, ArrivalDecision
from tournaments.words.games import problem_text

LONGEST_REASON = 300
FOOT, STRUCK = "foot", "struck"


def decided_sides(
    comparison: ListComparison,
    decision: ArrivalDecision,
    choices: Mapping[str, ListSide],
) -> Mapping[str, ListSide]:
    """Return the side to keep of each differing pair of lines, of foot and end.

    Raises ``ValidationError`` if the choices of a mix are incomplete.
    """
    names = [*(str(i) for i, pair in enumerate(comparison.pairs) if pair.differs)]
    names += [FOOT, STRUCK]
    if decision is ArrivalDecision.THERE:
        return dict.fromkeys(names, ListSide.THERE)
    sides = {name: choices[name] for name in names if name in choices}
    if places_that_differ(comparison.here, comparison.there) and FOOT not in sides:
        raise open_choice_refusal()
    sides = {FOOT: ListSide.HERE, STRUCK: ListSide.HERE} | sides
    if len(sides) < len(names):
        raise open_choice_refusal()
    return sides


def open_choice_refusal() -> ValidationError:
    """Return the refusal of a mix with incomplete choices."""
    return ValidationError(
        _("Please choose one of both wherever they differ."), code="open"
    )


def write_list(
    comparison: ListComparison,
    by: User,
    sides: Mapping[str, ListSide],
    *,
    reason: str,
    route: str,
) -> None:
    """Write the chosen lines, foot and end to the stored list, as one step."""
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
    lines = decided_lines(comparison, ledger, sides)
    is_struck = sides[STRUCK] is ListSide.THERE and comparison.there.is_struck
    is_struck = is_struck or ledger.sheet.cut_short
    require_possible(ledger, lines, is_struck)
    changes = write_lines(ledger, lines)
    changes += write_foot_numbers(
        ledger, comparison.there, overwrite=sides[FOOT] is ListSide.THERE
    )
    if is_struck and not ledger.sheet.cut_short and not ledger.is_full:
        save_strike(ledger.sheet, True)
        changes.append((Action.STRIKE, None, "", str(ledger.played)))
    write_step(ledger, by, changes, reason=reason[:LONGEST_REASON], route=route)


def decided_lines(
    comparison: ListComparison, ledger: Ledger, sides: Mapping[str, ListSide]
) -> list[NotedLine]:
    """Return the lines of the chosen sides."""
    sides_by_pair = {
        int(name): side for name, side in sides.items() if name.isdecimal()
    }
    games = comparison.document.games
    return [
        ledger.games[line - 1].as_noted()
        if side is ListSide.HERE
        else games[line - 1].noted
        for side, line in merged_lines(comparison.pairs, sides_by_pair)
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
        % {"number": row.number, "message": problem_text(problem)}
        for row in board.rows
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


def write_foot_numbers(
    ledger: Ledger, there: ListState, *, overwrite: bool
) -> list[Edit]:
    """Write the foot where it is empty here, or everywhere to ``overwrite`` it."""
    rows: list[tuple[FootRow, int | None, str]] = [
        (seat, seat.place, there.foot.get(seat.place, "")) for seat in ledger.seats
    ]
    rows.append((ledger.sheet, None, there.foot.get(WHOLE_LIST, "")))
    changes: list[Edit] = []
    for row, place, after in rows:
        if after and (overwrite or not foot_text(row)):
            changes += change_foot(row, place, after)
    return changes
