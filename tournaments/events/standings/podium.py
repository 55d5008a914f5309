"""The first three places as playing cards, the first thing readers look for."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from scoring.game.contracts import Contract
from scoring.ranking.standings import Placed
from tournaments.words.formats import number

SUITS = (Contract.CLUBS, Contract.SPADES, Contract.HEARTS)
PODIUM = len(SUITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankCard:
    """A place as a card: clubs for the first, then spades and hearts."""

    place: int
    suit: Contract
    name: str
    note: str
    points: str
    url: str


def podium_of(places: Iterable[Placed]) -> list[RankCard]:
    """Return the cards of the first three places, one each if a place is shared.

    ``places`` holds rows of people. The club is shown below the name if the cards
    have people of several clubs.
    """
    first = [line for line in places if line.place <= PODIUM]
    clubs = {line.entry.club for line in first} - {""}
    return [
        RankCard(
            place=line.place,
            suit=SUITS[line.place - 1],
            name=line.entry.name,
            note=line.entry.club if len(clubs) > 1 else "",
            points=number(line.entry.total),
            url=person_url(line.entry.player_id) if line.entry.has_page else "",
        )
        for line in first
    ]


def person_url(pk: int) -> str:
    """Return the address of a person's page."""
    return reverse("people:detail", args=[pk])
