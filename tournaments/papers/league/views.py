"""League tables and match reports on paper."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from skatclub.machine.networks.reach import phone_root
from tournaments.leagues.groups.seats import group_sides
from tournaments.leagues.hosting.selectors import group_code
from tournaments.leagues.match_days.selectors import division_days
from tournaments.leagues.matches.pages import readable_group
from tournaments.leagues.pages import readable_division
from tournaments.leagues.ranking.selectors import (
    league_single_ranking,
    match_day_tables,
)
from tournaments.papers.answers import file_name, pdf_response
from tournaments.papers.league.division import league_document, match_report
from tournaments.papers.league.people import single_document
from tournaments.people.privacy.readers import for_everybody
from tournaments.web.access import may, public_page
from tournaments.words.rights import Right


@public_page
@for_everybody
def division_paper(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable_division(request, pk)
    document = league_document(division_days(division, user=request.user))
    subject = _("League table")
    name = file_name(f"{division.league} {division.name}", subject)
    return pdf_response(document, name, title=document.title, subject=subject)


@public_page
@for_everybody
def division_players_paper(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable_division(request, pk)
    ranking = league_single_ranking(division, user=request.user)
    document = single_document(ranking)
    subject = _("Individual ranking")
    name = file_name(f"{division.league} {division.name}", subject)
    return pdf_response(document, name, title=document.title, subject=subject)


@public_page
def match_report_paper(request: HttpRequest, pk: int) -> HttpResponse:
    group = readable_group(request, pk)
    if group.is_withheld:
        raise Http404
    tables = match_day_tables(group, user=request.user)
    paper = match_report(tables, group_sides(group))
    if not request.user.is_authenticated:
        paper = replace(paper, entered_by="", confirmed_by="")  # names of accounts
    code = group_code(group) if may(request, Right.LEAGUES) else None
    if code:
        door = phone_root(request) + reverse("leagues:host-door").lstrip("/")
        text = _("The host writes this match at %(door)s with the code %(code)s.")
        paper = replace(paper, host_code=text % {"door": door, "code": code})
    day = group.match_day
    name = file_name(f"{day.division.league} {day.division.name}", f"{day}, {group}")
    subject = _("Match report")
    return pdf_response(
        paper, f"{name} – {subject}", title=paper.title, subject=subject
    )
