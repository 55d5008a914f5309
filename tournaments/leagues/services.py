"""Writing leagues, divisions and teams (rules 6.1 to 6.3)."""

import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, ProtectedError, QuerySet
from django.utils.translation import gettext as _

from scoring.leagues.rules import MATCH_DAYS, PRESETS
from tournaments.events.models import Event
from tournaments.events.teams.services import refuse_taken_name
from tournaments.leagues.models import (
    Division,
    League,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.people.names.names import tidy
from tournaments.sheets.tallies import recount_events
from tournaments.sheets.writing import require_reason

FEDERATION_NUMBERS = {
    "DSKV": {"federation": "DSkV", "rounds": 12, "series_per_day": 3},
    "ISPA": {
        "federation": "ISPA",
        "rounds": 9,
        "series_per_day": 4,
        "same_games": True,
    },
}
"""The numbers of the federations: 48 games a series at a table of four and 36 at one
of three, or 36 at both (3.4)."""
# What match points and both rankings depend on.
RULES = (
    "system",
    "rounds",
    "same_games",
    "series_per_day",
    "step",
    "team_size",
    "least_players",
    "shared",
    "scale_short",
    "games_decide",
    "average_of",
    "minimum_percent",
)


class LeagueIsPlayed(ValidationError):
    """Lists of the league were set up, and the change would remove them."""


class TeamIsWithdrawn(ValidationError):
    """The team has left the league."""


def league_from_preset(preset: str = "DSKV", **fields: object) -> League:
    """Return an unsaved league with the numbers of a federation.

    ``preset`` is a key of ``scoring.leagues.rules.PRESETS``; ``fields`` override it.
    """
    rule = PRESETS[preset]
    league = League(
        step=rule.step,
        team_size=rule.team_size,
        least_players=rule.least_players,
        shared=rule.shared.value,
        scale_short=rule.scale_short,
        games_decide=rule.games_decide,
        average_of=rule.average_of.value,
        minimum_percent=int(rule.minimum_share * 100),
        match_days=MATCH_DAYS,
        **FEDERATION_NUMBERS[preset],
    )
    for name, value in fields.items():
        setattr(league, name, value)
    return league


def create_league(
    *, name: str, season: str, preset: str = "DSKV", **fields: object
) -> League:
    """Create a league of a season from a preset; ``fields`` override it."""
    return save_league(
        league=league_from_preset(preset, name=name, season=season, **fields)
    )


@transaction.atomic
def save_league(*, league: League) -> League:
    """Check and save a new or changed league.

    Lists and rounds of groups that were set up already do not change, nor do the
    rules once results are confirmed.
    """
    for field in ("name", "season", "federation", "category"):
        setattr(league, field, tidy(getattr(league, field)))
    if league.pk:
        stored = locked_league(league)
        league.is_published = stored.is_published
        refuse_late_changes(league, stored)
    return league.check_and_save()


def refuse_late_changes(league: League, stored: League) -> None:
    """Refuse rules that contradict confirmed results, and too few match days."""
    problems = {}
    days = MatchDay.objects.filter(division__league=league)
    planned = days.aggregate(last=Max("number"))["last"] or 0
    if league.match_days < min(planned, stored.match_days):
        problems["match_days"] = ValidationError(
            _("Match day %(number)s is planned already; it stays."),
            code="planned",
            params={"number": planned},
        )
    if days.filter(groups__confirmed_at__isnull=False).exists():
        problems |= {
            name: confirmed_problem()
            for name in RULES
            if getattr(league, name) != getattr(stored, name)
        }
    if problems:
        raise ValidationError(problems)


def confirmed_problem() -> ValidationError:
    """Return the refusal of rules by which results are confirmed."""
    return ValidationError(
        _("Results are confirmed by this rule: reopen those matches first."),
        code="confirmed",
    )


@transaction.atomic
def publish_league(*, league: League, is_published: bool) -> League:
    """Make a league public, or visible only to accounts."""
    league = locked_league(league)
    league.is_published = is_published
    league.save()
    events = Event.objects.filter(match_group__match_day__division__league=league)
    events.update(is_published=is_published)
    recount_events(list(events.values_list("pk", flat=True)))
    return league


@transaction.atomic
def delete_league(*, league: League) -> None:
    """Delete a league without a match set up, or raise ``LeagueIsPlayed``."""
    league = locked_league(league)
    refuse_if_set_up(MatchGroup.objects.filter(match_day__division__league=league))
    MatchGroup.objects.filter(match_day__division__league=league).delete()
    league.delete()


@transaction.atomic
def save_division(*, division: Division) -> Division:
    """Check and save a new or changed division; a new one comes last."""
    league = locked_league(division.league)
    division.name = tidy(division.name)
    if division._state.adding and division.order == 1:
        division.order = league.divisions.count() + 1
    return division.check_and_save()


@transaction.atomic
def delete_division(*, division: Division) -> None:
    """Delete a division without a match set up, or raise ``LeagueIsPlayed``."""
    locked_league(division.league)
    refuse_if_set_up(MatchGroup.objects.filter(match_day__division=division))
    MatchGroup.objects.filter(match_day__division=division).delete()
    division.delete()


@transaction.atomic
def save_team(*, team: LeagueTeam) -> LeagueTeam:
    """Check and save a new or changed team; its withdrawal does not change here."""
    locked_league(team.division.league)
    if team.pk:
        stored = LeagueTeam.objects.get(pk=team.pk)
        team.withdrawn_on = stored.withdrawn_on
        team.withdrawn_reason = stored.withdrawn_reason
    team.name = tidy(team.name)
    other_names = team.division.teams.exclude(pk=team.pk).values_list("name", flat=True)
    text = _("There is a team of this name already.")
    refuse_taken_name(team.name, other_names, text)
    return team.check_and_save()


@transaction.atomic
def delete_team(*, team: LeagueTeam) -> None:
    """Delete a team that belongs to no group, or raise ``LeagueIsPlayed``."""
    locked_league(team.division.league)
    try:
        team.delete()
    except ProtectedError as refusal:
        raise LeagueIsPlayed(
            _("%(team)s belongs to a match group; it can only withdraw.")
            % {"team": team},
            code="planned",
        ) from refusal


@transaction.atomic
def withdraw_team(*, team: LeagueTeam, on: datetime.date, reason: str) -> LeagueTeam:
    """Strike a team with all points won against it (rules 6.3).

    Lists and game points of the other teams stay, and so does the single ranking.
    """
    team = locked_team(team)
    require_reason(reason)
    team.withdrawn_on = on
    team.withdrawn_reason = tidy(reason)
    return team.check_and_save()


@transaction.atomic
def take_back_withdrawal(*, team: LeagueTeam) -> LeagueTeam:
    """Cancel the withdrawal of a team, so that it counts again."""
    team = locked_team(team)
    team.withdrawn_on = None
    team.withdrawn_reason = ""
    team.save()
    return team


def locked_league(league: League) -> League:
    """Return the league as stored, locked until the transaction ends."""
    return League.objects.select_for_update().get(pk=league.pk)


def locked_team(team: LeagueTeam) -> LeagueTeam:
    """Return the team as stored, locked together with its league."""
    locked_league(team.division.league)
    return LeagueTeam.objects.select_for_update().get(pk=team.pk)


def refuse_if_set_up(groups: QuerySet[MatchGroup]) -> None:
    """Refuse to delete groups of which one was set up."""
    if groups.filter(event__isnull=False).exists():
        raise LeagueIsPlayed(
            _("A match group has been set up already; it stays."), code="set-up"
        )


def refuse_withdrawn(team: LeagueTeam) -> None:
    """Refuse a team that has withdrawn meanwhile."""
    if LeagueTeam.objects.filter(pk=team.pk, withdrawn_on__isnull=False).exists():
        raise TeamIsWithdrawn(
            _("%(team)s has withdrawn from the league."),
            code="withdrawn",
            params={"team": team},
        )
