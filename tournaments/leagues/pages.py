"""Fetching what belongs to a league for a page, only if the reader may, or 404."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from tournaments.leagues.matches import group_for_reader, with_details
from tournaments.leagues.models import (
    Division,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)

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
    """Return a row of a league that the account may change."""
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
