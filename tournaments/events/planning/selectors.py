"""Reading events for a list: the progress and the leaders of each."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from scoring.ranking.standings import Placed
from tournaments.events.models import Event
from tournaments.events.results import all_is_played, lists_in_all, share_played
from tournaments.events.standings.selectors import PODIUM, leaders_of
from tournaments.events.standings.words import progress_text
from tournaments.organisations.selectors import own_organisation
from tournaments.organisations.words import next_meeting
from tournaments.scope.models import CHANGED, LogEntry
from tournaments.words.choices import EventKind, Rhythm

NIGHT, WEEK, FOUR_WEEKS = (timedelta(days=count) for count in (1, 7, 28))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event of ``evenings_for`` in a list, with its first three places."""

    event: Any
    leaders: Sequence[Placed]
    today: date

    @property
    def is_over(self) -> bool:
        """Whether every series has been played, or the results are released."""
        return all_is_played(
            lists=self.event.lists,
            finished=self.event.finished,
            undrawn=self.event.undrawn,
            is_released=self.event.is_released,
        )

    @property
    def has_result(self) -> bool:
        """Whether it is over, or was before its announced results were corrected."""
        was_over = self.event.announced_at and not self.event.hides_series
        return bool(self.is_over or was_over)

    @property
    def is_final(self) -> bool:
        """Whether the result is final: it is provisional until it is released."""
        return self.is_over and self.event.is_released

    @property
    def is_running(self) -> bool:
        """Whether it is being played: today, or since last night."""
        is_now = self.today - NIGHT <= self.event.date <= self.today
        return is_now and self.event.lists > 0 and not self.is_over

    @property
    def is_today(self) -> bool:
        return self.event.date == self.today

    @property
    def is_fresh(self) -> bool:
        """Whether it took place within the last week, or is still to come."""
        return self.today - WEEK < self.event.date

    @property
    def is_to_come(self) -> bool:
        """Whether it is later than today, or today and nothing has been played yet."""
        has_begun = self.event.finished or self.is_running
        is_ahead = self.is_today and not has_begun
        return is_ahead or self.event.date > self.today

    @property
    def in_all(self) -> int:
        """The number of lists, including those of series without tables yet."""
        return lists_in_all(self.event)

    @property
    def progress(self) -> str:
        return progress_text(self.event)

    @property
    def share(self) -> int:
        return share_played(self.event)

    @property
    def first(self) -> str:
        """The person, or the people, in first place."""
        return " · ".join(line.entry.name for line in self.leaders if line.place == 1)

    @property
    def best(self) -> int | None:
        """The total of the first place; None before any list is finished."""
        return self.leaders[0].entry.total if self.leaders else None


def event_lines(events: Sequence[Any]) -> list[EventLine]:
    leaders, today = leaders_of(events, places=PODIUM), timezone.localdate()
    return [
        EventLine(event=event, leaders=leaders[event.pk], today=today)
        for event in events
    ]


def regular_day(*, start: date, events: QuerySet[Event]) -> date | None:
    """Return the next of the ``regular_days``; None if the club has none."""
    return next(iter(regular_days(start=start, events=events, most=1)), None)


def regular_days(*, start: date, events: QuerySet[Event], most: int) -> list[date]:
    """Return the next days of the club without one of ``events``, but league matches.

    They are its regular days, and those of evenings that the reader may not open: the
    reader learns that the club meets, and no more.
    """
    own_events = events.exclude(kind=EventKind.LEAGUE).filter(date__gte=start)
    used_days = set(own_events.values_list("date", flat=True))
    planned = Event.objects.evenings().filter(date__gte=start).exclude(pk__in=events)
    days = set(planned.values_list("date", flat=True)) - used_days
    organisation = own_organisation()
    if organisation is None or organisation.weekday is None:
        return sorted(days)[:most]
    meets = partial(next_meeting, Rhythm(organisation.rhythm), organisation.weekday)
    last = last_in_turn(events, weekday=organisation.weekday, before=start)
    skipped = {
        left
        for left, day in moved_evenings(since=start - FOUR_WEEKS)
        if meets(start=day, last=last) != day
    }
    taken = used_days | days | skipped
    for _each in range(most):
        last = meets(start=start, last=last, taken=taken)
        days.add(last)
        start = last + timedelta(days=1)
    return sorted(days)[:most]


def last_in_turn(events: QuerySet[Event], *, weekday: int, before: date) -> date | None:
    """Return the evening from which a club that meets every other week counts on."""
    evenings = events.filter(kind=EventKind.EVENING, date__lt=before)
    recent = evenings.order_by("-date").values_list("date", flat=True)[:6]
    lately = [day for day in recent if day.weekday() == weekday][:3]

    def in_turn(day: date) -> int:
        """Count the evenings an even number of weeks apart: one extra shifts none."""
        return sum((day - other).days % 14 == 0 for other in lately)

    return max(lately, key=in_turn, default=None)


def moved_evenings(*, since: date) -> list[tuple[date, date]]:
    """Return the days that evenings have left, each with the day of the evening now."""
    days = dict(
        Event.objects.evenings().filter(date__gte=since).values_list("pk", "date")
    )
    moves = LogEntry.objects.filter(
        table="event", row__in=days, action=CHANGED, changes__contains='"date": ['
    )
    return [
        (date.fromisoformat(json.loads(changes)["date"][0]), days[row])
        for row, changes in moves.order_by().values_list("row", "changes")
        if row
    ]


RHYTHMS = (7, 14, 28)  # days between evenings


def next_day(*, start: date) -> date:
    """Return the day of the next evening: a regular one, or in the rhythm so far.

    On none of them is another event; without any evening so far it is ``start``.
    """
    events = Event.objects.all()
    if day := regular_day(start=start, events=events):
        return day
    days = events.evenings().order_by("-date").values_list("date", flat=True)
    lately = list(days.distinct()[:2])
    if not lately:
        return start
    gap = (lately[0] - lately[-1]).days
    rhythm = timedelta(days=gap if gap in RHYTHMS else RHYTHMS[0])
    taken = set(events.filter(date__gte=start).values_list("date", flat=True))
    day = lately[0] + rhythm
    while day < start or day in taken:
        day += rhythm
    return day
