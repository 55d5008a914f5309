"""Clubs and people."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.people.models import Club, Player, PlayerQuerySet, Spelling, User
from tournaments.people.names.names import (
    EVERY_ADDITION,
    NOBLE,
    PersonName,
    apart_from_addition,
    fold,
    is_particle,
    may_be_one,
    slips_of,
    sound_of,
)
from tournaments.scope.scope import Audience, audience_of, shown_to
from tournaments.words.rights import Right, roles_with

LONGEST_NAME = 200
MOST_TWINS = 4
# The filters of the list of people, by their word in the address.
PEOPLE_FILTERS: dict[str, Callable[[PlayerQuerySet], PlayerQuerySet]] = {
    "": PlayerQuerySet.active,
    "members": lambda people: people.active().members(),
    "guests": lambda people: people.active().guests(),
    "inactive": PlayerQuerySet.inactive,
}


def ids_joined_into(people: Iterable[int]) -> dict[int, list[str]]:
    """Return the ids of the entries joined into people, by the keys of these."""
    ids: dict[int, list[str]] = {}
    kept_by_key = {pk: pk for pk in people}
    while kept_by_key:
        joined = Player.every.filter(joined_into__in=kept_by_key).order_by("pk")
        kept_by_key = {
            entry.pk: kept_by_key[entry.joined_into_id]
            for entry in joined
            if entry.joined_into_id
        }
        for entry in joined:
            ids.setdefault(kept_by_key[entry.pk], []).append(str(entry.public_id))
    return ids


def has_accounts() -> bool:
    """Return whether somebody can sign in, so that the site has been set up."""
    return User.objects.filter(is_active=True).exists()


def count_imported_people() -> int | None:
    """Return the number of imported people, None without an import.

    It is used before there is an account, when people can only come from an import.
    """
    people = Player.every.filter(joined_into=None).count()
    return people if people or Club.objects.exists() else None


def has_second_writer() -> bool:
    """Return whether there are two users to check each other's work."""
    typists = User.objects.filter(role__in=roles_with(Right.TYPE), is_active=True)
    return typists.count() > 1


def may_share_password(
    account: User, suspects: Collection[Any], *, since: datetime
) -> bool:
    """Return whether one of ``suspects`` may know the password of ``account``.

    That is so if they handed out its code less than a day before ``since``: both could
    then be the same person.
    """
    given_at = account.entry_code_at
    if given_at is None or given_at < since - timedelta(days=1):
        return False
    giver = account.entry_code_by_id
    return (
        giver is not None
        and User.objects.filter(pk=giver).filter(pk__in=suspects).exists()
    )


def home_club() -> Club | None:
    return Club.objects.filter(is_home=True).first()


def club_by_name(name: str) -> Club | None:
    key = fold(name)
    return next((club for club in Club.objects.all() if fold(club.name) == key), None)


def member_with_number(number: str, *, besides: Player) -> Player | None:
    """Return another member with this member number.

    To the association two people with one number would be the same person. Guests are
    ignored, as their numbers belong to other clubs.
    """
    members = Player.objects.members().exclude(pk=besides.pk)
    return members.filter(member_number__iexact=number).first()


def members_by_number() -> dict[str, Player]:
    """Return the members of our club by number in upper case."""
    members = Player.objects.members().exclude(member_number="")
    return {player.member_number.upper(): player for player in members}


def current_player(pk: int) -> Player | None:
    """Return the person with a key, following merges, None if there is none."""
    players = Player.every.select_related("club")
    player = players.filter(pk=pk).first()
    while player and player.joined_into_id:
        player = players.get(pk=player.joined_into_id)
    return player


def clubs_with_people() -> QuerySet[Club]:
    """Return all clubs, ours first, with the number of their people."""
    current = Q(players__joined_into__isnull=True, players__removed_at__isnull=True)
    return Club.objects.annotate(people=Count("players", filter=current)).order_by(
        "-is_home", "name"
    )


def other_club_names() -> list[str]:
    return list(Club.objects.filter(is_home=False).values_list("name", flat=True))


def count_people(people: PlayerQuerySet) -> dict[str, int]:
    """Count ``people`` of each kind; members and guests are active."""
    active = Q(is_active=True)
    return people.order_by().aggregate(
        all=Count("pk"),
        active=Count("pk", filter=active),
        members=Count("pk", filter=active & Q(is_guest=False)),
        guests=Count("pk", filter=active & Q(is_guest=True)),
        inactive=Count("pk", filter=~active),
    )


def namesakes_of(name: PersonName) -> PlayerQuerySet:
    """Return the people of a name, also where only one of the two is "sen."."""
    plain, addition = apart_from_addition(name)
    additions = (addition,) if addition else EVERY_ADDITION
    names = (plain, *(replace(plain, last=plain.last + each) for each in additions))
    people = Player.objects.filter(name_key__in={each.key for each in (name, *names)})
    return people.select_related("club")


def people_by_likeness(people: Iterable[Player]) -> dict[str, list[Player]]:
    """Return ``people`` by the sound of their family names, and by slips in them."""
    by_likeness: dict[str, list[Player]] = {}
    for player in people:
        for key in likenesses(player.person_name):
            by_likeness.setdefault(key, []).append(player)
    return by_likeness


def likenesses(name: PersonName) -> list[str]:
    """Return the keys that people share whose family names are alike.

    "v. Bülow" and "Graf Bülow" are like "von Bülow".
    """
    words = apart_from_addition(name)[0].last.split()
    titles = {word for word in words if is_particle(word) or word.casefold() in NOBLE}
    family = " ".join([word for word in words if word not in titles] or words)
    return [sound_of(family), *sorted(slips_of(family))]


def similar_players(
    name: PersonName, by_likeness: Mapping[str, list[Player]]
) -> tuple[Player, ...]:
    """Return players with a similar name; whose family names sound alike come first."""
    similar = dict.fromkeys(
        player
        for key in likenesses(name)
        for player in by_likeness.get(key, ())
        if may_be_one(name, player.person_name)
    )
    return tuple(similar)[:MOST_TWINS]


def player_keys_by_spelling() -> dict[str, int]:
    return dict(Spelling.objects.order_by().values_list("name_key", "player"))


def name_problem(name: PersonName) -> str:
    """Return the problem with a name, empty if it is valid."""
    if not name.last:
        return _("The family name is missing.")
    if max(len(name.first), len(name.last)) > LONGEST_NAME:
        return _("A name has at most %(most)d letters.") % {"most": LONGEST_NAME}
    return ""


# No name has an angle bracket, and no word of one consists of signs alone.
NO_NAME = re.compile(r"\S*[<>]\S*|(?<!\S)[^\w\s]+(?!\S)")


def typed_problem(name: PersonName) -> str:
    """Return the problem with a name that somebody types, empty if it is valid."""
    if found := NO_NAME.search(f"{name.first} {name.last}"):
        return _("“%(text)s” is no name.") % {"text": found[0]}
    return name_problem(name)


View = Callable[..., HttpResponse]
FULL_NAMES = "full"


def for_everybody(view: View) -> View:
    """Show public names even to signed-in users, as the page or file is passed on.

    Signed-in users get full names with ``?names=full``.
    """

    @wraps(view)
    def answer(
        request: HttpRequest, *arguments: object, **keywords: object
    ) -> HttpResponse:
        # The club's only if somebody signed in wants it.
        wants_full = request.GET.get("names") == FULL_NAMES
        with shown_to(audience_of(request.user) if wants_full else Audience.PUBLIC):
            return view(request, *arguments, **keywords)

    return answer
