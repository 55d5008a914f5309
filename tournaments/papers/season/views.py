"""Season tables and rules on paper."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.seasons.lab import rule_sentences
from tournaments.careers.views import asked_table
from tournaments.papers.answers import pdf
from tournaments.papers.season.all_time import AllTimeDocument
from tournaments.papers.season.documents import rule_document, season_document
from tournaments.people.privacy.readers import for_everybody
from tournaments.seasons.models import Season
from tournaments.seasons.pages import readable_season
from tournaments.seasons.selectors import season_table
from tournaments.seasons.table.views import rule_shown


@login_not_required
@require_safe
@for_everybody
def season(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_season(request, pk)
    table = season_table(found, user=request.user, today=timezone.localdate())
    return pdf(season_document(table).to_pdf(), file_name_of(found))


@login_not_required
@require_safe
def season_rule(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_season(request, pk)
    rule, _is_draft = rule_shown(request, found)
    content = rule_document(found, rule_sentences(rule)).to_pdf()
    return pdf(content, f"{file_name_of(found)}-rule")


@login_not_required
@require_safe
@for_everybody
def all_time(request: HttpRequest) -> HttpResponse:
    _form, found = asked_table(request)
    return pdf(AllTimeDocument(found=found).to_pdf(), "all-time")


def file_name_of(season: Season) -> str:
    """Return the name of a file about ``season``."""
    return slugify(season.name) or f"season-{season.pk}"
