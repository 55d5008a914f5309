"""The season table to take away."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from tournaments.exchange.seasons import season_spreadsheet
from tournaments.exchange.views.files import spreadsheet_answer
from tournaments.leagues.selectors import season_table
from tournaments.leagues.views.pages import readable_season


@login_not_required
@require_GET
def season(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    found = readable_season(request, pk)
    table = season_spreadsheet(season_table(found, today=timezone.localdate()))
    return spreadsheet_answer(table, slugify(found.name) or f"season-{pk}", kind)
