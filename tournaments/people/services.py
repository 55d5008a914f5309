"""Saving clubs, people and accounts."""

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from tournaments.people.models import Club, Player, Spelling, User
from tournaments.people.names.lines import typed_name
from tournaments.people.names.names import Visitor, fold, read_club_number, tidy
from tournaments.people.selectors import (
    club_by_name,
    has_accounts,
    home_club,
    player_keys_by_spelling,
    typed_problem,
)
from tournaments.scope.models import create_many
from tournaments.words.choices import Privacy
from tournaments.words.rights import Role

LEAST_RANGE = 90
# Numbers available per person with one, so that a random number is free soon.
ROOM = 4


class NumbersInUse:
    """The numbers that tell public names apart; a query for each of the two kinds.

    Namesakes are looked for among ``players``, and everybody who is added.
    """

    def __init__(self, players: QuerySet[Player]) -> None:
        self.players = players

    @cached_property
    def covers(self) -> set[int | None]:
        hidden = Player.every.filter(cover_number__isnull=False)
        return set(hidden.values_list("cover_number", flat=True))

    @cached_property
    def namesakes(self) -> defaultdict[str, set[int]]:
        """Return the numbers by name. Full names count, too: one may just be Anna."""
        numbers = defaultdict(set)
        for player in self.players:
            numbers[fold(bare_name(player))].add(player.namesake_number or 1)
        return numbers

    def add(self, player: Player) -> None:
        self.covers.add(player.cover_number)
        self.namesakes[fold(bare_name(player))].add(player.namesake_number or 1)


def settle_public_name(player: Player, numbers: NumbersInUse | None = None) -> None:
    """Set the numbers that the public name of ``player`` needs, without saving.

    Hidden people keep their number for good, even while not hidden; short and first
    names get one if another player has the same public name. Of several people each is
    added to the ``numbers``. The number of an imported player is kept if it is free.
    Two queries at most, none for a full name.
    """
    if numbers is None:
        alike = Player.objects.filter(name_key__contains=fold(player.given_name))
        numbers = NumbersInUse(alike.exclude(pk=player.pk))
    is_brought_along = player._state.adding and player.cover_number is not None
    if is_brought_along and player.cover_number in numbers.covers:
        player.cover_number = None
    if player.is_covered and player.cover_number is None:
        most = max(LEAST_RANGE, len(numbers.covers) * ROOM)
        free = iter(lambda: secrets.randbelow(most) + 1, None)
        player.cover_number = next(each for each in free if each not in numbers.covers)
    if player.is_covered or player.privacy == Privacy.FULL:
        player.namesake_number = None
    else:
        namesakes = numbers.namesakes[fold(player.bare_public_name)]
        wanted = (player.namesake_number or 1, *range(1, len(namesakes) + 2))
        number = next(each for each in wanted if each not in namesakes)
        player.namesake_number = None if number == 1 else number


def bare_name(player: Player) -> str:
    if player.privacy == Privacy.FULL:
        return player.full_name
    return "" if player.is_covered else player.bare_public_name


class ClubIsSetUp(ValidationError):
    """There is an account already, so the set-up page is closed."""


@transaction.atomic
def set_up_club(
    *,
    name: str,
    username: str,
    password: str,
    build: Callable[[], object] | None = None,
) -> User:
    """Create the home club and its first account, the owner's.

    An imported home club stays as it is, with all its data; an imported closed account
    of that name becomes the owner's. ``build`` fills the club.
    Raises ``ClubIsSetUp`` if there is an account already, and ``ValidationError`` for a
    password that the validators refuse.
    """
    settle_home_club(tidy(name))
    if has_accounts():
        raise ClubIsSetUp(_("The club has been set up already."))
    existing = User.objects.filter(username__iexact=username).first()
    if existing and not existing.is_for_signing_in:
        raise ValidationError({"username": _("This name is taken.")})
    owner = existing or User(username=username)
    owner.role, owner.is_active = Role.OWNER, True
    save_account(account=owner, password=password)
    if build:
        build()
    return owner


def settle_home_club(name: str) -> None:
    """Make sure that there is a home club, if necessary one of that name.

    If two users set up at the same moment, one waits here for the other.
    """
    if home_club() is None:
        club = club_by_name(name) or Club(name=name)
        club.is_home = True
        club.clean_fields()
        if club.pk:
            club.save()
    Club.objects.update_or_create(is_home=True, create_defaults={"name": name})


@transaction.atomic
def save_account(*, account: User, password: str) -> User:
    try:
        validate_password(password, account)
    except ValidationError as refusal:
        raise ValidationError({"password": refusal.error_list}) from refusal
    account.set_password(password)
    return account.check_and_save()


@transaction.atomic
def save_player(*, player: Player) -> Player:
    player.spell_name()
    settle_public_name(player)
    return player.check_and_save()


@transaction.atomic
def add_players(*, people: Iterable[Player]) -> list[Player]:
    """Add many new people at once, all or none."""
    home = home_club()
    players = list(people)
    for player in players:
        if not player.is_guest:
            player.club = home
    return create_players(players)


def create_players(people: Iterable[Player]) -> list[Player]:
    """Check and store new people and log them."""
    players: list[Player] = []
    numbers = NumbersInUse(Player.objects.all())
    for player in people:
        player.spell_name()
        settle_public_name(player, numbers)
        numbers.add(player)
        # The database checks club and constraints; a query for each would take minutes.
        player.clean_fields(exclude={"club"})
        players.append(player)
    return create_many(players)


@transaction.atomic
def find_or_add_club(*, name: str) -> Club | None:
    """Return the club of that name, creating it if necessary; None for no name."""
    name = tidy(name)
    if not name:
        return None
    club = club_by_name(name)
    if club is None:
        club = Club(name=name)
        club.check_and_save(force_insert=True)
    return club


@transaction.atomic
def save_club(*, club: Club) -> Club:
    """Check and save a club with its number, typed with or without dots."""
    club.name = tidy(club.name)
    club.number = read_club_number(club.number)
    return club.check_and_save()


@transaction.atomic
def remember_spellings(*, people: Mapping[str, Player | None]) -> None:
    """Store the players that folded names stand for; None deletes a spelling."""
    stored = player_keys_by_spelling()
    obsolete = [key for key in people if key in stored and people[key] is None]
    Spelling.objects.filter(name_key__in=obsolete).delete()
    Spelling.objects.bulk_create(
        [
            Spelling(name_key=key, player=player)
            for key, player in people.items()
            if player and player.name_key != key and stored.get(key) != player.pk
        ],
        update_conflicts=True,
        unique_fields=["organisation", "name_key"],
        update_fields=["player"],
    )


def add_player_named(*, name: str, is_guest: bool = False) -> Player:
    """Add a person from one typed line."""
    read = typed_name(name, Club.objects.values_list("name", flat=True))
    return add_visitor(visitor=Visitor(read.name, read.club), is_guest=is_guest)


@transaction.atomic
def add_visitor(*, visitor: Visitor, is_guest: bool = True) -> Player:
    """Add a person as described in one line; a member if the club is the home club."""
    if problem := typed_problem(visitor.name):
        raise ValidationError(problem)
    club = find_or_add_club(name=visitor.club) if is_guest else home_club()
    return save_player(player=new_player(visitor, club, is_guest=is_guest))


def new_player(visitor: Visitor, club: Club | None, *, is_guest: bool = True) -> Player:
    """Return a new person, not saved; somebody of the home club is no guest."""
    return Player(
        first_name=visitor.name.first,
        last_name=visitor.name.last,
        is_guest=is_guest and not (club and club.is_home),
        club=club,
    )


@transaction.atomic
def set_active(*, player: Player, is_active: bool) -> Player:
    """Set whether a person is offered for selection."""
    player = Player.objects.select_for_update().get(pk=player.pk)
    player.store(is_active=is_active)
    return player
