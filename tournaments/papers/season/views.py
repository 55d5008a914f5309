"""Season tables and rules on paper."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.seasons.sentences import rule_sentences
from tournaments.careers.views import requested_ranking
from tournaments.papers.answers import file_name, pdf
from tournaments.papers.season.all_time import AllTimeDocument
from tournaments.papers.season.documents import rule_document, season_document
from tournaments.people.privacy.readers import for_everybody
from tournaments.seasons.pages import readable_season
from tournaments.seasons.race.views import rule_shown
from tournaments.seasons.selectors import season_table


@login_not_required
@require_safe
@for_everybody
def season(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_season(request, pk)
    table = season_table(found, user=request.user, today=timezone.localdate())
    return pdf(season_document(table), file_name(found.name))


@login_not_required
@require_safe
def season_rule(request: HttpRequest, pk: int) -> HttpResponse:
    found = readable_season(request, pk)
    rule, _is_draft = rule_shown(request, found)
    document = rule_document(found, rule_sentences(rule))
    return pdf(document, file_name(found.name, _("Rule")))


@login_not_required
@require_safe
@for_everybody
def all_time(request: HttpRequest) -> HttpResponse:
    _form, found = requested_ranking(request)
    return pdf(AllTimeDocument(found=found), _("All-time table"))
