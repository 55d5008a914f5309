"""Checking people in and out by their names."""

from collections.abc import Iterable

from django.db import transaction

from tournaments.events.entrants import next_series
from tournaments.events.entries.services import (
    add_entry,
    mark_absent,
    mark_left,
    mark_present,
    register_seated,
)
from tournaments.events.log import locked_event
from tournaments.events.models import Entry, Event
from tournaments.people.models import Player
from tournaments.words.choices import EntryStatus


@transaction.atomic
def check_in_players(*, event: Event, players: Iterable[Player]) -> int:
    """Check ``players`` in; return how many were not here yet.

    Players who come after the first series has begun play from the next one on.
    Players at a table without an entry are entered first, as present.
    """
    entries = entries_by_person(event)
    following = next_series(event)
    count = 0
    for player in players:
        entry = entries.get(player.pk)
        if entry is None:
            add_entry(event=event, player=player, from_series=following)
        elif entry.status != EntryStatus.PRESENT:
            mark_present(entry=entry, from_series=following)
        else:
            continue
        count += 1
    return count


@transaction.atomic
def check_out_players(*, event: Event, players: Iterable[Player]) -> int:
    """Check ``players`` out; return how many were here.

    Players who have played leave after their last series; the others did not come.
    """
    entries = entries_by_person(event)
    following = next_series(event)
    count = 0
    for player in players:
        entry = entries.get(player.pk)
        if entry is None or entry.status != EntryStatus.PRESENT:
            continue
        if following > entry.from_series:
            mark_left(entry=entry, after_series=following - 1)
        else:
            mark_absent(entry=entry)
        count += 1
    return count


def entries_by_person(event: Event) -> dict[int, Entry]:
    """Return the entries by person, after entering people seated by hand."""
    event = locked_event(event.pk)
    register_seated(event=event)
    return {entry.player_id: entry for entry in event.entries.all()}
