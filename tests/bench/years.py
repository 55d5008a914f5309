"""A club over thirty seasons: its pages, beside those of the same club after one.

The club is loaded through the importer, evening by evening, as its history would be.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from time import perf_counter
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.seasons.rules import Minimum, SeasonRule, Unit
from tests.bench.large_files import Club, club_year, imported_games, sample_club
from tests.bench.people import add_secretary
from tests.bench.rows import Row, Scale, Spent, milliseconds, ratio_row, spent_by
from tests.bench.visits import browser
from tournaments.people.models import Player, User
from tournaments.seasons.models import Season
from tournaments.seasons.rule.forms import rule_fields
from tournaments.seasons.services import create_season, publish_season
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ListTally, ScoreSheet, YearTally

MOST = 3
LAST_YEAR = 2026
LISTS = 300  # different ones; they are played again and again by other people
FEW_LISTS = 40
RULE = SeasonRule(minimums=(Minimum(unit=Unit.LIST, count=24),))
DRAFT = SeasonRule(best=30, minimums=(Minimum(unit=Unit.LIST, count=12),))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What something costs: usual and most seconds, and how many queries."""

    seconds: float
    worst: float
    queries: int

    @property
    def text(self) -> str:
        worst = milliseconds(self.worst)
        return f"{milliseconds(self.seconds)}, worst {worst}, {self.queries} queries"


def measure_years(scale: Scale, seed: int) -> Iterator[Row]:
    """Load one season and measure, load the others and measure again."""
    secretary = add_secretary(f"years-{seed}")
    lists = FEW_LISTS if scale.is_quick else LISTS
    club = sample_club(scale.club_players, lists=lists, seed=seed)
    first = LAST_YEAR - scale.club_seasons + 1
    yield load_row(club, range(first, first + 1), scale)
    before = costs_in(first, scale, by=secretary)
    yield load_row(club, range(first + 1, LAST_YEAR + 1), scale)
    after = costs_in(LAST_YEAR, scale, by=secretary)
    sizes = f"season 1 and {scale.club_seasons}"
    for what, cost in after.items():
        yield ratio_row(
            what=what,
            sizes=sizes,
            measured=f"{before[what].text}; {cost.text}",
            ratio=cost.seconds / before[what].seconds,
            most=MOST,
        )


def load_row(club: Club, years: range, scale: Scale) -> Row:
    """Load some seasons and say how fast they came in."""
    games = 0
    seconds: list[float] = []
    for year in years:
        files = list(
            club_year(
                club,
                year,
                evenings=scale.club_evenings,
                attending=scale.club_players // 8 * 4,
            )
        )
        for file in files:
            start = perf_counter()
            games += imported_games(file)
            seconds.append(perf_counter() - start)
    return Row(
        what="import of evenings, with tallies",
        sizes=f"{len(years)} seasons, {ListTally.objects.count():,} results in all",
        measured=f"{games:,} games, {games / sum(seconds):,.0f} games/s; "
        f"an evening {Spent(tuple(seconds)).text}",
    )


def costs_in(year: int, scale: Scale, *, by: User) -> dict[str, Cost]:
    """Return what everything costs when ``year`` is the last season."""
    if connection.vendor == "postgresql":
        # It does so by itself in time; after a quick load it has not yet.
        connection.cursor().execute("ANALYZE")
    season = publish_season(season=season_of(year), is_published=True)
    client, visitor = browser(by), browser()
    player = most_diligent()
    pages = {
        "season table": (visitor, reverse("seasons:season", args=[season.pk]), {}),
        "season lab, another rule": (
            client,
            reverse("seasons:lab", args=[season.pk]),
            {**rule_fields(DRAFT), "of": season.pk},
        ),
        "all-time table": (visitor, reverse("careers:all-time"), {}),
        "records of the club": (visitor, reverse("careers:records"), {}),
        "page of a player": (visitor, player.get_absolute_url(), {}),
    }
    costs = {
        what: page_cost(browser, address, question, scale)
        for what, (browser, address, question) in pages.items()
    }
    costs["finishing an evening, per list"] = evening_cost(year, scale, by=by)
    return costs


def season_of(year: int) -> Season:
    """Return a season of one year."""
    return create_season(
        name=f"{year}",
        first_date=date(year, 1, 1),
        last_date=date(year, 12, 31),
        rule=RULE,
    )


def most_diligent() -> Player:
    """Return whoever has played most lists."""
    best = YearTally.objects.order_by("-lists", "player")[0]
    return best.player


def page_cost(
    client: Client, address: str, question: Mapping[str, Any], scale: Scale
) -> Cost:
    """Visit a page again and again."""
    fields = {name: value for name, value in question.items() if value is not None}

    def visit() -> None:
        answer = client.get(address, fields)
        if answer.status_code != 200:
            raise RuntimeError(f"{address}: {answer.status_code}")

    visit()  # the first visit fills what is kept in memory
    return cost_of(visit, scale.runs)


def cost_of(action: Callable[[], None], runs: int) -> Cost:
    """Return the time of an action, and its queries."""
    (spent,) = spent_by(runs, action)
    with CaptureQueriesContext(connection) as captured:
        action()
    return Cost(seconds=spent.median, worst=spent.worst, queries=len(captured))


def evening_cost(year: int, scale: Scale, *, by: User) -> Cost:
    """Open the lists of the last evening of a year and finish them, again and again.

    Finished ones: other parts may have left lists open in the same database.
    """
    finished = ScoreSheet.objects.finished()
    of_year = finished.filter(series__event__date__year=year)
    last = of_year.latest("series__event__date", "pk").series.event_id
    sheets = list(finished.filter(series__event=last))
    costs = [finished_again(sheets, by=by) for _run in range(scale.runs // 3 or 1)]
    spent = Spent(tuple(cost.seconds for cost in costs))
    return Cost(seconds=spent.median, worst=spent.worst, queries=costs[0].queries)


def finished_again(sheets: Sequence[ScoreSheet], *, by: User) -> Cost:
    """Return what it costs to finish a list, on average of ``sheets``."""
    for sheet in sheets:
        reopen_sheet(sheet=sheet, by=by, reason="bench")
    with CaptureQueriesContext(connection) as captured:
        start = perf_counter()
        for sheet in sheets:
            finish_sheet(sheet=sheet, by=by)
        seconds = (perf_counter() - start) / len(sheets)
    return Cost(seconds=seconds, worst=seconds, queries=len(captured) // len(sheets))
