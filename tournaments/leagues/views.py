"""The pages of leagues: divisions and their tables, teams, line-ups, match days."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.leagues.rules import PRESETS
from skatclub.backups.making import backed_up_before
from tournaments.events.entrants import labels_of
from tournaments.leagues import services
from tournaments.leagues.forms import (
    AddPeopleForm,
    DivisionForm,
    GroupForm,
    LeagueForm,
    LeagueTeamForm,
    LineUpForm,
    MatchDayForm,
    NewLeagueForm,
    TeamsForm,
    WithdrawForm,
)
from tournaments.leagues.matches import group_for_reader, with_details
from tournaments.leagues.models import (
    GROUP_SIZES,
    Division,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.leagues.ranking import (
    division_schedule,
    league_single_ranking,
)
from tournaments.leagues.selectors import (
    PRESET_NAMES,
    DivisionDays,
    division_days,
    games_in_division,
    imbalance_text,
    pair,
    points_scale,
    proposed_groups,
    team_page,
    unconfirmed_text,
)
from tournaments.leagues.tables import TeamsTable, division_columns, single_columns
from tournaments.people.models import Club, Player
from tournaments.web.access import button_for, form_for, may, public_page
from tournaments.web.answers import (
    button_of,
    delete_page,
    posted,
    publish_button,
    refusal_of,
    saved,
    show_form,
)
from tournaments.web.charts import LADDER, Chart, charts_of
from tournaments.web.kept_pages import kept_in_edition
from tournaments.web.tables import RankedTable
from tournaments.words.choices import GroupState
from tournaments.words.formats import exact, place_text
from tournaments.words.rights import Right

Row = TypeVar("Row", bound=Model)
# The way from each row to its league.
WAYS: dict[type[Model], str] = {
    League: "",
    Division: "league",
    LeagueTeam: "division__league",
    MatchDay: "division__league",
    MatchGroup: "match_day__division__league",
}


def readable(request: HttpRequest, model: type[Row], pk: int) -> Row:
    """Return a row of a league that the reader may see."""
    return row_of(League.objects.visible_to(request.user), model, pk)


def editable(request: HttpRequest, model: type[Row], pk: int) -> Row:
    return row_of(League.objects.editable_by(request.user), model, pk)


def editable_row(model: type[Row]) -> Callable[[HttpRequest, int], Row]:
    """Return the function that fetches a row which the account may change."""
    return lambda request, pk: editable(request, model, pk)


def readable_group(request: HttpRequest, pk: int) -> MatchGroup:
    """Return a group as the reader may see it."""
    return group_for_reader(readable(request, MatchGroup, pk), request.user)


def row_of(leagues: QuerySet[League], model: type[Row], pk: int) -> Row:
    way = WAYS[model]
    rows: Any = model._default_manager.all()
    if model is MatchGroup:
        rows = with_details(rows)
    elif way:
        rows = rows.select_related(way)
    row: Row = get_object_or_404(rows, **{f"{way or 'pk'}__in": leagues}, pk=pk)
    return row


@public_page
@kept_in_edition
def show_division_teams(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable(request, Division, pk)
    writes = may(request, Right.LEAGUES)
    teams = division.teams.prefetch_related("line_up__player")
    has_group = sum(not team.withdrawn_on for team in teams) >= min(GROUP_SIZES)
    context = {
        "division": division,
        "teams": teams,
        "is_too_small": writes and not has_group,
        "is_to_be_planned": has_group and writes and not division.match_days.exists(),
        "form": teams_form(division) if writes else None,
    }
    return render(request, "tournaments/leagues/division_teams.html", context)


@public_page
@kept_in_edition
def show_team(request: HttpRequest, pk: int) -> HttpResponse:
    team = readable(request, LeagueTeam, pk)
    context = team_page(team, user=request.user)
    row = context["line"].row
    context |= {
        "figures": [
            (pgettext("rank", "Place"), place_text(row)),
            (_("Match points"), pair(row.plus, row.minus)),
            (_("Game points"), exact(row.score)),
            (pgettext("several", "Series"), str(row.series)),
            *([(_("Absent"), str(row.absences))] if row.absences else []),
        ],
    }
    return render(request, "tournaments/leagues/teams/team.html", context)


@form_for(Right.LEAGUES)
def edit_team(request: HttpRequest, pk: int) -> HttpResponse:
    return answer_about_team(request, pk, "form")


@button_for(Right.LEAGUES)
def withdraw_team(request: HttpRequest, pk: int) -> HttpResponse:
    return answer_about_team(request, pk, "withdraw", _("%(team)s is struck."))


def answer_about_team(
    request: HttpRequest, pk: int, sent: str, said: str = ""
) -> HttpResponse:
    """Answer with the forms of a team, of which ``sent`` may be submitted."""
    team = editable(request, LeagueTeam, pk)
    name = team.name
    data = {sent: posted(request)}
    shown = {
        "form": LeagueTeamForm(data.get("form"), instance=team),
        "withdraw": WithdrawForm(data.get("withdraw"), team=team),
    }
    if saved(request, shown[sent], said % {"team": name}):
        return redirect(team)
    return show_form(
        request,
        "tournaments/leagues/teams/team_edit.html",
        team=team,
        name=name,
        refusal=refusal_of(services.refuse_if_planned, team),
        **shown,
    )


@form_for(Right.LEAGUES)
def edit_line_up(request: HttpRequest, pk: int) -> HttpResponse:
    return answer_about_line_up(request, pk, "form")


@button_for(Right.LEAGUES)
def add_team_people(request: HttpRequest, pk: int) -> HttpResponse:
    return answer_about_line_up(request, pk, "add")


def answer_about_line_up(request: HttpRequest, pk: int, sent: str) -> HttpResponse:
    """Answer with a line-up and people to add; ``sent`` may be submitted."""
    team = editable(request, LeagueTeam, pk)
    data = {sent: posted(request)}
    places = list(team.line_up.select_related("player"))
    labels = labels_of(Player.objects.active().select_related("club"))
    shown = {
        "form": LineUpForm(data.get("form"), team=team, places=places),
        "add": AddPeopleForm(data.get("add"), team=team, labels=labels),
    }
    if saved(request, shown[sent]):
        return redirect("leagues:team-line-up", pk)
    template = "tournaments/leagues/teams/team_line_up.html"
    return show_form(request, template, team=team, **shown)


@button_of(editable_row(LeagueTeam), Right.LEAGUES)
def take_back_withdrawal(_request: HttpRequest, team: LeagueTeam) -> str:
    services.take_back_withdrawal(team=team)
    return _("%(team)s counts again.") % {"team": team}


@button_of(editable_row(LeagueTeam), Right.LEAGUES)
def remove_team(request: HttpRequest, team: LeagueTeam) -> HttpResponse:
    services.delete_team(team=team)
    messages.success(request, _("“%(name)s” is deleted.") % {"name": team.name})
    return redirect("leagues:division-teams", team.division_id)


def teams_form(division: Division, request: HttpRequest | None = None) -> TeamsForm:
    return TeamsForm(
        request.POST if request else None,
        division=division,
        clubs=list(Club.objects.all()),
        labels=labels_of(Player.objects.active().select_related("club")),
    )


@public_page
def show_leagues(request: HttpRequest) -> HttpResponse:
    """Show all leagues; a single one is opened, unless all are requested."""
    leagues = League.objects.visible_to(request.user).prefetch_related("divisions")
    if len(leagues) == 1 and "all" not in request.GET:
        return redirect(leagues[0])
    context = {"leagues": leagues}
    return render(request, "tournaments/leagues/divisions/league_list.html", context)


@public_page
def show_league(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the divisions of a league; a single one is opened."""
    league = readable(request, League, pk)
    divisions = list(league.divisions.prefetch_related("teams"))
    if len(divisions) == 1:
        return redirect(divisions[0])
    context = {"league": league, "divisions": divisions}
    return render(request, "tournaments/leagues/divisions/league.html", context)


@public_page
@kept_in_edition
def show_division(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable(request, Division, pk)
    days = division_days(division, user=request.user)
    table = days.table
    names = {line.team.pk: line.team.name for line in table.lines}
    context = {
        "division": division,
        "league": division.league,
        "table": TeamsTable(table.lines, division_columns(days), _("League table"))
        if table.lines
        else None,
        "days": days,
        "charts": ladder_charts(days),
        "unconfirmed": unconfirmed_text(table),
        "scale": points_scale(table.rule.step),
        "faults": [imbalance_text(imbalance, names) for imbalance in table.imbalances],
    }
    return render(request, "tournaments/leagues/divisions/division.html", context)


def ladder_charts(days: DivisionDays) -> dict[str, Chart] | None:
    """Return the drawing of all places, day by day; None for a single day."""
    ladder = days.ladder
    if len(ladder.days) < 2:
        return None
    courses = [
        (f"{line.row.place} {line.team.name}", ladder.places[line.team.pk])
        for line in days.table.lines
        if line.row.place is not None
    ]
    labels = [_("Day %(number)s") % {"number": day} for day in ladder.days]
    return charts_of(courses, labels, turned=True, narrow=LADDER)


@public_page
@kept_in_edition
def show_division_players(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable(request, Division, pk)
    ranking = league_single_ranking(division, user=request.user)
    table = RankedTable(
        ranking.lines,
        single_columns(ranking),
        look="season league ranked-rows",
        caption=_("Individual ranking"),
    )
    context = {
        "division": division,
        "ranking": ranking,
        "unconfirmed": unconfirmed_text(ranking),
        "table": table if ranking.lines else None,
    }
    return render(
        request, "tournaments/leagues/divisions/division_players.html", context
    )


@public_page
@kept_in_edition
def show_division_person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show the lists behind a line of the single ranking."""
    division = readable(request, Division, pk)
    person = get_object_or_404(Player, pk=player)
    games = games_in_division(division, person, user=request.user)
    if not games or not person.has_page:
        raise Http404
    context = {"division": division, "person": person, "games": games}
    return render(
        request, "tournaments/leagues/divisions/division_person.html", context
    )


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
        presets=PRESET_NAMES.items(),
        preset=preset,
    )


@form_for(Right.LEAGUES)
def edit_league(request: HttpRequest, pk: int) -> HttpResponse:
    league = editable(request, League, pk)
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
        division_form=DivisionForm(
            instance=Division(league=league), auto_id="division_%s"
        ),
    )


@publish_button(editable_row(League), Right.LEAGUES)
def publish_league(league: League, is_published: bool) -> str:
    services.publish_league(league=league, is_published=is_published)
    if is_published:
        return _("Everybody can read this now.")
    return _("Only people who sign in can read this now.")


delete_league = backed_up_before(
    delete_page(
        editable_row(League),
        Right.LEAGUES,
        services.delete_league,
        "tournaments/leagues/divisions/league_delete.html",
        name="league",
        back="leagues:league-edit",
        to="leagues:league-list",
        check=services.refuse_if_set_up,
    )
)


@button_for(Right.LEAGUES)
def add_division(request: HttpRequest, pk: int) -> HttpResponse:
    league = editable(request, League, pk)
    form = DivisionForm(request.POST, instance=Division(league=league))
    if form.is_valid() and (division := form.save()):
        return redirect("leagues:division-teams", division.pk)
    template = "tournaments/leagues/divisions/division_edit.html"
    return show_form(request, template, league=league, form=form)


@form_for(Right.LEAGUES)
def edit_division(request: HttpRequest, pk: int) -> HttpResponse:
    division = editable(request, Division, pk)
    form = DivisionForm(request.POST or None, instance=division)
    if saved(request, form):
        return redirect("leagues:league-edit", division.league_id)
    return show_form(
        request,
        "tournaments/leagues/divisions/division_edit.html",
        league=division.league,
        division=division,
        refusal=refusal_of(services.refuse_if_set_up, division),
        form=form,
    )


@backed_up_before
@button_of(
    editable_row(Division),
    Right.LEAGUES,
    back=lambda division: reverse("leagues:league-edit", args=[division.league_id]),
)
def delete_division(_request: HttpRequest, division: Division) -> str:
    services.delete_division(division=division)
    return _("“%(name)s” is deleted.") % {"name": division.name}


@button_for(Right.LEAGUES)
def add_teams(request: HttpRequest, pk: int) -> HttpResponse:
    division = editable(request, Division, pk)
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


WEEKS_BETWEEN = 4


@public_page
@kept_in_edition
def show_division_plan(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable(request, Division, pk)
    days = division_schedule(division, user=request.user)
    over = (GroupState.CONFIRMED, GroupState.WITHHELD)
    matches = (match for _day, matches in days for match in matches)
    context = {
        "division": division,
        "days": days,
        # The first with something left to do: people, lists, results.
        "next_match": next((each for each in matches if each.state not in over), None),
        "is_planned": len(days) >= division.league.match_days,
    }
    return render(request, "tournaments/leagues/match_days/division_plan.html", context)


@form_for(Right.LEAGUES)
def create_match_day(request: HttpRequest, pk: int) -> HttpResponse:
    division = editable(request, Division, pk)
    groups = proposed_groups(division)
    if not groups:
        # Their page says how many are needed.
        return redirect("leagues:division-teams", pk)
    last = division.match_days.last()
    initial = {
        "number": last.number + 1 if last else 1,
        "date": last.date + timedelta(weeks=WEEKS_BETWEEN)
        if last
        else timezone.localdate(),
        **group_fields(groups),
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


@button_of(
    editable_row(MatchDay),
    Right.LEAGUES,
    back=lambda day: reverse("leagues:division-plan", args=[day.division_id]),
)
def delete_match_day(_request: HttpRequest, day: MatchDay) -> str:
    services.delete_match_day(match_day=day)
    return _("“%(name)s” is deleted.") % {"name": day}


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
