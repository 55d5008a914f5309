"""The plan of a division: its match days with their groups, places and hosts."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.leagues import services
from tournaments.leagues.match_days.forms import GroupForm, MatchDayForm
from tournaments.leagues.match_days.selectors import proposed_groups
from tournaments.leagues.matches import Match
from tournaments.leagues.models import Division, MatchDay, MatchGroup
from tournaments.leagues.pages import editable, readable
from tournaments.leagues.ranking import PlannedDay, division_schedule
from tournaments.web.access import button_for, form_for, public_page
from tournaments.web.answers import refusals_as_messages, saved, show_form
from tournaments.web.caching.desk_pages import kept_in_edition
from tournaments.words.choices import GroupState
from tournaments.words.rights import Right

WEEKS_BETWEEN = 4


@public_page
@kept_in_edition
def show_division_plan(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable(request, Division, pk)
    days = division_schedule(division, user=request.user)
    context = {
        "division": division,
        "days": days,
        "next_match": next_match(days),
        "is_planned": len(days) >= division.league.match_days,
    }
    return render(request, "tournaments/leagues/match_days/division_plan.html", context)


def next_match(days: Sequence[PlannedDay]) -> Match | None:
    """Return the first match with something left to do: people, lists, results."""
    over = (GroupState.CONFIRMED, GroupState.WITHHELD)
    matches = (match for day in days for match in day.matches)
    return next((match for match in matches if match.state not in over), None)


@form_for(Right.LEAGUES)
def create_match_day(request: HttpRequest, pk: int) -> HttpResponse:
    division = editable(request, Division, pk)
    last = division.match_days.last()
    initial = {
        "number": last.number + 1 if last else 1,
        "date": last.date + timedelta(weeks=WEEKS_BETWEEN)
        if last
        else timezone.localdate(),
        **group_fields(proposed_groups(division)),
    }
    return save_match_day(request, division, initial)


@form_for(Right.LEAGUES)
def edit_match_day(request: HttpRequest, pk: int) -> HttpResponse:
    day = editable(request, MatchDay, pk)
    groups = day.groups.prefetch_related("sides")
    initial: dict[str, object] = {"number": day.number, "date": day.date}
    for group in groups:
        teams = [side.team_id for side in group.sides.all()]
        initial |= group_fields({group.number: (group.host_id, teams)})
        initial[f"place_{group.number}"] = group.place
    return save_match_day(request, day.division, initial, day)


def group_fields(
    groups: Mapping[int, tuple[int | None, list[int]]],
) -> dict[str, object]:
    """Return groups with their hosts and teams as values of the form's fields."""
    fields: dict[str, object] = {}
    for number, (host, teams) in groups.items():
        fields |= {f"group_{team}": str(number) for team in teams}
        fields[f"host_{host}"] = True
    return fields


def save_match_day(
    request: HttpRequest,
    division: Division,
    initial: dict[str, object],
    day: MatchDay | None = None,
) -> HttpResponse:
    teams = list(division.teams.filter(withdrawn_on__isnull=True))
    form = MatchDayForm(
        request.POST or None, division=division, teams=teams, day=day, initial=initial
    )
    if saved(request, form, _("The match day is planned.")):
        return redirect("leagues:division-plan", division.pk)
    return show_form(
        request,
        "tournaments/leagues/match_days/match_day_edit.html",
        division=division,
        form=form,
        day=day,
    )


@button_for(Right.LEAGUES)
def delete_match_day(request: HttpRequest, pk: int) -> HttpResponse:
    day = editable(request, MatchDay, pk)
    with refusals_as_messages(request):
        text = _("%(day)s is deleted.") % {"day": day}
        services.delete_match_day(match_day=day)
        messages.success(request, text)
    return redirect("leagues:division-plan", day.division_id)


@form_for(Right.LEAGUES)
def edit_group(request: HttpRequest, pk: int) -> HttpResponse:
    group = editable(request, MatchGroup, pk)
    division = group.match_day.division
    form = GroupForm(request.POST or None, group=group, teams=division.teams.all())
    if saved(request, form):
        return redirect(group)
    return show_form(
        request,
        "tournaments/leagues/match_days/group_edit.html",
        group=group,
        division=division,
        form=form,
    )
