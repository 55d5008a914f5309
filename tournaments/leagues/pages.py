"""Helpers that the pages of a match share."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.leagues.matches import group_for_reader, with_details
from tournaments.leagues.models import Division, League, LeagueTeam, MatchGroup


def readable_group(request: HttpRequest, pk: int) -> MatchGroup:
    """Return a group of a league as the reader may see it, or 404."""
    group = group_of(League.objects.visible_to(request.user), pk)
    return group_for_reader(group, request.user)


def editable_group(request: HttpRequest, pk: int) -> MatchGroup:
    """Return a group of a league that the account may change, or 404."""
    return group_of(League.objects.editable_by(request.user), pk)


def group_of(leagues: QuerySet[League], pk: int) -> MatchGroup:
    """Return a group of one of ``leagues``, or 404."""
    groups = with_details(MatchGroup.objects.all())
    return get_object_or_404(groups, match_day__division__league__in=leagues, pk=pk)


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
