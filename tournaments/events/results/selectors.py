"""Reading everybody's result in each series: finished lists and adjustments."""

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Max, Q, Sum

from tournaments.events.accounts import winners_in
from tournaments.events.models import ATTENDING, Adjustment, Event
from tournaments.people.models import Player
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.programme.models import Series
from tournaments.scope.withheld import RESULTS, withheld_until
from tournaments.sheets.models import Result
from tournaments.sheets.selectors import people_seated_in
from tournaments.words.choices import Gender, PrizeMode, Ranking, SheetState


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


def classes_of(event: Event, player: Player) -> tuple[Ranking, ...]:
    """Return the rankings a person belongs to beside the single one (rules 6.5).

    The age of seniors and juniors counts on the first of January, that of youth and
    pupils on the day of the event, unless the event sets another day. People without
    a date of birth are in none of these classes. The limits are set by the event.
    """
    belongs = [
        (Ranking.WOMEN, player.gender == Gender.FEMALE),
        (Ranking.GUESTS, player.is_guest),
    ]
    if player.birth_date:
        new_year = event.date.replace(month=1, day=1)
        in_year = age_on(player.birth_date, event.age_date or new_year)
        at_start = age_on(player.birth_date, event.age_date or event.date)
        belongs += [
            (Ranking.SENIORS, in_year >= event.senior_age),
            (Ranking.JUNIORS, in_year < event.junior_age),
            (Ranking.YOUTH, at_start < event.youth_age),
            (Ranking.PUPILS, at_start < event.pupil_age),
        ]
    classes = {ranking for ranking, does in belongs if does}
    return tuple(ranking for ranking in Ranking if ranking in classes)


def age_on(birth: datetime.date, day: datetime.date) -> int:
    """Return the age on ``day`` of somebody born on ``birth``.

    >>> age_on(datetime.date(1966, 3, 1), datetime.date(2026, 2, 28))
    59
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


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


def all_is_played(
    *, lists: int, finished: int, undrawn: int, is_released: bool = False
) -> bool:
    """Return whether nothing is left to play or to type.

    A series without tables is still to be played, unless the results were released
    without it.

    >>> all_is_played(lists=4, finished=4, undrawn=1)
    False
    >>> all_is_played(lists=4, finished=4, undrawn=1, is_released=True)
    True
    """
    return 0 < lists == finished and (not undrawn or is_released)


def lists_in_all(*, lists: int, undrawn: int, drawn: int) -> int:
    """Return the number of lists once every series has its tables.

    A series without tables is expected to have as many lists as the average of the
    others.

    >>> lists_in_all(lists=16, undrawn=1, drawn=2)
    24
    """
    return lists + (lists * undrawn // drawn if drawn else 0)


def share_played(*, finished: int, lists: int) -> int:
    """Return the share of finished lists in percent.

    >>> share_played(finished=8, lists=24)
    33
    """
    return 100 * finished // max(1, lists)


LastPlaces = dict[int | None, int]
"""By the key of the team ranking; None for the single ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeCut:
    """The last place that wins a prize, and its total so far, if it is taken."""

    places: int
    total: int | None


def prize_cut(totals: Sequence[int], last_place: int) -> PrizeCut | None:
    """Return how far the prizes go in a ranking with these totals, the best first."""
    if not last_place:
        return None
    total = totals[last_place - 1] if last_place <= len(totals) else None
    return PrizeCut(places=last_place, total=total)


def last_prize_places(event: Event, *, ranked: int) -> LastPlaces:
    """Return the last place with a prize in each ranking that has prizes.

    Where the size of the field decides, those who came count, or else all who are
    ``ranked``. One query, two in that case.
    """
    prizes = event.prizes.order_by().values("contest").annotate(last=Max("place"))
    places: LastPlaces = dict(prizes.values_list("contest", "last"))
    if event.prize_mode == PrizeMode.FIELD:
        people = event.entries.filter(status__in=ATTENDING).count() or ranked
        places[None] = winners_in(people, event.prize_percent)
    return places
