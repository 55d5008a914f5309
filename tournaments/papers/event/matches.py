"""Reading the teams of a league match: match points decide, the host invites."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.models import Event
from tournaments.leagues.models import MatchGroup
from tournaments.leagues.ranking.selectors import (
    GroupTables,
    TeamLine,
    match_day_tables,
)
from tournaments.leagues.words import pair
from tournaments.papers.event.certificates import Certificate
from tournaments.web.access import LET_IN
from tournaments.words import formats
from tournaments.words.choices import Ranking


def match_ranked(event: Event, ranking: str) -> MatchGroup | None:
    """Return the match whose teams ``ranking`` asks for; None for other rankings."""
    return event.league_match if ranking == Ranking.TEAMS else None


def lines_of(tables: GroupTables) -> Sequence[TeamLine]:
    """Return the teams by match points; none before a series is complete."""
    return tables.day if any(each.is_complete for each in tables.series) else ()


def organiser_of(event: Event) -> str:
    """Return who invites: to a league match the host. Three queries for a match."""
    match = event.league_match
    if match is None:
        return event.organiser
    return str(match.host.club or match.host) if match.host else ""


def team_places(match: MatchGroup) -> str:
    """Return the teams of a match with both results, as the press prints them."""
    return "; ".join(
        f"{line.row.place}. {line.team} {pair(line.row.plus, line.row.minus)}"
        f" ({formats.exact(line.row.score)})"
        for line in lines_of(match_day_tables(match, user=LET_IN))
    )


def team_certificates(match: MatchGroup, *, places: int) -> list[Certificate]:
    """Return the certificates of the teams of a match. Ten queries."""
    tables = match_day_tables(match, user=LET_IN)
    return [
        Certificate(
            name=str(line.team),
            club=formats.joined(people_of(line, tables)),
            place=pgettext("certificate", "place %(place)s")
            % {"place": line.row.place},
            achievement=_("with %(pair)s match points and %(score)s points")
            % {
                "pair": pair(line.row.plus, line.row.minus),
                "score": formats.exact(line.row.score),
            },
        )
        for line in lines_of(tables)
        if line.row.place and line.row.place <= places
    ]


def people_of(line: TeamLine, tables: GroupTables) -> list[str]:
    """Return who played for a team, everybody once."""
    people = {
        one.player
        for series in tables.series
        for own in series.lines
        if own.team.pk == line.team.pk
        for one in own.people
    }
    return [player.name for player in sorted(people, key=lambda who: who.sort_key)]
