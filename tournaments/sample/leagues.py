"""The league of the invented club: three match days played, a fourth one planned."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from django.utils.translation import gettext as _

from tournaments.leagues.groups.results import confirm_group, hand_in_group
from tournaments.leagues.groups.services import set_up_group
from tournaments.leagues.match_days.services import PlannedGroup, plan_match_day
from tournaments.leagues.models import Division, League, LeagueTeam, MatchGroup
from tournaments.leagues.services import (
    create_league,
    publish_league,
    save_division,
    save_team,
)
from tournaments.leagues.teams.services import add_to_line_up
from tournaments.people.models import Player, User
from tournaments.people.selectors import home_club
from tournaments.sample.lists import play
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.writing import Written
from tournaments.words.choices import Role

SERIES = 2  # as in a Landesliga (rules 6.1)
LINE_UP = 6
TEAMS = 4
WEEKS_AGO = (13, 9, 5)
WEEKS_AHEAD = 3
SHORT = (4, 4, 4, 3)
CONFIRMED = 2  # of the match days; the third is provisional
SECOND_PERSON = "wilfried"


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleLeague:
    """A league with one division, and its typed lists."""

    league: League
    division: Division
    typed: tuple[Written, ...]


def running_league(
    people: Sequence[Player],
    visitors: Sequence[Player],
    *,
    today: date,
    by: User,
    chance: Random,
) -> SampleLeague:
    """Play three match days of four clubs: two are confirmed, one is provisional.

    On the third the last team is short of a player. The fourth is planned.
    """
    league = create_league(
        name=_("State league"), season=str(today.year), series_per_day=SERIES
    )
    division = save_division(
        division=Division(
            league=league, name=_("Division East"), promoted=1, relegated=1
        )
    )
    teams = [
        team_of(division, players) for players in clubs_of(people, visitors).values()
    ]
    second = second_person()
    typed: list[Written] = []
    for number, weeks in enumerate(WEEKS_AGO, 1):
        day = today - timedelta(weeks=weeks)
        group = planned(division, teams, number=number, day=day)
        present = SHORT if number > CONFIRMED else (TEAMS,) * TEAMS
        typed += played(group, teams, present, by=by, chance=chance)
        if number <= CONFIRMED:
            confirm_group(group=group, by=second)
    ahead = today + timedelta(weeks=WEEKS_AHEAD)
    planned(division, teams, number=len(WEEKS_AGO) + 1, day=ahead)
    publish_league(league=league, is_published=True)
    return SampleLeague(league=league, division=division, typed=tuple(typed))


def clubs_of(
    people: Sequence[Player], visitors: Sequence[Player]
) -> dict[str, list[Player]]:
    """Return the first six people of four clubs, the one at home first."""
    members = [person for person in people if not person.is_guest]
    home = home_club()
    found = {home.name if home else _("Our club"): members[:LINE_UP]}
    for visitor in visitors:
        assert visitor.club is not None
        found.setdefault(visitor.club.name, []).append(visitor)
    whole = {
        name: players[:LINE_UP]
        for name, players in found.items()
        if len(players) >= LINE_UP
    }
    return dict(list(whole.items())[:TEAMS])


def team_of(division: Division, players: Sequence[Player]) -> LeagueTeam:
    """Add the team of a club with its line-up."""
    club = players[0].club or home_club()
    team = save_team(
        team=LeagueTeam(
            division=division, name=club.name if club else _("Our club"), club=club
        )
    )
    add_to_line_up(team=team, players=players)
    return team


def planned(
    division: Division, teams: Sequence[LeagueTeam], *, number: int, day: date
) -> MatchGroup:
    """Plan a match day of one group; the teams are host in turn."""
    host = teams[(number - 1) % len(teams)]
    place = _("Clubroom %(team)s") % {"team": host}
    match_day = plan_match_day(
        division=division,
        number=number,
        date=day,
        groups=[PlannedGroup(teams=tuple(teams), host=host, place=place)],
    )
    return match_day.groups.get()


def played(
    group: MatchGroup,
    teams: Sequence[LeagueTeam],
    present: Sequence[int],
    *,
    by: User,
    chance: Random,
) -> list[Written]:
    """Play all series of a match day and hand the results in."""
    line_ups = {}
    for team, count in zip(teams, present, strict=True):
        here = chance.sample([place.player for place in team.line_up.all()], count)
        line_ups[team.pk] = here
    seed = str(chance.randrange(1_000_000))
    set_up_group(group=group, line_ups=line_ups, by=by, seed=seed)
    sheets = ScoreSheet.objects.filter(series__event__match_group=group).with_event()
    typed = [
        play(sheet, by=by, chance=chance)
        for sheet in sheets.order_by("series__number", "table_number")
    ]
    hand_in_group(group=group, by=by)
    return typed


def second_person() -> User:
    """Add the account that confirms results; it is closed, nobody signs in with it."""
    account = User(username=SECOND_PERSON, role=Role.SECRETARY, is_active=False)
    account.set_unusable_password()
    account.save(force_insert=True)
    return account
