"""Planning match days: dates, groups of teams, hosts (rules 6.1)."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.leagues.models import (
    GROUP_SIZES,
    Division,
    GroupTeam,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.leagues.services import (
    locked_league,
    refuse_if_set_up,
    refuse_withdrawn,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGroup:
    """Three to five teams that meet; ``host`` is a team of the division or None."""

    teams: tuple[LeagueTeam, ...]
    host: LeagueTeam | None = None
    place: str = ""


@transaction.atomic
def plan_match_day(
    *,
    division: Division,
    number: int,
    date: datetime.date,
    groups: Sequence[PlannedGroup],
) -> MatchDay:
    """Plan match day ``number`` with its groups, replacing an earlier plan.

    Raises ``LeagueIsPlayed`` if one of its groups was set up already, and
    ``ValidationError`` for a team that is named twice, has withdrawn or belongs to
    another division, or for a group not of three, four or five teams.
    """
    locked_league(division.league)
    require_groups(division, groups)
    day = division.match_days.filter(number=number).first()
    if day is None:
        day = MatchDay(division=division, number=number)
    else:
        refuse_if_set_up(day.groups.all())
    day.date = date
    day.check_and_save()
    day.groups.all().delete()
    for index, planned in enumerate(groups, 1):
        add_group(day, index, planned)
    return day


def add_group(day: MatchDay, number: int, planned: PlannedGroup) -> MatchGroup:
    """Store one group with its teams."""
    group = MatchGroup(
        match_day=day, number=number, host=planned.host, place=planned.place.strip()
    )
    group.check_and_save()
    GroupTeam.objects.bulk_create(
        GroupTeam(group=group, team=team, order=order)
        for order, team in enumerate(planned.teams, 1)
    )
    return group


@transaction.atomic
def change_match_day(*, match_day: MatchDay, date: datetime.date) -> MatchDay:
    """Move a match day; groups that were set up keep the date of their event."""
    locked_league(match_day.division.league)
    match_day.date = date
    return match_day.check_and_save()


@transaction.atomic
def change_group(
    *, group: MatchGroup, host: LeagueTeam | None, place: str
) -> MatchGroup:
    """Change the host of a group and its place."""
    locked_league(group.match_day.division.league)
    require_host(group.match_day.division, host)
    group = MatchGroup.objects.get(pk=group.pk)
    group.host = host
    group.place = place.strip()
    return group.check_and_save()


@transaction.atomic
def delete_match_day(*, match_day: MatchDay) -> None:
    """Delete a match day of which no group was set up."""
    locked_league(match_day.division.league)
    refuse_if_set_up(match_day.groups.all())
    match_day.delete()


def require_groups(division: Division, groups: Sequence[PlannedGroup]) -> None:
    """Refuse groups that cannot play."""
    seen_teams: set[int] = set()
    for planned in groups:
        if len(planned.teams) not in GROUP_SIZES:
            raise ValidationError(
                _("Three, four or five teams make a group."), code="size"
            )
        require_host(division, planned.host)
        for team in planned.teams:
            if team.division_id != division.pk:
                raise ValidationError(
                    _("%(team)s plays in another division."),
                    code="division",
                    params={"team": team},
                )
            if team.pk in seen_teams:
                raise ValidationError(
                    _("%(team)s is in two groups of this match day."),
                    code="twice",
                    params={"team": team},
                )
            refuse_withdrawn(team)
            seen_teams.add(team.pk)


def require_host(division: Division, host: LeagueTeam | None) -> None:
    """Refuse a host of another division."""
    if host is not None and host.division_id != division.pk:
        raise ValidationError(
            _("%(team)s plays in another division."),
            code="division",
            params={"team": host},
        )
