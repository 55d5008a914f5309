"""Writing what visitors see of an event, and from when on."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.scope.withheld import DRAW, RESULTS
from tournaments.sheets.tallies import recount_events

Moments = Mapping[str, datetime | None]


@transaction.atomic
def withhold(*, event: Event, moments: Mapping[int, Moments]) -> Event:
    """Show the draw and the results of each series from these moments on.

    ``moments`` are those of ``Series`` by their names, by the number of the series;
    None shows a thing as soon as it is there. Raises ``ValidationError`` for an event
    whose results are released: they name its winner.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    withheld = (moment for each in moments.values() for moment in each.values())
    if event.is_released and any(withheld):
        raise ValidationError(
            _("The results are released. Take the release back first."), code="released"
        )
    set_release_times(event, moments)
    return event


def release_everything(event: Event) -> None:
    """Withhold nothing any more: the results are released. The event is locked."""
    numbers = event.series.values_list("number", flat=True)
    set_release_times(event, {key: {DRAW: None, RESULTS: None} for key in numbers})


def set_release_times(event: Event, moments: Mapping[int, Moments]) -> None:
    """Write the moments that are others than before, each series for the history."""
    is_other = False
    for series in event.series.filter(number__in=moments):
        new = moments[series.number]
        changed = [name for name in new if getattr(series, name) != new[name]]
        for name in changed:
            setattr(series, name, new[name])
        if changed:
            series.save(update_fields=changed)
            is_other = True
    if is_other:
        recount_events([event.pk])
