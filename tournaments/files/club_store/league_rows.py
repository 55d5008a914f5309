"""Storing the seasons, leagues and joins of a club file.

These functions write, but are no services of their own: ``import_club`` calls them
inside its transaction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model
from simple_history.utils import bulk_create_with_history

from scoring.seasons.rules import rule_problems
from tournaments.careers.joins.selectors import EVENT_TABLE
from tournaments.events.models import Event, Team
from tournaments.files.event import links
from tournaments.files.event.columns import Row, read_columns, read_moment
from tournaments.files.event_store.sheet_rows import BATCH, save_all
from tournaments.leagues.models import (
    Division,
    GroupReopening,
    GroupTeam,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.people.models import Club, Join, JoinedRow, MailAddress, Player, User
from tournaments.seasons.models import (
    Season,
    SeasonBonus,
    SeasonDraw,
    SeasonEvent,
    SeasonLot,
)
from tournaments.seasons.words import PROBLEM_TEXT

M = TypeVar("M", bound=Model)
Pks = Mapping[tuple[Any, ...], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubReferences:
    """The rows that a club file refers to, by their names in the file."""

    people: Mapping[str, Player]
    clubs: Mapping[str, Club]
    accounts: Mapping[str, User]
    events: Mapping[str, Event]
    joins: list[Join | None]

    @property
    def rows(self) -> links.RowsByName:
        """Return the rows of each table by their names."""
        return {
            Player: self.people,
            Club: self.clubs,
            User: self.accounts,
            Event: self.events,
        }


def save_tracked(model: type[M], rows: Iterable[M]) -> list[M]:
    """Store many rows at once, each with the first entry of its history."""
    saved: list[M] = bulk_create_with_history(list(rows), model, batch_size=BATCH)
    return saved


def save_columns(row: Model, columns: Row) -> None:
    """Write ``columns`` into a new or a stored row, check it and save it."""
    for name, value in columns.items():
        setattr(row, name, value)
    row.full_clean()
    row.save()


def store_joins(
    document: Row,
    people: Mapping[str, Player],
    accounts: Mapping[str, User],
    *,
    new: set[str],
) -> list[Join | None]:
    """Store the joins of people who are ``new`` here; return all joins in order.

    None stands for a join whose second entry was here before: such people stay as
    they are.
    """
    existing: dict[tuple[str, date], Join] = {
        (str(join.gone.public_id), join.at): join
        for join in Join.objects.select_related("gone")
    }
    ids = {str(key): pk for pk, key in Event.objects.values_list("pk", "public_id")}
    joins: list[Join | None] = []
    for row in document.get("joins", ()):
        join = existing.get((row["gone"], read_moment(row["at"])))
        if join is None and row["gone"] in new:
            join = links.read_row(Join, row, {Player: people, User: accounts})
            join.save(force_insert=True)
            save_all(
                JoinedRow,
                (
                    JoinedRow(join=join, table=EVENT_TABLE, column="", row=ids[event])
                    for event in row.get("events", ())
                ),
            )
        joins.append(join)
    return joins


def store_addresses(
    document: Row,
    people: Mapping[str, Player],
    accounts: Mapping[str, User],
    *,
    new: set[str],
) -> None:
    """Store the mail addresses of people who are ``new`` here."""
    rows_by_name: links.RowsByName = {User: accounts}
    save_all(
        MailAddress,
        (
            links.read_row(
                MailAddress, row["mail"], rows_by_name, player=people[row["id"]]
            )
            for row in document.get("people", ())
            if "mail" in row and row["id"] in new
        ),
    )


def record_moves(
    pairs: Iterable[tuple[SeasonLot | LeaguePlayer, Row]], references: ClubReferences
) -> None:
    """Record which joins moved rows outside of events."""
    for row, file_row in pairs:
        for position in file_row.get("moved_by", ()):
            join = references.joins[position - 1]
            if join is not None:
                JoinedRow.objects.get_or_create(
                    join=join, table=type(row).__name__, column="player", row=row.pk
                )


def store_season(row: Row, existing: Season | None, references: ClubReferences) -> None:
    """Store a season, new or in place of the ``existing`` one."""
    season = existing or Season()
    if existing is not None:
        season.revision += 1
        for rows in (season.bonuses, season.members, season.draws):
            rows.all().delete()
    season.club = references.clubs.get(row.get("club", ""))
    save_columns(season, read_columns(Season, row))
    save_tracked(
        SeasonBonus,
        (
            links.read_row(SeasonBonus, item, references.rows, season=season)
            for item in row.get("bonuses", ())
        ),
    )
    if problems := rule_problems(season.as_rule()):
        raise ValidationError([str(PROBLEM_TEXT[problem]) for problem in problems])
    save_tracked(
        SeasonEvent,
        (
            links.read_row(SeasonEvent, item, references.rows, season=season)
            for item in row.get("evenings", ())
        ),
    )
    store_lots(season, row, references)


def store_lots(season: Season, row: Row, references: ClubReferences) -> None:
    """Store the lots drawn between people with equal results."""
    rows = row.get("lot_draws", ())
    draws = save_all(
        SeasonDraw,
        (
            links.read_row(SeasonDraw, item, references.rows, season=season)
            for item in rows
        ),
    )
    lots = [
        (draw, lot)
        for draw, item in zip(draws, rows, strict=True)
        for lot in item.get("drawn", ())
    ]
    saved = save_all(
        SeasonLot,
        (
            links.read_row(SeasonLot, lot, references.rows, draw=draw)
            for draw, lot in lots
        ),
    )
    record_moves(zip(saved, (lot for _draw, lot in lots), strict=True), references)


def store_league(row: Row, existing: League | None, references: ClubReferences) -> None:
    """Store a league, new or in place of the ``existing`` one.

    Divisions, teams, match days and groups keep their keys, and so their addresses.
    """
    league = existing or League()
    pks = clear_league(league) if existing is not None else {}
    save_columns(league, read_columns(League, row))
    rows = row.get("divisions", ())
    divisions = save_tracked(
        Division,
        (
            links.read_row(
                Division,
                item,
                references.rows,
                pk=pks.get((item["name"],)),
                league=league,
            )
            for item in rows
        ),
    )
    pairs = list(zip(divisions, rows, strict=True))
    teams = store_teams(pairs, pks, references)
    days = store_match_days(pairs, pks, references)
    store_groups(days, teams, pks, references)


def clear_league(league: League) -> dict[tuple[Any, ...], int]:
    """Delete everything in a league; return the keys of its former rows by name."""
    teams = LeagueTeam.objects.filter(division__league=league)
    days = MatchDay.objects.filter(division__league=league)
    groups = MatchGroup.objects.filter(match_day__division__league=league)
    pks: dict[tuple[Any, ...], int] = {
        (division.name,): division.pk for division in league.divisions.all()
    }
    for word, rows, columns in (
        ("team", teams, ("division__name", "name")),
        ("day", days, ("division__name", "number")),
        ("group", groups, ("match_day__division__name", "match_day__number", "number")),
    ):
        for pk, *key in rows.values_list("pk", *columns):
            pks[word, *key] = pk
    for level in (groups, days, teams, league.divisions.all()):
        level.delete()
    return pks


def store_teams(
    divisions: Iterable[tuple[Division, Row]], pks: Pks, references: ClubReferences
) -> dict[tuple[int, str], LeagueTeam]:
    """Store the teams with their line-ups; return them by division and name."""
    rows = [
        (division, team) for division, row in divisions for team in row.get("teams", ())
    ]
    teams = save_tracked(
        LeagueTeam,
        (
            links.read_row(
                LeagueTeam,
                row,
                references.rows,
                pk=pks.get(("team", division.name, row["name"])),
                division=division,
            )
            for division, row in rows
        ),
    )
    places = [
        (team, place)
        for team, (_division, row) in zip(teams, rows, strict=True)
        for place in row.get("line_up", ())
    ]
    saved = save_tracked(
        LeaguePlayer,
        (
            links.read_row(LeaguePlayer, place, references.rows, team=team)
            for team, place in places
        ),
    )
    record_moves(
        zip(saved, (place for _team, place in places), strict=True), references
    )
    return {(team.division_id, team.name): team for team in teams}


def store_match_days(
    divisions: Iterable[tuple[Division, Row]], pks: Pks, references: ClubReferences
) -> list[tuple[MatchDay, Row]]:
    """Store the match days; return them with their rows."""
    rows = [
        (division, day)
        for division, row in divisions
        for day in row.get("match_days", ())
    ]
    days = save_tracked(
        MatchDay,
        (
            links.read_row(
                MatchDay,
                row,
                references.rows,
                pk=pks.get(("day", division.name, row["number"])),
                division=division,
            )
            for division, row in rows
        ),
    )
    return list(zip(days, (row for _division, row in rows), strict=True))


def store_groups(
    days: Iterable[tuple[MatchDay, Row]],
    teams: Mapping[tuple[int, str], LeagueTeam],
    pks: Pks,
    references: ClubReferences,
) -> None:
    """Store the groups of the match days with their teams and reopenings."""
    rows = [(day, group) for day, row in days for group in row.get("groups", ())]
    groups = save_tracked(
        MatchGroup,
        (
            links.read_row(
                MatchGroup,
                row,
                references.rows,
                pk=pks.get(("group", day.division.name, day.number, row["number"])),
                match_day=day,
                host=teams.get((day.division_id, row.get("host", ""))),
            )
            for day, row in rows
        ),
    )
    pairs = [(group, row) for group, (_, row) in zip(groups, rows, strict=True)]
    save_all(GroupTeam, group_sides(pairs, teams, references))
    save_all(
        GroupReopening,
        (
            links.read_row(GroupReopening, reopening, references.rows, group=group)
            for group, row in pairs
            for reopening in row.get("reopenings", ())
        ),
    )


def group_sides(
    groups: Iterable[tuple[MatchGroup, Row]],
    teams: Mapping[tuple[int, str], LeagueTeam],
    references: ClubReferences,
) -> Iterable[GroupTeam]:
    """Give the sides of the groups, unsaved, each with its team in the match."""
    pairs = list(groups)
    teams_of_matches = Team.objects.filter(
        contest__event__in=[g.event_id for g, _ in pairs if g.event_id]
    )
    match_teams: dict[tuple[int | None, str], int] = {
        (event, name): pk
        for pk, event, name in teams_of_matches.values_list(
            "pk", "contest__event", "name"
        )
    }
    for group, row in pairs:
        for side in row["sides"]:
            key = (group.event_id, side.get("event_team", ""))
            yield links.read_row(
                GroupTeam,
                side,
                references.rows,
                group=group,
                team=teams[group.match_day.division_id, side["team"]],
                event_team_id=match_teams.get(key),
            )
