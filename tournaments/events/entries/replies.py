"""The next evening: the people who are asked whether they come, and their answers."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.events.models import ATTENDING, Entry, Event
from tournaments.people.models import Player
from tournaments.seating.problem import table_sizes
from tournaments.sheets.models import Seat
from tournaments.words.choices import Answer

# The last evenings whose players come first among the names.
RECENT_EVENINGS = 5
SILENT = ""


class Answered(NamedTuple):
    """A person who is asked, and their answer; empty without any."""

    player: Player
    answer: str

    @property
    def label(self) -> str:
        return str(Answer(self.answer).label) if self.answer else ""


class Turnout(NamedTuple):
    """All who are asked, in the order of their names as the reader may see them."""

    people: Sequence[Answered]

    @property
    def groups(self) -> Mapping[str, Sequence[Answered]]:
        """The people by answer, those without one last."""
        return {
            answer: [each for each in self.people if each.answer == answer]
            for answer in (*Answer.values, SILENT)
        }

    @property
    def coming(self) -> int:
        return sum(each.answer in (Answer.YES, Answer.LATER) for each in self.people)

    @property
    def tables(self) -> Sequence[int]:
        """The sizes of the tables that those who come make; none for too few."""
        return table_sizes(self.coming)


def next_evening() -> Event | None:
    """Return the next evening that has not begun, or else the one that has today."""
    evenings = Event.objects.evenings().filter(date__gte=timezone.localdate())
    return evenings.alias(begun=has_begun()).order_by("begun", "date", "pk").first()


def has_begun() -> Q:
    """The condition that the check-in has begun, or somebody sits at a table."""
    here = Entry.objects.filter(event=OuterRef("pk"), status__in=ATTENDING)
    seats = Seat.objects.filter(series__event=OuterRef("pk"))
    return Q(Exists(here) | Exists(seats))


def door_is_open(event: Event) -> bool:
    return Event.objects.filter(has_begun(), pk=event.pk).exists()


def recent_players(event: Event) -> QuerySet[Seat]:
    """Return the seats of the last evenings before this one, or on its day."""
    earlier = Event.objects.evenings().filter(date__lte=event.date).exclude(pk=event.pk)
    recent = earlier.order_by("-date", "-pk").values("pk")[:RECENT_EVENINGS]
    return Seat.objects.filter(series__event__in=recent)


def asked(event: Event) -> QuerySet[Player]:
    """Return the members, and the guests who were here lately."""
    is_regular = Q(pk__in=recent_players(event).values("player"))
    people = Player.objects.active().filter(Q(is_guest=False) | is_regular)
    return people.filter(removed_at=None)


def turnout_of(event: Event) -> Turnout:
    """Return who comes, as far as they said; two queries.

    Their order is that of the names that the reader sees.
    """
    answers = dict(event.replies.values_list("player", "answer"))
    people = sorted(asked(event), key=lambda player: player.sort_key)
    return Turnout([Answered(each, answers.get(each.pk, SILENT)) for each in people])
