"""Adding the people of a table and their numbers: all of them or none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from simple_history.utils import bulk_update_with_history

from tournaments.files.imports.recognising import FilePerson
from tournaments.people.models import Club, Player
from tournaments.people.names.names import fold, tidy
from tournaments.people.selectors import name_key
from tournaments.people.services import create_players, remember_spellings

BATCH = 200


@dataclass(frozen=True, slots=True)
class ImportedPeople:
    """The players who were added, and the known ones who got a number."""

    added: Sequence[Player]
    numbered: Sequence[Player]


@transaction.atomic
def import_people(*, people: Sequence[FilePerson]) -> ImportedPeople:
    """Add new people and assign the ticked numbers. A few queries.

    The choices among names that sound alike are remembered.
    """
    remember_spellings(
        people={
            name_key(person.name): person.player for person in people if person.twins
        }
    )
    return ImportedPeople(add_new_people(people), give_numbers(people))


def give_numbers(people: Iterable[FilePerson]) -> list[Player]:
    """Give known players the ticked numbers; return those who got one."""
    numbers = {
        person.player.pk: person.number
        for person in people
        if person.player and person.is_ticked
    }
    players = list(Player.objects.select_for_update().filter(pk__in=numbers))
    for player in players:
        player.member_number = numbers[player.pk]
    bulk_update_with_history(players, Player, ["member_number"], batch_size=BATCH)
    return players


def add_new_people(people: Iterable[FilePerson]) -> list[Player]:
    """Add the new people and their new clubs."""
    clubs = {fold(club.name): club for club in Club.objects.all()}
    players: list[Player] = []
    for person in people:
        if not person.is_new:
            continue
        key = fold(person.club)
        if key and key not in clubs:
            club = Club(name=tidy(person.club), number=person.club_number)
            club.check_and_save(force_insert=True)
            clubs[key] = club
        player = Player(
            first_name=person.name.first,
            last_name=person.name.last,
            club=clubs.get(key),
            is_guest=person.is_guest,
            is_active=person.is_active,
            member_number=person.number,
            gender=person.gender,
            birth_date=person.born,
            privacy=person.privacy,
        )
        players.append(player)
    return create_players(players)
