"""Downloads of tables and rankings."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from tournaments.careers.views import requested_ranking
from tournaments.events.pages import readable_event
from tournaments.events.standings.selectors import standings_of
from tournaments.files.spreadsheets.rankings import (
    all_time_spreadsheet,
    division_spreadsheet,
    season_spreadsheet,
    single_ranking_spreadsheet,
    standings_spreadsheet,
    with_rules,
)
from tournaments.files.spreadsheets.spreadsheets import spreadsheet_answer
from tournaments.leagues.match_days.selectors import division_days
from tournaments.leagues.models import Division
from tournaments.leagues.pages import readable
from tournaments.leagues.ranking import league_single_ranking
from tournaments.people.audience import for_everybody
from tournaments.seasons.selectors import season_table
from tournaments.seasons.views import readable_season
from tournaments.words.choices import Ranking


@login_not_required
@require_GET
@for_everybody
def standings_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    event = readable_event(request, pk)
    ranking = request.GET.get("ranking") or Ranking.SINGLE
    try:
        standings = standings_of(event, ranking=ranking)
    except KeyError as unknown:
        raise Http404 from unknown
    name = event.slug
    if ranking != Ranking.SINGLE:
        name = f"{name}-{ranking}"
    table = with_rules(standings_spreadsheet(standings), event)
    return spreadsheet_answer(table, name, kind)


@login_not_required
@require_GET
@for_everybody
def season_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    spreadsheet = season_spreadsheet(table)
    return spreadsheet_answer(spreadsheet, slugify(season.name) or f"season-{pk}", kind)


@login_not_required
@require_GET
@for_everybody
def all_time_file(request: HttpRequest, kind: str) -> HttpResponse:
    _form, table = requested_ranking(request)
    return spreadsheet_answer(all_time_spreadsheet(table), "all-time", kind)


@login_not_required
@require_GET
@for_everybody
def division_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    division = readable(request, Division, pk)
    table = division_spreadsheet(division_days(division, user=request.user))
    name = slugify(f"{division.league} {division.name}") or f"division-{pk}"
    return spreadsheet_answer(table, name, kind)


@login_not_required
@require_GET
@for_everybody
def division_players_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    division = readable(request, Division, pk)
    ranking = league_single_ranking(division, user=request.user)
    table = single_ranking_spreadsheet(ranking)
    name = slugify(f"{division.league} {division.name} players") or f"players-{pk}"
    return spreadsheet_answer(table, name, kind)
