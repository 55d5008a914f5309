"""Drawing lots between people who share a place in a season, and cancelling them."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.seasons import services
from tournaments.seasons.models import Season, SeasonDraw
from tournaments.seasons.pages import editable_season
from tournaments.web.access import button_for, writer
from tournaments.web.answers import refusals_as_messages
from tournaments.web.numbers import whole_number
from tournaments.words.rights import Right


@button_for(Right.SEASONS)
def draw_lots(request: HttpRequest, pk: int) -> HttpResponse:
    season = editable_season(request, pk)
    words = request.POST.get("people", "").split(",")
    people = [number for word in words if (number := whole_number(word)) is not None]
    with refusals_as_messages(request):
        services.draw_season_lots(
            season=season,
            people=people,
            seed=str(secrets.randbelow(900_000) + 100_000),
            by=writer(request),
            today=timezone.localdate(),
        )
        messages.success(request, _("The lot has decided."))
    return redirect(season)


@button_for(Right.SEASONS)
def take_back_lots(request: HttpRequest, pk: int) -> HttpResponse:
    seasons = Season.objects.editable_by(request.user)
    draw = get_object_or_404(SeasonDraw, season__in=seasons, pk=pk)
    services.take_back_season_lots(draw=draw, by=writer(request))
    messages.success(request, _("The lot no longer counts."))
    return redirect(draw.season)
