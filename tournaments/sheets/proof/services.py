"""Keeping the second list of a table (Gegenliste, rules 4.4)."""

from collections.abc import Sequence
from itertools import zip_longest

from django.db import transaction
from django.utils import timezone

from scoring.notation.reading import NotedLine
from tournaments.people.models import User
from tournaments.sheets.models import Change, ScoreSheet, SecondList
from tournaments.sheets.writing import line_text
from tournaments.words.choices import Action

MOST_LINES = 200  # no list has more; a history names no line behind them
LONGEST = Change._meta.get_field("before").max_length


@transaction.atomic
def write_second_list(
    *, sheet: ScoreSheet, lines: Sequence[NotedLine], by: User
) -> SecondList:
    """Keep what the second list of the table says; a second typing takes its place.

    It is another reading of the same games and changes nothing on the list itself,
    so that a finished list may be compared as well. What a second typing changes
    stands line by line in the history of the list.
    """
    sheet = ScoreSheet.objects.select_for_update().get(pk=sheet.pk)
    # A phone that kept it belongs to an older epoch, keeps what waits and decides.
    sheet.second_epoch += 1
    sheet.save(update_fields=["second_epoch"])
    return store_second_list(sheet, [line_text(noted) for noted in lines], by=by)


def store_second_list(
    sheet: ScoreSheet, texts: Sequence[str], *, by: User | None
) -> SecondList:
    """Store the second list of a locked list; ``by`` nobody is a phone at the table.

    What a phone adds line by line is no change of a typed list.
    """
    kept = SecondList.objects.filter(sheet=sheet).first()
    if kept is not None:
        before = [line for line in kept.text.split("\n") if line]
        added = len(before) if by is None and len(texts) > len(before) else len(texts)
        record_second_list_changes(sheet, before, texts[:added], by)
    second, _created = SecondList.objects.update_or_create(
        sheet=sheet,
        defaults={"text": "\n".join(texts), "at": timezone.now(), "by": by},
    )
    return second


def record_second_list_changes(
    sheet: ScoreSheet, before: Sequence[str], after: Sequence[str], by: User | None
) -> None:
    """Write every line that a second typing changes into the history of the list.

    The revision of the list stays, and with it the word of a second person: the list
    itself is the same. So the changes go with the last step there was.
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
