"""Recording the course of an event, and refusing changes that come too late."""

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.models import Event, LogLine, Series
from tournaments.people.models import User


class SeriesIsClosed(ValidationError):
    """The series is closed; it has to be opened again first."""


class ResultsAreReleased(ValidationError):
    """The results are released; the release has to be taken back first."""


def log(
    series: Series, action: str, by: User | None, *, table_number: int | None = None
) -> None:
    """Record who did something to a series, unless no person did it."""
    if by is not None:
        LogLine.objects.create(
            series=series,
            action=action,
            table_number=table_number,
            at=timezone.now(),
            by=by,
        )


def locked_series(series: Series) -> Series:
    """Return the series as it is now, its event locked until the transaction ends."""
    return locked_event(series.event_id).series.get(pk=series.pk)


def require_open(series: Series) -> None:
    if series.closed_at:
        raise SeriesIsClosed(_("This series is closed."))


def require_unreleased(event: Event) -> None:
    """Refuse a change that would contradict released results; the event is locked."""
    if event.is_released:
        raise release_problem()


def release_problem() -> ValidationError:
    text = _("The results are released: take the release back first.")
    return ResultsAreReleased(text)


def locked_event(pk: int) -> Event:
    """Return the event as it is now, locked until the transaction ends.

    The lock holds for everything in the event except its lists, which are locked one by
    one and after it. Rows that refer to the event may still be added meanwhile.
    """
    return Event.objects.select_for_update(no_key=True).get(pk=pk)
