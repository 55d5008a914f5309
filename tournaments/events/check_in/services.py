"""Ticking people: they come, or they have gone."""

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
    """Tick ``players`` as here; return how many were not yet.

    People who come after the first series was begun play from the next one on.
    Whoever sits at a table without being entered is entered first: they are here.
    """
    entries = entries_by_person(event)
    following = next_series(event)
    came = 0
    for player in players:
        entry = entries.get(player.pk)
        if entry is None:
            add_entry(event=event, player=player, from_series=following)
        elif entry.status != EntryStatus.PRESENT:
            mark_present(entry=entry, from_series=following)
        else:
            continue
        came += 1
    return came


@transaction.atomic
def check_out_players(*, event: Event, players: Iterable[Player]) -> int:
    """Take the tick from ``players``; return how many had one.

    People who have played leave after their last series, others did not come.
    """
    entries = entries_by_person(event)
    following = next_series(event)
    went = 0
    for player in players:
        entry = entries.get(player.pk)
        if entry is None or entry.status != EntryStatus.PRESENT:
            continue
        if following > entry.from_series:
            mark_left(entry=entry, after_series=following - 1)
        else:
            mark_absent(entry=entry)
        went += 1
    return went


def entries_by_person(event: Event) -> dict[int, Entry]:
    """Return the entries by person, people seated by hand among them."""
    event = locked_event(event.pk)
    register_seated(event=event)
    return {entry.player_id: entry for entry in event.entries.all()}
