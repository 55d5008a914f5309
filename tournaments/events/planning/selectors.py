"""Reading events for a list of them: how far each has come, who leads or has won."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from scoring.ranking.standings import Placed
from tournaments.events.models import Event
from tournaments.events.standings.leaders import leaders_of
from tournaments.events.standings.podium import PODIUM
from tournaments.organisations.meetings import next_meeting
from tournaments.organisations.selectors import own_organisation
from tournaments.words.choices import Rhythm


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event in a list of events; ``leaders`` has its first three places.

    ``finished`` of ``lists`` lists are finished; ``today`` is the reader's day.
    """

    event: Event
    finished: int
    lists: int
    leaders: Sequence[Placed]
    today: date

    @property
    def is_over(self) -> bool:
        """Whether all lists are finished."""
        return 0 < self.lists == self.finished

    @property
    def is_running(self) -> bool:
        """Whether lists are being typed, or the tables stand ready today."""
        is_begun = 0 < self.finished < self.lists
        return is_begun or (self.lists > 0 == self.finished and self.is_today)

    @property
    def is_today(self) -> bool:
        return self.event.date == self.today

    @property
    def is_to_come(self) -> bool:
        """Whether nothing was played yet, today or later."""
        return not self.finished and self.event.date >= self.today

    @property
    def share(self) -> int:
        """How much is finished, in percent."""
        return 100 * self.finished // self.lists if self.lists else 0

    @property
    def first(self) -> str:
        """Who is first, or who are."""
        return " · ".join(line.entry.name for line in self.leaders if line.place == 1)

    @property
    def best(self) -> int | None:
        """The total of the first place; None before a list is finished."""
        return self.leaders[0].entry.total if self.leaders else None


def event_lines(events: Sequence[Any]) -> list[EventLine]:
    """Return a line for each of the events of ``evenings_for``. Four queries."""
    leaders = leaders_of(events, places=PODIUM)
    today = timezone.localdate()
    return [
        EventLine(
            event=event,
            finished=event.finished,
            lists=event.lists,
            leaders=leaders[event.pk],
            today=today,
        )
        for event in events
    ]


def next_evening(today: date) -> date:
    """Return the day for which a new evening is: the club's next day without one.

    Today where the club says no regular day. Three queries at most.
    """
    evenings = Event.objects.evenings().filter(date__gte=today)
    taken = set(evenings.values_list("date", flat=True))
    return regular_day(start=today, taken=taken) or today


def regular_day(*, start: date, taken: Container[date] = ()) -> date | None:
    """Return the club's next regular day from ``start`` on that is not taken.

    None where the club does not say when it meets. Two queries.
    """
    own = own_organisation()
    if own is None or own.weekday is None:
        return None
    before = Event.objects.evenings().filter(date__lt=start).order_by("-date")
    return next_meeting(
        Rhythm(own.rhythm),
        own.weekday,
        start=start,
        last=before.values_list("date", flat=True).first(),
        taken=taken,
    )
