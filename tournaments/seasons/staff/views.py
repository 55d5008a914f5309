"""What the club alone reads of a season: tables of three, and how lists were kept."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.seasons.pages import editable_season
from tournaments.seasons.staff.selectors import behind_of
from tournaments.web.access import requires
from tournaments.words.rights import Right


@requires(Right.SEASONS)
@require_safe
def season_behind(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who sat in threes and whose lists needed corrections; staff only."""
    season = editable_season(request, pk)
    context = {
        "season": season,
        "behind": behind_of(season, user=request.user),
    }
    return render(request, "tournaments/seasons/staff/behind.html", context)
