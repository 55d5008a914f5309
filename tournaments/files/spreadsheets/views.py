"""Downloads of tables and rankings."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.careers.tables import all_time_columns
from tournaments.careers.views import requested_ranking
from tournaments.events.models import Event
from tournaments.events.pages import readable_event
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.tables import ranking_columns
from tournaments.events.standings.words import provisional_text
from tournaments.files.spreadsheets.spreadsheets import (
    Cell,
    Spreadsheet,
    spreadsheet_answer,
)
from tournaments.leagues.models import Division
from tournaments.leagues.ranking import league_single_ranking
from tournaments.leagues.selectors import division_days, league_file_note
from tournaments.leagues.tables import division_columns, single_columns
from tournaments.leagues.views import readable
from tournaments.people.selectors import for_everybody
from tournaments.seasons.selectors import SeasonTable, season_table
from tournaments.seasons.tables import season_columns
from tournaments.seasons.views import readable_season
from tournaments.seasons.words import season_note
from tournaments.web.access import public_page
from tournaments.web.tables import Column, told
from tournaments.words.choices import Ranking
from tournaments.words.formats import whole_or_hundredths
from tournaments.words.house.options import rule_set_text


def spreadsheet_of(
    title: str, columns: Iterable[Column], lines: Iterable[Any], note: str = ""
) -> Spreadsheet:
    """Return the lines of a ranking as a table of the columns that have values."""
    filled = [each for each in columns if each.value]
    values = [each.value for each in filled if each.value]
    return Spreadsheet(
        title=title,
        heads=tuple(each.file_head or each.plain_head() for each in filled),
        rows=[tuple(file_cell(told(each, line)) for each in values) for line in lines],
        note=note,
    )


def file_cell(value: Cell | Fraction) -> Cell:
    """Return the value of a cell; fractions are rounded to two decimals."""
    return whole_or_hundredths(value) if isinstance(value, Fraction) else value


def standings_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return a ranking of an event; those without a place are at its end."""
    is_of_people = standings.contest is None and standings.ranking != Ranking.LISTS
    title = _("Standings") if is_of_people else standings.label
    unranked = [SimpleNamespace(place=None, entry=row) for row in standings.unranked]
    lines = [*standings.places, *unranked]
    note = provisional_text(standings)
    return spreadsheet_of(title, ranking_columns(standings), lines, note)


def with_rules(table: Spreadsheet, event: Event) -> Spreadsheet:
    """Return ``table`` with the house rules as last column; official Skat has none.

    So every row says how it was scored.
    """
    text = rule_set_text(event.rule_set)
    if not text:
        return table
    return replace(
        table,
        heads=(*table.heads, _("House rules")),
        rows=[(*row, text) for row in table.rows],
    )


def season_spreadsheet(table: SeasonTable) -> Spreadsheet:
    """Return the season table; struck results share a cell."""
    note = season_note(table.played, is_public=table.season.is_published)
    return spreadsheet_of(_("Season table"), season_columns(table), table.lines, note)


def public_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer with a file of what this reader may see."""
    return public_page(for_everybody(view))


@public_file
def standings_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    event = readable_event(request, pk)
    ranking = request.GET.get("ranking") or Ranking.SINGLE
    try:
        standings = standings_of(event, ranking=ranking)
    except KeyError as unknown:
        raise Http404 from unknown
    name = event.slug if ranking == Ranking.SINGLE else f"{event.slug}-{ranking}"
    table = with_rules(standings_spreadsheet(standings), event)
    return spreadsheet_answer(table, name, kind)


@public_file
def season_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    spreadsheet = season_spreadsheet(table)
    return spreadsheet_answer(spreadsheet, slugify(season.name) or f"season-{pk}", kind)


@public_file
def all_time_file(request: HttpRequest, kind: str) -> HttpResponse:
    _form, ranking = requested_ranking(request)
    columns = all_time_columns(ranking)
    table = spreadsheet_of(_("All-time table"), columns, ranking.places)
    return spreadsheet_answer(table, "all-time", kind)


@public_file
def division_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Answer with a league table.

    Plus and minus match points are separate columns, also for every match day, empty
    where a team did not play.
    """
    division = readable(request, Division, pk)
    days = division_days(division, user=request.user)
    columns, note = division_columns(days), league_file_note(days.table)
    table = spreadsheet_of(_("League table"), columns, days.table.lines, note)
    name = slugify(f"{division.league} {division.name}") or f"division-{pk}"
    return spreadsheet_answer(table, name, kind)


@public_file
def division_players_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Answer with a single ranking; people with too few games come last, unplaced."""
    division = readable(request, Division, pk)
    ranking = league_single_ranking(division, user=request.user)
    columns, note = single_columns(ranking), league_file_note(ranking)
    table = spreadsheet_of(_("Individual ranking"), columns, ranking.lines, note)
    name = slugify(f"{division.league} {division.name} players") or f"players-{pk}"
    return spreadsheet_answer(table, name, kind)
