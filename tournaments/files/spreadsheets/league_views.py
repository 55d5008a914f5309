"""Downloads of the league table and the single ranking."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from tournaments.files.spreadsheets.answers import spreadsheet_answer
from tournaments.files.spreadsheets.leagues import (
    division_spreadsheet,
    single_ranking_spreadsheet,
)
from tournaments.leagues.match_days.selectors import division_days
from tournaments.leagues.pages import readable_division
from tournaments.leagues.ranking.selectors import league_single_ranking
from tournaments.people.privacy.readers import for_everybody


@login_not_required
@require_GET
@for_everybody
def division_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    division = readable_division(request, pk)
    table = division_spreadsheet(division_days(division, user=request.user))
    name = slugify(f"{division.league} {division.name}") or f"division-{pk}"
    return spreadsheet_answer(table, name, kind)


@login_not_required
@require_GET
@for_everybody
def division_players_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    division = readable_division(request, pk)
    ranking = league_single_ranking(division, user=request.user)
    table = single_ranking_spreadsheet(ranking)
    name = slugify(f"{division.league} {division.name} players") or f"players-{pk}"
    return spreadsheet_answer(table, name, kind)
