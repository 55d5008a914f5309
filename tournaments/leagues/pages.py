"""Helpers that the pages of leagues share."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.leagues.models import Division, League, LeagueTeam


def readable_league(request: HttpRequest, pk: int) -> League:
    """Return a league that the reader may see, or 404."""
    return get_object_or_404(League.objects.visible_to(request.user), pk=pk)


def editable_league(request: HttpRequest, pk: int) -> League:
    """Return a league that the account may change, or 404."""
    return get_object_or_404(League.objects.editable_by(request.user), pk=pk)


def readable_division(request: HttpRequest, pk: int) -> Division:
    """Return a division of a league that the reader may see, or 404."""
    return division_of(League.objects.visible_to(request.user), pk)


def editable_division(request: HttpRequest, pk: int) -> Division:
    """Return a division of a league that the account may change, or 404."""
    return division_of(League.objects.editable_by(request.user), pk)


def division_of(leagues: QuerySet[League], pk: int) -> Division:
    """Return a division of one of ``leagues``, or 404."""
    divisions = Division.objects.select_related("league")
    return get_object_or_404(divisions, league__in=leagues, pk=pk)


def readable_team(request: HttpRequest, pk: int) -> LeagueTeam:
    """Return a team of a league that the reader may see, or 404."""
    return team_of(League.objects.visible_to(request.user), pk)


def editable_team(request: HttpRequest, pk: int) -> LeagueTeam:
    """Return a team of a league that the account may change, or 404."""
    return team_of(League.objects.editable_by(request.user), pk)


def team_of(leagues: QuerySet[League], pk: int) -> LeagueTeam:
    """Return a team of one of ``leagues``, or 404."""
    teams = LeagueTeam.objects.select_related("division__league", "club")
    return get_object_or_404(teams, division__league__in=leagues, pk=pk)
