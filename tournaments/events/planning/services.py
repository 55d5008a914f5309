"""Changing, publishing and deleting events."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Case, F, When
from django.utils.translation import gettext as _

from tournaments.events.log import locked_event
from tournaments.events.models import Adjustment, Event, Series
from tournaments.events.planning.frozen import require_changeable
from tournaments.events.planning.opening import refuse_series
from tournaments.events.seats.selectors import was_played
from tournaments.people.names.names import tidy
from tournaments.people.names.typed import as_typed
from tournaments.scope.log import create_many
from tournaments.sheets.finishing.services import change_list_system
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.tallies import recount_events
from tournaments.sheets.writing import lock_lists

TABLE_SIZES = (3, 4, 5)


@transaction.atomic
def update_event(*, event: Event, series: int) -> Event:
    """Save a changed event and give it ``series`` series.

    Its lists get the new system and, as long as all are empty, the new rounds. A change
    that comes too late is refused at its field. A series with tables is never deleted.
    """
    stored = require_changeable(event, series=series)
    event.name = tidy(as_typed(event.name))
    event.place = tidy(event.place)
    event.organiser = tidy(event.organiser)
    event.check_and_save()
    sheets = ScoreSheet.objects.filter(series__event=event)
    if stored.system != event.system:
        change_list_system(event.system, sheets)
    before, after = rounds_of(stored), rounds_of(event)
    if before != after:
        sheets.update(
            rounds=Case(*(When(table_size=size, then=after[size]) for size in after)),
            revision=F("revision") + 1,
        )
    recount_events([event.pk])
    numbers = set(event.series.values_list("number", flat=True))
    added = [
        Series(event=event, number=number)
        for number in range(1, series + 1)
        if number not in numbers
    ]
    create_many(added)
    superfluous = event.series.filter(number__gt=series)
    if ScoreSheet.objects.filter(series__in=superfluous).exists():
        refuse_series(_("A later series has tables already; it stays."))
    if event.entries.filter(from_series__gt=series).exists():
        refuse_series(_("Somebody plays from a later series on; it stays."))
    superfluous.delete()
    return event


def rounds_of(event: Event) -> dict[int, int]:
    """Return the rounds of its lists by the number of people at a table."""
    return {size: event.rounds_at(size) for size in TABLE_SIZES}


@transaction.atomic
def publish_event(*, event: Event, is_published: bool) -> Event:
    """Let everybody read standings and lists, or only people who have signed in."""
    event = locked_event(event.pk)
    event.store(is_published=is_published)
    recount_events([event.pk])
    return event


@transaction.atomic
def delete_event(*, event: Event) -> None:
    """Delete an event at which nothing has been played.

    Event and lists are locked first: a line that is being typed is waited for.
    """
    event = locked_event(event.pk)
    lists = ScoreSheet.objects.filter(series__event=event)
    lock_lists(lists)
    if was_played(event):
        raise ValidationError(
            _("Lists of this evening have been typed; it stays."), code="played"
        )
    if event.payments.exists() or event.cash_counts.exists():
        raise ValidationError(
            _("Money was taken at this evening; it stays."), code="paid"
        )
    if Adjustment.objects.filter(series__event=event).exists():
        raise ValidationError(
            _("The referee has decided about this evening; it stays."), code="decided"
        )
    lists.delete()
    event.delete()
