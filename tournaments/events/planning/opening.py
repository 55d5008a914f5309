"""Creating an event: a new evening, a tournament, a copy of an earlier event."""

import datetime
from copy import copy
from typing import Any, NoReturn, TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.events.entries.services import create_entries
from tournaments.events.models import (
    ATTENDING,
    MOST_SERIES,
    Entry,
    Event,
    LossStep,
    Prize,
    Series,
)
from tournaments.events.teams.selectors import contests_of
from tournaments.people.models import Player
from tournaments.people.names.names import fold, tidy
from tournaments.people.names.typed import as_typed
from tournaments.sheets.models import Seat
from tournaments.sheets.selectors import current_rules

Row = TypeVar("Row", bound=Model)
# The fields that a copy takes over: everything decided before the first game.
SETTINGS = (
    "kind",
    "place",
    "system",
    "rounds",
    "same_games",
    "second_person",
    "organiser",
    "remarks",
    "table_rule",
    "meetings_first",
    "time_limit",
    "guests_apart",
    "tie_chain",
    "least_lists",
    "senior_age",
    "junior_age",
    "youth_age",
    "pupil_age",
    "entry_fee",
    "passed_in_fee",
    "passed_in_free",
    "prize_mode",
    "prize_percent",
    "pot_percent",
    "prize_rounding",
)


@transaction.atomic
def create_event(
    *, name: str, date: datetime.date, series: int = 2, **settings: object
) -> Event:
    """Create an event with its series; ``settings`` are other fields of the event.

    Without a ``rule_set`` it is played by the official rules (ISkO).
    """
    return set_up_event(event=Event(name=name, date=date, **settings), series=series)


@transaction.atomic
def set_up_event(*, event: Event, series: int) -> Event:
    """Save a new event, filled in by a form or by copying, with its series."""
    if not 1 <= series <= MOST_SERIES:
        refuse_series(_("There are 1 to %(most)s series."), most=MOST_SERIES)
    event.name = tidy(as_typed(event.name))
    event.place = tidy(event.place)
    event.organiser = tidy(event.organiser)
    event.slug = free_slug(event.name, event.date)
    event.check_and_save(force_insert=True)
    Series.objects.bulk_create(
        Series(event=event, number=number) for number in range(1, series + 1)
    )
    return event


def refuse_series(why: str, **params: int) -> NoReturn:
    """Refuse a number of series at its form field."""
    raise ValidationError(
        {"series": ValidationError(why, code="series", params=params)}
    )


@transaction.atomic
def copy_event(
    *,
    source: Event,
    name: str,
    date: datetime.date,
    series: int | None = None,
    with_people: bool = False,
    **settings: object,
) -> Event:
    """Create an event like ``source``: settings, team rankings, money, prizes.

    ``settings`` are fields that differ. In place of frozen house rules the copy takes
    those that the club plays under their name now. ``with_people`` registers the
    members who came to ``source`` with their old start numbers; none is present yet.
    """
    values = {field: getattr(source, field) for field in SETTINGS}
    values |= {"rule_set": current_rules(source.rule_set), **settings}
    event = Event(name=name, date=date, **values)
    if series is None:
        series = source.series.count()
    set_up_event(event=event, series=series)
    LossStep.objects.bulk_create(
        copied(step, event=event) for step in source.loss_steps.all()
    )
    contests: dict[int | None, Any] = {None: None}
    for contest in contests_of(source):
        contests[contest.pk] = copied(contest, event=event)
        contests[contest.pk].save()
    Prize.objects.bulk_create(
        copied(prize, event=event, contest=contests[prize.contest_id])
        for prize in source.prizes.all()
    )
    if with_people:
        register_again(event=event, source=source)
    return event


def copied(row: Row, **changes: object) -> Row:
    """Return a copy of a row, unsaved, with these changes."""
    new = copy(row)
    new.pk = None
    new._state.adding = True
    for name, value in changes.items():
        setattr(new, name, value)
    return new


def register_again(*, event: Event, source: Event) -> list[Entry]:
    """Register the members who came to ``source`` for ``event``. Three queries."""
    attended = source.entries.filter(
        status__in=ATTENDING, player__is_guest=False, player__is_active=True
    )
    entries = [
        Entry(
            event=event,
            player_id=entry.player_id,
            start_number=entry.start_number,
            fixed_table=entry.fixed_table,
            group=entry.group,
        )
        for entry in attended
    ] or [
        # An evening seated by hand has seats but no entries.
        Entry(event=event, player=player, start_number=number)
        for number, player in enumerate(seated_members(source), start=1)
    ]
    return create_entries(entries)


def seated_members(event: Event) -> QuerySet[Player]:
    """Return the members who sat at a table of ``event``, by name."""
    seats = Seat.objects.filter(series__event=event)
    members = Player.objects.active().members()
    seated: QuerySet[Player] = members.filter(pk__in=seats.values("player"))
    return seated


def free_slug(name: str, date: datetime.date) -> str:
    """Return an unused word for an event in addresses and file names."""
    stem = f"{date:%Y-%m-%d}-{slugify(fold(name))}"[:140].rstrip("-")
    used = set(
        Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True)
    )
    number = 1
    slug = stem
    while slug in used:
        number += 1
        slug = f"{stem}-{number}"
    return slug
