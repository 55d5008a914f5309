"""Download of the standings."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from tournaments.events.pages import readable_event
from tournaments.events.standings.selectors import standings_of
from tournaments.files.spreadsheets.answers import spreadsheet_answer
from tournaments.files.spreadsheets.rules import with_rules
from tournaments.files.spreadsheets.standings import standings_spreadsheet
from tournaments.people.privacy.readers import for_everybody
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
