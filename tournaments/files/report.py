"""The yearly report to a federation: the tables of seasons and leagues as one file.

Documented in ``docs/federation-report.md`` and ``docs/report.schema.json``. It holds
what visitors may read, and the pass numbers of people who are named in full.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from tournaments.files.event.sections import Row, moment_text, without_empty
from tournaments.files.event.writing import file_text
from tournaments.files.spreadsheets.spreadsheets import (
    Cell,
    Spreadsheet,
    file_answer,
    spreadsheet_answer,
)
from tournaments.leagues.models import Division, League
from tournaments.leagues.ranking import division_table, league_single_ranking
from tournaments.people.models import Player
from tournaments.people.names.mentions import reader_mentions
from tournaments.people.names.names import Audience, shown_to
from tournaments.people.selectors import home_club
from tournaments.scope.withheld import read_by_visitors
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import season_table, seasons_for
from tournaments.web.access import page_for, requires
from tournaments.words.choices import Privacy
from tournaments.words.formats import whole_or_hundredths
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
                **place_part(line.row.place),
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
                **place_part(line.row.place),
                **numbers_part(line.row, TEAM_NUMBERS),
            }
            for line in table.lines
        ],
        "people": [
            {
                **person_part(people[line.player.pk]),
                **place_part(line.row.place),
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


def place_part(place: int | None) -> Row:
    """Return the place under its key; nothing without a place."""
    return {} if place is None else {"place": place}


def numbers_part(row: object, names: Iterable[str]) -> Row:
    """Return numbers of a line of a table by name."""
    return {name: number_or_text(getattr(row, name)) for name in names}


def number_or_text(value: Fraction) -> int | str:
    """Return a whole number as it is, anything else as text with two decimals.

    >>> number_or_text(Fraction(7)), number_or_text(Fraction(5, 2))
    (7, '2.50')
    """
    rounded = whole_or_hundredths(value)
    return rounded if isinstance(rounded, int) else str(rounded)


TEXTS = ("name", "member_number", "club", "club_number")
NUMBERS = (
    *("value", "average", "plus", "minus", "total", "series", "lists", "won", "lost"),
)


def report_spreadsheet(report: Row) -> Spreadsheet:
    """Return a report as one table; cells that a ranking lacks stay empty."""
    return Spreadsheet(
        title=_("Report %(year)s") % {"year": report["year"]},
        heads=(
            _("Competition"),
            _("Ranking"),
            pgettext("rank", "Place"),
            _("Name"),
            _("Member number"),
            _("Club"),
            _("Club number"),
            _("Result"),
            _("Average"),
            _("Match points plus"),
            _("Match points minus"),
            _("Points"),
            pgettext("count", "Series"),
            _("Lists"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
        ),
        rows=list(table_lines(report)),
    )


def table_lines(report: Row) -> Iterator[tuple[Cell, ...]]:
    """Give the lines: season tables first, then teams and people of each division."""
    for season in report.get("seasons", ()):
        for row in season["table"]:
            yield table_line(season["name"], _("Season table"), row)
    for league in report.get("leagues", ()):
        for division in league.get("divisions", ()):
            name = f"{league['name']} {league['season']}, {division['name']}"
            for row in division["table"]:
                team = {"name": row["team"], "total": row["score"]}
                yield table_line(name, _("League table"), row | team)
            for row in division["people"]:
                yield table_line(name, _("Individual ranking"), row)


def table_line(competition: str, ranking: str, row: Row) -> tuple[Cell, ...]:
    texts = (row.get(name) for name in TEXTS)
    numbers = (cell_number(row.get(name)) for name in NUMBERS)
    return (competition, ranking, row.get("place"), *texts, *numbers)


def cell_number(value: int | str | None) -> int | Decimal | None:
    """Return a number for a spreadsheet; the report has decimal numbers as text.

    >>> cell_number("987.50"), cell_number(1204)
    (Decimal('987.50'), 1204)
    """
    return Decimal(value) if isinstance(value, str) else value


@page_for(Right.PEOPLE)
def show_reports(request: HttpRequest) -> HttpResponse:
    context = {"years": years_to_report()}
    return render(request, "tournaments/files/report/reports.html", context)


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
