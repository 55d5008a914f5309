"""Keeping the second list of a table (Gegenliste, rules 4.4)."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from scoring.notation import NotedLine
from tournaments.members.models import User
from tournaments.sheets.models import ScoreSheet, SecondList
from tournaments.sheets.services.writing import noted_with_levels, text_of


@transaction.atomic
def write_second_list(
    *, sheet: ScoreSheet, lines: Sequence[NotedLine], by: User
) -> SecondList:
    """Keep what the second list of the table says; a second typing takes its place.

    It is another reading of the same games and changes nothing on the list itself,
    so that a finished list may be compared as well.
    """
    text = "\n".join(text_of(noted_with_levels(noted)) for noted in lines)
    second, _created = SecondList.objects.update_or_create(
        sheet=sheet, defaults={"text": text, "at": timezone.now(), "by": by}
    )
    return second
