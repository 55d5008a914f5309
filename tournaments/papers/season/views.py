"""Season tables and rules on paper."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seasons.sentences import rule_sentences
from tournaments.careers.views import requested_ranking
from tournaments.papers.answers import file_name, pdf_response
from tournaments.papers.season.all_results import AllResultsDocument
from tournaments.papers.season.all_time import AllTimeDocument
from tournaments.papers.season.documents import rule_document, season_document
from tournaments.people.privacy.readers import for_everybody
from tournaments.seasons.pages import readable_season
from tournaments.seasons.rule.views import draft_rule
from tournaments.seasons.selectors import season_table
from tournaments.web.access import public_page


@public_page
@for_everybody
def season_paper(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    document = season_document(table)
    name, subject = file_name(season.name), _("Season table")
    return pdf_response(document, name, title=document.title, subject=subject)


@public_page
@for_everybody
def season_results_paper(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    subject = _("All results")
    name = file_name(season.name, subject)
    document = AllResultsDocument(table=table)
    return pdf_response(document, name, title=season.name, subject=subject)


@public_page
def season_rule_paper(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    rule = draft_rule(request) or season.as_rule()
    document = rule_document(season, rule_sentences(rule))
    name = file_name(season.name, _("Rule"))
    return pdf_response(document, name, title=document.title, subject=_("Rule"))


@public_page
@for_everybody
def all_time_paper(request: HttpRequest) -> HttpResponse:
    _form, table = requested_ranking(request)
    name = _("All-time table")
    return pdf_response(AllTimeDocument(table=table), name, title=name, subject=name)
