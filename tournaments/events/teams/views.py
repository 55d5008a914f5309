"""Teams of an event, and pairs who should not sit at one table."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.entrants import apart_pairs, entry_labels
from tournaments.events.models import ApartPair, Event, Team, TeamContest
from tournaments.events.pages import editable_event, event_button, readable_event
from tournaments.events.teams import services
from tournaments.events.teams.forms import (
    ApartForm,
    ContestForm,
    ManyTeamsForm,
    TeamForm,
)
from tournaments.events.teams.selectors import Roster, contests_of, rosters_of
from tournaments.people.models import Player
from tournaments.web.access import button_for, form_for, may, public_page
from tournaments.web.answers import refusals_as_messages, saved, show_form
from tournaments.words.rights import Right

PAIR = 2


@public_page
def show_teams(request: HttpRequest, pk: int, number: int = 0) -> HttpResponse:
    event = readable_event(request, pk)
    contests = contests_of(event)
    if not number and not contests:
        return show_form(
            request,
            "tournaments/events/teams/no_teams.html",
            event=event,
            form=ContestForm(instance=TeamContest(event=event, size=PAIR)),
        )
    for contest in contests:
        if number in (0, contest.number):
            return show_contest_teams(request, event, contest)
    raise Http404


@form_for(Right.RUN)
def edit_contest(request: HttpRequest, pk: int, number: int = 0) -> HttpResponse:
    """Change a ranking; without its ``number`` add one."""
    event = editable_event(request, pk)
    new = TeamContest(event=event, size=PAIR)
    ranking = contest_of(event, number) if number else new
    form = ContestForm(request.POST or None, instance=ranking)
    text = _("The changes are saved.")
    if not number:
        text = _("“%(contest)s” is a ranking now.")
    if form.is_valid() and (contest := form.save()):
        messages.success(request, text % {"contest": contest})
        return redirect("events:contest", pk, contest.number)
    return show_form(
        request,
        "tournaments/events/teams/contest.html",
        event=event,
        form=form,
        number=number,
    )


@event_button(Right.RUN, back="events:teams")
def delete_contest(_request: HttpRequest, event: Event, number: int) -> str:
    contest = contest_of(event, number)
    services.delete_contest(contest=contest)
    return _("“%(contest)s” is no longer a ranking.") % {"contest": contest}


def editable_contest(
    request: HttpRequest, pk: int, number: int
) -> tuple[Event, TeamContest]:
    """Return an event that the account may change, and one of its team rankings."""
    event = editable_event(request, pk)
    return event, contest_of(event, number)


def contest_of(event: Event, number: int) -> TeamContest:
    return get_object_or_404(event.contests.select_related("event"), number=number)


@button_for(Right.RUN)
def add_team(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event, contest = editable_contest(request, pk, number)
    team = Team(contest=contest)
    form = TeamForm(request.POST, team=team, labels=entry_labels(event), members=())
    if form.is_valid() and form.save():
        messages.success(request, _("%(team)s is a team.") % {"team": team})
        return redirect("events:contest", pk, number)
    return show_contest_teams(request, event, contest, form=form)


@button_for(Right.RUN)
def add_many(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    event, contest = editable_contest(request, pk, number)
    form = ManyTeamsForm(request.POST, contest=contest, labels=entry_labels(event))
    if form.is_valid() and (teams := form.save()):
        messages.success(request, made_text(teams))
        return redirect("events:contest", pk, number)
    return show_contest_teams(request, event, contest, many=form)


@event_button(Right.RUN, back="events:contest", at=("number",))
def from_clubs(_request: HttpRequest, event: Event, number: int) -> str:
    return made_text(services.create_club_teams(contest=contest_of(event, number)))


def made_text(teams: Sequence[Team]) -> str:
    count = len(teams)
    text = ngettext("%(count)d team was made.", "%(count)d teams were made.", count)
    return text % {"count": count}


def show_contest_teams(
    request: HttpRequest, event: Event, contest: TeamContest, **forms: Any
) -> HttpResponse:
    rosters = rosters_of(contest)
    context: dict[str, Any] = {
        "event": event,
        "contests": contests_of(event),
        "contest": contest,
        "rosters": rosters,
    }
    if may(request, Right.RUN):
        context |= blank_forms(event, contest, rosters) | forms
    return show_form(request, "tournaments/events/teams/teams.html", **context)


def blank_forms(
    event: Event, contest: TeamContest, rosters: Sequence[Roster]
) -> dict[str, Any]:
    """Return the forms that create teams, and the people who have no team yet."""
    labels = entry_labels(event)
    taken = {member.entry_id for roster in rosters for member in roster.members}
    return {
        "labels": [label for label, entry in labels.items() if entry.pk not in taken],
        "form": TeamForm(team=Team(contest=contest), labels=labels, members=()),
        "many": ManyTeamsForm(contest=contest, labels=labels),
    }


@form_for(Right.RUN)
def edit_team(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    team = editable_team(event, team_pk)
    name = team.name
    labels = entry_labels(event)
    members = list(team.members.order_by("from_series", "entry__start_number"))
    form = TeamForm(request.POST or None, team=team, labels=labels, members=members)
    if saved(request, form):
        return redirect("events:contest", pk, team.contest.number)
    return show_form(
        request,
        "tournaments/events/teams/team.html",
        event=event,
        team=team,
        name=name,
        form=form,
        labels=labels,
    )


def editable_team(event: Event, team_pk: int) -> Team:
    teams = Team.objects.select_related("contest__event")
    return get_object_or_404(teams, contest__event=event, pk=team_pk)


@button_for(Right.RUN)
def remove_team(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    team = editable_team(event, team_pk)
    with refusals_as_messages(request):
        services.delete_team(team=team)
        messages.success(request, _("%(team)s is no team any more.") % {"team": team})
    return redirect("events:contest", pk, team.contest.number)


@form_for(Right.RUN)
def show_apart(request: HttpRequest, pk: int) -> HttpResponse:
    event = editable_event(request, pk)
    labels = entry_labels(event)
    form = ApartForm(request.POST or None, labels=labels)
    if form.is_valid() and (pair := form.save()):
        text = _("%(first)s and %(second)s will not sit at one table if possible.")
        messages.success(request, text % names_of(pair))
        return redirect("events:apart", pk)
    return show_form(
        request,
        "tournaments/events/teams/apart.html",
        event=event,
        form=form,
        labels=labels,
        pairs=apart_pairs(event),
    )


@event_button(Right.RUN, back="events:apart")
def let_meet(_request: HttpRequest, event: Event, pair_pk: int) -> str:
    pair = get_object_or_404(apart_pairs(event), pk=pair_pk)
    services.let_meet(pair=pair)
    return _("%(first)s and %(second)s may meet again.") % names_of(pair)


def names_of(pair: ApartPair) -> dict[str, Player]:
    return {"first": pair.first.player, "second": pair.second.player}
