"""Adding the people of a table: all who are new, or nobody."""

from collections.abc import Iterable

from django.db import transaction
from simple_history.utils import bulk_create_with_history

from tournaments.files.imports.people import FilePerson
from tournaments.people.models import Club, Player
from tournaments.people.names.names import fold, tidy
from tournaments.people.public_names import settle_public_name


@transaction.atomic
def import_people(*, people: Iterable[FilePerson]) -> list[Player]:
    """Add those of ``people`` who are new, with the clubs that are. A few queries."""
    clubs = {fold(club.name): club for club in Club.objects.all()}
    players: list[Player] = []
    for person in people:
        if not person.is_new:
            continue
        key = fold(person.club)
        if key and key not in clubs:
            club = Club(name=tidy(person.club), number=person.club_number)
            club.full_clean()
            club.save(force_insert=True)
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
        player.fold_name()
        settle_public_name(player, beside=players)
        player.clean_fields(exclude={"club"})
        players.append(player)
    saved: list[Player] = bulk_create_with_history(players, Player, batch_size=200)
    return saved
