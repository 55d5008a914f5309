"""Reading clubs and people."""

from collections.abc import Iterable

from tournaments.members.models import Club, Player
from tournaments.members.names import PersonName, fold


def home_club() -> Club | None:
    """Return the club at home; None before the set-up. One query."""
    return Club.objects.filter(is_home=True).first()


def namesakes(names: Iterable[PersonName]) -> dict[str, Player]:
    """Return who is known already among ``names``, by folded name. One query."""
    keys = {fold(f"{name.last} {name.first}") for name in names}
    found = Player.objects.filter(name_key__in=keys).select_related("club")
    return {player.name_key: player for player in found}
