"""Helpers for the tests of events: finished lists, and points on a list."""

from django.urls import reverse
from django.utils import timezone

from tests.factories import EIGHT_GAMES, finish_list, make_sheet
from tournaments.sheets.models import Result, ScoreSheet
from tournaments.words.choices import SheetState


def finished_list(evening, by, games=EIGHT_GAMES, **named):
    sheet = make_sheet(evening=evening, **named)
    return finish_list(sheet, games, by=by)


def give_points(series, player, points, **more):
    """Give somebody points on a finished list of their own."""
    sheet = ScoreSheet.objects.create(
        series=series,
        table_number=series.sheets.count() + 1,
        code=f"P{series.pk}X{series.sheets.count()}",
        table_size=4,
        system=series.event.system,
        rounds=12,
        state=SheetState.FINISHED,
        finished_at=timezone.now(),
    )
    stint = {"place": 1, "first_game": 1, "last_game": 48}
    counts = {"game_points": points, "total": points, "won": 0, "lost": 0}
    return Result.objects.create(
        **{"sheet": sheet, "series": series, "player": player, "others_lost": 0},
        **stint,
        **counts | more,
    )


def page_of(evening, verb="detail", *more):
    return reverse(f"events:{verb}", args=[evening.pk, *more])
