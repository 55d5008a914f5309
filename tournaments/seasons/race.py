"""Reading the race of a season, and the place of one person in it."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from scoring.seasons.rules import Measure, SeasonRule
from scoring.seasons.table import season_race, spread_stages
from tournaments.people.names.names import is_public
from tournaments.seasons.evenings import Evening, SeasonLists
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import (
    SeasonLine,
    SeasonTable,
    season_table,
    seasons_for,
)
from tournaments.web.access import reads_everything
from tournaments.web.caching.drawn_once import draw_once

MOST_RACERS = 6
MOST_STAGES = 30
LAST_SEASONS = 3
MANY_EVENINGS = 8
ENOUGH_FOR_AN_AVERAGE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Racer:
    """A person at the top with the results after each evening; None before a list."""

    line: SeasonLine
    values: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """The top of a table after all evenings, or after some if there are many."""

    evenings: tuple[Evening, ...]
    racers: tuple[Racer, ...]


def table_race(table: SeasonTable) -> Race | None:
    """Return the race of a table; None before the second evening. No query."""
    evenings = {series.evening for series in table.played.held_series}
    stages = spread_stages(sorted(evenings), MOST_STAGES)
    first = table.ranked[:MOST_RACERS]
    if len(stages) < 2 or not first:
        return None
    racing = {line.player_id for line in first}
    results = [result for result in table.played.results if result.person in racing]
    values = season_race(
        table.rule,
        results,
        table.played.held_series,
        stages,
        over=table.is_over,
        least=least_results(table.rule, len(stages)),
    )
    shown_evenings = set(stages)
    return Race(
        evenings=tuple(
            evening
            for evening in table.played.evenings
            if evening.number in shown_evenings
        ),
        racers=tuple(Racer(line=line, values=values[line.player_id]) for line in first),
    )


def least_results(rule: SeasonRule, evenings: int) -> int:
    """Return how many results an average needs to be drawn; a sum needs one.

    >>> least_results(SeasonRule(), 3), least_results(SeasonRule(), 20)
    (1, 4)
    """
    if rule.measure is Measure.SUM or evenings < MANY_EVENINGS:
        return 1
    return ENOUGH_FOR_AN_AVERAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlace:
    """A person's place in a season; ``next`` has the next better place.

    For the first, ``next`` is the second; None if there is none.
    """

    table: SeasonTable
    line: SeasonLine
    next: SeasonLine | None

    @property
    def difference(self) -> Fraction:
        """The difference between the two results."""
        if self.next is None:
            return Fraction(0)
        return abs(self.next.row.value - self.line.row.value)


def season_places(player_id: int, *, user: object, today: date) -> list[SeasonPlace]:
    """Return a person's places in the last seasons, the latest first.

    One query, and one for each of at most ``LAST_SEASONS``; seven more for a table that
    is not cached yet.
    """
    seasons = seasons_for(user).filter(first_date__lte=today)[:LAST_SEASONS]
    tables = [cached_season_table(season, user=user, today=today) for season in seasons]
    return [
        SeasonPlace(table=table, line=line, next=next_line(table, line))
        for table in tables
        for line in table.lines
        if line.player_id == player_id
    ]


def cached_season_table(season: Season, *, user: object, today: date) -> SeasonTable:
    """Return the table of a season, computed once for all the people in it.

    It is kept without its lists, which are most of its size and not needed here.
    """

    def compute() -> SeasonTable:
        table = season_table(season, user=user, today=today)
        return replace(table, played=SeasonLists(evenings=(), lists=()))

    return draw_once(
        compute,
        "season's table",
        season.pk,
        reads_everything(user),
        is_public(),
    )


def next_line(table: SeasonTable, line: SeasonLine) -> SeasonLine | None:
    """Return the line with the next better place, or for the first the second."""
    place = line.row.place
    if place is None:
        return None
    better = [other for other in table.ranked if (other.row.place or 0) < place]
    if better:
        return better[-1]
    behind = [other for other in table.ranked if other.player_id != line.player_id]
    return behind[0] if behind else None
