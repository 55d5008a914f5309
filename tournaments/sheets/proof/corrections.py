"""Applying what the detective found: a correction of the list, or of the paper."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.notation.reading import NotedLine
from scoring.proof.detective.slips.kinds import Correction, Remedy
from tournaments.people.models import User
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.foot import save_reason
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.refusals import ListHasChanged
from tournaments.sheets.typing.edits import accept_paper, remove_at, replace_at
from tournaments.sheets.typing.services import insert_checked
from tournaments.sheets.writing import (
    Edit,
    SheetUpdate,
    check_line,
    ledger_for_writing,
    write_step,
)
from tournaments.words.choices import Action

LONGEST_REASON = 300


@transaction.atomic
def apply_corrections(
    *,
    sheet: ScoreSheet,
    by: User,
    corrections: Sequence[Correction],
    revision: int,
    reason: str,
) -> SheetUpdate:
    """Put right what the detective found, as one step with ``reason``.

    Slips of the one who typed change their lines. For slips of the paper the list
    stays: the lines that disagree with it are accepted, and ``reason`` becomes the
    reason why the foot may differ. Raises ``ListHasChanged`` when the list is not at
    ``revision`` any more, ``ImpossibleLine`` for a line that cannot be, and
    ``SheetIsFinished``.
    """
    ledger = ledger_for_writing(sheet)
    if ledger.sheet.revision != revision:
        raise ListHasChanged(
            _("The list has changed meanwhile; here is what explains it now."),
            code="changed",
        )
    reason = reason[:LONGEST_REASON]
    of_lines = [each for each in corrections if each.remedy is not Remedy.PAPER]
    of_paper = [each for each in corrections if each.remedy is Remedy.PAPER]
    edits: list[Edit] = []
    # From the last line up, so that the numbers of the others stay true.
    for correction in sorted(of_lines, key=corrected_line, reverse=True):
        edits += REMEDIES[correction.remedy](ledger, correction)
    for correction in of_paper:
        edits += accept_rows(ledger, correction)
    if of_paper and board_of(ledger).differences:
        edits.append((Action.REASON, None, ledger.sheet.mismatch_reason, reason))
        save_reason(ledger.sheet, reason)
    number = min((corrected_line(each) for each in of_lines), default=None)
    return write_step(ledger, by, edits, number, reason=reason)


def is_of_paper(corrections: Sequence[Correction]) -> bool:
    """Return whether the paper is wrong, so that the list stays as it is."""
    return all(correction.remedy is Remedy.PAPER for correction in corrections)


def corrected_line(correction: Correction) -> int:
    """Return the line that a correction changes; a missing game the last it may be."""
    line = correction.span[1] if correction.span else correction.line
    assert line is not None
    return line


def replace_line(ledger: Ledger, correction: Correction) -> list[Edit]:
    """Write the game that was meant; what the paper says beside it stays."""
    number = corrected_line(correction)
    assert correction.after is not None
    noted = replace(ledger.games[number - 1].as_noted(), entry=correction.after)
    check_line(ledger, noted, number)
    return replace_at(ledger, number, noted)


def insert_game(ledger: Ledger, correction: Correction) -> list[Edit]:
    """Write the missing game between two lines."""
    assert correction.after is not None
    noted = NotedLine(entry=correction.after)
    return insert_checked(ledger, corrected_line(correction), noted)


def drop_double(ledger: Ledger, correction: Correction) -> list[Edit]:
    """Take a line out that was typed twice."""
    return remove_at(ledger, corrected_line(correction))


REMEDIES: dict[Remedy, Callable[[Ledger, Correction], list[Edit]]] = {
    Remedy.REPLACE: replace_line,
    Remedy.INSERT: insert_game,
    Remedy.DELETE: drop_double,
}


def accept_rows(ledger: Ledger, correction: Correction) -> list[Edit]:
    """Accept the lines on which the paper disagrees because of this slip.

    A wrong number in a row runs on through the column of its player.
    """
    changes: list[Edit] = []
    for row in board_of(ledger).rows:
        if not row.differences or row.accepted or row.entry is None:
            continue
        before_slip = correction.line is not None and row.number < correction.line
        if before_slip or correction.place not in (None, row.entry.declarer):
            continue
        changes.append(accept_paper(ledger, row.number))
    return changes
