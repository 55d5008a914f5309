"""People named in free text: everybody reads the names that everybody may use.

Reasons, remarks and notes are typed as people talk, with the name that the club knows.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.people.models import Player
from tournaments.people.names.names import is_public
from tournaments.words.choices import Privacy


@dataclass(frozen=True, slots=True)
class Mentions:
    """What everybody reads for each spelling of a name."""

    names: Mapping[str, str] = field(default_factory=dict)
    pattern: re.Pattern[str] | None = None

    def __bool__(self) -> bool:
        return self.pattern is not None

    def public_text(self, text: str) -> str:
        """Return ``text`` with public names, where whole words are somebody's name."""
        if self.pattern is None:
            return text
        return self.pattern.sub(lambda found: self.names[found[0]], text)

    def public_copy(self, value: Any) -> Any:
        """Return a part of a document with every text in it as everybody reads it.

        >>> anna = Player(first_name="Anna", last_name="Köster", privacy="short")
        >>> mentions_of([anna]).public_copy({"note": ["Anna Köster zahlt"]})
        {'note': ['Anna K. zahlt']}
        """
        if isinstance(value, dict):
            return {key: self.public_copy(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.public_copy(inner) for inner in value]
        return self.public_text(value) if isinstance(value, str) else value


NO_MENTIONS = Mentions()


def mentions_of(people: Iterable[Player], known_here: Collection[int] = ()) -> Mentions:
    """Return how ``people`` are called where one of them may be named.

    The family name alone stands for those whose key is in ``here``; where several of
    them share it, and one of them is not to be named, nobody can tell who is meant.
    """
    public_names: dict[str, set[str]] = defaultdict(set)
    for player in people:
        for spelling in spellings(player, with_last_name=player.pk in known_here):
            is_shy = player.privacy != Privacy.FULL
            public_names[spelling].add(player.public_name if is_shy else spelling)
    ambiguous = ambiguous_name()
    names = {
        spelling: replacements.pop() if len(replacements) == 1 else ambiguous
        for spelling, replacements in public_names.items()
    }
    if all(spelling == replacements for spelling, replacements in names.items()):
        return NO_MENTIONS
    return mentions_from(names)


def mentions_from(names: Mapping[str, str]) -> Mentions:
    """Return that each of these spellings is read as what stands for it."""
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    # A family name in the genitive: "Kösters Karte".
    return Mentions(names, re.compile(rf"(?<!\w)(?:{words})(?=s?(?!\w))"))


def ambiguous_name() -> str:
    """Return what stands for a family name that may mean one of several people."""
    return _("N. N.")


def spellings(player: Player, *, with_last_name: bool) -> set[str]:
    """Return the ways in which the name of ``player`` is written down.

    A single name may mean many; it counts as a family name.

    >>> anna = Player(first_name="Anna", last_name="Köster")
    >>> sorted(spellings(anna, with_last_name=False))
    ['ANNA KÖSTER', 'Anna Köster', 'KÖSTER, ANNA', 'Köster, Anna']
    """
    first, last = player.first_name, player.last_name
    names = {f"{first} {last}", f"{last}, {first}"} if first else set()
    if with_last_name:
        names.add(last)
    return names | {spelled.upper() for spelled in names}


def mentions_for_reader(known_here: Q) -> Mentions:
    """Return how people are named to whoever reads just now. One query for visitors.

    ``here`` finds the people concerned, who are known by the family name alone; of all
    others only who does not want to be named in full counts. The club reads everything
    as it was typed.
    """
    if not is_public():
        return NO_MENTIONS
    people = Player.objects.filter(known_here | ~Q(privacy=Privacy.FULL))
    players = list(people.annotate(is_here=known_here))
    return mentions_of(players, {player.pk for player in players if player.is_here})
