"""Storing the second list of a table (Gegenliste, rules 4.4)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest

from django.db import transaction
from django.utils import timezone

from scoring.notation.reading import NotedLine
from scoring.proof.detective.slips.kinds import Correction, Remedy
from tournaments.people.models import User
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import save_reason
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import Change, ScoreSheet, SecondList
from tournaments.sheets.typing.services import (
    accept_paper,
    insert_checked,
    remove_at,
    replace_at,
)
from tournaments.sheets.writing import (
    Edit,
    SheetUpdate,
    check_line,
    ledger_at_revision,
    line_text,
    write_step,
)
from tournaments.words.choices import Action

MOST_LINES = 200  # no list has more; the history names no later line
LONGEST = Change._meta.get_field("before").max_length


@transaction.atomic
def write_second_list(
    *, sheet: ScoreSheet, lines: Sequence[NotedLine], by: User
) -> SecondList:
    """Store the second list of the table, or replace it.

    It is another reading of the same games and changes nothing on the list itself, so
    that a finished list can be compared as well.
    """
    sheet = ScoreSheet.objects.select_for_update().get(pk=sheet.pk)
    # A phone that wrote it belongs to an older epoch now; it keeps unsent lines.
    sheet.store(second_epoch=sheet.second_epoch + 1)
    return store_second_list(sheet, [line_text(noted) for noted in lines], by=by)


def store_second_list(
    sheet: ScoreSheet, texts: Sequence[str], *, by: User | None
) -> SecondList:
    """Store the second list of a locked list; without ``by`` a phone has sent it.

    Each changed line is recorded in the history of the list, but not those that a phone
    appends.
    """
    now = timezone.now()
    present = SecondList.objects.filter(sheet=sheet).first()
    if present is not None:
        before = [line for line in present.text.split("\n") if line]
        after = texts if by else texts[: len(before)]
        # The list itself is the same, so its revision stays, and verdicts on it remain
        # valid: the changes belong to its last step.
        changes = (
            Change(
                sheet=sheet,
                step=max(1, sheet.revision),
                at=now,
                by=by,
                action=Action.SECOND,
                number=number if number <= MOST_LINES else None,
                before=old[:LONGEST],
                after=new[:LONGEST],
            )
            for number, (old, new) in enumerate(
                zip_longest(before, after, fillvalue=""), 1
            )
            if old != new
        )
        Change.objects.bulk_create(changes)
    second, _created = SecondList.objects.update_or_create(
        sheet=sheet, defaults={"text": "\n".join(texts), "at": now, "by": by}
    )
    return second


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
    ledger = ledger_at_revision(sheet, revision)
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


REMEDIES: dict[Remedy, Callable[[Ledger, Correction], list[Edit]]] = {
    Remedy.REPLACE: replace_line,
    Remedy.INSERT: insert_game,
    Remedy.DELETE: lambda ledger, slip: remove_at(ledger, corrected_line(slip)),
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
