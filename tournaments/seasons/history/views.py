"""The history of a season: who changed what, and when."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.seasons.history.selectors import season_changes
from tournaments.seasons.pages import readable_season


@require_safe
def season_history(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    context = {
        "season": season,
        "changes": season_changes(season),
    }
    return render(request, "tournaments/seasons/history/season_history.html", context)
