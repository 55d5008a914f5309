"""Writing what people enter themselves, and making entries of it."""

import datetime
from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.entries.places import (
    is_open,
    move_up,
    pending,
    places_left,
    tell,
)
from tournaments.events.entries.services import HasPlayed, register_people, remove_entry
from tournaments.events.log import locked_event
from tournaments.events.models import Entry, Event, Registration, Reply
from tournaments.people.models import Player
from tournaments.people.names.names import PersonName, Visitor
from tournaments.people.selectors import member_with_number
from tournaments.scope.models import update_many
from tournaments.words.choices import EntryStatus

# A hall of five hundred and as many who wait; a flood ends there, too.
MOST_PENDING = 1000


class RegistrationIsClosed(ValidationError):
    """Nobody can enter themselves any more, or not yet."""


@transaction.atomic
def open_registration(*, event: Event) -> Event:
    """Save until when players enter themselves, and how many; some may move up."""
    event.full_clean()
    stored = locked_event(event.pk)
    stored.store(open_until=event.open_until, places=event.places)
    move_up(stored)
    return stored


@transaction.atomic
def register(*, registration: Registration) -> Registration:
    """Store a registration with a place, or on the waiting list; sent twice, once."""
    event = locked_event(registration.event_id)
    stored = Registration.objects.filter(
        event=event, public_id=registration.public_id
    ).first()
    if stored:
        return stored
    if not is_open(event):
        raise RegistrationIsClosed(_("The registration is closed."))
    rows = pending(event)
    if rows.count() >= MOST_PENDING:
        raise RegistrationIsClosed(_("The waiting list is full, too."))
    registration.event = event
    has_queue = rows.filter(is_waiting=True).exists()
    registration.is_waiting = has_queue or places_left(event) == 0
    registration.check_and_save(force_insert=True)
    tell(registration)
    return registration


@transaction.atomic
def withdraw(*, registration: Registration) -> None:
    """Delete a registration, and the entry that it became; the next one moves up."""
    event = locked_event(registration.event_id)
    row = event.registrations.filter(pk=registration.pk).first()
    if row is None:
        return
    entry = row.player_id and event.entries.filter(player=row.player_id).first()
    if entry and entry.status != EntryStatus.REGISTERED:
        raise HasPlayed(_("You are on the list of the evening: please tell the desk."))
    if entry:
        remove_entry(entry=entry)
    else:
        row.delete()
        move_up(event)


@transaction.atomic
def take_in(
    *, event: Event, people: Mapping[int, Player | None], struck: set[int]
) -> list[Entry]:
    """Make entries of registrations, by key, and delete those that were ``struck``.

    None is somebody new. Those who wait may be taken in, too, above the places.
    """
    event = locked_event(event.pk)
    rows = {row.pk: row for row in pending(event)}
    if not {*people, *struck} <= rows.keys():
        text = _("The list has changed meanwhile. Please look at it once more.")
        raise ValidationError(text)
    taken = [row for pk, row in rows.items() if pk in people]
    entries = register_people(
        event=event, people=[people[row.pk] or visitor_of(row) for row in taken]
    )
    for row, entry in zip(taken, entries, strict=True):
        row.player, row.is_waiting = entry.player, False
        if people[row.pk] is None and row.number:
            give_number(entry.player, row.number)
    update_many(taken, ["player", "is_waiting"])
    for pk in struck:
        rows[pk].delete()
    move_up(event)
    return entries


def visitor_of(row: Registration) -> Visitor:
    return Visitor(PersonName(first=row.first_name, last=row.last_name), row.club)


def give_number(player: Player, number: str) -> None:
    """Note the number of a new pass, unless a member has the same one."""
    if player.is_guest or not member_with_number(number, besides=player):
        player.store(member_number=number)


def forget_what_was_said(*, until: datetime.date) -> None:
    """Delete what people said of themselves before the events before a day."""
    for model in (Registration, Reply):
        pks = model.objects.filter(event__date__lt=until).values_list("pk", flat=True)
        rows = model._base_manager.filter(pk__in=pks)
        rows._raw_delete(rows.db)
