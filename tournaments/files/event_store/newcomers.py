"""Adding the clubs, people and accounts of a file that are new here.

These functions write, but are no services of their own: the imports call them inside
their transactions.
"""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.files.event.columns import Row, read_columns, read_moment
from tournaments.files.event.reading.reading import FileRefused
from tournaments.files.event_store.selectors import Matches
from tournaments.people.models import Club, Player, User
from tournaments.people.names.names import fold
from tournaments.people.public_names import settle_public_name
from tournaments.people.selectors import members_by_number
from tournaments.people.services import save_club
from tournaments.scope.log import create_many
from tournaments.words.rights import Role


def add_new_clubs(document: Row, matches: Matches) -> dict[str, Club]:
    """Add the clubs that are new here; return all clubs of the file by name."""
    clubs = dict(matches.clubs)
    for row in document.get("clubs", ()):
        if row["name"] not in clubs:
            club = Club(**read_columns(Club, row))
            clubs[row["name"]] = save_club(club=club)
    return clubs


def add_new_people(
    document: Row, matches: Matches, clubs: dict[str, Club]
) -> dict[str, Player]:
    """Add the people who are new here; return all people of the file by id.

    Raises ``FileRefused`` for a member number that another person here has.
    """
    is_from_others = is_from_elsewhere(document, matches)
    rows = [r for r in document.get("people", ()) if r["id"] not in matches.people]
    new: list[Player] = []
    # Second entries of people come last: they need no public name of their own.
    for row in sorted(rows, key=lambda row: "joined_into" in row):
        player = unsaved_player(row, clubs)
        if is_from_others:
            player.is_guest = player.club != matches.home
        settle_public_name(player, unsaved=new)
        if "joined_into" in row:
            player.namesake_number = row.get("namesake_number")
        new.append(player)
    require_free_numbers(new)
    saved = create_many(new)
    people = {**matches.people, **{str(player.public_id): player for player in saved}}
    join_second_entries(rows, people)
    return people


def unsaved_player(row: Row, clubs: dict[str, Club]) -> Player:
    """Return a person of the file, unsaved."""
    removed = row.get("removed_at")
    player = Player(
        public_id=row["id"],
        club=clubs.get(row.get("club", "")),
        namesake_number=row.get("namesake_number"),
        removed_at=removed and read_moment(removed),
        **read_columns(Player, row),
    )
    player.spell_name()
    return player


def require_free_numbers(people: Iterable[Player]) -> None:
    """Refuse new members whose member number another person here has. One query."""
    holders = members_by_number()
    clashes = [
        _("%(name)s would get the member number %(number)s, which %(holder)s has.")
        % {
            "name": person.full_name,
            "number": person.member_number,
            "holder": holder.full_name,
        }
        for person in people
        if not person.is_guest and (holder := holders.get(person.member_number.upper()))
    ]
    if clashes:
        raise FileRefused(clashes, code="member-number")


def join_second_entries(rows: Iterable[Row], people: dict[str, Player]) -> None:
    """Link new second entries to the person they were joined into."""
    seconds = []
    for row in rows:
        if "joined_into" in row:
            second = people[row["id"]]
            second.joined_into = people[row["joined_into"]]
            seconds.append(second)
    Player.every.bulk_update(seconds, ["joined_into"], batch_size=200)


def is_from_elsewhere(document: Row, matches: Matches) -> bool:
    """Return whether the file is from another club, whose members are guests here."""
    home = document.get("home_club")
    if matches.home is None or home is None:
        return False
    return fold(home) != fold(matches.home.name)


def add_new_accounts(names: Iterable[str], matches: Matches) -> dict[str, User]:
    """Add a closed account for each of the ``names``; return all of the file by name.

    Nobody can sign in with it; a secretary may open it and give it a password.
    """
    accounts = dict(matches.accounts)
    for name in names:
        account = User(username=name, role=Role.READER, is_active=False)
        account.set_unusable_password()
        account.save(force_insert=True)
        accounts[name] = account
    return accounts
