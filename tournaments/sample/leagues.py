"""The leagues of the invented club: a finished one, and one with a day to come."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from django.utils.translation import gettext as _

from tournaments.leagues.groups.results import confirm_group, hand_in_group
from tournaments.leagues.groups.services import set_up_group
from tournaments.leagues.match_days.services import PlannedGroup, plan_match_day
from tournaments.leagues.models import Division, LeagueTeam, MatchGroup
from tournaments.leagues.services import (
    create_league,
    publish_league,
    save_division,
    save_team,
)
from tournaments.leagues.teams.services import add_to_line_up
from tournaments.people.models import Player, User
from tournaments.people.selectors import home_club
from tournaments.sample.cast import Cast
from tournaments.sample.lists import play_list
from tournaments.sheets.models import ScoreSheet
from tournaments.words.rights import Role

SERIES = 2  # as in a Landesliga (rules 6.1)
LINE_UP = 6
TEAMS = 4
SHORT = (4, 4, 4, 3)
SECOND_PERSON = "wilfried"


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleLeague:
    """A league with one division and its match days.

    ``skipped`` is the number of clubs that play elsewhere. A league that is not over
    has a match day still to be confirmed, and one still to come.
    """

    name: str
    division: str
    days_ago: tuple[int, ...]
    days_ahead: int = 0
    skipped: int = 0

    @property
    def is_over(self) -> bool:
        return not self.days_ahead


def past_league() -> SampleLeague:
    """Return the league of the previous season, after which the club was promoted."""
    return SampleLeague(
        name=_("District league"),
        division=_("Division North"),
        days_ago=(452, 431, 396, 361, 333),
        skipped=1,
    )


def running_league() -> SampleLeague:
    """Return the league of the current season."""
    return SampleLeague(
        name=_("State league"),
        division=_("Division East"),
        days_ago=(88, 60, 24),
        days_ahead=25,
    )


def play_leagues(cast: Cast, *, since: date) -> list[Division]:
    """Play the leagues that are not older than ``since``, current one first."""
    second = add_second_person()
    return [
        play_league(plan, cast, second=second)
        for plan in (running_league(), past_league())
        if not plan.is_over or cast.day(plan.days_ago[0]) >= since
    ]


def play_league(plan: SampleLeague, cast: Cast, *, second: User) -> Division:
    """Play the match days of four clubs; ``second`` confirms the results.

    On the unconfirmed match day the last team lacks a player.
    """
    chance = cast.random_for(f"league/{plan.days_ago[0]}")
    days = [cast.day(days_ago) for days_ago in plan.days_ago]
    league = create_league(
        name=plan.name, season=str(days[-1].year), series_per_day=SERIES
    )
    division = save_division(
        division=Division(league=league, name=plan.division, promoted=1, relegated=1)
    )
    clubs = players_by_club(cast, skipped=plan.skipped)
    teams = [add_team(division, players) for players in clubs.values()]
    for number, day in enumerate(days, 1):
        group = plan_group(division, teams, number=number, day=day)
        is_open = number == len(days) and not plan.is_over
        counts = SHORT if is_open else (TEAMS,) * TEAMS
        play_group(group, teams, counts, by=cast.by, chance=chance)
        if not is_open:
            confirm_group(group=group, by=second)
    if not plan.is_over:
        next_day = cast.day(-plan.days_ahead)
        plan_group(division, teams, number=len(days) + 1, day=next_day)
    publish_league(league=league, is_published=True)
    return division


def players_by_club(cast: Cast, *, skipped: int) -> dict[str, list[Player]]:
    """Return the first six players of four clubs, the home club first."""
    home = home_club()
    by_club = {home.name if home else _("Our club"): cast.members}
    for visitor in cast.visitors:
        assert visitor.club is not None
        by_club.setdefault(visitor.club.name, []).append(visitor)
    first, *neighbours = (
        (name, players[:LINE_UP])
        for name, players in by_club.items()
        if len(players) >= LINE_UP
    )
    return dict([first, *neighbours[skipped : skipped + TEAMS - 1]])


def add_team(division: Division, players: Sequence[Player]) -> LeagueTeam:
    """Add the team of a club with its line-up."""
    club = players[0].club or home_club()
    team = save_team(
        team=LeagueTeam(
            division=division, name=club.name if club else _("Our club"), club=club
        )
    )
    add_to_line_up(team=team, players=players)
    return team


def plan_group(
    division: Division, teams: Sequence[LeagueTeam], *, number: int, day: date
) -> MatchGroup:
    """Plan a match day with one group; the teams take turns as host."""
    host = teams[(number - 1) % len(teams)]
    place = _("Clubroom %(team)s") % {"team": host}
    match_day = plan_match_day(
        division=division,
        number=number,
        date=day,
        groups=[PlannedGroup(teams=tuple(teams), host=host, place=place)],
    )
    return match_day.groups.get()


def play_group(
    group: MatchGroup,
    teams: Sequence[LeagueTeam],
    counts: Sequence[int],
    *,
    by: User,
    chance: Random,
) -> None:
    """Play all series of a match day and hand in the results."""
    line_ups = {}
    for team, count in zip(teams, counts, strict=True):
        line_up = chance.sample([place.player for place in team.line_up.all()], count)
        line_ups[team.pk] = line_up
    seed = str(chance.randrange(1_000_000))
    set_up_group(group=group, line_ups=line_ups, by=by, seed=seed)
    sheets = ScoreSheet.objects.filter(series__event__match_group=group).with_event()
    for sheet in sheets.order_by("series__number", "table_number"):
        play_list(sheet, by=by, chance=chance)
    hand_in_group(group=group, by=by)


def add_second_person() -> User:
    """Add the account that confirms results; it is inactive and cannot sign in."""
    account = User(username=SECOND_PERSON, role=Role.SECRETARY, is_active=False)
    account.set_unusable_password()
    account.save(force_insert=True)
    return account
