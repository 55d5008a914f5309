"""Creating, copying, changing, publishing and deleting events."""

import datetime
from collections.abc import Collection
from copy import copy
from itertools import chain, count
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Case, F, Model, When
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.events.log import locked_event, release_problem
from tournaments.events.models import (
    MOST_SERIES,
    Adjustment,
    Entry,
    Event,
    LossStep,
    Prize,
    Series,
)
from tournaments.events.seats.selectors import was_played
from tournaments.events.teams.selectors import contests_of
from tournaments.people.models import Player
from tournaments.people.names.mentions import as_typed
from tournaments.people.names.names import fold, tidy
from tournaments.scope.models import create_many
from tournaments.sheets.finishing.services import change_list_system
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.selectors import current_rules
from tournaments.sheets.tallies import recount_events
from tournaments.sheets.writing import lock_lists
from tournaments.words.choices import SheetState

RANKING_FIELDS = (
    *("date", "tie_chain", "least_lists", "guests_apart", "senior_age", "junior_age"),
    *("youth_age", "pupil_age", "age_date"),
)
"""Fields whose change would rank the results anew, here or in a season."""


RESULTS_MOVE = "results move"


def require_changeable(event: Event, *, series: int, confirmed: bool) -> Event:
    """Return the event as stored and locked; refuse what its lists contradict.

    That results move to another day has to be ``confirmed``: they may change the table
    of a season that is over.
    """
    stored = locked_event(event.pk)
    problems = list_problems(event, stored)
    if stored.is_released:
        changed = [n for n in RANKING_FIELDS if getattr(stored, n) != getattr(event, n)]
        changed += ["series"] if series > stored.series.count() else []
        problems |= {name: release_problem() for name in changed}
    finished = ScoreSheet.objects.finished().filter(series__event=event)
    is_moved = stored.date != event.date and finished.exists()
    if is_moved and not confirmed and "date" not in problems:
        text = _(
            "Its finished lists then count in the seasons and in the year of that day, "
            "even if these are over."
        )
        problems["date"] = ValidationError(text, RESULTS_MOVE)
    if problems:
        raise ValidationError(problems)
    return stored


def list_problems(event: Event, stored: Event) -> dict[str, ValidationError]:
    """Return the refusals of rules, rounds and a system that contradict the lists."""
    problems = {}
    sheets = ScoreSheet.objects.filter(series__event=event)
    lock_lists(sheets)
    is_written = sheets.exclude(state=SheetState.EMPTY).exists()
    if is_written and stored.rule_set_id != event.rule_set_id:
        text = _("Games have been written by the rules of this event; they stay.")
        problems["rule_set"] = ValidationError(text)
    if is_written and event.date > max(stored.date, timezone.localdate()):
        text = _("Games have been written at this event; it is not still to come.")
        problems["date"] = ValidationError(text)
    for name in ("rounds", "same_games"):
        if is_written and getattr(stored, name) != getattr(event, name):
            text = ngettext(
                "Games have been written on lists of one round; they stay.",
                "Games have been written on lists of %(rounds)d rounds; they stay.",
                stored.rounds,
            )
            problems[name] = ValidationError(text % {"rounds": stored.rounds})
    has_other_system = stored.system != event.system
    if has_other_system and sheets.filter(state=SheetState.FINISHED).exists():
        text = _("Lists are finished by “%(system)s”: reopen them first.")
        words = {"system": stored.get_system_display()}
        problems["system"] = ValidationError(text % words)
    return problems


Row = TypeVar("Row", bound=Model)
# The fields that a copy takes over: everything decided before the first game.
SETTINGS = (
    *("kind", "place", "organiser", "remarks", "system", "rounds", "same_games"),
    *("second_person", "totals_only", "table_rule", "meetings_first", "time_limit"),
    *("guests_apart", "tie_chain", "least_lists", "senior_age", "junior_age"),
    *("youth_age", "pupil_age", "entry_fee", "passed_in_fee", "passed_in_free"),
    *("prize_mode", "prize_percent", "pot_percent", "prize_rounding", "prizes_each"),
)


@transaction.atomic
def create_event(
    *, name: str, date: datetime.date, series: int = 2, **settings: object
) -> Event:
    """Create an event with its series, by the official rules without a ``rule_set``."""
    return set_up_event(event=Event(name=name, date=date, **settings), series=series)


@transaction.atomic
def set_up_event(*, event: Event, series: int) -> Event:
    """Save a new event, filled in by a form or by copying, with its series."""
    if not 1 <= series <= MOST_SERIES:
        text = _("There are 1 to %(most)s series.")
        raise ValidationError({"series": text % {"most": MOST_SERIES}})
    tidy_texts(event)
    event.slug = free_slug(event.name, event.date)
    event.check_and_save(force_insert=True)
    Series.objects.bulk_create(
        Series(event=event, number=number) for number in range(1, series + 1)
    )
    return event


def tidy_texts(event: Event) -> None:
    event.name = tidy(as_typed(event.name))
    event.place = tidy(event.place)
    event.organiser = tidy(event.organiser)


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
    """Create an event like ``source``: settings, team rankings, money, its prizes.

    Things among the prizes were for that event alone.
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
        copied(prize, event=event, contest=contests[prize.contest_id], text="", value=0)
        for prize in source.prizes.all()
        if prize.amount or prize.percent
    )
    if with_people:
        register_again(event=event, source=source)
    return event


def copied(row: Row, **changes: object) -> Row:
    new = copy(row)
    new.pk = None
    new._state.adding = True
    for name, value in changes.items():
        setattr(new, name, value)
    return new


def register_again(*, event: Event, source: Event) -> list[Entry]:
    attended = source.entries.attending().filter(
        player__is_guest=False, player__is_active=True
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
    ]
    if not entries:
        # An evening seated by hand has seats but no entries.
        seats = Seat.objects.filter(series__event=source)
        members = Player.objects.active().members()
        seated = members.filter(pk__in=seats.values("player"))
        entries = [
            Entry(event=event, player=player, start_number=number)
            for number, player in enumerate(seated, start=1)
        ]
    return create_many(entries)


def free_slug(
    name: str, date: datetime.date, *, used: Collection[str] | None = None
) -> str:
    """Return a word for addresses and file names that is not ``used`` or stored."""
    stem = f"{date:%Y-%m-%d}-{slugify(fold(name))}"[:140].rstrip("-")
    if used is None:
        same_stem = Event.objects.filter(slug__startswith=stem)
        used = set(same_stem.values_list("slug", flat=True))
    numbered = (f"{stem}-{number}" for number in count(2))
    return next(slug for slug in chain([stem], numbered) if slug not in used)


TABLE_SIZES = (3, 4, 5)


@transaction.atomic
def update_event(*, event: Event, series: int, confirmed: bool = False) -> Event:
    """Save a changed event and give it ``series`` series.

    Its lists get the new system and, as long as all are empty, the new rounds. A change
    that comes too late is refused at its field, and one of the day while lists are
    finished unless it is ``confirmed``. A series with tables is never deleted.
    """
    stored = require_changeable(event, series=series, confirmed=confirmed)
    tidy_texts(event)
    is_moved = (stored.name, stored.date) != (event.name, event.date)
    if is_moved and not stored.is_published:  # nobody links to it yet
        event.slug = free_slug(event.name, event.date)
    event.check_and_save()
    sheets = ScoreSheet.objects.filter(series__event=event)
    if stored.system != event.system:
        change_list_system(event.system, sheets)
    before, after = (
        {size: each.rounds_at(size) for size in TABLE_SIZES} for each in (stored, event)
    )
    if before != after:
        rounds = Case(*(When(table_size=size, then=after[size]) for size in after))
        sheets.update(rounds=rounds, revision=F("revision") + 1)
    recount_events([event.pk])
    there = set(event.series.values_list("number", flat=True))
    missing = sorted({*range(1, series + 1)} - there)
    create_many([Series(event=event, number=number) for number in missing])
    superfluous = event.series.filter(number__gt=series)
    if ScoreSheet.objects.filter(series__in=superfluous).exists():
        text = _("A later series has tables already; it stays.")
        raise ValidationError({"series": text})
    if event.entries.filter(from_series__gt=series).exists():
        text = _("Somebody plays from a later series on; it stays.")
        raise ValidationError({"series": text})
    superfluous.delete()
    return event


@transaction.atomic
def publish_event(*, event: Event, is_published: bool) -> Event:
    """Let everybody read standings and lists, or only people who have signed in."""
    event = locked_event(event.pk)
    event.store(is_published=is_published)
    recount_events([event.pk])
    return event


@transaction.atomic
def delete_event(*, event: Event) -> None:
    """Delete an event at which nothing was played, after lines that are being typed."""
    event = locked_event(event.pk)
    lists = ScoreSheet.objects.filter(series__event=event)
    lock_lists(lists)
    refuse_to_delete(event)
    lists.delete()
    event.delete()


def refuse_to_delete(event: Event) -> None:
    """Refuse to delete an event with typed lines, money or decisions."""
    if was_played(event):
        raise ValidationError(_("Lists of this evening have been typed; it stays."))
    if event.payments.exists() or event.cash_counts.exists():
        text = _("Money was taken, even if it went back; the evening stays.")
        raise ValidationError(text)
    if Adjustment.objects.filter(series__event=event).exists():
        text = _("The referee has decided about this evening; it stays.")
        raise ValidationError(text)
