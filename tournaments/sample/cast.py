"""The people of the invented club, the typist, and the chance that decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from tournaments.people.models import Club, Player, User
from tournaments.people.services import (
    NewPerson,
    add_players,
    find_or_add_club,
    save_player,
    set_active,
)
from tournaments.sample.organisation import PLACE
from tournaments.sample.people import (
    GUEST_CLUB,
    GUESTS,
    MEMBERS,
    ONCE,
    VISITORS,
    WISHES,
    Regular,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Everybody, the day on which it all ends, and the hand that types.

    ``once`` came to one evening only, by its number; ``visitors`` are of other clubs.
    """

    regulars: Mapping[Regular, Player]
    once: Mapping[int, Player]
    visitors: Sequence[Player]
    today: date
    by: User
    seed: int
    place: str = PLACE

    @property
    def members(self) -> list[Player]:
        """Those of the club at home who still come."""
        return [self.regulars[each] for each in MEMBERS if each.is_about(0)]

    @property
    def guests(self) -> list[Player]:
        """Those who come to the evenings from another club."""
        return [self.regulars[each] for each in GUESTS]

    def chance(self, what: str | int) -> Random:
        """Return a chance of its own, whatever else is played."""
        return Random(f"{self.seed}/{what}")

    def day(self, days_ago: int) -> date:
        """Return a day before today."""
        return self.today - timedelta(days=days_ago)


def add_cast(*, today: date, by: User, seed: int) -> Cast:
    """Add the members, those who visit the club, and those of other clubs."""
    clubs = {name: find_or_add_club(name=name) for name in VISITORS}
    regulars = (*MEMBERS, *GUESTS)
    people = add_players(
        people=[
            *(
                NewPerson(first_name=one.first_name, last_name=one.last_name)
                for one in MEMBERS
            ),
            *(
                guest(one.first_name, one.last_name, clubs[GUEST_CLUB])
                for one in GUESTS
            ),
            *(guest(first, last) for first, last in ONCE.values()),
            *(
                guest(first, last, clubs[name])
                for name, own in VISITORS.items()
                for first, last in own
            ),
        ]
    )
    rest = len(regulars) + len(ONCE)
    return Cast(
        regulars={
            one: settled(player, one)
            for one, player in zip(regulars, people, strict=False)
        },
        once=dict(zip(ONCE, people[len(regulars) : rest], strict=True)),
        visitors=people[rest:],
        today=today,
        by=by,
        seed=seed,
    )


def guest(first: str, last: str, club: Club | None = None) -> NewPerson:
    """Return somebody who is no member, with the club they come from."""
    return NewPerson(first_name=first, last_name=last, is_guest=True, club=club)


def settled(player: Player, regular: Regular) -> Player:
    """Write how somebody wants to be called, and whether they come no more."""
    if wish := WISHES.get(regular.last_name):
        player.privacy = wish
        save_player(player=player)
    return set_active(player=player, is_active=False) if regular.left else player
