"""The tables that other sites may frame: of a season, a division, an event."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from tournaments.events.pages import EventConverter, readable_event
from tournaments.events.standings.selectors import standings_of
from tournaments.leagues.models import Division
from tournaments.leagues.ranking import division_table
from tournaments.leagues.views import readable
from tournaments.leagues.words import pair
from tournaments.seasons.selectors import season_table
from tournaments.seasons.views import readable_season
from tournaments.seasons.words import ranking_value_text, unreleased_text
from tournaments.words.choices import Ranking
from tournaments.words.formats import number

ROWS = 10  # unless the address asks for more


@dataclass(frozen=True, slots=True)
class FramedTable:
    """A title, the page it leads to, and rows of place, name and value."""

    title: str
    address: str
    rows: Sequence[tuple[int | None, str, str]]
    is_provisional: bool


def framed_table(request: HttpRequest) -> FramedTable | None:
    """Return the table that the query asks for; 404 for one that nobody may see."""
    for name, table_of in TABLES.items():
        if key := request.GET.get(name):
            try:
                return table_of(request, key)
            except (ValueError, KeyError, NoReverseMatch) as unknown:
                raise Http404 from unknown
    return None


def framed_season(request: HttpRequest, key: str) -> FramedTable:
    season = readable_season(request, int(key))
    table = season_table(season, user=request.user, today=timezone.localdate())
    rows = [
        (line.row.place, line.player, ranking_value_text(line.row.value, table.rule))
        for line in table.ranked
    ]
    address = reverse("seasons:season", args=[season.pk])
    is_provisional = bool(unreleased_text(table.played))
    return FramedTable(str(season), address, rows, is_provisional)


def framed_division(request: HttpRequest, key: str) -> FramedTable:
    division = readable(request, Division, int(key))
    table = division_table(division, user=request.user)
    rows = [
        (line.row.place, line.team.name, pair(line.row.plus, line.row.minus))
        for line in table.lines
    ]
    title = f"{division.league} · {division.name}"
    address = reverse("leagues:division", args=[division.pk])
    return FramedTable(title, address, rows, table.is_provisional)


def framed_event(request: HttpRequest, key: str) -> FramedTable:
    event = readable_event(request, EventConverter().to_python(key))
    ranking = request.GET.get("ranking", Ranking.SINGLE)
    table = standings_of(event, ranking=ranking)
    rows = [
        (line.place, line.entry.name, number(line.entry.total)) for line in table.places
    ]
    address = reverse("events:standings", args=[event.pk])
    return FramedTable(event.name, address, rows, table.is_provisional)


TABLES = {
    "season": framed_season,
    "division": framed_division,
    "event": framed_event,
}


def requested_rows(request: HttpRequest) -> int:
    """Return how many rows the frame has room for."""
    rows = request.GET.get("rows", "")
    return int(rows) if rows.isdecimal() and len(rows) <= 3 else ROWS
