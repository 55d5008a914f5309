"""The pages of leagues: all leagues, and the table and people of a division."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tournaments.leagues.match_days.selectors import DivisionDays, division_days
from tournaments.leagues.models import League
from tournaments.leagues.pages import readable_division, readable_league
from tournaments.leagues.ranking import league_single_ranking
from tournaments.leagues.tables import DivisionTable, LeaguePeopleTable
from tournaments.leagues.teams.selectors import league_games
from tournaments.leagues.words import (
    imbalance_text,
    points_scale,
    unconfirmed_text,
)
from tournaments.people.models import Player
from tournaments.web.access import public_page
from tournaments.web.caching.desk_pages import kept_in_edition
from tournaments.web.charts import LADDER, Chart, charts_of


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
    league = readable_league(request, pk)
    divisions = list(league.divisions.prefetch_related("teams"))
    if len(divisions) == 1:
        return redirect(divisions[0])
    context = {"league": league, "divisions": divisions}
    return render(request, "tournaments/leagues/divisions/league.html", context)


@public_page
@kept_in_edition
def show_division(request: HttpRequest, pk: int) -> HttpResponse:
    division = readable_division(request, pk)
    days = division_days(division, user=request.user)
    table = days.table
    names = {line.team.pk: line.team.name for line in table.lines}
    context = {
        "division": division,
        "league": division.league,
        "table": DivisionTable(days, caption=_("League table"))
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
    division = readable_division(request, pk)
    ranking = league_single_ranking(division, user=request.user)
    context = {
        "division": division,
        "ranking": ranking,
        "unconfirmed": unconfirmed_text(ranking),
        "table": LeaguePeopleTable(ranking) if ranking.lines else None,
    }
    return render(
        request, "tournaments/leagues/divisions/division_players.html", context
    )


@public_page
@kept_in_edition
def show_division_person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    """Show the lists behind a line of the single ranking."""
    division = readable_division(request, pk)
    person = get_object_or_404(Player, pk=player)
    games = [
        game
        for game in league_games(person, user=request.user)
        if game.match.group.match_day.division_id == division.pk
    ]
    if not games or not person.has_page:
        raise Http404
    context = {"division": division, "person": person, "games": games}
    return render(
        request, "tournaments/leagues/divisions/division_person.html", context
    )
