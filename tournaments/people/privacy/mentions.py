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

    def told(self, text: str) -> str:
        """Return ``text`` with public names, where whole words are somebody's name."""
        if self.pattern is None:
            return text
        return self.pattern.sub(lambda found: self.names[found[0]], text)

    def told_within(self, value: Any) -> Any:
        """Return a part of a document with every text in it as everybody reads it.

        >>> anna = Player(first_name="Anna", last_name="Köster", privacy="short")
        >>> mentions_of([anna]).told_within({"note": ["Anna Köster zahlt"]})
        {'note': ['Anna K. zahlt']}
        """
        if isinstance(value, dict):
            return {key: self.told_within(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.told_within(inner) for inner in value]
        return self.told(value) if isinstance(value, str) else value


NOBODY = Mentions()


def mentions_of(people: Iterable[Player], here: Collection[int] = ()) -> Mentions:
    """Return how ``people`` are called where one of them may be named.

    The family name alone stands for those whose key is in ``here``; where several of
    them share it, and one of them is not to be named, nobody can tell who is meant.
    """
    found: dict[str, set[str]] = defaultdict(set)
    for player in people:
        for spelled in spellings(player, with_last_name=player.pk in here):
            is_shy = player.privacy != Privacy.FULL
            found[spelled].add(player.public_name if is_shy else spelled)
    nobody = stand_in_for_several()
    names = {
        spelled: called.pop() if len(called) == 1 else nobody
        for spelled, called in found.items()
    }
    if all(spelled == called for spelled, called in names.items()):
        return NOBODY
    return mentions_as(names)


def mentions_as(names: Mapping[str, str]) -> Mentions:
    """Return that each of these spellings is read as what stands for it."""
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    # A family name in the genitive: "Kösters Karte".
    return Mentions(names, re.compile(rf"(?<!\w)(?:{words})(?=s?(?!\w))"))


def stand_in_for_several() -> str:
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
    found = {f"{first} {last}", f"{last}, {first}"} if first else set()
    if with_last_name:
        found.add(last)
    return found | {spelled.upper() for spelled in found}


def mentions_for_reader(here: Q) -> Mentions:
    """Return how people are named to whoever reads just now. One query for visitors.

    ``here`` finds the people concerned, who are known by the family name alone; of all
    others only who does not want to be named in full counts. The club reads everything
    as it was typed.
    """
    if not is_public():
        return NOBODY
    people = Player.objects.filter(here | ~Q(privacy=Privacy.FULL))
    known = list(people.annotate(is_here=here))
    return mentions_of(known, {player.pk for player in known if player.is_here})
