"""Downloads of the season table and the all-time table."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from tournaments.careers.views import requested_ranking
from tournaments.files.spreadsheets.all_time import all_time_spreadsheet
from tournaments.files.spreadsheets.answers import spreadsheet_answer
from tournaments.files.spreadsheets.seasons import season_spreadsheet
from tournaments.people.privacy.readers import for_everybody
from tournaments.seasons.pages import readable_season
from tournaments.seasons.selectors import season_table


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
