"""The pages that write leagues, their divisions and their teams."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.leagues.rules import PRESETS
from skatclub.backups.losses import backed_up_before
from tournaments.leagues import services
from tournaments.leagues.divisions.forms import DivisionForm, LeagueForm, NewLeagueForm
from tournaments.leagues.models import Division
from tournaments.leagues.pages import editable_division, editable_league
from tournaments.leagues.teams.views import teams_form
from tournaments.leagues.words import PRESET_NAMES
from tournaments.web.access import button_for, form_for
from tournaments.web.answers import (
    YES_OR_NO,
    refusals_as_messages,
    saved,
    show_form,
    unknown_answer,
)
from tournaments.words.rights import Right


@form_for(Right.LEAGUES)
def create_league(request: HttpRequest) -> HttpResponse:
    preset = request.GET.get("preset", "")
    preset = preset if preset in PRESETS else "DSKV"
    league = services.league_from_preset(preset, season=str(timezone.localdate().year))
    form = NewLeagueForm(request.POST or None, instance=league)
    if league := saved(request, form, _("The league is ready. Now its teams.")):
        return redirect("leagues:division-teams", league.divisions.first().pk)
    return show_form(
        request,
        "tournaments/leagues/divisions/league_edit.html",
        form=form,
        presets=preset_names(),
        preset=preset,
    )


def preset_names() -> list[tuple[str, Promise]]:
    return [(key, PRESET_NAMES[key]) for key in PRESETS]


@form_for(Right.LEAGUES)
def edit_league(request: HttpRequest, pk: int) -> HttpResponse:
    league = editable_league(request, pk)
    name = str(league)
    form = LeagueForm(request.POST or None, instance=league)
    if saved(request, form):
        return redirect(league)
    return show_form(
        request,
        "tournaments/leagues/divisions/league_edit.html",
        league=league,
        name=name,
        form=form,
        divisions=league.divisions.all(),
        division_form=DivisionForm(instance=Division(league=league)),
    )


@button_for(Right.LEAGUES)
def publish_league(request: HttpRequest, pk: int) -> HttpResponse:
    league = editable_league(request, pk)
    is_published = YES_OR_NO.get(request.POST.get("published", ""))
    if is_published is None:
        return unknown_answer()
    services.publish_league(league=league, is_published=is_published)
    text = (
        _("Everybody can read the league now.")
        if is_published
        else _("Only people who sign in can read this league now.")
    )
    messages.success(request, text)
    return redirect(league)


@form_for(Right.LEAGUES)
@backed_up_before
def delete_league(request: HttpRequest, pk: int) -> HttpResponse:
    league = editable_league(request, pk)
    if request.method == "POST":
        response = redirect("leagues:league-edit", pk)
        with refusals_as_messages(request):
            text = _("“%(name)s” is deleted.") % {"name": league}
            services.delete_league(league=league)
            messages.success(request, text)
            response = redirect("leagues:league-list")
        return response
    context = {"league": league}
    return render(request, "tournaments/leagues/divisions/league_delete.html", context)


@button_for(Right.LEAGUES)
def add_division(request: HttpRequest, pk: int) -> HttpResponse:
    league = editable_league(request, pk)
    form = DivisionForm(request.POST, instance=Division(league=league))
    if form.is_valid() and (division := form.save()):
        return redirect("leagues:division-teams", division.pk)
    template = "tournaments/leagues/divisions/division_edit.html"
    return show_form(request, template, league=league, form=form)


@form_for(Right.LEAGUES)
def edit_division(request: HttpRequest, pk: int) -> HttpResponse:
    division = editable_division(request, pk)
    form = DivisionForm(request.POST or None, instance=division)
    if saved(request, form):
        return redirect("leagues:league-edit", division.league_id)
    return show_form(
        request,
        "tournaments/leagues/divisions/division_edit.html",
        league=division.league,
        division=division,
        form=form,
    )


@button_for(Right.LEAGUES)
@backed_up_before
def delete_division(request: HttpRequest, pk: int) -> HttpResponse:
    division = editable_division(request, pk)
    with refusals_as_messages(request):
        services.delete_division(division=division)
        text = _("“%(name)s” is deleted.") % {"name": division.name}
        messages.success(request, text)
    return redirect("leagues:league-edit", division.league_id)


@button_for(Right.LEAGUES)
def add_teams(request: HttpRequest, pk: int) -> HttpResponse:
    division = editable_division(request, pk)
    form = teams_form(division, request)
    if form.is_valid() and (teams := form.save()):
        text = ngettext(
            "%(count)d team was added.", "%(count)d teams were added.", len(teams)
        )
        messages.success(request, text % {"count": len(teams)})
        return redirect("leagues:division-teams", pk)
    context = {"division": division, "form": form}
    template = "tournaments/leagues/division_teams.html"
    return render(request, template, context, status=422)
