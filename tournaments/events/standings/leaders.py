"""Reading the leaders or winners of many events, for lists of events."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse

from scoring.game.contracts import Contract
from scoring.ranking.standings import Placed
from tournaments.events.models import Adjustment, Event
from tournaments.events.results.rows import StandingRow
from tournaments.events.results.selectors import (
    Sums,
    adjust_sums,
    lists_needed,
    sums_by_event,
)
from tournaments.events.results.ties import DrawnLots, drawn_lots, rank_rows
from tournaments.events.standings.fields import (
    people_by_pk,
    person_columns,
    rules_of,
    totals_function,
)
from tournaments.events.standings.selectors import chain_of
from tournaments.people.models import Player
from tournaments.words.formats import number


def leaders_of(events: Sequence[Event], *, places: int) -> dict[int, list[Placed]]:
    """Return the first ``places`` of the single ranking of each event, by its key.

    They are ranked as in ``standings_of``, but only with what a list of events shows.
    All who share the last of these places are included. Four queries, however many
    events and people, provided the events have their rule sets fetched; one
    more if any of them asks for a number of lists.
    """
    sums = sums_by_event(events)
    adjustments = Adjustment.objects.filter(series__event__in=sums)
    for adjustment in adjustments.select_related("series"):
        adjust_sums(sums[adjustment.series.event_id], [adjustment])
    people = people_by_pk({pk for own in sums.values() for pk in own})
    lots = drawn_lots(sums)
    needed = lists_needed(events)
    return {
        event.pk: first_places(
            event, sums[event.pk], people, lots, places, needed.get(event.pk, 0)
        )
        for event in events
    }


def first_places(
    event: Event,
    sums: Sums,
    people: dict[int, Player],
    lots: DrawnLots,
    places: int,
    needed: int,
) -> list[Placed]:
    """Return the first places of one event. No query."""
    totals_of = totals_function(event, sums)
    rows = [
        StandingRow(**totals_of(own), **person_columns(people[pk]))
        for pk, own in sums.items()
        if not (event.guests_apart and people[pk].is_guest)
    ]
    rows = [row for row in rows if row.lists >= needed]
    rows.sort(key=lambda row: row.name_key)
    draws = lots.get((event.pk, None), ())
    ranked = rank_rows(rows, chain_of(event), draws, rules_of(event))
    return [line for line in ranked if line.place <= places]


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
