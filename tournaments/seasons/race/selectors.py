"""Reading what the table of a season tells: its race, and where one person stands."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from scoring.seasons.race import season_race, some_of
from scoring.seasons.rules import Measure, SeasonRule
from tournaments.people.names.names import is_public
from tournaments.seasons.models import Season
from tournaments.seasons.played import Evening, SeasonLists
from tournaments.seasons.revisions import season_revision
from tournaments.seasons.selectors import (
    SeasonLine,
    SeasonTable,
    season_table,
    seasons_for,
)
from tournaments.web.access import reads_everything
from tournaments.web.kept.drawn_once import drawn_once

MOST_RACERS = 6
MOST_STAGES = 30
LAST_SEASONS = 3
MANY_EVENINGS = 8
ENOUGH_FOR_AN_AVERAGE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Racer:
    """Somebody at the front, and the results after the evenings; None before a list."""

    line: SeasonLine
    values: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """The first of a table after some of the evenings, all where there are few."""

    evenings: tuple[Evening, ...]
    racers: tuple[Racer, ...]


def race_of(table: SeasonTable) -> Race | None:
    """Return the race of a table; None before the second evening. No query."""
    held = {one.evening for one in table.played.held}
    stages = some_of(sorted(held), MOST_STAGES)
    first = table.ranked[:MOST_RACERS]
    if len(stages) < 2 or not first:
        return None
    racing = {line.player_id for line in first}
    own = [one for one in table.played.results if one.person in racing]
    values = season_race(
        table.rule,
        own,
        table.played.held,
        stages,
        over=table.is_over,
        least=least_results(table.rule, len(stages)),
    )
    shown = set(stages)
    return Race(
        evenings=tuple(each for each in table.played.evenings if each.number in shown),
        racers=tuple(Racer(line=line, values=values[line.player_id]) for line in first),
    )


def least_results(rule: SeasonRule, evenings: int) -> int:
    """Return from how many results on an average is drawn; a sum from the first.

    >>> least_results(SeasonRule(), 3), least_results(SeasonRule(), 20)
    (1, 4)
    """
    if rule.measure is Measure.SUM or evenings < MANY_EVENINGS:
        return 1
    return ENOUGH_FOR_AN_AVERAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlace:
    """Where somebody stands in a season; ``next`` is whoever is one place better.

    For the first it is whoever comes behind; None where nobody does.
    """

    table: SeasonTable
    line: SeasonLine
    next: SeasonLine | None

    @property
    def difference(self) -> Fraction:
        """How much lies between the two."""
        if self.next is None:
            return Fraction(0)
        return abs(self.next.row.value - self.line.row.value)


def places_of(player_id: int, *, user: object, today: date) -> list[SeasonPlace]:
    """Return where a person stands in the last seasons, the latest first.

    One query, and one for each of at most ``LAST_SEASONS``; seven more for a table that
    nobody has read yet.
    """
    seasons = seasons_for(user).filter(first_date__lte=today)[:LAST_SEASONS]
    tables = [known_table(season, user=user, today=today) for season in seasons]
    return [
        SeasonPlace(table=table, line=line, next=neighbour(table, line))
        for table in tables
        for line in table.lines
        if line.player_id == player_id
    ]


def known_table(season: Season, *, user: object, today: date) -> SeasonTable:
    """Return the table of a season, computed once for all the people in it.

    Without the lists behind it: they are most of its weight, and nobody asks here.
    """

    def compute() -> SeasonTable:
        table = season_table(season, user=user, today=today)
        return replace(table, played=SeasonLists(evenings=(), lists=()))

    return drawn_once(
        compute,
        "season's table",
        season.pk,
        season_revision(season.pk),
        reads_everything(user),
        is_public(),
        today,
    )


def neighbour(table: SeasonTable, line: SeasonLine) -> SeasonLine | None:
    """Return whoever has the next better place, or comes behind the first."""
    place = line.row.place
    if place is None:
        return None
    better = [one for one in table.ranked if (one.row.place or 0) < place]
    if better:
        return better[-1]
    behind = [one for one in table.ranked if one.player_id != line.player_id]
    return behind[0] if behind else None
