"""Writing what visitors see of an event, and from what time on."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.log import locked_event
from tournaments.events.models import Event
from tournaments.scope.withheld import DRAW, RESULTS
from tournaments.sheets.tallies import recount_events

Moments = Mapping[str, datetime | None]


@transaction.atomic
def withhold(*, event: Event, moments: Mapping[int, Moments]) -> Event:
    """Show the draw and the results of each series from these moments on.

    ``moments`` holds, by series number, the fields of ``Series`` and their new values;
    None shows a thing at once. Raises ``ValidationError`` for an event whose results
    are released, because they name its winner.
    """
    event = locked_event(event.pk)
    if event.is_released and any(any(times.values()) for times in moments.values()):
        raise ValidationError(
            _("The results are released. Take the release back first."), code="released"
        )
    set_release_times(event, moments)
    return event


def release_everything(event: Event) -> None:
    """Show all series at once, as their results are released. The event is locked."""
    numbers = event.series.values_list("number", flat=True)
    set_release_times(event, {key: {DRAW: None, RESULTS: None} for key in numbers})


def set_release_times(event: Event, moments: Mapping[int, Moments]) -> None:
    """Store the release times that changed, one entry of the log per series."""
    has_changed = False
    for series in event.series.filter(number__in=moments):
        times = moments[series.number]
        changed = [name for name in times if getattr(series, name) != times[name]]
        for name in changed:
            setattr(series, name, times[name])
        if changed:
            series.save(update_fields=changed)
            has_changed = True
    if has_changed:
        recount_events([event.pk])
