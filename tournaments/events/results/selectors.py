"""Reading everybody's result in each series: finished lists and adjustments."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Count, Sum

from tournaments.events.models import Adjustment, Event
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.sheets.models import Result
from tournaments.sheets.selectors import people_seated_in


class SeriesSum(NamedTuple):
    """The result of one person in one series."""

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
    """Add up the result rows by person and series number. One query."""
    return sums_by_event([event])[event.pk]


def sums_by_event(events: Iterable[Event]) -> dict[int, Sums]:
    """Add up the result rows of many events, each as in ``result_sums``. One query."""
    sums: dict[int, Sums] = {event.pk: {} for event in events}
    rows = (
        Result.objects.filter(series__event__in=sums)
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
        sums[event].setdefault(player, {})[number] = SeriesSum(*numbers)
    return sums


def adjustments_of(event: Event) -> list[Adjustment]:
    """Return the referee's decisions with their people, the oldest first.

    Names in the texts are those the reader may see. One query, and for visitors a
    second one if there are decisions.
    """
    rows = Adjustment.objects.filter(series__event=event)
    adjustments = list(rows.select_related("series", "player").order_by("pk"))
    if adjustments:
        mentions = mentions_for_reader(people_seated_in([event.pk]))
        for adjustment in adjustments:
            adjustment.reason = mentions.public_text(adjustment.reason)
            adjustment.decided_by = mentions.public_text(adjustment.decided_by)
    return adjustments


def adjust_sums(sums: Sums, adjustments: Iterable[Adjustment]) -> None:
    """Add the referee's decisions to ``sums``. No query.

    They count even if the person has no finished list in the series.
    """
    for adjustment in adjustments:
        results = sums.setdefault(adjustment.player_id, {})
        number = adjustment.series.number
        results[number] = results.get(number, NOTHING).adjusted(adjustment)


def standing_adjustments(adjustments: Iterable[Adjustment]) -> list[Adjustment]:
    """Return the decisions that stand, without those taken back and what did that."""
    adjustments = list(adjustments)
    taken_back = {adjustment.reverts_id for adjustment in adjustments}
    return [
        adjustment
        for adjustment in adjustments
        if adjustment.reverts_id is None and adjustment.pk not in taken_back
    ]
