"""Reading how far down a ranking the prizes go."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from tournaments.events.accounts import winners_in
from tournaments.events.models import ATTENDING, Event
from tournaments.words.choices import PrizeMode

LastPlaces = dict[int | None, int]
"""By the key of the team ranking; None for the single ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeCut:
    """The last place that wins a prize, and its total so far, if it is taken."""

    places: int
    total: int | None


def prize_cut(totals: Sequence[int], last_place: int) -> PrizeCut | None:
    """Return how far the prizes go in a ranking with these totals, the best first."""
    if not last_place:
        return None
    total = totals[last_place - 1] if last_place <= len(totals) else None
    return PrizeCut(places=last_place, total=total)


def last_prize_places(event: Event, *, ranked: int) -> LastPlaces:
    """Return the last place with a prize in each ranking that has prizes.

    Where the size of the field decides, those who came count, or else all who are
    ``ranked``. One query, two in that case.
    """
    prizes = event.prizes.order_by().values("contest").annotate(last=Max("place"))
    places: LastPlaces = dict(prizes.values_list("contest", "last"))
    if event.prize_mode == PrizeMode.FIELD:
        people = event.entries.filter(status__in=ATTENDING).count() or ranked
        places[None] = winners_in(people, event.prize_percent)
    return places
