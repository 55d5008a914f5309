"""Reading the story of a person: the best days, the form, the evenings won."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Protocol

from django.db.models import Q, Sum, Value

from tournaments.events.models import Adjustment, Series
from tournaments.events.tallies import EVENT, list_rows
from tournaments.scope.withheld import DRAW, RESULTS, shown_now
from tournaments.sheets.selectors import event_is_public
from tournaments.words.choices import EventKind

FORM_LISTS = 12
CONTESTS = (EventKind.EVENING, EventKind.TOURNAMENT, EventKind.CHAMPIONSHIP)


class Played(Protocol):
    """A list as far as the form asks for it."""

    @property
    def event_id(self) -> int: ...

    @property
    def date(self) -> date: ...

    @property
    def total(self) -> int: ...

    @property
    def lists(self) -> int: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedList:
    """A list of the person by the official rules, and the day it was played on.

    ``is_whole``: no part of that day is withheld from the reader.
    """

    sheet_id: int
    event_id: int
    event: str
    kind: str
    date: date
    total: int
    won: int
    best_run: int
    is_whole: bool = True
    lists: int = 1
    stands_for: int | None = None
    mismatch_reason: str = ""

    @property
    def may_be_record(self) -> bool:
        """Whether it is one list, and not disproved by its own parts."""
        is_doubtful = self.stands_for is not None and self.mismatch_reason
        return self.lists == 1 and not is_doubtful


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """What the lists of the person on one day of play brought together."""

    event_id: int
    event: str
    kind: str
    date: date
    total: int
    lists: int
    is_whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPoint:
    """The average of the last lists after a day of play."""

    date: date
    average: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The best days of a person, the form, and the days with the most points of all."""

    best_list: PlayedList | None
    best_evening: PlayedEvent | None
    longest_run: PlayedList
    form: tuple[FormPoint, ...]
    won: tuple[PlayedEvent, ...]

    @property
    def evenings_won(self) -> int:
        return sum(each.kind == EventKind.EVENING for each in self.won)

    @property
    def cups(self) -> tuple[PlayedEvent, ...]:
        """The tournaments won, the latest first."""
        others = [each for each in self.won if each.kind != EventKind.EVENING]
        return tuple(reversed(others))


COLUMNS = {
    "sheet_id": "sheet",
    "event_id": EVENT,
    "event": f"{EVENT}__name",
    "kind": f"{EVENT}__kind",
    "date": f"{EVENT}__date",
    "total": "total",
    "lists": "lists",
    "stands_for": "sheet__stands_for",
    "mismatch_reason": "sheet__mismatch_reason",
    "won": "won",
    "best_run": "best_run",
    "is_whole": "is_whole",
}


def story_of(player_id: int, *, published_only: bool) -> Story | None:
    """Return the story of a person; None without a list. Four queries."""
    lists = played_lists(player_id, published_only=published_only)
    if not lists:
        return None
    days = played_events(lists)
    single = [each for each in lists if each.may_be_record]
    evenings = [
        each for each in days if each.kind == EventKind.EVENING and each.is_whole
    ]
    return Story(
        best_list=max(single, key=lambda one: one.total, default=None),
        best_evening=max(evenings, key=lambda one: one.total, default=None),
        longest_run=max(lists, key=lambda one: one.best_run),
        form=form_of(lists),
        won=won_by(player_id, days),
    )


def played_lists(player_id: int, *, published_only: bool) -> list[PlayedList]:
    """Return the lists of a person, the oldest first. One query."""
    is_whole = event_is_public() if published_only else Value(True)
    rows = (
        list_rows(published_only=published_only)
        .filter(player=player_id, **{f"{EVENT}__rule_set": None})
        .annotate(is_whole=is_whole)
        .order_by(f"{EVENT}__date", EVENT, "sheet__series__number", "sheet")
        .values_list(*COLUMNS.values())
    )
    return [PlayedList(**dict(zip(COLUMNS, row, strict=True))) for row in rows]


def played_events(lists: Sequence[PlayedList]) -> list[PlayedEvent]:
    """Return lists added up by the days they were played on. No query."""
    return [
        PlayedEvent(
            event_id=first.event_id,
            event=first.event,
            kind=first.kind,
            date=first.date,
            total=sum(one.total for one in (first, *others)),
            lists=sum(one.lists for one in (first, *others)),
            is_whole=first.is_whole,
        )
        for _event, (first, *others) in (
            (event, list(of_event))
            for event, of_event in groupby(lists, key=lambda one: one.event_id)
        )
    ]


def form_of(lists: Sequence[Played], window: int = FORM_LISTS) -> tuple[FormPoint, ...]:
    """Return the average of the last ``window`` lists after each day of play.

    It begins as soon as there are half as many lists. No query.
    """
    points = []
    for end, (one, after) in enumerate(zip(lists, [*lists[1:], None], strict=True), 1):
        if end * 2 < window or (after and after.event_id == one.event_id):
            continue
        latest = lists[max(0, end - window) : end]
        total = sum(each.total for each in latest)
        count = sum(each.lists for each in latest)
        points.append(FormPoint(date=one.date, average=Fraction(total, count or 1)))
    return tuple(points)


def won_by(player_id: int, days: Sequence[PlayedEvent]) -> tuple[PlayedEvent, ...]:
    """Return the days on which nobody had more points. Three queries.

    A day counts once all its lists are finished and shown, and it was played by more
    than one person; decisions of the referee count, too.
    """
    events = [each.event_id for each in days if each.kind in CONTESTS]
    # What is withheld from the reader would make the winner of a part that of the day.
    unknown = Q(sheets__isnull=False, sheets__finished_at=None)
    unknown |= ~shown_now(DRAW, RESULTS)
    open_series = Series.objects.filter(unknown, event__in=events)
    still_open = set(open_series.values_list("event", flat=True))
    points = points_in(events)
    return tuple(
        each
        for each in days
        if each.event_id in points
        and each.event_id not in still_open
        and is_most(points[each.event_id], player_id)
    )


def points_in(events: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return by event and person what everybody had. Two queries."""
    lists = list_rows(published_only=False).filter(**{f"{EVENT}__in": events})
    decided = Adjustment.objects.order_by().filter(series__event__in=events)
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for event, player, total in (
        *lists.values_list(EVENT, "player").annotate(Sum("total")),
        *decided.values_list("series__event", "player").annotate(Sum("points")),
    ):
        found[event][player] += total
    return found


def is_most(points: dict[int, int], player_id: int) -> bool:
    """Tell whether nobody has more.

    >>> is_most({1: 900, 2: 900, 3: 10}, 2), is_most({1: 900}, 1)
    (True, False)
    """
    return len(points) > 1 and points.get(player_id) == max(points.values())
