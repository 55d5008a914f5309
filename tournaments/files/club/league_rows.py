"""Storing the seasons, leagues and joins of a club file.

These functions write, but are no services of their own: ``import_club`` calls them
inside its transaction.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet

from scoring.seasons.rules import rule_problems
from tournaments.events.models import Team
from tournaments.files.event.sections import (
    CLUB_SECTIONS,
    Row,
    read_columns,
    read_moment,
    read_row,
)
from tournaments.files.event_store.rows import Store, Stored, save_all
from tournaments.leagues.models import (
    Division,
    GroupTeam,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.people.models import Club, Join, MailAddress, Player, User
from tournaments.seasons.models import Season
from tournaments.seasons.words import PROBLEM_TEXT
from tournaments.words.choices import EventKind


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


def store_season(row: Row, existing: Season | None, store: Store) -> None:
    """Store a season, new or in place of the ``existing`` one."""
    season = existing or Season()
    if existing is not None:
        season.revision += 1
        for rows in (season.bonuses, season.members, season.draws):
            rows.all().delete()
    season.club = store.rows_by_name[Club].get(row.get("club", ""))
    save_columns(season, read_columns(Season, row))
    store.store_below(Stored([(season, row)], CLUB_SECTIONS["seasons"].parts))
    if problems := rule_problems(season.as_rule()):
        raise ValidationError([str(PROBLEM_TEXT[problem]) for problem in problems])


def store_league(row: Row, existing: League | None, store: Store) -> None:
    """Store a league, new or in place of the ``existing`` one.

    Divisions, teams, match days and groups keep their keys, and so their addresses.
    """
    league = existing or League()
    pks = clear_league(league) if existing is not None else {}
    save_columns(league, read_columns(League, row))
    matches = Team.objects.filter(contest__event__kind=EventKind.LEAGUE)
    event_teams: dict[tuple[int | None, str], int] = {
        (event, name): pk
        for pk, event, name in matches.values_list("pk", "contest__event", "name")
    }

    def team_of(division: int, name: str) -> LeagueTeam | None:
        team: LeagueTeam | None = store.rows_by_name[LeagueTeam].get((division, name))
        return team

    store.columns = {
        Division: lambda _league, row: {"pk": pks.get((Division, row["name"]))},
        LeagueTeam: lambda division, row: {
            "pk": pks.get((LeagueTeam, division.name, row["name"]))
        },
        MatchDay: lambda division, row: {
            "pk": pks.get((MatchDay, division.name, row["number"]))
        },
        MatchGroup: lambda day, row: {
            "pk": pks.get((MatchGroup, day.division.name, day.number, row["number"])),
            "host": team_of(day.division_id, row.get("host", "")),
        },
        GroupTeam: lambda group, row: {
            "team": team_of(group.match_day.division_id, row["team"]),
            "event_team_id": event_teams.get(
                (group.event_id, row.get("event_team", ""))
            ),
        },
    }
    store.store_below(Stored([(league, row)], CLUB_SECTIONS["leagues"].parts))


def clear_league(league: League) -> dict[tuple[Any, ...], int]:
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
