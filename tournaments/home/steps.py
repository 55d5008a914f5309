"""The next step on the club's page."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.overview import path
from tournaments.events.overview.progress import progress_of
from tournaments.events.seats.selectors import evenings_for
from tournaments.home.selectors import Home
from tournaments.people.models import Player, User
from tournaments.sheets.models import ScoreSheet
from tournaments.web.next_step import NextStep, allowed_step
from tournaments.words.choices import SheetState


def next_step(home: Home, user: User | AnonymousUser) -> NextStep | None:
    """Return the reader's next step: that of the most urgent event.

    Without one it is a new evening, but not for a federation with leagues. Two queries,
    and those of the event's path.
    """
    event = waiting_event(user) or event_of_today(home)
    step = allowed_step(path.next_step(progress_of(event)), user) if event else None
    if event and step:
        return replace(step, text=" · ".join(filter(None, (event.name, step.text))))
    if home.leagues:
        return None
    return allowed_step(path.next_evening() if home.rows else first_step(), user)


def first_step() -> NextStep:
    """Return the first step of a new club: its people, then an evening. One query."""
    if not Player.objects.members().exists():
        return NextStep(
            title=_("Who is in the club?"),
            text=_("Paste the names of the members, from wherever they are."),
            action=_("Add members"),
            url=reverse("files:import-people"),
        )
    return NextStep(
        title=_("No evening yet"),
        text=_("Create the first one, seat the tables and type their lists."),
        action=_("New evening"),
        url=reverse("events:create"),
    )


def waiting_event(user: User | AnonymousUser) -> Event | None:
    """Return the latest event with lists to type, preferring lists with differences.

    One query.
    """
    differing = ScoreSheet.objects.filter(
        series__event=OuterRef("pk"), state=SheetState.DIFFERS
    )
    events: QuerySet[Any] = evenings_for(user).annotate(differs=Exists(differing))
    waiting = events.filter(lists__gt=F("finished"), date__lte=timezone.localdate())
    event: Event | None = waiting.order_by("-differs", "-date", "-pk").first()
    return event


def event_of_today(home: Home) -> Event | None:
    """Return today's event, or else that of the last days."""
    if home.coming and home.coming.is_today:
        return home.coming.event
    recent = [line for line in home.lines if line.is_fresh]
    return recent[0].event if recent else None
