"""Helpers for the tests of events: finished lists, and points without a list."""

from django.urls import reverse
from django.utils import timezone

from tests.factories import EIGHT_GAMES, finish_list, make_sheet
from tournaments.events.models import Adjustment


def finished_list(evening, by, games=EIGHT_GAMES, **named):
    sheet = make_sheet(evening=evening, **named)
    return finish_list(sheet, games, by=by)


def give_points(series, player, points, by, **more):
    """Give somebody points without a list, as the referee may."""
    return Adjustment.objects.create(
        series=series,
        player=player,
        points=points,
        reason="gespielt",
        decided_by="Erika",
        at=timezone.now(),
        by=by,
        **more,
    )


def page_of(evening, verb="detail", *more):
    return reverse(f"events:{verb}", args=[evening.pk, *more])
