"""Writing line-ups: the people who may play for a team, and from which match day."""

from collections.abc import Collection, Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.leagues.models import (
    GroupTeam,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchGroup,
)
from tournaments.leagues.services import locked_league, refuse_withdrawn
from tournaments.leagues.teams.selectors import appearances, related_leagues
from tournaments.people.models import Player


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
        refuse_guest(league, team, player)
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
        if appearance.team_id == place.team_id
        and not place.plays_on(appearance.match_day)
    ]
    if match_days:
        raise ValidationError(
            _("%(player)s has played on match day %(number)s."),
            code="played",
            params={"player": place.player, "number": match_days[0]},
        )
    place.save()
    return place


@transaction.atomic
def remove_from_line_up(*, place: LeaguePlayer) -> None:
    """Remove a person who has not played for the team from its line-up."""
    locked_league(place.team.division.league)
    teams = {appearance.team_id for appearance in appearances([place.player_id])}
    if place.team_id in teams:
        raise ValidationError(
            _("%(player)s has played for this team and stays in the line-up."),
            code="played",
            params={"player": place.player},
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


def refuse_guest(league: League, team: LeagueTeam, player: Player) -> None:
    """Refuse a member of another club if the league does not allow guests."""
    away = player.club_id and team.club_id and player.club_id != team.club_id
    if away and not league.allows_guests:
        raise ValidationError(
            _("%(player)s belongs to another club than %(team)s."),
            code="guest",
            params={"player": player, "team": team},
        )


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
        " ".join(texts),
        code="second-club",
        params={
            "player": place.player,
            "team": place.team,
            "league": f"{division.league.name}, {division.name}",
        },
    )


def refuse_double_match_day(group: MatchGroup, players: Collection[Player]) -> None:
    """Refuse people who played a match day of this number elsewhere (rules 6.3)."""
    day = group.match_day
    leagues = set(
        related_leagues(day.division.league, in_category=False).values_list(
            "pk", flat=True
        )
    )
    players_by_key = {player.pk: player for player in players}
    for appearance in appearances(list(players_by_key)):
        is_related = appearance.league_id in leagues and appearance.group_id != group.pk
        if is_related and appearance.match_day == day.number:
            raise PlaysElsewhere(
                _("%(player)s plays match day %(number)s for %(team)s already."),
                code="match-day",
                params={
                    "player": players_by_key[appearance.player_id],
                    "number": day.number,
                    "team": appearance.team,
                },
            )


def require_in_line_up(group: MatchGroup, side: GroupTeam, player: Player) -> None:
    """Refuse a player who is not in the team's line-up on this match day."""
    number = group.match_day.number
    place = side.team.line_up.filter(player=player).first()
    if place is None or not place.plays_on(number):
        raise ValidationError(
            _("%(player)s is not in the line-up of %(team)s on match day %(number)s."),
            code="line-up",
            params={"player": player, "team": side.team, "number": number},
        )
