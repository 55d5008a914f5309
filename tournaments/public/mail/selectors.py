"""The letters sent by mail, and an example of the next one."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, F, Q

from tournaments.events.models import Event
from tournaments.notices.models import Notice
from tournaments.public.mail.letters import Letter, letter_about
from tournaments.words.notices import NoticeState

MOST_MAILINGS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Mailing:
    """The number of letters about one event, by state."""

    event: int
    name: str
    date: date
    sent: int
    waiting: int
    given_up: int


def mailings() -> list[Mailing]:
    """Return the mailings of the latest events, newest first. One query."""
    letters = Notice.objects.filter(recipient__isnull=False).order_by()
    rows = letters.values(
        "event", name=F("event__name"), date=F("event__date")
    ).annotate(
        sent=Count("pk", filter=Q(state=NoticeState.SENT)),
        waiting=Count("pk", filter=Q(state=NoticeState.WAITING)),
        given_up=Count("pk", filter=Q(state=NoticeState.GIVEN_UP)),
    )
    latest = rows.order_by("-event__date", "-event")[:MOST_MAILINGS]
    return [Mailing(**row) for row in latest]


def example_letter() -> Letter | None:
    """Return the letter about the latest released event, if there is one."""
    released = Event.objects.filter(is_published=True, is_released=True)
    event = released.order_by("-date", "-pk").first()
    return letter_about(event) if event else None
