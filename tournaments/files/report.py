"""Downloads of tables and rankings, and the yearly report to a federation.

The report has the tables of seasons and leagues as one file, documented in
``docs/federation-report.md`` and ``docs/report.schema.json``. It holds what visitors
may read, and the pass numbers of people who are named in full.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET

from tournaments.careers.tables import all_time_columns
from tournaments.careers.views import requested_ranking
from tournaments.events.models import Event
from tournaments.events.money.reports import (
    event_report,
    report_columns,
    statements,
    year_columns,
    year_notes,
)
from tournaments.events.pages import readable_event
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.tables import ranking_columns
from tournaments.events.standings.words import state_text
from tournaments.files.event.sections import Row, moment_text, without_empty
from tournaments.files.event.writing import file_text
from tournaments.leagues.models import Division, League
from tournaments.leagues.ranking import division_table, league_single_ranking
from tournaments.leagues.selectors import division_days, league_file_note
from tournaments.leagues.tables import division_columns, single_columns
from tournaments.leagues.views import readable
from tournaments.people.audit import recording_exports
from tournaments.people.models import Player
from tournaments.people.names.mentions import reader_mentions
from tournaments.people.selectors import for_everybody, home_club
from tournaments.scope.scope import Audience, read_by_visitors, shown_to
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import SeasonTable, season_table, seasons_for
from tournaments.seasons.tables import season_columns
from tournaments.seasons.views import readable_season
from tournaments.seasons.words import season_note
from tournaments.web.access import page_for, public_page, requires
from tournaments.web.spreadsheets import (
    Cell,
    Spreadsheet,
    file_answer,
    spreadsheet_answer,
)
from tournaments.web.tables import Column, told
from tournaments.words.choices import ExportedFile, Privacy, Ranking
from tournaments.words.formats import whole_or_hundredths
from tournaments.words.house_options import rule_set_text
from tournaments.words.rights import Right

FORMAT = "skatclub-report"
VERSION = 1
SEASON_NUMBERS = ("value", "total", "lists", "won", "lost")
TEAM_NUMBERS = ("plus", "minus", "score", "series", "won", "lost")
SINGLE_NUMBERS = ("average", "total", "lists", "games", "won", "lost")
VISITOR = AnonymousUser()


def years_to_report() -> dict[int, list[str]]:
    """Return the seasons and leagues of each year, the last year first. Two queries.

    A season belongs to the year it ends in, so a current one may belong to the next.
    """
    seasons = seasons_for(VISITOR).order_by("first_date", "name", "pk")
    ends = seasons.values_list("last_date__year", "name")
    leagues = League.objects.visible_to(VISITOR).order_by("name", "season", "pk")
    active = leagues.filter(divisions__match_days__isnull=False)
    days = active.values_list("divisions__match_days__date__year", "name").distinct()
    years: dict[int, list[str]] = {}
    shown = reader_mentions().public_text
    for year, name in (*ends, *days):
        years.setdefault(year, []).append(shown(name))
    return dict(sorted(years.items(), reverse=True))


def federation_report(year: int) -> Row:
    """Return the report of a year. Queries for each season and each division."""
    now = timezone.now()
    with read_by_visitors(now), shown_to(Audience.PUBLIC):
        home = home_club()
        club = {"name": home.name, "number": home.number} if home else {}
        seasons = seasons_for(VISITOR).filter(last_date__year=year)
        leagues = League.objects.visible_to(VISITOR)
        leagues = leagues.filter(divisions__match_days__date__year=year).distinct()
        return without_empty(
            {
                "format": FORMAT,
                "version": VERSION,
                "year": year,
                "made_at": moment_text(now),
                "club": without_empty(club) or None,
                "seasons": [
                    season_part(season)
                    for season in seasons.order_by("first_date", "name", "pk")
                ],
                "leagues": [
                    league_part(league)
                    for league in leagues.order_by("name", "season", "pk")
                ],
            }
        )


def season_part(season: Season) -> Row:
    """Return a season table with everybody in it, also those without a place."""
    table = season_table(season, user=VISITOR, today=timezone.localdate())
    people = people_by_key(line.player_id for line in table.lines)
    return {
        "name": season.name,
        "first_date": season.first_date.isoformat(),
        "last_date": season.last_date.isoformat(),
        "is_over": table.is_over,
        "table": [
            {
                **person_part(people[line.player_id]),
                **without_empty({"place": line.row.place}),
                "standing": line.row.standing.value,
                **numbers_part(line.row, SEASON_NUMBERS),
            }
            for line in table.lines
        ],
    }


def league_part(league: League) -> Row:
    divisions = league.divisions.order_by("order", "name", "pk")
    return without_empty(
        {
            "name": league.name,
            "season": league.season,
            "federation": league.federation,
            "divisions": [division_part(division) for division in divisions],
        }
    )


def division_part(division: Division) -> Row:
    """Return the league table and the individual ranking of a division."""
    table = division_table(division, user=VISITOR)
    ranked = league_single_ranking(division, user=VISITOR).lines
    people = people_by_key(line.player.pk for line in ranked)
    return {
        "name": division.name,
        "is_provisional": table.is_provisional,
        "is_partial": table.is_partial,
        "table": [
            {
                "team": line.team.name,
                **without_empty({"place": line.row.place}),
                **numbers_part(line.row, TEAM_NUMBERS),
            }
            for line in table.lines
        ],
        "people": [
            {
                **person_part(people[line.player.pk]),
                **without_empty({"place": line.row.place}),
                "teams": [team.name for team in line.teams],
                **numbers_part(line.row, SINGLE_NUMBERS),
            }
            for line in ranked
        ],
    }


def people_by_key(keys: Iterable[int]) -> dict[int, Player]:
    """Return people with their clubs, by key. One query."""
    return Player.every.select_related("club").in_bulk(list(keys))


def person_part(player: Player) -> Row:
    """Return the public name of a person, with pass and club if it is the full name."""
    is_named = player.privacy == Privacy.FULL
    club = player.club if is_named else None
    return {"name": player.name} | without_empty(
        {
            "member_number": player.member_number if is_named else None,
            "club": club.name if club else None,
            "club_number": club.number if club else None,
        }
    )


def numbers_part(row: object, names: Iterable[str]) -> Row:
    return {name: whole_or_hundredths(getattr(row, name)) for name in names}


# The columns of a report as one table; cells that a ranking lacks stay empty.
HEADS = {
    "competition": gettext_lazy("Competition"),
    "ranking": gettext_lazy("Ranking"),
    "place": pgettext_lazy("rank", "Place"),
    "name": gettext_lazy("Name"),
    "member_number": gettext_lazy("Member number"),
    "club": gettext_lazy("Club"),
    "club_number": gettext_lazy("Club number"),
    "value": gettext_lazy("Result"),
    "average": gettext_lazy("Average"),
    "plus": gettext_lazy("Match points plus"),
    "minus": gettext_lazy("Match points minus"),
    "total": gettext_lazy("Points"),
    "series": pgettext_lazy("several", "Series"),
    "lists": gettext_lazy("Lists"),
    "won": pgettext_lazy("short", "won"),
    "lost": pgettext_lazy("short", "lost"),
}


def report_spreadsheet(report: Row) -> Spreadsheet:
    return Spreadsheet(
        title=_("Report %(year)s") % {"year": report["year"]},
        heads=tuple(map(str, HEADS.values())),
        rows=[tuple(line.get(name) for name in HEADS) for line in report_lines(report)],
    )


def report_lines(report: Row) -> Iterator[Row]:
    """Give the lines: season tables first, then teams and people of each division."""
    for season in report.get("seasons", ()):
        names = {"competition": season["name"], "ranking": _("Season table")}
        yield from (row | names for row in season["table"])
    for league in report.get("leagues", ()):
        for division in league.get("divisions", ()):
            name = f"{league['name']} {league['season']}, {division['name']}"
            names = {"competition": name, "ranking": _("League table")}
            for row in division["table"]:
                yield row | names | {"name": row["team"], "total": row["score"]}
            names["ranking"] = _("Individual ranking")
            yield from (row | names for row in division["people"])


@page_for(Right.PEOPLE)
def show_reports(request: HttpRequest) -> HttpResponse:
    context = {"years": years_to_report()}
    return render(request, "tournaments/files/report/reports.html", context)


@recording_exports(ExportedFile.REPORT)
@requires(Right.PEOPLE)
@require_GET
def report_file(request: HttpRequest, year: int, kind: str) -> HttpResponse:
    """Answer with the report of a year, as JSON or as a spreadsheet."""
    if year not in years_to_report():
        raise Http404
    report = federation_report(year)
    name = _("report-to-the-federation-%(year)s") % {"year": year}
    if kind == "json":
        text = file_text(report).encode()
        return file_answer(text, f"{name}.json", "application/json")
    return spreadsheet_answer(report_spreadsheet(report), name, kind)


def spreadsheet_of(
    title: str, columns: Iterable[Column], lines: Iterable[Any], note: str = ""
) -> Spreadsheet:
    """Return the lines of a ranking as a table of the columns that have values."""
    filled = [each for each in columns if each.value]
    values = [each.value for each in filled if each.value]
    return Spreadsheet(
        title=title,
        heads=tuple(each.file_head or each.plain_head() for each in filled),
        rows=[tuple(rounded(told(each, line)) for each in values) for line in lines],
        note=note,
    )


def rounded(value: Cell | Fraction) -> Cell:
    return whole_or_hundredths(value) if isinstance(value, Fraction) else value


def standings_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return a ranking of an event; those without a place are at its end."""
    is_of_people = standings.contest is None and standings.ranking != Ranking.LISTS
    title = _("Standings") if is_of_people else standings.label
    unranked = [SimpleNamespace(place=None, entry=row) for row in standings.unranked]
    lines = [*standings.places, *unranked]
    note = state_text(standings)
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


@recording_exports(ExportedFile.STANDINGS)
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


@recording_exports(ExportedFile.SEASON)
@public_file
def season_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    spreadsheet = season_spreadsheet(table)
    return spreadsheet_answer(spreadsheet, slugify(season.name) or f"season-{pk}", kind)


@recording_exports(ExportedFile.ALL_TIME)
@public_file
def all_time_file(request: HttpRequest, kind: str) -> HttpResponse:
    _form, ranking = requested_ranking(request)
    columns = all_time_columns(ranking)
    title = _("All-time table")
    table = spreadsheet_of(title, columns, ranking.places, ranking.note)
    return spreadsheet_answer(table, "all-time", kind)


@recording_exports(ExportedFile.MONEY)
@requires(Right.MONEY)
@require_GET
def money_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    event = readable_event(request, pk)
    report = event_report(event)
    columns, note = report_columns(), " ".join(report.notes)
    table = spreadsheet_of(_("Money"), columns, report.people, note)
    return spreadsheet_answer(table, f"{event.slug}-{slugify(_('Money'))}", kind)


@recording_exports(ExportedFile.MONEY)
@requires(Right.MONEY)
@require_GET
def year_money_file(_request: HttpRequest, year: int, kind: str) -> HttpResponse:
    title = _("Money %(year)s") % {"year": year}
    note = " ".join(year_notes(year))
    table = spreadsheet_of(title, year_columns(), statements(year), note)
    return spreadsheet_answer(table, slugify(title), kind)


def league_of(division: int) -> int | None:
    """Return the league of a division; its history records the export."""
    divisions = Division.objects.filter(pk=division)
    return divisions.values_list("league", flat=True).first()


@recording_exports(ExportedFile.LEAGUE, league_of)
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


@recording_exports(ExportedFile.LEAGUE, league_of)
@public_file
def division_players_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """Answer with a single ranking; people with too few games come last, unplaced."""
    division = readable(request, Division, pk)
    ranking = league_single_ranking(division, user=request.user)
    columns, note = single_columns(ranking), league_file_note(ranking)
    table = spreadsheet_of(_("Individual ranking"), columns, ranking.lines, note)
    name = slugify(f"{division.league} {division.name} players") or f"players-{pk}"
    return spreadsheet_answer(table, name, kind)
