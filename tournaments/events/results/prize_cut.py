"""Reading how far down a ranking the prizes go."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from tournaments.events.accounts import winners_in
from tournaments.events.models import Event, TeamContest
from tournaments.words.choices import PrizeMode


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
) -> PrizeCut | None:
    """Return how far the prizes go; None without prizes. One query at most.

    ``totals`` are those of the ranking, best first; ``people`` is the number of
    participants.
    """
    places = last_prize_place(event, people=people, contest=contest)
    if not places:
        return None
    total = totals[places - 1] if places <= len(totals) else None
    return PrizeCut(places=places, total=total)


def last_prize_place(event: Event, *, people: int, contest: TeamContest | None) -> int:
    """Return the last place that wins a prize; 0 without prizes. One query at most."""
    if event.prize_mode == PrizeMode.FIELD and contest is None:
        return winners_in(people, event.prize_percent)
    prizes = event.prizes.filter(contest=contest)
    return prizes.aggregate(last=Max("place"))["last"] or 0
