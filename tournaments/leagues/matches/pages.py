"""What the pages of a match have in common."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.leagues.matches.selectors import as_read_by
from tournaments.leagues.models import League, MatchGroup


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
