"""Whether somebody who entered themselves is known here: by name, number and club."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tournaments.events.entrants import club_of, labels_of
from tournaments.events.entries.places import pending
from tournaments.events.models import Event, Registration
from tournaments.people.models import Player
from tournaments.people.names.names import fold, read_parts
from tournaments.people.selectors import (
    home_club,
    people_by_likeness,
    similar_players,
)

NEW = "new"
MOST_SHOWN = 200  # at a time, however many a flood has brought


class Recognised(NamedTuple):
    """A registration, the people it may be of, and the answer that goes without saying.

    Where ``doubt`` says why there is none, somebody has to decide; ``namesake`` is the
    only one of this very name, where club and number were not given.
    """

    row: Registration
    candidates: Sequence[Player]
    answer: str = ""
    doubt: str = ""
    namesake: str = ""


def recognised(event: Event) -> list[Recognised]:
    """Return the first pending registrations with whom they may be; a few queries.

    These have a ``label``.
    """
    people = list(Player.objects.filter(removed_at=None).select_related("club"))
    entered = set(event.entries.values_list("player", flat=True))
    home = home_club()
    knowledge = Knowledge(people, home and fold(home.name))
    rows = list(pending(event))
    times = Counter(fold(str(row)) for row in rows)
    labels: dict[str, Any] = {**labels_of(people, with_clubs=True)}
    for label, player in labels.items():
        player.label = label
    found = []
    for row in rows[:MOST_SHOWN]:
        read = knowledge.recognise(row)
        if times[fold(str(row))] > 1:
            doubt = _("Entered twice under this name.")
            read = read._replace(answer="", doubt=doubt, namesake="")
        key = read_parts(row.first_name, row.last_name).key
        if any(
            player.pk in entered
            and (str(player.pk) == read.answer or player.name_key == key)
            for player in read.candidates
        ):
            doubt = _("Somebody of this name takes part already.")
            read = read._replace(answer="", doubt=doubt, namesake="")
        found.append(read)
    return found


class Knowledge:
    """Everybody here by the ways in which a stranger may mean them."""

    def __init__(self, people: Sequence[Player], home: Any):
        self.likeness = people_by_likeness(people)
        self.home = home
        self.by_number: dict[str, list[Player]] = {}
        for player in people:
            if player.member_number:
                numbered = self.by_number.setdefault(player.member_number.upper(), [])
                numbered.append(player)

    def recognise(self, row: Registration) -> Recognised:
        """Say who it is if name and number agree, or name and club of one person.

        Somebody whom nobody here resembles is new, but for a member of our own club.
        """
        name = read_parts(row.first_name, row.last_name)
        alike = similar_players(name, self.likeness)
        numbered = self.by_number.get(row.number.upper(), []) if row.number else []
        candidates = list(dict.fromkeys([*numbered, *alike]))
        both = [player for player in numbered if player in alike]
        if len(both) == 1:
            return Recognised(row, candidates, str(both[0].pk))
        if numbered:
            doubt = _("The number belongs to another name.")
            return Recognised(row, candidates, doubt=doubt)
        if len(alike) == 1 and is_same(row, alike[0]):
            return Recognised(row, candidates, str(alike[0].pk))
        if candidates:
            doubt = _("Somebody of such a name is known. Is it one of them?")
            same = [str(each.pk) for each in alike if each.name_key == name.key]
            is_bare = len(same) == 1 and not (row.club or row.number)
            return Recognised(row, candidates, "", doubt, same[0] if is_bare else "")
        if self.home and fold(row.club) == self.home:
            return Recognised(row, (), doubt=_("Nobody of our club has this name."))
        return Recognised(row, (), NEW)


def is_same(row: Registration, player: Player) -> bool:
    """Whether name and club agree to the letter, and no number contradicts."""
    return (
        read_parts(row.first_name, row.last_name).key == player.name_key
        and bool(row.club)
        and fold(row.club) == fold(club_of(player))
        and not (row.number and player.member_number)
    )
