"""The pages of seasons: all of them, their tables, and the lists behind a line."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.seasons.rules import SeasonRule
from scoring.seasons.sentences import rule_sentences
from scoring.seasons.table import SeasonRow, SeasonStanding
from tournaments.seasons.pages import readable_season
from tournaments.seasons.race.selectors import table_race
from tournaments.seasons.rule.views import draft_rule
from tournaments.seasons.selectors import (
    SeasonTable,
    person_season,
    season_table,
    seasons_for,
)
from tournaments.seasons.tables import EveningsTable, SeasonPeopleTable
from tournaments.seasons.words import (
    STANDING_TEXT,
    guests_heading,
    ranking_value_text,
    shortfall_text,
)
from tournaments.web.access import public_page
from tournaments.web.caching.desk_pages import kept_in_edition
from tournaments.web.charts import LOW, Chart, charts_of
from tournaments.words.formats import (
    days_on_an_axis,
    exact,
    mean,
    money,
    number,
    ordinal,
    signed,
)


@public_page
def show_seasons(request: HttpRequest) -> HttpResponse:
    context = {"seasons": seasons_for(request.user)}
    return render(request, "tournaments/seasons/season_list.html", context)


@public_page
@kept_in_edition
def show_season(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    context = {
        "season": season,
        "played": table.played,
        "table": table,
        "tables": tables_on_page(table),
        "charts": race_charts(table),
        "sentences": rule_sentences(table.rule),
    }
    return render(request, "tournaments/seasons/season.html", context)


def race_charts(table: SeasonTable) -> dict[str, Chart] | None:
    race = table_race(table)
    if race is None:
        return None
    courses = [
        (
            f"{racer.line.row.place} {racer.line.player}",
            [None if value is None else round(value) for value in racer.values],
        )
        for racer in race.racers
    ]
    return charts_of(
        courses,
        days_on_an_axis([evening.date for evening in race.evenings]),
        narrow=LOW,
        signs=[ordinal(racer.line.row.place or 0) for racer in race.racers],
    )


def tables_on_page(table: SeasonTable) -> list[SeasonPeopleTable]:
    """Return the tables of the page, without empty ones."""
    parts = (
        (table.ranked, _("Season table")),
        (table.short, STANDING_TEXT[SeasonStanding.SHORT]),
        (table.guests, guests_heading(len(table.guests))),
    )
    return [
        SeasonPeopleTable(lines, table=table, caption=caption)
        for lines, caption in parts
        if lines
    ]


@public_page
@kept_in_edition
def show_season_results(request: HttpRequest, pk: int) -> HttpResponse:
    season = readable_season(request, pk)
    table = season_table(season, user=request.user, today=timezone.localdate())
    context = {
        "season": season,
        "played": table.played,
        "table": EveningsTable(table) if table.lines else None,
    }
    return render(request, "tournaments/seasons/season_results.html", context)


@public_page
@kept_in_edition
def show_season_person(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    season = readable_season(request, pk)
    today = timezone.localdate()
    person = person_season(season, player, user=request.user, today=today)
    if person is None or not person.line.has_page:
        raise Http404
    context = {
        "season": season,
        "played": person.table.played,
        "person": person,
        "figures": person_figures(person.line.row, person.table.rule),
        "standing": STANDING_TEXT[person.line.row.standing],
    }
    return render(request, "tournaments/seasons/season_person.html", context)


def person_figures(row: SeasonRow, rule: SeasonRule) -> list[tuple[str, str]]:
    """Return a line of the table as labels and figures, without meaningless zeros."""
    figures = [
        (_("Result"), ranking_value_text(row.value, rule)),
        (_("Points"), exact(row.total)),
        (_("Average"), mean(row.average)),
        (_("Counted of played"), f"{row.counted} / {row.played}"),
        (_("Games won"), number(row.won)),
        (_("Games lost"), number(row.lost)),
    ]
    if row.missing:
        figures.append((_("Missing results that count"), number(row.missing)))
    if row.bonus or row.deduction:
        figures.append((_("Bonus and deduction"), signed(row.bonus - row.deduction)))
    if row.fee_cents:
        figures.append((_("Fee for absence"), money(row.fee_cents)))
    if row.short_by:
        figures.append((_("Still needed for the minimum"), shortfall_text(row)))
    return figures


@public_page
def show_season_rule(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the rule as text for the bylaws: the one in force, or a draft."""
    season = readable_season(request, pk)
    draft = draft_rule(request)
    context = {
        "season": season,
        "sentences": rule_sentences(draft or season.as_rule()),
        "is_draft": draft is not None,
    }
    return render(request, "tournaments/seasons/season_rule.html", context)
