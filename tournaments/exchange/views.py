"""Files to take away."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_GET

from tournaments.competitions.models import Competition
from tournaments.competitions.selectors import standings_of
from tournaments.exchange.spreadsheets import FileKind, file_of
from tournaments.exchange.standings import standings_spreadsheet


@login_not_required
@require_GET
def standings(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    if kind not in set(FileKind):
        raise Http404
    competition = get_object_or_404(Competition.objects.visible_to(request.user), pk=pk)
    wanted = FileKind(kind)
    table = standings_spreadsheet(standings_of(competition))
    name = f"{competition.slug}.{wanted.suffix}"
    return HttpResponse(
        file_of(table, wanted),
        content_type=wanted.content_type,
        headers={"Content-Disposition": content_disposition_header(True, name) or ""},
    )
