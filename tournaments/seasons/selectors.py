"""Reading the table of a season, a person's line in it, and the season lab."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import QuerySet

from scoring.ranking.standings import by_chain, lots_that_count
from scoring.seasons.rules import Measure, SeasonRule
from scoring.seasons.table import (
    Move,
    SeasonRow,
    SeasonStanding,
    decide_by_lot,
    moves,
    open_ties,
    season_race,
    season_standings,
    spread_stages,
)
from tournaments.events.standings.selectors import people_by_pk
from tournaments.people.models import Player
from tournaments.scope.scope import is_public
from tournaments.seasons.evenings import (
    PlayedUnit,
    SeasonLists,
    season_lists,
    units_with_lists,
)
from tournaments.seasons.models import Season, SeasonDraw
from tournaments.web.access import is_signed_in
from tournaments.web.kept_pages import draw_once


def valid_draws(season: Season) -> QuerySet[SeasonDraw]:
    """Return the draws that were not taken back, the oldest first."""
    draws = season.draws.filter(taken_back_at=None).order_by("drawn_at", "pk")
    valid: QuerySet[SeasonDraw] = draws.select_related("drawn_by")
    return valid.prefetch_related("lots")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A person's line; ``places_won`` are those of the last evening.

    ``player`` starts with the family name, ``name`` with the first name. ``places_won``
    is None without a place before that evening or after it. Hidden people have no page
    for visitors.
    """

    player_id: int
    player: str
    name: str
    name_key: str
    has_page: bool
    row: SeasonRow
    places_won: int | None


class OpenTie(NamedTuple):
    """People who share a place that only a lot can decide."""

    place: int
    people: tuple[int, ...]
    names: tuple[str, ...]


class LotLine(NamedTuple):
    """A draw with the names of its people, the winner first.

    ``place`` is the first of the places it decides; None once these people no longer
    have equal results, so that the draw has no effect.
    """

    draw: SeasonDraw
    names: tuple[str, ...]
    place: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTable:
    """The table of a season: ranked people, those below a minimum, and guests."""

    season: Season
    rule: SeasonRule
    played: SeasonLists
    is_over: bool
    is_provisional: bool
    ranked: tuple[SeasonLine, ...]
    below_minimum: tuple[SeasonLine, ...]
    guests: tuple[SeasonLine, ...]
    ties: tuple[OpenTie, ...]
    lots: tuple[LotLine, ...]

    @property
    def lines(self) -> tuple[SeasonLine, ...]:
        return (*self.ranked, *self.below_minimum, *self.guests)


class LabLine(NamedTuple):
    """A person's move from the rule in force to a draft."""

    player: str
    move: Move


class PersonSeason(NamedTuple):
    """One person's season: the line of the table and the lists behind it."""

    table: SeasonTable
    line: SeasonLine
    units: tuple[PlayedUnit, ...]


def seasons_for(user: object) -> QuerySet[Season]:
    """Return the seasons that ``user`` may read, the latest first."""
    return Season.objects.visible_to(user).select_related("club")


def season_table(season: Season, *, user: object, today: date) -> SeasonTable:
    """Return the table of the evenings that ``user`` may read.

    It is computed from the finished lists every time, so that a correction counts at
    once. Until the last day of a season minimums grow with the series held. Lots count
    as long as exactly the people who drew them have equal results.
    """
    rule = season.as_rule()
    played = season_lists(season, user=user)
    draws = list(valid_draws(season))
    is_over = season.last_date < today
    lots = [draw.by_person for draw in draws]
    rows = standings_with_lots(rule, played, lots, over=is_over)
    gains = places_won(rule, played, rows)
    drawers = {person for draw in draws for person in draw.by_person}
    people = people_by_pk(drawers | {row.person for row in rows})
    lines = sorted_lines(
        rule,
        [season_line(row, people[row.person], gains.get(row.person)) for row in rows],
    )
    by_standing = {
        standing: tuple(line for line in lines if line.row.standing is standing)
        for standing in SeasonStanding
    }
    names = {pk: player.name for pk, player in people.items()}
    return SeasonTable(
        season=season,
        rule=rule,
        played=played,
        is_over=is_over,
        is_provisional=bool(played.provisional),
        ranked=by_standing[SeasonStanding.RANKED],
        below_minimum=by_standing[SeasonStanding.SHORT],
        guests=by_standing[SeasonStanding.GUEST],
        ties=named_ties(rule, rows, names),
        lots=lot_lines(rows, draws, names),
    )


def standings_with_lots(
    rule: SeasonRule,
    played: SeasonLists,
    draws: Iterable[Mapping[int, int]],
    *,
    over: bool,
) -> tuple[SeasonRow, ...]:
    """Return the rows of a table, with ties decided by the lots that count."""
    rows = season_standings(rule, played.results, played.held_series, over=over)
    lots = lots_that_count(open_ties(rule, rows), draws)
    return decide_by_lot(rule, rows, lots)


def named_ties(
    rule: SeasonRule, rows: Iterable[SeasonRow], names: Mapping[int, str]
) -> tuple[OpenTie, ...]:
    rows = tuple(rows)
    places = {row.person: row.place or 0 for row in rows}
    return tuple(
        OpenTie(places[people[0]], people, tuple(map(names.__getitem__, people)))
        for people in open_ties(rule, rows)
    )


def lot_lines(
    rows: Iterable[SeasonRow], draws: Iterable[SeasonDraw], names: Mapping[int, str]
) -> tuple[LotLine, ...]:
    by_lot = {row.person: row for row in rows if row.lot}
    lines = []
    for draw in draws:
        people = draw.by_person
        counts = all(
            person in by_lot and by_lot[person].lot == lot
            for person, lot in people.items()
        )
        place = by_lot[next(iter(people))].place if counts else None
        lines.append(LotLine(draw, tuple(map(names.__getitem__, people)), place))
    return tuple(lines)


def places_won(
    rule: SeasonRule, played: SeasonLists, rows: Iterable[SeasonRow]
) -> dict[int, int | None]:
    earlier = season_standings(rule, *played.before_last(), over=False)
    return {move.person: move.places_won for move in moves(earlier, rows)}


def sorted_lines(rule: SeasonRule, lines: Iterable[SeasonLine]) -> list[SeasonLine]:
    """Return lines by result, equal ones by name as in every ranking."""
    chain = by_chain(rule.ties)

    def worth(line: SeasonLine) -> tuple[Any, ...]:
        return (-(line.row.place or 0), line.row.value, *chain(line.row))

    by_name = sorted(lines, key=lambda line: line.name_key)
    return sorted(by_name, key=worth, reverse=True)


def season_line(row: SeasonRow, player: Player, gain: int | None) -> SeasonLine:
    return SeasonLine(
        player_id=row.person,
        player=player.sorted_name,
        name=player.name,
        name_key=player.sort_key,
        has_page=player.has_page,
        row=row,
        places_won=gain,
    )


def person_season(
    season: Season, player_id: int, *, user: object, today: date
) -> PersonSeason | None:
    """Return the lists behind a person's line; None if ``user`` may read none."""
    table = season_table(season, user=user, today=today)
    line = next((line for line in table.lines if line.player_id == player_id), None)
    if line is None:
        return None
    lists = [item for item in table.played.lists if item.result.person == player_id]
    units = units_with_lists(table.rule, line.row, lists, table.played)
    return PersonSeason(table, line, units)


def lab_lines(
    rule: SeasonRule,
    draft: SeasonRule,
    played: SeasonLists,
    *,
    over: bool,
    draws: Iterable[SeasonDraw] = (),
) -> tuple[LabLine, ...]:
    """Return everyone's results under ``draft`` and under ``rule``."""
    lots = [draw.by_person for draw in draws]
    changes = moves(
        *(standings_with_lots(each, played, lots, over=over) for each in (rule, draft))
    )
    people = people_by_pk(move.person for move in changes)
    return tuple(LabLine(people[move.person].sorted_name, move) for move in changes)


MOST_RACERS = 6
MOST_STAGES = 30
LAST_SEASONS = 3
MANY_EVENINGS = 8
ENOUGH_FOR_AN_AVERAGE = 4


class Racer(NamedTuple):
    """A person at the top with the results after each evening; None before a list."""

    line: SeasonLine
    values: tuple[Fraction | None, ...]


class Race(NamedTuple):
    """The top of a table after all evenings, or after some if there are many."""

    evenings: list[Any]
    racers: list[Racer]


def table_race(table: SeasonTable) -> Race | None:
    """Return the race of a table; None before the second evening."""
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
    held = [each for each in table.played.evenings if each.number in shown_evenings]
    return Race(held, [Racer(line, values[line.player_id]) for line in first])


def least_results(rule: SeasonRule, evenings: int) -> int:
    """Return how many results an average needs to be drawn; a sum needs one.

    >>> least_results(SeasonRule(), 3), least_results(SeasonRule(), 20)
    (1, 4)
    """
    if rule.measure is Measure.SUM or evenings < MANY_EVENINGS:
        return 1
    return ENOUGH_FOR_AN_AVERAGE


def season_places(
    player_id: int, *, user: object, today: date
) -> list[tuple[SeasonTable, SeasonLine]]:
    """Return a person's lines in the tables of the last seasons, the latest first."""
    seasons = seasons_for(user).filter(first_date__lte=today)[:LAST_SEASONS]
    tables = [cached_season_table(season, user=user, today=today) for season in seasons]
    return [
        (table, line)
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

    reader = is_signed_in(user), is_public()
    return draw_once(compute, "season's table", season.pk, *reader)


def next_line(table: SeasonTable, line: SeasonLine) -> SeasonLine | None:
    """Return the line with the next better place, or for the first the second."""
    place = line.row.place
    if place is None:
        return None
    others = [other for other in table.ranked if other.player_id != line.player_id]
    better = [other for other in others if (other.row.place or 0) < place]
    return better[-1] if better else next(iter(others), None)
