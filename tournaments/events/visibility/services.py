"""Writing what visitors see of an event, and from when on."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.sheets.tallies import move_tallies

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
