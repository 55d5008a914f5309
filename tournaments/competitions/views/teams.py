"""Teams of an event, and who shall not sit at one table."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from tournaments.competitions import services
from tournaments.competitions.forms import ApartForm, ManyTeamsForm, TeamForm
from tournaments.competitions.models import Competition, Team
from tournaments.competitions.selectors import apart_pairs, entry_labels, teams_of
from tournaments.competitions.views.evenings import editable_competition, may_write


@require_safe
def show_teams(request: HttpRequest, pk: int) -> HttpResponse:
    competition = get_object_or_404(Competition.objects.visible_to(request.user), pk=pk)
    return answer(request, competition)


@require_POST
def add_team(request: HttpRequest, pk: int) -> HttpResponse:
    competition = editable_competition(request, pk)
    team = Team(competition=competition)
    form = TeamForm(request.POST, team=team, labels=entry_labels(competition))
    if form.is_valid() and form.save():
        messages.success(request, _("%(team)s is a team.") % {"team": team})
        return redirect("competitions:teams", pk)
    return answer(request, competition, form=form)


@require_POST
def add_many(request: HttpRequest, pk: int) -> HttpResponse:
    competition = editable_competition(request, pk)
    form = ManyTeamsForm(
        request.POST, competition=competition, labels=entry_labels(competition)
    )
    if form.is_valid() and (teams := form.save()):
        say_made(request, len(teams))
        return redirect("competitions:teams", pk)
    return answer(request, competition, many=form)


@require_POST
def from_clubs(request: HttpRequest, pk: int) -> HttpResponse:
    competition = editable_competition(request, pk)
    try:
        teams = services.teams_from_clubs(competition=competition)
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        say_made(request, len(teams))
    return redirect("competitions:teams", pk)


def say_made(request: HttpRequest, count: int) -> None:
    """Tell how many teams were made."""
    said = ngettext("%(count)d team was made.", "%(count)d teams were made.", count)
    messages.success(request, said % {"count": count})


def answer(
    request: HttpRequest, competition: Competition, **forms: Any
) -> HttpResponse:
    """Answer with the page of all teams."""
    labels = entry_labels(competition)
    teams = teams_of(competition)
    context = {
        "competition": competition,
        "teams": teams,
        "labels": [label for label, entry in labels.items() if not entry.team_id],
        "may_write": may_write(request),
        "form": TeamForm(team=Team(competition=competition), labels=labels),
        "many": ManyTeamsForm(competition=competition, labels=labels),
    } | forms
    status = 422 if any(form.errors for form in forms.values()) else 200
    template = "tournaments/competitions/teams.html"
    return render(request, template, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_team(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    competition = editable_competition(request, pk)
    team = get_object_or_404(
        competition.teams.select_related("competition"), pk=team_pk
    )
    name = team.name
    labels = entry_labels(competition)
    members = [label for label, entry in labels.items() if entry.team_id == team.pk]
    initial = {"name": name} | {
        f"member_{number}": label for number, label in enumerate(members, start=1)
    }
    form = TeamForm(request.POST or None, team=team, labels=labels, initial=initial)
    if form.is_valid() and form.save():
        messages.success(request, _("The changes are saved."))
        return redirect("competitions:teams", pk)
    context = {
        "competition": competition,
        "team": team,
        "name": name,
        "form": form,
        "labels": labels,
    }
    status = 422 if form.errors else 200
    template = "tournaments/competitions/team.html"
    return render(request, template, context, status=status)


@require_POST
def delete_team(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    competition = editable_competition(request, pk)
    team = get_object_or_404(competition.teams, pk=team_pk)
    services.delete_team(team=team)
    messages.success(request, _("%(team)s is no team any more.") % {"team": team})
    return redirect("competitions:teams", pk)


@require_http_methods(["GET", "HEAD", "POST"])
def show_apart(request: HttpRequest, pk: int) -> HttpResponse:
    competition = editable_competition(request, pk)
    labels = entry_labels(competition)
    form = ApartForm(request.POST or None, labels=labels)
    if form.is_valid() and (pair := form.save()):
        said = _("%(first)s and %(second)s will not sit at one table if possible.")
        messages.success(
            request, said % {"first": pair.first.player, "second": pair.second.player}
        )
        return redirect("competitions:apart", pk)
    context = {
        "competition": competition,
        "form": form,
        "labels": labels,
        "pairs": apart_pairs(competition),
    }
    status = 422 if form.errors else 200
    template = "tournaments/competitions/apart.html"
    return render(request, template, context, status=status)


@require_POST
def let_meet(request: HttpRequest, pk: int, pair_pk: int) -> HttpResponse:
    competition = editable_competition(request, pk)
    pair = get_object_or_404(apart_pairs(competition), pk=pair_pk)
    services.let_meet(pair=pair)
    said = _("%(first)s and %(second)s may meet again.")
    messages.success(
        request, said % {"first": pair.first.player, "second": pair.second.player}
    )
    return redirect("competitions:apart", pk)
