"""Storing the seasons, leagues and joins of a club file.

These functions write, but are no services of their own: ``import_club`` calls them
inside its transaction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet

from scoring.seasons.rules import rule_problems
from tournaments.events.models import Event, Team
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    Row,
    RowsByName,
    read_columns,
    read_moment,
    read_row,
)
from tournaments.files.event_store.rows import (
    BATCH,
    MoreColumns,
    Stored,
    no_columns,
    save_all,
    store_section,
)
from tournaments.files.event_store.selectors import Matches
from tournaments.leagues.models import (
    Division,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.people.models import Club, Join, MailAddress, Player, User
from tournaments.scope.log import create_many
from tournaments.seasons.models import Season
from tournaments.seasons.words import PROBLEM_TEXT

Pks = Mapping[tuple[Any, ...], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubReferences(Matches):
    """The rows that a club file refers to, by their names in the file."""

    events: Mapping[str, Event]

    @property
    def rows(self) -> RowsByName:
        """Return the rows of each table by their names."""
        return {
            Player: self.people,
            Club: self.clubs,
            User: self.accounts,
            Event: self.events,
        }


def save_logged(_model: type[Model], rows: Iterable[Model]) -> list[Model]:
    """Store many rows and log them."""
    return create_many(list(rows), batch_size=BATCH)


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
) -> None:
    """Store the joins of people who are ``new`` here; the others stay as they are."""
    existing = {
        (str(join.gone.public_id), join.at)
        for join in Join.objects.select_related("gone")
    }
    for row in document.get("joins", ()):
        is_here = (row["gone"], read_moment(row["at"])) in existing
        if row["gone"] in new and not is_here:
            join = read_row(Join, row, {Player: people, User: accounts})
            join.save(force_insert=True)


def store_addresses(
    document: Row, people: Mapping[str, Player], *, new: set[str]
) -> None:
    """Store the mail addresses of people who are ``new`` here."""
    save_all(
        MailAddress,
        (
            read_row(MailAddress, row["mail"], {}, player=people[row["id"]])
            for row in document.get("people", ())
            if "mail" in row and row["id"] in new
        ),
    )


def store_parts(
    parents: Stored,
    name: str,
    references: ClubReferences,
    columns: MoreColumns = no_columns,
) -> Stored:
    """Store a section of a season or a league."""
    return store_section(
        parents, name, references.rows, save=save_logged, columns=columns
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
    root = Stored([(season, row)], CLUB_SECTIONS["seasons"].parts)
    store_parts(root, "bonuses", references)
    if problems := rule_problems(season.as_rule()):
        raise ValidationError([str(PROBLEM_TEXT[problem]) for problem in problems])
    store_parts(root, "evenings", references)
    draws = store_parts(root, "lot_draws", references)
    store_parts(draws, "drawn", references)


def store_league(row: Row, existing: League | None, references: ClubReferences) -> None:
    """Store a league, new or in place of the ``existing`` one.

    Divisions, teams, match days and groups keep their keys, and so their addresses.
    """
    league = existing or League()
    pks = clear_league(league) if existing is not None else {}
    save_columns(league, read_columns(League, row))
    divisions = store_parts(
        Stored([(league, row)], CLUB_SECTIONS["leagues"].parts),
        "divisions",
        references,
        lambda _league, row: {"pk": pks.get((Division, row["name"]))},
    )
    teams = store_parts(
        divisions,
        "teams",
        references,
        lambda division, row: {"pk": pks.get((LeagueTeam, division.name, row["name"]))},
    )
    store_parts(teams, "line_up", references)
    days = store_parts(
        divisions,
        "match_days",
        references,
        lambda division, row: {"pk": pks.get((MatchDay, division.name, row["number"]))},
    )
    store_groups(days, [team for team, _row in teams], pks, references)


def clear_league(league: League) -> Pks:
    """Delete everything in a league; return the keys of its former rows by name."""
    teams = LeagueTeam.objects.filter(division__league=league)
    days = MatchDay.objects.filter(division__league=league)
    groups = MatchGroup.objects.filter(match_day__division__league=league)
    levels: tuple[tuple[QuerySet[Any], tuple[str, ...]], ...] = (
        (league.divisions.all(), ("name",)),
        (teams, ("division__name", "name")),
        (days, ("division__name", "number")),
        (groups, ("match_day__division__name", "match_day__number", "number")),
    )
    pks = {
        (rows.model, *names): pk
        for rows, columns in levels
        for pk, *names in rows.values_list("pk", *columns)
    }
    for rows, _columns in reversed(levels):
        rows.delete()
    return pks


def store_groups(
    days: Stored, teams: Iterable[LeagueTeam], pks: Pks, references: ClubReferences
) -> None:
    """Store the groups of the match days with their teams and reopenings."""
    by_name = {(team.division_id, team.name): team for team in teams}
    groups = store_parts(
        days,
        "groups",
        references,
        lambda day, row: {
            "pk": pks.get((MatchGroup, day.division.name, day.number, row["number"])),
            "host": by_name.get((day.division_id, row.get("host", ""))),
        },
    )
    event_teams = Team.objects.filter(
        contest__event__in=[group.event_id for group, _row in groups if group.event_id]
    )
    event_team_pks: dict[tuple[int | None, str], int] = {
        (event, name): pk
        for pk, event, name in event_teams.values_list("pk", "contest__event", "name")
    }
    store_parts(
        groups,
        "sides",
        references,
        lambda group, row: {
            "team": by_name[group.match_day.division_id, row["team"]],
            "event_team_id": event_team_pks.get(
                (group.event_id, row.get("event_team", ""))
            ),
        },
    )
    store_parts(groups, "reopenings", references)
