"""Reading what everybody has in each series: finished lists and adjustments."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Sum

from tournaments.events.models import Adjustment, Event
from tournaments.people.privacy.mentions import mentions_for_reader
from tournaments.sheets.models import Result
from tournaments.sheets.selectors import people_seated_in


class SeriesSum(NamedTuple):
    """What one person has in one series."""

    lists: int = 0
    game_points: int = 0
    total: int = 0
    won: int = 0
    lost: int = 0

    def adjusted(self, adjustment: Adjustment) -> "SeriesSum":
        """Return the sum after a decision of the referee (rules 2.5)."""
        return self._replace(
            total=self.total + adjustment.points,
            won=self.won + adjustment.won,
            lost=self.lost + adjustment.lost,
        )


Sums = dict[int, dict[int, SeriesSum]]
NOTHING = SeriesSum()


def result_sums(event: Event) -> Sums:
    """Add up the result rows by person and number of the series. One query."""
    return sums_by_event([event])[event.pk]


def sums_by_event(events: Iterable[Event]) -> dict[int, Sums]:
    """Add up the result rows of many events, each as in ``result_sums``. One query."""
    found: dict[int, Sums] = {event.pk: {} for event in events}
    rows = (
        Result.objects.filter(series__event__in=found)
        .order_by()
        .values_list("series__event", "player_id", "series__number")
        .annotate(
            Count("sheet", distinct=True),
            Sum("game_points"),
            Sum("total"),
            Sum("won"),
            Sum("lost"),
        )
    )
    for event, player, number, *numbers in rows:
        found[event].setdefault(player, {})[number] = SeriesSum(*numbers)
    return found


def adjustments_of(event: Event) -> list[Adjustment]:
    """Return the referee's decisions, the oldest first, with people.

    In the words that the reader may see. One query, two for visitors if there are any.
    """
    found = Adjustment.objects.filter(series__event=event)
    made = list(found.select_related("series", "player").order_by("pk"))
    if made:
        mentions = mentions_for_reader(people_seated_in([event.pk]))
        for each in made:
            each.reason = mentions.told(each.reason)
            each.decided_by = mentions.told(each.decided_by)
    return made


def adjust_sums(sums: Sums, adjustments: Iterable[Adjustment]) -> None:
    """Count the referee's decisions in ``sums``. No query.

    They count for whoever has no finished list in the series, too.
    """
    for each in adjustments:
        own = sums.setdefault(each.player_id, {})
        number = each.series.number
        own[number] = own.get(number, NOTHING).adjusted(each)


def standing_adjustments(adjustments: Iterable[Adjustment]) -> list[Adjustment]:
    """Return the decisions that still say something: not those taken back in full."""
    kept = list(adjustments)
    left: dict[tuple[int, int], SeriesSum] = {}
    for each in kept:
        key = (each.player_id, each.series_id)
        left[key] = left.get(key, NOTHING).adjusted(each)
    return [each for each in kept if left[each.player_id, each.series_id] != NOTHING]
