"""Writing clubs, people and accounts."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.choices import Role
from tournaments.members.models import Club, Player, User
from tournaments.members.names import read_name, tidy
from tournaments.members.selectors import home_club


class ClubIsSetUp(ValidationError):
    """There is an account already; the set-up page is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPerson:
    """A line of a pasted list of names, as it was read."""

    first_name: str
    last_name: str
    is_guest: bool = False
    club: Club | None = None


@transaction.atomic
def set_up_club(*, name: str, username: str, password: str) -> User:
    """Create the club at home and its first account, a secretary.

    Raises ``ClubIsSetUp`` when there is an account already, ``ValidationError`` for
    a password that the validators refuse.
    """
    if User.objects.exists():
        raise ClubIsSetUp(_("The club has been set up already."), code="set-up")
    secretary = User(username=username, role=Role.SECRETARY)
    validate_password(password, secretary)
    secretary.set_password(password)
    secretary.full_clean()
    secretary.save(force_insert=True)
    club, _created = Club.objects.update_or_create(
        is_home=True, defaults={"name": tidy(name)}
    )
    club.full_clean()
    return secretary


@transaction.atomic
def save_player(*, player: Player) -> Player:
    """Check and save a new or a changed person."""
    player.first_name = tidy(player.first_name)
    player.last_name = tidy(player.last_name)
    player.fold_name()
    player.full_clean()
    player.save()
    return player


@transaction.atomic
def add_players(*, people: Iterable[NewPerson]) -> list[Player]:
    """Add many people at once: all of them, or none."""
    return [
        save_player(
            player=Player(
                first_name=person.first_name,
                last_name=person.last_name,
                is_guest=person.is_guest,
                club=person.club or home_club(),
            )
        )
        for person in people
    ]


def add_player_named(*, name: str, is_guest: bool = False) -> Player:
    """Add the person whose name is written as "Hans Meier" or "Meier, Hans"."""
    read = read_name(name)
    return save_player(
        player=Player(
            first_name=read.first,
            last_name=read.last,
            is_guest=is_guest,
            club=None if is_guest else home_club(),
        )
    )


@transaction.atomic
def set_active(*, player: Player, is_active: bool) -> Player:
    """Take a person off the lists to choose from, or put him back."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    player.is_active = is_active
    player.save(update_fields=["is_active"])
    return player
