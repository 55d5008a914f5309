"""The pages of a league team: its results, its line-up, its withdrawal."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.leagues.table import LeagueRow
from tournaments.events.people import labels_of
from tournaments.leagues import services
from tournaments.leagues.models import Division, LeaguePlayer, LeagueTeam
from tournaments.leagues.pages import (
    editable_team,
    readable_division,
    readable_team,
)
from tournaments.leagues.teams.forms import (
    AddPeopleForm,
    LeagueTeamForm,
    LineUpForm,
    TeamsForm,
    WithdrawForm,
)
from tournaments.leagues.teams.selectors import team_page
from tournaments.leagues.words import pair
from tournaments.people.models import Club, Player
from tournaments.web.access import button_for, form_for, may, public_page
from tournaments.web.answers import refusals_as_messages, saved, show_form
from tournaments.web.caching.desk_pages import kept_in_edition
from tournaments.words.formats import exact, place_text
from tournaments.words.rights import Right


@public_page
@kept_in_edition
def show_division_teams(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable_division(request, pk)
    writes = may(request, Right.LEAGUES)
    context = {
        "division": division,
        "teams": division.teams.prefetch_related("line_up__player"),
        "is_to_be_planned": writes and not division.match_days.exists(),
        "form": teams_form(division) if writes else None,
    }
    return render(request, "tournaments/leagues/division_teams.html", context)


@public_page
@kept_in_edition
def show_team(request: HttpRequest, pk: int) -> HttpResponse:
    team = readable_team(request, pk)
    page = team_page(team, user=request.user)
    context = {
        "team": team,
        "division": page.division,
        "page": page,
        "figures": team_figures(page.line.row),
    }
    return render(request, "tournaments/leagues/teams/team.html", context)


def team_figures(row: LeagueRow) -> list[tuple[str, str]]:
    """Return a team's line of the table as labels and figures."""
    return [
        (pgettext("rank", "Place"), place_text(row)),
        (_("Match points"), pair(row.plus, row.minus)),
        (pgettext("league", "Points"), exact(row.score)),
        (pgettext("count", "Series"), str(row.series)),
        *([(_("Absent"), str(row.absences))] if row.absences else []),
    ]


def line_up_places(team: LeagueTeam) -> list[LeaguePlayer]:
    return list(team.line_up.select_related("player"))


@form_for(Right.LEAGUES)
def edit_team(request: HttpRequest, pk: int) -> HttpResponse:
    team = editable_team(request, pk)
    name = team.name
    form = LeagueTeamForm(request.POST or None, instance=team)
    if saved(request, form):
        return redirect(team)
    return show_form(
        request,
        "tournaments/leagues/teams/team_edit.html",
        team=team,
        name=name,
        form=form,
        withdraw=WithdrawForm(team=team),
    )


@form_for(Right.LEAGUES)
def edit_line_up(request: HttpRequest, pk: int) -> HttpResponse:
    team = editable_team(request, pk)
    form = LineUpForm(request.POST or None, team=team, places=line_up_places(team))
    if saved(request, form):
        return redirect("leagues:team-line-up", pk)
    return show_line_up(request, team, form=form, add=add_form(team))


@button_for(Right.LEAGUES)
def add_team_people(request: HttpRequest, pk: int) -> HttpResponse:
    team = editable_team(request, pk)
    add = add_form(team, request)
    if saved(request, add):
        return redirect("leagues:team-line-up", pk)
    form = LineUpForm(team=team, places=line_up_places(team))
    return show_line_up(request, team, form=form, add=add)


def add_form(team: LeagueTeam, request: HttpRequest | None = None) -> AddPeopleForm:
    people = Player.objects.active().select_related("club")
    data = request.POST if request else None
    return AddPeopleForm(data, team=team, labels=labels_of(people))


def show_line_up(
    request: HttpRequest, team: LeagueTeam, *, form: LineUpForm, add: AddPeopleForm
) -> HttpResponse:
    return show_form(
        request,
        "tournaments/leagues/teams/team_line_up.html",
        team=team,
        form=form,
        add=add,
    )


@button_for(Right.LEAGUES)
def withdraw_team(request: HttpRequest, pk: int) -> HttpResponse:
    team = editable_team(request, pk)
    form = WithdrawForm(request.POST, team=team)
    if form.is_valid() and form.save():
        messages.success(request, _("%(team)s is struck.") % {"team": team})
        return redirect(team)
    return show_form(
        request,
        "tournaments/leagues/teams/team_edit.html",
        team=team,
        name=team.name,
        form=LeagueTeamForm(instance=team),
        withdraw=form,
    )


@button_for(Right.LEAGUES)
def take_back_withdrawal(request: HttpRequest, pk: int) -> HttpResponse:
    team = editable_team(request, pk)
    services.take_back_withdrawal(team=team)
    messages.success(request, _("%(team)s counts again.") % {"team": team})
    return redirect(team)


@button_for(Right.LEAGUES)
def remove_team(request: HttpRequest, pk: int) -> HttpResponse:
    team = editable_team(request, pk)
    response = redirect("leagues:team", pk)
    with refusals_as_messages(request):
        services.delete_team(team=team)
        messages.success(request, _("“%(name)s” is deleted.") % {"name": team.name})
        response = redirect("leagues:division-teams", team.division_id)
    return response


def teams_form(division: Division, request: HttpRequest | None = None) -> TeamsForm:
    return TeamsForm(
        request.POST if request else None,
        division=division,
        clubs=list(Club.objects.all()),
        labels=labels_of(Player.objects.active().select_related("club")),
    )
