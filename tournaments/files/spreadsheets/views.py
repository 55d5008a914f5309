"""Downloads of tables and rankings."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal
from operator import attrgetter
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from scoring.lists.tallies import knows_games
from tournaments.careers.selectors import AllTimeRanking
from tournaments.careers.views import requested_ranking
from tournaments.events.models import Event
from tournaments.events.pages import readable_event
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.words import provisional_text
from tournaments.files.spreadsheets.spreadsheets import (
    Cell,
    Spreadsheet,
    spreadsheet_answer,
)
from tournaments.leagues.match_days.selectors import DivisionDays, division_days
from tournaments.leagues.models import Division
from tournaments.leagues.pages import readable
from tournaments.leagues.ranking import (
    SingleLine,
    SingleRanking,
    TeamLine,
    league_single_ranking,
)
from tournaments.leagues.words import MARK_TEXT, league_file_note, single_heads
from tournaments.people.audience import for_everybody
from tournaments.seasons.selectors import SeasonTable, season_table
from tournaments.seasons.views import readable_season
from tournaments.seasons.words import STANDING_TEXT, season_note, tie_break_text
from tournaments.words.choices import Ranking
from tournaments.words.formats import hundredths, whole_or_hundredths
from tournaments.words.house.options import rule_set_text

Column = tuple[str, Callable[[Any], Cell]]


def spreadsheet_of(
    title: str, columns: Iterable[Column], lines: Iterable[Any], note: str = ""
) -> Spreadsheet:
    """Return the lines of a ranking as a table of ``columns``."""
    heads, cells = zip(*columns, strict=True)
    rows = [tuple(cell(line) for cell in cells) for line in lines]
    return Spreadsheet(title=title, heads=heads, rows=rows, note=note)


def place_column() -> Column:
    return pgettext("rank", "Place"), attrgetter("place")


def won_and_lost(above: str) -> tuple[Column, Column]:
    """Return the columns of games, ``above`` being the path to their numbers."""
    return (
        (pgettext("short", "won"), attrgetter(f"{above}.won")),
        (pgettext("short", "lost"), attrgetter(f"{above}.lost")),
    )


def whole(path: str) -> Callable[[Any], Cell]:
    """Return what gives a number of a line, whole or with two decimals."""
    number_of = attrgetter(path)
    return lambda line: whole_or_hundredths(number_of(line))


def standings_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return a ranking of an event; those without a place are at its end."""
    if standings.ranking == Ranking.LISTS:
        return best_lists_spreadsheet(standings)
    is_of_teams = standings.contest is not None
    places = [(line.place, line.entry) for line in standings.places]
    who: tuple[Column, ...] = (
        (_("Name"), lambda line: line[1].player),
        (_("Club"), lambda line: line[1].club),
    )
    if is_of_teams:
        who = (
            (_("Team"), lambda line: line[1].team),
            (_("Members"), lambda line: "; ".join(line[1].members)),
        )
    columns = (
        (pgettext("rank", "Place"), lambda line: line[0]),
        *who,
        *(
            (
                _("Series %(number)s") % {"number": number},
                lambda line, index=index: line[1].per_series[index],
            )
            for index, number in enumerate(standings.series_numbers)
        ),
        (_("Game points"), lambda line: line[1].game_points),
        (_("Total"), lambda line: line[1].total),
        (pgettext("short", "won"), lambda line: line[1].won),
        (pgettext("short", "lost"), lambda line: line[1].lost),
        (_("Lists"), lambda line: line[1].lists),
    )
    title = standings.label if is_of_teams else _("Standings")
    lines = [*places, *((None, row) for row in standings.unranked)]
    return spreadsheet_of(title, columns, lines, provisional_text(standings))


def best_lists_spreadsheet(standings: Standings) -> Spreadsheet:
    """Return the ranking of the best single lists."""
    columns = (
        place_column(),
        (_("Name"), attrgetter("entry.player")),
        (_("Series"), attrgetter("entry.series")),
        (_("Total"), attrgetter("entry.total")),
        *won_and_lost("entry"),
    )
    note = provisional_text(standings)
    return spreadsheet_of(standings.label, columns, standings.places, note)


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
    columns: tuple[Column, ...] = (
        (pgettext("rank", "Place"), attrgetter("row.place")),
        (_("Name"), attrgetter("player")),
        (_("Standing"), lambda line: str(STANDING_TEXT[line.row.standing])),
        (_("Result"), whole("row.value")),
        (pgettext("season", "counted"), attrgetter("row.counted")),
        (pgettext("season", "played"), attrgetter("row.played")),
        (pgettext("season", "missing"), attrgetter("row.missing")),
        (_("Lists"), attrgetter("row.lists")),
        (_("Points"), whole("row.total")),
        (_("Average"), lambda line: hundredths(line.row.average)),
        *won_and_lost("row"),
        (
            pgettext("season", "struck"),
            lambda line: " ".join(
                str(whole_or_hundredths(unit.total)) for unit in line.row.struck
            ),
        ),
        (_("Bonus and deduction"), lambda line: line.row.bonus - line.row.deduction),
        (
            _("Fee"),
            lambda line: (
                Decimal(line.row.fee_cents) / 100 if line.row.fee_cents else None
            ),
        ),
        (_("Places up since the last evening"), attrgetter("up")),
        (
            pgettext("rank", "Decided by"),
            lambda line: tie_break_text(table.rule, line.row.decided_by),
        ),
    )
    note = season_note(table.played, is_public=table.season.is_published)
    return spreadsheet_of(_("Season table"), columns, table.lines, note)


def all_time_spreadsheet(table: AllTimeRanking) -> Spreadsheet:
    """Return the all-time table; some old lists do not know their games."""

    def if_known(cell: Callable[[Any], Cell]) -> Callable[[Any], Cell]:
        return lambda line: cell(line) if knows_games(line.entry) else None

    columns: tuple[Column, ...] = (
        place_column(),
        (_("Name"), attrgetter("entry.player")),
        (_("Club"), attrgetter("entry.club")),
        (_("Lists"), attrgetter("entry.lists")),
        (_("Total"), attrgetter("entry.total")),
        (_("Average"), lambda line: hundredths(line.entry.average)),
        *((head, if_known(cell)) for head, cell in won_and_lost("entry")),
        (
            _("Share won"),
            if_known(lambda line: hundredths(line.entry.success * 100)),
        ),
        (_("Best list"), lambda line: line.entry.best_total or None),
        (_("Years"), attrgetter("entry.years")),
    )
    return spreadsheet_of(_("All-time table"), columns, table.places)


def division_spreadsheet(overview: DivisionDays) -> Spreadsheet:
    """Return the league table.

    Plus and minus match points are separate columns, also for every match day, empty
    where a team did not play.
    """

    def day_column(head: str, day: int, points: str) -> Column:
        def points_of(line: TeamLine) -> Cell:
            cell = overview.cells.get((line.team.pk, day))
            return whole_or_hundredths(getattr(cell.row, points)) if cell else None

        return head % {"number": day}, points_of

    columns: tuple[Column, ...] = (
        (pgettext("rank", "Place"), attrgetter("row.place")),
        (_("Team"), attrgetter("team.name")),
        (_("Match points plus"), whole("row.plus")),
        (_("Match points minus"), whole("row.minus")),
        (pgettext("league", "Points"), whole("row.score")),
        (pgettext("count", "Series"), attrgetter("row.series")),
        (_("Absent"), attrgetter("row.absences")),
        *won_and_lost("row"),
        (
            _("Remark"),
            lambda line: str(MARK_TEXT[line.row.mark]) if line.row.mark else "",
        ),
        *(
            day_column(head, day, points)
            for day in overview.days
            for head, points in (
                (_("Day %(number)s plus"), "plus"),
                (_("Day %(number)s minus"), "minus"),
            )
        ),
    )
    note = league_file_note(overview.table)
    return spreadsheet_of(_("League table"), columns, overview.table.lines, note)


def single_ranking_spreadsheet(ranking: SingleRanking) -> Spreadsheet:
    """Return the single ranking; players with too few games come last, unplaced."""

    def cells(line: SingleLine) -> tuple[Cell, ...]:
        row = line.row
        return (
            row.place,
            line.player.sorted_name,
            ", ".join(team.name for team in line.teams),
            whole_or_hundredths(row.average),
            *(row.total, row.lists, row.games, row.won, row.lost),
        )

    return Spreadsheet(
        title=_("Individual ranking"),
        heads=single_heads(),
        rows=[cells(line) for line in ranking.lines],
        note=league_file_note(ranking),
    )


def public_file(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer with a file of what this reader may see."""
    return login_not_required(require_GET(for_everybody(view)))


@public_file
def standings_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    event = readable_event(request, pk)
    ranking = request.GET.get("ranking") or Ranking.SINGLE
    try:
        standings = standings_of(event, ranking=ranking)
    except KeyError as unknown:
        raise Http404 from unknown
    name = event.slug
    if ranking != Ranking.SINGLE:
        name = f"{name}-{ranking}"
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
    _form, table = requested_ranking(request)
    return spreadsheet_answer(all_time_spreadsheet(table), "all-time", kind)


@public_file
def division_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    division = readable(request, Division, pk)
    table = division_spreadsheet(division_days(division, user=request.user))
    name = slugify(f"{division.league} {division.name}") or f"division-{pk}"
    return spreadsheet_answer(table, name, kind)


@public_file
def division_players_file(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    division = readable(request, Division, pk)
    ranking = league_single_ranking(division, user=request.user)
    table = single_ranking_spreadsheet(ranking)
    name = slugify(f"{division.league} {division.name} players") or f"players-{pk}"
    return spreadsheet_answer(table, name, kind)
