"""Writing what visitors see of an event, and from when on."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from tournaments.events.models import Event
from tournaments.sheets.tallies import move_tallies

Moments = Mapping[str, datetime | None]


@transaction.atomic
def withhold(*, event: Event, moments: Mapping[int, Moments]) -> Event:
    """Show the draw and the results of each series from these moments on.

    ``moments`` are those of ``Series`` by their names, by the number of the series;
    None shows a thing as soon as it is there.
    """
    event = Event.objects.select_for_update().get(pk=event.pk)
    for series in event.series.filter(number__in=moments):
        for name, moment in moments[series.number].items():
            setattr(series, name, moment)
        series.save(update_fields=list(moments[series.number]))
    move_tallies([event.pk])
    return event


def show_everything(event: Event) -> None:
    """Withhold nothing any more: the results are released. The event is locked."""
    if event.series.update(draw_from=None, results_from=None):
        move_tallies([event.pk])
