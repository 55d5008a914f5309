"""Lists that may be deleted because nobody ever wrote on them."""

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.sheets.models import Change, Game, ScoreSheet
from tournaments.words.choices import Action, SheetState


def untouched_sheets() -> QuerySet[ScoreSheet]:
    """Return the lists on which nothing was written; their seats may have changed."""
    written = Change.objects.filter(sheet=OuterRef("pk")).exclude(action=Action.SEATS)
    return ScoreSheet.objects.filter(
        ~Exists(Game.objects.filter(sheet=OuterRef("pk"))),
        ~Exists(written),
        state=SheetState.EMPTY,
        second_list__isnull=True,
        verdicts__isnull=True,
    )
