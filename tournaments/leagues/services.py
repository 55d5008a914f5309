"""Writing leagues: divisions, teams, match days, codes of hosts (rules 6.1 to 6.3)."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.leagues.rules import MATCH_DAYS, PRESETS
from skatclub.door.setup_code import new_code, plain
from tournaments.events.models import Event
from tournaments.events.teams.services import refuse_taken_name
from tournaments.leagues.models import (
    GROUP_SIZES,
    PLAIN_RULES,
    Division,
    GroupTeam,
    HostCode,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.leagues.selectors import appearances, related_leagues
from tournaments.people.models import Player, User
from tournaments.people.names.names import tidy
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.tallies import recount_events
from tournaments.sheets.writing import require_reason
from tournaments.words.rights import Role

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
    *PLAIN_RULES,
    "shared",
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
    columns = {
        **{name: getattr(rule, name) for name in PLAIN_RULES},
        "shared": rule.shared.value,
        "average_of": rule.average_of.value,
        "minimum_percent": int(rule.minimum_share * 100),
        "match_days": MATCH_DAYS,
        **FEDERATION_NUMBERS[preset],
    }
    return League(**columns | fields)


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
        problems = {}
        days = MatchDay.objects.filter(division__league=league)
        planned = days.aggregate(last=Max("number"))["last"] or 0
        if league.match_days < min(planned, stored.match_days):
            problems["match_days"] = ValidationError(
                _("Match day %(number)s is planned already; it stays.")
                % {"number": planned}
            )
        if days.filter(groups__confirmed_at__isnull=False).exists():
            text = _("Results are confirmed by this rule: reopen those matches first.")
            problems |= {
                name: ValidationError(text)
                for name in RULES
                if getattr(league, name) != getattr(stored, name)
            }
        if problems:
            raise ValidationError(problems)
    return league.check_and_save()


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
    refuse_if_set_up(league)
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
    refuse_if_set_up(division)
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
    text = _("This name is taken.")
    refuse_taken_name(team.name, other_names, text)
    return team.check_and_save()


@transaction.atomic
def delete_team(*, team: LeagueTeam) -> None:
    """Delete a team that belongs to no group, or raise ``LeagueIsPlayed``."""
    locked_league(team.division.league)
    refuse_if_planned(team)
    team.delete()


def refuse_if_planned(team: LeagueTeam) -> None:
    """Refuse to delete a team that belongs to a group."""
    if team.sides.exists():
        raise LeagueIsPlayed(
            _("%(team)s belongs to a match group; it can only withdraw.")
            % {"team": team}
        )


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
    return League.objects.select_for_update().get(pk=league.pk)


def locked_team(team: LeagueTeam) -> LeagueTeam:
    locked_league(team.division.league)
    return LeagueTeam.objects.select_for_update().get(pk=team.pk)


def refuse_if_set_up(row: League | Division | MatchDay) -> None:
    """Refuse to delete ``row`` if a group in it was set up; the message names it."""
    way = {League: "match_day__division__league", Division: "match_day__division"}
    groups = MatchGroup.objects.filter(event__isnull=False)
    group = groups.filter(**{way.get(type(row), "match_day"): row}).first()
    if group:
        raise LeagueIsPlayed(
            _(
                "%(day)s, %(group)s has been set up already. Take its seats back "
                "first; that works only while nothing was typed."
            )
            % {"day": group.match_day.log_label, "group": group}
        )


def refuse_withdrawn(team: LeagueTeam) -> None:
    if LeagueTeam.objects.filter(pk=team.pk, withdrawn_on__isnull=False).exists():
        raise TeamIsWithdrawn(
            _("%(team)s has withdrawn from the league.") % {"team": team}
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
        refuse_if_set_up(day)
    day.date = date
    day.check_and_save()
    day.groups.all().delete()
    for index, planned in enumerate(groups, 1):
        group = MatchGroup(
            match_day=day, number=index, host=planned.host, place=planned.place.strip()
        )
        group.check_and_save()
        GroupTeam.objects.bulk_create(
            GroupTeam(group=group, team=team, order=order)
            for order, team in enumerate(planned.teams, 1)
        )
    return day


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
    locked_league(group.match_day.division.league)
    require_of_division(group.match_day.division, host)
    group = MatchGroup.objects.get(pk=group.pk)
    group.host = host
    group.place = place.strip()
    return group.check_and_save()


@transaction.atomic
def delete_match_day(*, match_day: MatchDay) -> None:
    locked_league(match_day.division.league)
    refuse_if_set_up(match_day)
    match_day.delete()


def require_groups(division: Division, groups: Sequence[PlannedGroup]) -> None:
    seen_teams: set[int] = set()
    for planned in groups:
        if len(planned.teams) not in GROUP_SIZES:
            raise ValidationError(_("Three, four or five teams make a group."))
        require_of_division(division, planned.host)
        for team in planned.teams:
            require_of_division(division, team)
            if team.pk in seen_teams:
                raise ValidationError(
                    _("%(team)s is in two groups of this match day.") % {"team": team}
                )
            refuse_withdrawn(team)
            seen_teams.add(team.pk)


def require_of_division(division: Division, team: LeagueTeam | None) -> None:
    if team is not None and team.division_id != division.pk:
        raise ValidationError(_("%(team)s plays in another division.") % {"team": team})


DAYS_AFTER = datetime.timedelta(days=3)  # a result may be handed in on Monday


@transaction.atomic
def renew_code(*, group: MatchGroup, by: User) -> HostCode:
    """Give a match a new code; the old one and its sessions end."""
    revoke_code(group=group)
    last = max(group.match_day.date, timezone.localdate()) + DAYS_AFTER
    return HostCode.objects.create(
        group=group,
        code=plain(new_code()).decode(),
        account=host_account(group),
        made_at=timezone.now(),
        by=by,
        expires_at=timezone.make_aware(
            datetime.datetime.combine(last, datetime.time.max)
        ),
    )


@transaction.atomic
def revoke_code(*, group: MatchGroup) -> None:
    """Revoke the code of a match; everything written with it stays."""
    MatchGroup.objects.select_for_update().get(pk=group.pk)
    codes = HostCode.objects.filter(group=group, revoked_at=None)
    codes.update(revoked_at=timezone.now())


def host_account(group: MatchGroup) -> User:
    """Return the account that stands for the host of a match, or create it."""
    earlier = group.host_codes.select_related("account").last()
    if earlier:
        return earlier.account
    names = (_("host-%(number)d") % {"number": each} for each in count(group.pk))
    free = (each for each in names if not User.objects.filter(username=each).exists())
    account = User(username=next(free), role=Role.HOST, is_active=False)
    account.set_unusable_password()
    return account.check_and_save()


# The pages that a host may open, by address name; the key in the address is checked.
MATCH_PAGES = {
    "leagues:group",
    "leagues:group-seats",
    "leagues:group-set-up",
    "leagues:group-undo",
    "leagues:group-people",
    "leagues:group-hand-in",
    "papers:match-report",
}
EVENT_PAGES = {
    "events:detail",
    "events:standings",
    "events:clock",
    "events:set-clock",
    "events:draw-series",
    "papers:sheets",
    "papers:series-sheets",
}
LIST_PAGES = ("sheets:", "papers:sheet")


def valid_code(text: str) -> HostCode | None:
    """Return the valid code that matches a typed text, if there is one. One query."""
    codes = HostCode.objects.valid().select_related("group")
    return codes.filter(code=plain(text[:40]).decode()).first()


HOST_CODE_KEY = "host_code"  # in the session of a host


def valid_code_by_key(key: int) -> HostCode | None:
    """Return the code with this key, if it is still valid. One query."""
    codes = HostCode.objects.valid().select_related("group__match_day", "account")
    return codes.filter(pk=key).first()


def group_code(group: MatchGroup) -> HostCode | None:
    """Return the valid code of a match, if it has one. One query."""
    return HostCode.objects.valid().filter(group=group).first()


def is_open_to_host(group: MatchGroup, path: str) -> bool:
    """Tell whether an address belongs to this match and is open to its host.

    One query for a list, otherwise none.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return False
    name, key = match.view_name, match.kwargs.get("pk")
    if key is None:
        return False
    if name in MATCH_PAGES:
        return bool(key == group.pk)
    if group.event_id is None:
        return False
    if name in EVENT_PAGES:
        return bool(key == group.event_id)
    lists = ScoreSheet.objects.filter(series__event=group.event_id, pk=key)
    return name.startswith(LIST_PAGES) and lists.exists()


class PlaysElsewhere(ValidationError):
    """A person plays for another club, or twice on a match day (rules 6.3)."""


@transaction.atomic
def add_to_line_up(
    *, team: LeagueTeam, players: Sequence[Player], from_match_day: int = 1
) -> list[LeaguePlayer]:
    """Add people at the end of the line-up of ``team``.

    Raises ``PlaysElsewhere`` for people in the line-up of another club in the same
    event category and season (rules 6.3), ``TeamIsWithdrawn``, and
    ``ValidationError`` for people who are in it already, or who belong to another club
    if the league does not allow that.
    """
    league = locked_league(team.division.league)
    refuse_withdrawn(team)
    for player in players:
        away = player.club_id and team.club_id and player.club_id != team.club_id
        if away and not league.allows_guests:
            raise ValidationError(
                _("%(player)s belongs to another club than %(team)s.")
                % {"player": player, "team": team}
            )
    refuse_second_club(league, team, players)
    last = team.line_up.aggregate(last=Max("position"))["last"] or 0
    places = []
    for position, player in enumerate(players, last + 1):
        place = LeaguePlayer(
            team=team, player=player, position=position, from_match_day=from_match_day
        )
        place.check_and_save()
        places.append(place)
    return places


@transaction.atomic
def change_line_up_place(
    *, place: LeaguePlayer, from_match_day: int, until_match_day: int | None = None
) -> LeaguePlayer:
    """Change the first and last match day of a person in the line-up."""
    locked_league(place.team.division.league)
    place = LeaguePlayer.objects.select_related("player").get(pk=place.pk)
    place.from_match_day = from_match_day
    place.until_match_day = until_match_day
    place.full_clean()
    match_days = [
        appearance.match_day
        for appearance in appearances([place.player_id])
        if appearance.team_pk == place.team_id
        and not place.plays_on(appearance.match_day)
    ]
    if match_days:
        raise ValidationError(
            _("%(player)s has played on match day %(number)s.")
            % {"player": place.player, "number": match_days[0]}
        )
    place.save()
    return place


@transaction.atomic
def remove_from_line_up(*, place: LeaguePlayer) -> None:
    """Remove a person who has not played for the team from its line-up."""
    locked_league(place.team.division.league)
    if place.team_id in {each.team_pk for each in appearances([place.player_id])}:
        raise ValidationError(
            _("%(player)s has played for this team and stays in the line-up.")
            % {"player": place.player}
        )
    place.delete()


@transaction.atomic
def order_line_up(*, team: LeagueTeam, players: Sequence[Player]) -> None:
    """Put the line-up into the order of ``players``; people not named come last."""
    locked_league(team.division.league)
    order = {player.pk: number for number, player in enumerate(players, 1)}
    for place in team.line_up.all():
        position = order.get(place.player_id, len(order) + place.position)
        if position != place.position:
            place.position = position
            place.save()


def refuse_second_club(
    league: League, team: LeagueTeam, players: Iterable[Player]
) -> None:
    """Refuse people in the line-up of another club of the category and season (6.3).

    A team without a club counts as a club of its own.
    """
    other_places = LeaguePlayer.objects.filter(
        player__in=list(players),
        team__division__league__in=related_leagues(league, in_category=True),
    ).exclude(team=team)
    if team.club_id:
        other_places = other_places.exclude(team__club=team.club_id)
    place = other_places.select_related("player", "team__division__league").first()
    if place is None:
        return
    division = place.team.division
    texts = [_("%(player)s plays for %(team)s (%(league)s) in this season already.")]
    if division.league != league:
        texts.append(
            _("If these are two competitions, name each in the settings of its league.")
        )
    raise PlaysElsewhere(
        " ".join(texts)
        % {
            "player": place.player,
            "team": place.team,
            "league": f"{division.league.name}, {division.name}",
        }
    )


def refuse_double_match_day(group: MatchGroup, players: Collection[Player]) -> None:
    """Refuse people who played a match day of this number elsewhere (rules 6.3)."""
    day = group.match_day
    related = related_leagues(day.division.league, in_category=False)
    leagues = set(related.values_list("pk", flat=True))
    players_by_key = {player.pk: player for player in players}
    for appearance in appearances(list(players_by_key)):
        is_related = appearance.league_pk in leagues and appearance.group_pk != group.pk
        if is_related and appearance.match_day == day.number:
            raise PlaysElsewhere(
                _("%(player)s plays match day %(number)s for %(team)s already.")
                % {
                    "player": players_by_key[appearance.player],
                    "number": day.number,
                    "team": appearance.team_name,
                }
            )


def require_in_line_up(group: MatchGroup, side: GroupTeam, player: Player) -> None:
    """Refuse a player who is not in the team's line-up on this match day."""
    number = group.match_day.number
    place = side.team.line_up.filter(player=player).first()
    if place is None or not place.plays_on(number):
        raise ValidationError(
            _("%(player)s is not in the line-up of %(team)s on match day %(number)s.")
            % {"player": player, "team": side.team, "number": number}
        )
