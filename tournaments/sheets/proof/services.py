"""Storing the second list of a table (Gegenliste, rules 4.4)."""

from collections.abc import Sequence
from itertools import zip_longest

from django.db import transaction
from django.utils import timezone

from scoring.notation.reading import NotedLine
from tournaments.people.models import User
from tournaments.sheets.models import Change, ScoreSheet, SecondList
from tournaments.sheets.writing import line_text
from tournaments.words.choices import Action

MOST_LINES = 200  # no list has more; the history names no later line
LONGEST = Change._meta.get_field("before").max_length


@transaction.atomic
def write_second_list(
    *, sheet: ScoreSheet, lines: Sequence[NotedLine], by: User
) -> SecondList:
    """Store the second list of the table, or replace it.

    It is another reading of the same games and changes nothing on the list itself, so
    that a finished list can be compared as well. If it is replaced, each changed line
    is recorded in the history of the list.
    """
    sheet = ScoreSheet.objects.select_for_update().get(pk=sheet.pk)
    # A phone that wrote it belongs to an older epoch now; it keeps unsent lines.
    sheet.store(second_epoch=sheet.second_epoch + 1)
    return store_second_list(sheet, [line_text(noted) for noted in lines], by=by)


def store_second_list(
    sheet: ScoreSheet, texts: Sequence[str], *, by: User | None
) -> SecondList:
    """Store the second list of a locked list; without ``by`` a phone has sent it.

    Lines that a phone appends are not recorded as changes.
    """
    present = SecondList.objects.filter(sheet=sheet).first()
    if present is not None:
        before = [line for line in present.text.split("\n") if line]
        compared = (
            len(before) if by is None and len(texts) > len(before) else len(texts)
        )
        record_second_list_changes(sheet, before, texts[:compared], by)
    second, _created = SecondList.objects.update_or_create(
        sheet=sheet,
        defaults={"text": "\n".join(texts), "at": timezone.now(), "by": by},
    )
    return second


def record_second_list_changes(
    sheet: ScoreSheet, before: Sequence[str], after: Sequence[str], by: User | None
) -> None:
    """Record each changed line of the second list in the history of the list.

    The list itself is the same, so its revision stays, and verdicts on it remain valid.
    Therefore the changes belong to its last step.
    """
    pairs = enumerate(zip_longest(before, after, fillvalue=""), 1)
    now = timezone.now()
    Change.objects.bulk_create(
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
        for number, (old, new) in pairs
        if old != new
    )
