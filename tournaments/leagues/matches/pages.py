"""Helpers that the pages of a match share."""

from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.leagues.matches.selectors import group_for_reader, with_details
from tournaments.leagues.models import League, MatchGroup


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
