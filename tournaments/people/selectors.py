"""Reading clubs and people."""

import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.people.models import Club, Player, PlayerQuerySet, Spelling, User
from tournaments.people.names.names import PersonName, fold
from tournaments.people.names.pasted import corrected_names, is_doubtful, read_text
from tournaments.people.names.sound import is_same_first, sound_of
from tournaments.scope.prepared import Prepared
from tournaments.words.rights import Right, roles_with

LONGEST_NAME = 200
MOST_TWINS = 4
# Which people the list shows, by the word in its address.
PEOPLE_FILTERS: dict[str, Callable[[PlayerQuerySet], PlayerQuerySet]] = {
    "": PlayerQuerySet.active,
    "members": lambda people: people.active().members(),
    "guests": lambda people: people.active().guests(),
    "inactive": PlayerQuerySet.inactive,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleCounts:
    """How many people there are of each sort; the guests and members are active."""

    active: int
    members: int
    guests: int
    inactive: int

    @property
    def all(self) -> int:
        return self.active + self.inactive


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedName:
    """A line of a pasted list: how it was read, and who has that name already."""

    line: int
    text: str
    name: PersonName
    rest: str = ""
    problem: str = ""
    namesake: Player | None = None
    is_repeated: bool = False
    is_corrected: bool = False
    is_doubtful: bool = False

    @property
    def is_new(self) -> bool:
        return self.namesake is None and not self.is_repeated

    @property
    def as_typed(self) -> str:
        """The line as it was pasted, or as it was corrected."""
        corrected = ", ".join(filter(None, (self.name.last, self.name.first)))
        return corrected if self.is_corrected else self.text


# Asked with whatever comes from somebody who has not signed in.
ANY_ACCOUNT = Prepared(
    lambda: User.objects.filter(is_active=True).only("pk").order_by()[:1]
)


def has_accounts() -> bool:
    """Tell whether the site has been set up. One query.

    The closed accounts that come with an imported event are nobody's.
    """
    return bool(ANY_ACCOUNT.rows())


def count_imported_people() -> int | None:
    """Return how many people an import brought; None where nothing came in.

    Two queries. Asked before there is an account: nobody else can have added them.
    """
    people = Player.every.filter(joined_into=None).count()
    return people if people or Club.objects.exists() else None


def has_second_writer() -> bool:
    """Tell whether somebody can check what somebody else wrote. One query."""
    typists = User.objects.filter(role__in=roles_with(Right.TYPE), is_active=True)
    return typists.count() > 1


def may_share_password(
    account: User, others: Collection[Any], *, since: datetime
) -> bool:
    """Tell whether one of ``others`` may know the password that ``account`` has.

    They handed out the code it was chosen with, at most a day before ``since``: the
    same person could be two pairs of eyes. One query at most.
    """
    given_at = account.entry_code_at
    if given_at is None or given_at < since - timedelta(days=1):
        return False
    giver = account.entry_code_by_id
    return (
        giver is not None
        and User.objects.filter(pk=giver).filter(pk__in=others).exists()
    )


def home_club() -> Club | None:
    """Return the club at home; None before the set-up. One query."""
    return Club.objects.filter(is_home=True).first()


def club_by_name(name: str) -> Club | None:
    """Return the club of that name, however it is capitalised. One query."""
    key = fold(name)
    return next((club for club in Club.objects.all() if fold(club.name) == key), None)


def member_with_number(number: str, *, besides: Player) -> Player | None:
    """Return the member of our club who has a member number already. One query.

    Two people with one number would be one person to the association; guests bring
    numbers of clubs we know nothing of.
    """
    members = Player.objects.members().exclude(pk=besides.pk)
    return members.filter(member_number__iexact=number).first()


def members_by_number() -> dict[str, Player]:
    """Return which member of our club has which number, in capitals. One query."""
    members = Player.objects.members().exclude(member_number="")
    return {player.member_number.upper(): player for player in members}


def current_player(pk: int) -> Player | None:
    """Return the person with a key, or whom that entry was joined into; a query each.

    None where there is nobody.
    """
    players = Player.every.select_related("club")
    player = players.filter(pk=pk).first()
    while player and player.joined_into_id:
        player = players.get(pk=player.joined_into_id)
    return player


def clubs_with_people() -> QuerySet[Club]:
    """Return all clubs, ours first, with the number of people from there. One query."""
    current = Q(players__joined_into__isnull=True, players__removed_at__isnull=True)
    return Club.objects.annotate(people=Count("players", filter=current)).order_by(
        "-is_home", "name"
    )


def other_club_names() -> list[str]:
    """Return the names of the clubs guests come from. One query."""
    return list(Club.objects.filter(is_home=False).values_list("name", flat=True))


def count_people(people: PlayerQuerySet) -> PeopleCounts:
    """Count ``people`` of each sort. One query."""
    active = Q(is_active=True)
    counts = people.order_by().aggregate(
        active=Count("pk", filter=active),
        members=Count("pk", filter=active & Q(is_guest=False)),
        guests=Count("pk", filter=active & Q(is_guest=True)),
        inactive=Count("pk", filter=~active),
    )
    return PeopleCounts(**counts)


def filtered_people(people: PlayerQuerySet, name: str) -> PlayerQuerySet:
    """Return those of ``people`` that the word ``shown`` names, with their clubs."""
    return PEOPLE_FILTERS[name](people).select_related("club")


def players_by_name(names: Iterable[PersonName]) -> dict[str, Player]:
    """Return who is known already among ``names``, by folded name. One query."""
    keys = {name_key(name) for name in names}
    players = Player.objects.filter(name_key__in=keys).select_related("club")
    return {player.name_key: player for player in players}


def name_key(name: PersonName) -> str:
    """Return the folded name by which two people are namesakes.

    >>> name_key(PersonName(first="Jörg", last="Müller"))
    'mueller joerg'
    """
    return fold(f"{name.last} {name.first}")[:450]


def people_by_sound(people: Iterable[Player]) -> dict[str, list[Player]]:
    """Return ``people`` by how their family names sound."""
    by_sound: dict[str, list[Player]] = {}
    for player in people:
        by_sound.setdefault(sound_of(player.last_name), []).append(player)
    return by_sound


def similar_players(
    name: PersonName, by_sound: Mapping[str, list[Player]]
) -> tuple[Player, ...]:
    """Return the people here who may be called so: the family names sound alike."""
    similar = [
        player
        for player in by_sound.get(sound_of(name.last), ())
        if is_same_first(name.first, player.first_name)
    ]
    return tuple(similar[:MOST_TWINS])


def player_keys_by_spelling() -> dict[str, int]:
    """Return whom the names mean of which somebody said it before. One query."""
    return dict(Spelling.objects.order_by().values_list("name_key", "player"))


def read_pasted_names(
    text: str,
    *,
    is_turned: bool = False,
    typed: Mapping[int, PersonName] = MappingProxyType({}),
    was_turned: bool = False,
    by_hand: Container[int] = (),
) -> tuple[PastedName, ...]:
    """Read a name from every line of ``text`` that is not empty. Two queries.

    What was ``typed`` over a line is kept if it is not how the line was read when it
    was shown, turned or not, or if it was corrected ``by_hand`` before; the other
    lines are read as ``is_turned`` says.
    """
    first_names = known_first_names()
    column = read_text(text, first_names=first_names)
    shown = column.names(is_turned=was_turned)
    corrections = corrected_names(shown.items(), typed, by_hand)
    names = column.names(is_turned=is_turned) | corrections
    known_players = players_by_name(names.values())
    seen: set[str] = set()
    pasted = []
    for line in column.lines:
        name, key = names[line.number], name_key(names[line.number])
        pasted.append(
            PastedName(
                line=line.number,
                text=line.text,
                name=name,
                rest=line.rest,
                problem=name_problem(name),
                namesake=known_players.get(key),
                is_repeated=key in seen,
                is_corrected=line.number in corrections,
                is_doubtful=line.number not in corrections
                and is_doubtful(name, first_names),
            )
        )
        seen.add(key)
    return tuple(pasted)


def known_first_names() -> set[str]:
    """Return the first words of all first names here, folded. One query."""
    names = Player.objects.order_by().values_list("first_name", flat=True).distinct()
    return {re.split(r"[ -]", fold(name))[0] for name in names} - {""}


def name_problem(name: PersonName) -> str:
    """Return why nobody can have this name; empty if somebody can."""
    if not name.last:
        return _("The family name is missing.")
    if max(len(name.first), len(name.last)) > LONGEST_NAME:
        return _("A name has at most %(most)d letters.") % {"most": LONGEST_NAME}
    return ""
