"""Reading the table of a season, one person's line in it, and the season lab."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from scoring.season_lab import moves
from scoring.season_rules import SeasonRule
from scoring.seasons import SeasonRow, Standing, season_standings
from tournaments.competitions.selectors import people_by_pk
from tournaments.leagues.models import Season
from tournaments.leagues.selectors.played import (
    PlayedUnit,
    SeasonLists,
    season_lists,
    units_with_lists,
)
from tournaments.members.models import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A person's line; ``up`` counts the places won by the last evening.

    ``up`` is None for whoever had no place before it, or has none now.
    """

    player_id: int
    player: str
    name_key: str
    row: SeasonRow
    up: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTable:
    """The table of a season: ranked people, those short of a minimum, guests."""

    season: Season
    rule: SeasonRule
    played: SeasonLists
    is_over: bool
    ranked: tuple[SeasonLine, ...]
    short: tuple[SeasonLine, ...]
    guests: tuple[SeasonLine, ...]

    @property
    def lines(self) -> tuple[SeasonLine, ...]:
        return (*self.ranked, *self.short, *self.guests)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabLine:
    """How one person stands under the rule in force and under another one."""

    player_id: int
    player: str
    before: SeasonRow | None
    after: SeasonRow | None
    up: int | None

    @property
    def is_moved(self) -> bool:
        """Whether the person has another place, or a place at all, or none."""
        places = [row.place if row else None for row in (self.before, self.after)]
        return places[0] != places[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeason:
    """One person's season: the line of the table and the lists behind it."""

    table: SeasonTable
    line: SeasonLine
    units: tuple[PlayedUnit, ...]


def seasons_for(user: object) -> QuerySet[Season]:
    """Return the seasons that ``user`` may read, the latest first. One query."""
    return Season.objects.visible_to(user).select_related("club")


def season_table(season: Season, *, today: date) -> SeasonTable:
    """Return the table of ``season`` as it stands. Five queries, however many lists.

    It is computed from the finished lists every time, so that a correction counts at
    once. Up to the last day of a season minimums grow with what was held.
    """
    rule = season.as_rule()
    played = season_lists(season)
    is_over = season.last_date < today
    rows = season_standings(rule, played.results, played.held, over=is_over)
    ups = trend(rule, played, rows)
    people = people_by_pk(row.person for row in rows)
    lines = [line_of(row, people[row.person], ups.get(row.person)) for row in rows]
    by_standing = {
        standing: tuple(line for line in lines if line.row.standing is standing)
        for standing in Standing
    }
    return SeasonTable(
        season=season,
        rule=rule,
        played=played,
        is_over=is_over,
        ranked=by_standing[Standing.RANKED],
        short=by_standing[Standing.SHORT],
        guests=by_standing[Standing.GUEST],
    )


def trend(
    rule: SeasonRule, played: SeasonLists, rows: Iterable[SeasonRow]
) -> dict[int, int | None]:
    """Return how many places the last evening brought each person."""
    earlier = season_standings(rule, *played.before_last(), over=False)
    return {move.person: move.up for move in moves(earlier, rows)}


def line_of(row: SeasonRow, player: Player, up: int | None) -> SeasonLine:
    """Return a row with the name of its person."""
    return SeasonLine(
        player_id=row.person,
        player=player.sorted_name,
        name_key=player.name_key,
        row=row,
        up=up,
    )


def person_season(
    season: Season, player_id: int, *, today: date
) -> PersonSeason | None:
    """Return the lists behind a line; None for who has none. Five queries."""
    table = season_table(season, today=today)
    for line in table.lines:
        if line.player_id == player_id:
            own = [one for one in table.played.lists if one.result.person == player_id]
            units = units_with_lists(table.rule, line.row, own, table.played)
            return PersonSeason(table=table, line=line, units=units)
    return None


def lab_lines(
    rule: SeasonRule, draft: SeasonRule, played: SeasonLists, *, over: bool
) -> tuple[LabLine, ...]:
    """Return everybody under ``draft``, with the place under ``rule``. One query."""
    before = season_standings(rule, played.results, played.held, over=over)
    after = season_standings(draft, played.results, played.held, over=over)
    found = moves(before, after)
    people = people_by_pk(move.person for move in found)
    return tuple(
        LabLine(
            player_id=move.person,
            player=people[move.person].sorted_name,
            before=move.before,
            after=move.after,
            up=move.up,
        )
        for move in found
    )
