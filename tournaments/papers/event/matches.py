"""The teams of an event on paper; in a league match, match points rank them."""

from collections.abc import Sequence
from operator import attrgetter

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.models import Event, TeamMember
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.ranking.selectors import (
    GroupTables,
    TeamLine,
    match_day_tables,
)
from tournaments.leagues.words import pair
from tournaments.papers.event.certificates import Certificate
from tournaments.web.access import ADMITTED_READER
from tournaments.words import formats
from tournaments.words.choices import Ranking


def names_by_team(members: QuerySet[TeamMember]) -> dict[int, list[str]]:
    """Return the names of team members by team, first name first. One query."""
    names: dict[int, list[str]] = {}
    for member in members.select_related("entry__player").order_by("pk"):
        names.setdefault(member.team_id, []).append(member.entry.player.name)
    return names


def ranked_match(event: Event, ranking: str) -> MatchGroup | None:
    """Return the league match if ``ranking`` is that of its teams, else None."""
    return event.league_match if ranking == Ranking.TEAMS else None


def ranked_team_lines(tables: GroupTables) -> Sequence[TeamLine]:
    """Return the teams by match points, none before a series is complete."""
    return tables.day if any(series.is_complete for series in tables.series) else ()


def organiser_name(event: Event) -> str:
    """Return the organiser: the host of a league match. Three queries for a match."""
    match = event.league_match
    if match is None:
        return event.organiser
    return str(match.host.club or match.host) if match.host else ""


def team_places_text(match: MatchGroup) -> str:
    """Return the teams of a match with both results, as a press text lists them."""
    return "; ".join(
        f"{line.row.place}. {line.team} {pair(line.row.plus, line.row.minus)}"
        f" ({formats.exact(line.row.score)})"
        for line in ranked_team_lines(match_day_tables(match, user=ADMITTED_READER))
    )


def team_certificates(match: MatchGroup, *, places: int) -> list[Certificate]:
    """Return the certificates of the teams of a match. Ten queries."""
    tables = match_day_tables(match, user=ADMITTED_READER)
    return [
        Certificate(
            name=str(line.team),
            club=formats.enumeration(team_player_names(line, tables)),
            place=pgettext("certificate", "place %(place)s")
            % {"place": line.row.place},
            achievement=_("with %(pair)s match points and %(score)s points")
            % {
                "pair": pair(line.row.plus, line.row.minus),
                "score": formats.exact(line.row.score),
            },
        )
        for line in ranked_team_lines(tables)
        if line.row.place and line.row.place <= places
    ]


def team_player_names(line: TeamLine, tables: GroupTables) -> list[str]:
    """Return the names of everybody who played for a team, each once."""
    players = {
        person.player
        for series in tables.series
        for team_line in series.lines
        if team_line.team.pk == line.team.pk
        for person in team_line.people
    }
    return [player.name for player in sorted(players, key=attrgetter("sort_key"))]
