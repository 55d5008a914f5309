"""Season tables and rules on paper."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.season_lab import rule_sentences
from tournaments.competitions.views.years import asked_table
from tournaments.documents.all_time import AllTimeDocument
from tournaments.documents.seasons import rule_document, season_document
from tournaments.documents.views import pdf
from tournaments.leagues.models import Season
from tournaments.leagues.selectors import season_table
from tournaments.leagues.views.pages import readable_season
from tournaments.leagues.views.seasons import rule_shown
from tournaments.members.readers import for_everybody


@login_not_required
@require_safe
@for_everybody
def season(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_season(request, pk)
    table = season_table(found, user=request.user, today=timezone.localdate())
    return pdf(season_document(table).to_pdf(), name_of(found))


@login_not_required
@require_safe
def season_rule(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_season(request, pk)
    rule, _is_draft = rule_shown(request, found)
    content = rule_document(found, rule_sentences(rule)).to_pdf()
    return pdf(content, f"{name_of(found)}-rule")


@login_not_required
@require_safe
@for_everybody
def all_time(request: HttpRequest) -> HttpResponse:
    _form, found = asked_table(request)
    return pdf(AllTimeDocument(found=found).to_pdf(), "all-time")


def name_of(season: Season) -> str:
    """Return the name of a file about ``season``."""
    return slugify(season.name) or f"season-{season.pk}"
