"""What the pages of leagues have in common."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.leagues.groups.selectors import as_read_by
from tournaments.leagues.models import Division, League, LeagueTeam, MatchGroup


def readable_league(request: HttpRequest, pk: int) -> League:
    """Return a league that the reader may see, or 404."""
    return get_object_or_404(League.objects.visible_to(request.user), pk=pk)


def editable_league(request: HttpRequest, pk: int) -> League:
    """Return a league that the account may change, or 404."""
    return get_object_or_404(League.objects.editable_by(request.user), pk=pk)


def readable_division(request: HttpRequest, pk: int) -> Division:
    """Return a division of a league that the reader may see, or 404."""
    leagues = League.objects.visible_to(request.user)
    found = Division.objects.select_related("league")
    return get_object_or_404(found, league__in=leagues, pk=pk)


def editable_division(request: HttpRequest, pk: int) -> Division:
    """Return a division of a league that the account may change, or 404."""
    leagues = League.objects.editable_by(request.user)
    found = Division.objects.select_related("league")
    return get_object_or_404(found, league__in=leagues, pk=pk)


def readable_team(request: HttpRequest, pk: int) -> LeagueTeam:
    """Return a team of a league that the reader may see, or 404."""
    leagues = League.objects.visible_to(request.user)
    found = LeagueTeam.objects.select_related("division__league", "club")
    return get_object_or_404(found, division__league__in=leagues, pk=pk)


def editable_team(request: HttpRequest, pk: int) -> LeagueTeam:
    """Return a team of a league that the account may change, or 404."""
    leagues = League.objects.editable_by(request.user)
    found = LeagueTeam.objects.select_related("division__league", "club")
    return get_object_or_404(found, division__league__in=leagues, pk=pk)


def readable_group(request: HttpRequest, pk: int) -> MatchGroup:
    """Return a group of a league as the reader may see it, or 404."""
    leagues = League.objects.visible_to(request.user)
    found = get_object_or_404(groups(), match_day__division__league__in=leagues, pk=pk)
    return as_read_by(found, request.user)


def editable_group(request: HttpRequest, pk: int) -> MatchGroup:
    """Return a group of a league that the account may change, or 404."""
    leagues = League.objects.editable_by(request.user)
    return get_object_or_404(groups(), match_day__division__league__in=leagues, pk=pk)


def groups() -> QuerySet[MatchGroup]:
    """Return the groups with all that their pages name."""
    return MatchGroup.objects.select_related(
        "match_day__division__league",
        "event",
        "host",
        "entered_by",
        "confirmed_by",
    )
