"""The history of a season: who changed what, and when."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import may_write
from tournaments.leagues.selectors import season_changes
from tournaments.leagues.views.pages import readable_season


@require_safe
def season_history(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    context = {
        "season": season,
        "changes": season_changes(season),
        "may_write": may_write(request),
    }
    return render(request, "tournaments/leagues/season_history.html", context)
