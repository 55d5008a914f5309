"""The numbers in public names.

They are random or follow the order in which people chose them, never the names or the
order in which people were added, which is often alphabetical.
"""

import secrets
from collections.abc import Iterable

from tournaments.people.models import Player
from tournaments.people.names.names import fold
from tournaments.words.choices import Privacy

LEAST_RANGE = 90
# Numbers available per person with one, so that a random number is free soon.
ROOM = 4


def settle_public_name(player: Player, unsaved: Iterable[Player] = ()) -> None:
    """Set the numbers that the public name of ``player`` needs, without saving.

    Hidden people keep their number for good, even while not hidden; short and first
    names get one if another player has the same public name. ``unsaved`` are further
    players not saved yet. The number of an imported player is kept if it is free. Two
    queries at most, none for a full name.
    """
    unsaved = tuple(unsaved)
    is_brought_along = player._state.adding and player.cover_number is not None
    if is_brought_along and player.cover_number in cover_numbers(unsaved):
        player.cover_number = None
    if player.is_covered and player.cover_number is None:
        player.cover_number = free_cover_number(unsaved)
    if player.is_covered or player.privacy == Privacy.FULL:
        player.namesake_number = None
    else:
        player.namesake_number = free_namesake_number(player, unsaved)


def free_cover_number(unsaved: Iterable[Player] = ()) -> int:
    """Return a random free cover number. One query."""
    taken = cover_numbers(unsaved)
    most = max(LEAST_RANGE, len(taken) * ROOM)
    return secrets.choice(
        [number for number in range(1, most + 1) if number not in taken]
    )


def cover_numbers(unsaved: Iterable[Player]) -> set[int | None]:
    """Return the cover numbers in use. One query."""
    hidden = Player.every.filter(cover_number__isnull=False)
    taken: set[int | None] = set(hidden.values_list("cover_number", flat=True))
    return taken | {player.cover_number for player in unsaved}


def free_namesake_number(player: Player, unsaved: Iterable[Player] = ()) -> int | None:
    """Return the number that distinguishes a short or first name, None if it is unique.

    Full names count as well, as a player may just be called Anna. One query.
    """
    key = fold(player.bare_public_name)
    players = Player.objects.exclude(pk=player.pk).filter(
        name_key__contains=fold(player.first_name)
    )
    taken = {
        other.namesake_number or 1
        for other in (*players, *unsaved)
        if fold(bare_name(other)) == key
    }
    wanted = (player.namesake_number or 1, *range(1, len(taken) + 2))
    number = next(number for number in wanted if number not in taken)
    return None if number == 1 else number


def bare_name(player: Player) -> str:
    """Return the public name without the number of namesakes."""
    if player.privacy == Privacy.FULL:
        return player.full_name
    return "" if player.is_covered else player.bare_public_name
