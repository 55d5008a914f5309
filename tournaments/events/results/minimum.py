"""How many lists a place asks for, as long as series are open."""

from collections import Counter
from collections.abc import Iterable

from django.db.models import Count, Q

from tournaments.events.models import Event
from tournaments.programme.models import Series
from tournaments.scope.withheld import RESULTS, withheld_until
from tournaments.words.choices import SheetState


def lists_needed(events: Iterable[Event]) -> dict[int, int]:
    """Return by event how many lists somebody must have finished by now for a place.

    A series that is not over, or not shown yet, may still bring a list. One query, and
    none where no event asks for lists.
    """
    least = {event.pk: event.least_lists for event in events if event.least_lists}
    if not least:
        return {}
    finished = Q(sheets__state=SheetState.FINISHED)
    series = Series.objects.filter(event__in=least).annotate(
        lists=Count("sheets"), finished=Count("sheets", filter=finished)
    )
    still_open = Counter(
        row.event_id
        for row in series
        if not row.lists or row.finished < row.lists or withheld_until(row, RESULTS)
    )
    return {pk: lists - still_open[pk] for pk, lists in least.items()}


def lists_needed_in(event: Event) -> int:
    """Return how many lists a place in ``event`` takes by now."""
    return lists_needed([event]).get(event.pk, 0)
