"""The people of the invented club, and the seeded chance that decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from tournaments.people.models import Club, Player, User
from tournaments.people.services import (
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
    ONE_TIME_GUESTS,
    VISITORS,
    WISHES,
    Regular,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """All people, the last day, and the account that types.

    ``one_time_guests`` are by the number of the evening they came to; ``visitors`` are
    from other clubs.
    """

    regulars: Mapping[Regular, Player]
    one_time_guests: Mapping[int, Player]
    visitors: Sequence[Player]
    today: date
    by: User
    seed: int
    place: str = PLACE

    @property
    def members(self) -> list[Player]:
        """The members of the home club who still come."""
        return [self.regulars[regular] for regular in MEMBERS if regular.is_about(0)]

    @property
    def guests(self) -> list[Player]:
        """The people from another club who come to the evenings."""
        return [self.regulars[regular] for regular in GUESTS]

    def random_for(self, name: str | int) -> Random:
        """Return a random generator that depends on nothing but seed and name."""
        return Random(f"{self.seed}/{name}")

    def day(self, days_ago: int) -> date:
        """Return a day before today."""
        return self.today - timedelta(days=days_ago)


def add_cast(*, today: date, by: User, seed: int) -> Cast:
    """Add the members, the guests of the club, and the visitors from other clubs."""
    clubs = {name: find_or_add_club(name=name) for name in VISITORS}
    regulars = (*MEMBERS, *GUESTS)
    people = add_players(
        people=[
            *(
                Player(first_name=regular.first_name, last_name=regular.last_name)
                for regular in MEMBERS
            ),
            *(
                new_guest(regular.first_name, regular.last_name, clubs[GUEST_CLUB])
                for regular in GUESTS
            ),
            *(new_guest(first, last) for first, last in ONE_TIME_GUESTS.values()),
            *(
                new_guest(first, last, clubs[name])
                for name, names in VISITORS.items()
                for first, last in names
            ),
        ]
    )
    visitors_start = len(regulars) + len(ONE_TIME_GUESTS)
    return Cast(
        regulars={
            regular: apply_wishes(player, regular)
            for regular, player in zip(regulars, people, strict=False)
        },
        one_time_guests=dict(
            zip(ONE_TIME_GUESTS, people[len(regulars) : visitors_start], strict=True)
        ),
        visitors=people[visitors_start:],
        today=today,
        by=by,
        seed=seed,
    )


def new_guest(first_name: str, last_name: str, club: Club | None = None) -> Player:
    """Return a person who is not a member, with their club."""
    return Player(first_name=first_name, last_name=last_name, is_guest=True, club=club)


def apply_wishes(player: Player, regular: Regular) -> Player:
    """Store the public name a player wishes, and whether they have left."""
    if wish := WISHES.get(regular.last_name):
        player.privacy = wish
        save_player(player=player)
    return set_active(player=player, is_active=False) if regular.left else player
