"""The page of a season for the club: tables of three, and how lists were written."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.seasons.pages import editable_season
from tournaments.seasons.staff.selectors import staff_tables
from tournaments.web.access import page_for
from tournaments.words.rights import Right


@page_for(Right.SEASONS)
def show_staff_tables(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the shares of tables of three and the corrections of lists; staff only."""
    season = editable_season(request, pk)
    context = {"season": season, "tables": staff_tables(season, user=request.user)}
    return render(request, "tournaments/seasons/staff/behind.html", context)
