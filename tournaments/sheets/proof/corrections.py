"""Applying an explanation of the detective: to the list, or to the paper."""

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
    """Apply the corrections of a suspect, as one step with ``reason``.

    Slips of the typist are corrected in their lines. For slips of the paper the list
    stays: the lines that disagree with it are accepted, and ``reason`` says why the
    foot may differ. Raises ``ListHasChanged`` if the list is no longer at ``revision``,
    ``ImpossibleLine``, and ``SheetIsFinished``.
    """
    ledger = ledger_for_writing(sheet)
    if ledger.sheet.revision != revision:
        raise ListHasChanged(
            _("The list has changed meanwhile; here is what explains it now."),
            code="changed",
        )
    reason = reason[:LONGEST_REASON]
    of_paper = [slip for slip in corrections if slip.remedy is Remedy.PAPER]
    of_lines = [slip for slip in corrections if slip.remedy is not Remedy.PAPER]
    edits: list[Edit] = []
    # From the last line up, so that the numbers of the other lines stay valid.
    for correction in sorted(of_lines, key=corrected_line, reverse=True):
        edits += REMEDIES[correction.remedy](ledger, correction)
    for correction in of_paper:
        edits += accept_rows(ledger, correction)
    if of_paper and board_of(ledger).differences:
        edits.append((Action.REASON, None, ledger.sheet.mismatch_reason, reason))
        save_reason(ledger.sheet, reason)
    update = write_step(ledger, by, edits, reason=reason)
    return replace(update, number=min(map(corrected_line, of_lines), default=None))


def is_of_paper(corrections: Sequence[Correction]) -> bool:
    """Return whether the paper is wrong, so that the list stays as it is."""
    return all(correction.remedy is Remedy.PAPER for correction in corrections)


def corrected_line(correction: Correction) -> int:
    """Return the line of a correction; of a missing game the last possible one."""
    line = correction.span[1] if correction.span else correction.line
    assert line is not None
    return line


def replace_line(ledger: Ledger, correction: Correction) -> list[Edit]:
    """Write the right game; the numbers of the paper beside it stay."""
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
    """Remove a line that was typed twice."""
    return remove_at(ledger, corrected_line(correction))


REMEDIES: dict[Remedy, Callable[[Ledger, Correction], list[Edit]]] = {
    Remedy.REPLACE: replace_line,
    Remedy.INSERT: insert_game,
    Remedy.DELETE: drop_double,
}


def accept_rows(ledger: Ledger, correction: Correction) -> list[Edit]:
    """Accept the lines on which the paper disagrees because of this slip.

    A wrong number in a row is carried on in the column of its player.
    """
    edits: list[Edit] = []
    for row in board_of(ledger).rows:
        if not row.differences or row.accepted or row.entry is None:
            continue
        before_slip = correction.line is not None and row.number < correction.line
        if before_slip or correction.place not in (None, row.entry.declarer):
            continue
        edits.append(accept_paper(ledger, row.number))
    return edits
