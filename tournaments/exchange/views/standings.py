"""The standings to take away."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from tournaments.competitions.models import Competition
from tournaments.competitions.selectors import standings_of
from tournaments.exchange.standings import standings_spreadsheet
from tournaments.exchange.views.files import spreadsheet_answer


@login_not_required
@require_GET
def standings(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    competition = get_object_or_404(Competition.objects.visible_to(request.user), pk=pk)
    table = standings_spreadsheet(standings_of(competition))
    return spreadsheet_answer(table, competition.slug, kind)
