"""Reading the leaders or winners of many events, for lists of events."""

from collections.abc import Iterable, Sequence

from scoring.ranking.standings import Placed
from tournaments.events.models import Adjustment, Entry, Event
from tournaments.events.results.rows import StandingRow
from tournaments.events.results.selectors import Sums, adjust_sums, sums_by_event
from tournaments.events.results.ties import rank_rows
from tournaments.events.standings.fields import (
    lowest_wins,
    people_by_pk,
    person_columns,
    totals_function,
)
from tournaments.events.standings.selectors import chain_of
from tournaments.people.models import Player


def leaders_of(events: Sequence[Event], *, places: int) -> dict[int, list[Placed]]:
    """Return the first ``places`` of the single ranking of each event, by its key.

    They are ranked as in ``standings_of``, but only with what a list of events shows.
    All who share the last of these places are included. Four queries, however many
    events and people, provided the events have their rule sets fetched.
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
    """Return the first places of one event. No query."""
    totals_of = totals_function(event, sums)
    rows = [
        StandingRow(**totals_of(own), **person_columns(people[pk]), lot=lots.get(pk, 0))
        for pk, own in sums.items()
        if not (event.guests_apart and people[pk].is_guest)
    ]
    rows.sort(key=lambda row: row.name_key)
    ranked = rank_rows(rows, chain_of(event), lowest_wins=lowest_wins(event))
    return [line for line in ranked if line.place <= places]


def adjustments_by_event(events: Iterable[Event]) -> dict[int, list[Adjustment]]:
    """Return the decisions of the referee by event. One query."""
    by_event: dict[int, list[Adjustment]] = {}
    rows = Adjustment.objects.filter(series__event__in=[event.pk for event in events])
    for adjustment in rows.select_related("series"):
        by_event.setdefault(adjustment.series.event_id, []).append(adjustment)
    return by_event


def lots_by_event(events: Iterable[Event]) -> dict[int, dict[int, int]]:
    """Return the drawn lots by event and person. One query."""
    lots: dict[int, dict[int, int]] = {}
    entries = Entry.objects.filter(event__in=[event.pk for event in events], lot__gt=0)
    for event, player, lot in entries.values_list("event", "player", "lot"):
        lots.setdefault(event, {})[player] = lot
    return lots
