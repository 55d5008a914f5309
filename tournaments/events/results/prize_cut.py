"""Reading how far down a ranking the prizes go."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from tournaments.events.accounts import winners_in
from tournaments.events.models import Event, TeamContest
from tournaments.words.choices import PrizeMode

LastPlaces = dict[int | None, int]
"""By the key of the team ranking; None for the single ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeCut:
    """The last place that wins a prize, and its total so far, if it is taken."""

    places: int
    total: int | None


def prize_cut(
    event: Event,
    *,
    totals: Sequence[int],
    people: int,
    contest: TeamContest | None,
    last_places: LastPlaces,
) -> PrizeCut | None:
    """Return how far the prizes go in a ranking; None without prizes. No query.

    ``totals`` are those of the ranking, best first; ``people`` is the number of
    participants.
    """
    if event.prize_mode == PrizeMode.FIELD and contest is None:
        places = winners_in(people, event.prize_percent)
    else:
        places = last_places.get(contest.pk if contest else None, 0)
    if not places:
        return None
    total = totals[places - 1] if places <= len(totals) else None
    return PrizeCut(places=places, total=total)


def last_prize_places(event: Event) -> LastPlaces:
    """Return the last place with a prize in each ranking that has prizes. One query."""
    prizes = event.prizes.order_by().values("contest").annotate(last=Max("place"))
    return dict(prizes.values_list("contest", "last"))
