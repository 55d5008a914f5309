"""Teams of an event, and pairs who should not sit at one table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.events.entrants import apart_pairs, entry_labels
from tournaments.events.models import Event, Team, TeamContest
from tournaments.events.pages import (
    editable_event,
    event_button,
    event_form,
    forms_on_page,
    readable_event,
)
from tournaments.events.teams import services
from tournaments.events.teams.forms import (
    ApartForm,
    ContestForm,
    ManyTeamsForm,
    TeamForm,
    made_text,
)
from tournaments.events.teams.selectors import contests_of, rosters_of
from tournaments.web.access import button_for, may, public_page
from tournaments.web.answers import button_of, done, show_form
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
            return answer_about_teams(request, event, contest)
    raise Http404


@event_form(ContestForm, Right.RUN, for_writers=True)
def contest(_request: HttpRequest, event: Event, number: int = 0) -> dict[str, Any]:
    """Change a ranking; without its ``number`` add one."""
    new = TeamContest(event=event, size=PAIR)
    return {"instance": contest_of(event, number) if number else new, "number": number}


@event_button(Right.RUN, back="events:teams")
def delete_contest(_request: HttpRequest, event: Event, number: int) -> str:
    contest = contest_of(event, number)
    services.delete_contest(contest=contest)
    return _("“%(contest)s” is no longer a ranking.") % {"contest": contest}


def contest_of(event: Event, number: int) -> TeamContest:
    return get_object_or_404(event.contests.select_related("event"), number=number)


@button_for(Right.RUN)
def add_team(
    request: HttpRequest, pk: int, number: int, sent: str = "form"
) -> HttpResponse:
    event = editable_event(request, pk)
    return answer_about_teams(request, event, contest_of(event, number), sent)


@event_button(Right.RUN, back="events:contest", at=("number",))
def from_clubs(_request: HttpRequest, event: Event, number: int) -> str:
    return made_text(services.create_club_teams(contest=contest_of(event, number)))


def answer_about_teams(
    request: HttpRequest, event: Event, contest: TeamContest, sent: str = ""
) -> HttpResponse:
    """Answer with the teams of a ranking; of the forms ``sent`` may be submitted."""
    context: dict[str, Any] = {"event": event, "contest": contest}
    if may(request, Right.RUN):
        labels = entry_labels(event)
        known = {"contest": contest, "team": Team(contest=contest), "labels": labels}
        classes = {"form": TeamForm, "many": ManyTeamsForm}
        context |= forms_on_page(request, classes, sent, members=(), **known)
        if sent and (answer := done(request, context[sent], contest)):
            return answer
        taken = set(contest.members.values_list("entry", flat=True))
        free = [label for label, entry in labels.items() if entry.pk not in taken]
        context["labels"] = free
    return show_form(
        request,
        "tournaments/events/teams/teams.html",
        contests=contests_of(event),
        rosters=rosters_of(contest),
        **context,
    )


@event_form(TeamForm, Right.RUN, for_writers=True)
def team(_request: HttpRequest, event: Event, team_pk: int) -> dict[str, Any]:
    team = editable_team(event, team_pk)
    return {
        "team": team,
        "name": team.name,
        "labels": entry_labels(event),
        "members": list(team.members.order_by("from_series", "entry__start_number")),
    }


def editable_team(event: Event, team_pk: int) -> Team:
    teams = Team.objects.select_related("contest__event")
    return get_object_or_404(teams, contest__event=event, pk=team_pk)


def contest_url(event: Event, team_pk: int) -> str:
    return editable_team(event, team_pk).get_absolute_url()


@button_of(editable_event, Right.RUN, back=contest_url)
def remove_team(_request: HttpRequest, event: Event, team_pk: int) -> str:
    team = editable_team(event, team_pk)
    services.delete_team(team=team)
    return _("%(team)s is no team any more.") % {"team": team}


@event_form(ApartForm, Right.RUN, back="events:apart", for_writers=True)
def apart(_request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"labels": entry_labels(event), "pairs": apart_pairs(event)}


@event_button(Right.RUN, back="events:apart")
def let_meet(_request: HttpRequest, event: Event, pair_pk: int) -> str:
    pair = get_object_or_404(apart_pairs(event), pk=pair_pk)
    services.let_meet(pair=pair)
    words = {"first": pair.first.player, "second": pair.second.player}
    return _("%(first)s and %(second)s may meet again.") % words
