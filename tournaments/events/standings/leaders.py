"""The leader, or the winner, of each of many events: for lists of events."""

from collections.abc import Iterable, Sequence

from scoring.ranking.standings import Placed, by_chain, rank
from tournaments.events.models import Adjustment, Entry, Event
from tournaments.events.results.rows import StandingRow
from tournaments.events.results.selectors import Sums, adjust_sums, sums_by_event
from tournaments.events.results.ties import with_lots_that_count
from tournaments.events.standings.fields import (
    lowest_wins,
    people_by_pk,
    summing,
    told_of,
)
from tournaments.events.standings.selectors import chain_of
from tournaments.people.models import Player


def leaders_of(events: Sequence[Event], *, places: int) -> dict[int, list[Placed]]:
    """Return the first ``places`` of the single ranking of each event, by its key.

    As ``standings_of`` ranks, without what a line of a list of events does not say.
    Whoever shares the last place is among them. Four queries, however many events and
    people; the events come with their rule sets.
    """
    sums = sums_by_event(events)
    for event, adjustments in adjustments_by_event(events).items():
        adjust_sums(sums[event], adjustments)
    people = people_by_pk({pk for own in sums.values() for pk in own})
    lots = lots_by_event(events)
    return {
        event.pk: first_places(
            event, sums[event.pk], people, lots.get(event.pk, {}), places
        )
        for event in events
    }


def first_places(
    event: Event,
    sums: Sums,
    people: dict[int, Player],
    lots: dict[int, int],
    places: int,
) -> list[Placed]:
    """Return who is on the first places of one event. No query."""
    chain = chain_of(event)
    sum_of = summing(event, sums)
    rows = [
        StandingRow(**sum_of(own), **told_of(people[pk]), lot=lots.get(pk, 0))
        for pk, own in sums.items()
        if not (event.guests_apart and people[pk].is_guest)
    ]
    rows.sort(key=lambda row: row.name_key)
    ranked = rank(
        with_lots_that_count(rows, chain),
        by=by_chain(chain, lowest_wins=lowest_wins(event)),
    )
    return [line for line in ranked if line.place <= places]


def adjustments_by_event(events: Iterable[Event]) -> dict[int, list[Adjustment]]:
    """Return the decisions of the referee in each event. One query."""
    found: dict[int, list[Adjustment]] = {}
    made = Adjustment.objects.filter(series__event__in=[event.pk for event in events])
    for each in made.select_related("series"):
        found.setdefault(each.series.event_id, []).append(each)
    return found


def lots_by_event(events: Iterable[Event]) -> dict[int, dict[int, int]]:
    """Return the lots that were drawn, by event and person. One query."""
    found: dict[int, dict[int, int]] = {}
    drawn = Entry.objects.filter(event__in=[event.pk for event in events], lot__gt=0)
    for event, player, lot in drawn.values_list("event", "player", "lot"):
        found.setdefault(event, {})[player] = lot
    return found
