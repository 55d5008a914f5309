"""Reading the leagues that share players, and the appearances of people."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.events.models import Entry
from tournaments.leagues.models import League
from tournaments.words.choices import EntryStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A person who was set up to play for a team on a match day."""

    player_id: int
    league_id: int
    team_id: int
    team: str
    group_id: int
    match_day: int


def related_leagues(league: League, *, in_category: bool) -> QuerySet[League]:
    """Return the leagues of the federation and season of ``league``, including it.

    With ``in_category`` only those of the same event category (rules 6.3).
    """
    leagues = League.objects.filter(
        federation__iexact=league.federation, season__iexact=league.season
    )
    return leagues.filter(category__iexact=league.category) if in_category else leagues


def appearances(players: Collection[int]) -> list[Appearance]:
    """Return the appearances of ``players``, by match day. One query.

    People who did not come are left out.
    """
    side = "teams__league_side"
    rows = (
        Entry.objects.filter(player__in=list(players), teams__league_side__isnull=False)
        .exclude(status__in=[EntryStatus.ABSENT, EntryStatus.REGISTERED])
        .order_by(f"{side}__group__match_day__number", "pk")
        .values_list(
            "player",
            f"{side}__team__division__league",
            f"{side}__team",
            f"{side}__team__name",
            f"{side}__group",
            f"{side}__group__match_day__number",
        )
    )
    return [
        Appearance(
            player_id=player,
            league_id=league,
            team_id=team,
            team=name,
            group_id=group,
            match_day=number,
        )
        for player, league, team, name, group, number in rows
    ]
