"""The contents of feeds and calendars, as visitors may see them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.models import Event
from tournaments.events.planning.selectors import (
    EventLine,
    event_lines,
    regular_days,
)
from tournaments.events.seats.selectors import evenings_for
from tournaments.leagues.models import MatchDay
from tournaments.leagues.selectors import upcoming_match_days
from tournaments.leagues.words import match_day_text
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.public.sharing.calendars import CalendarDate
from tournaments.scope.log import CHANGED, LogEntry
from tournaments.seasons.evenings import season_events
from tournaments.seasons.models import Season
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EventKind

VISITOR = AnonymousUser()
MOST_RESULTS = 20
REGULAR_DAYS = 12
PAST_SHOWN = timedelta(days=365)  # a calendar without its past looks broken


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedResult:
    """The result of an event, with the time of its last change."""

    line: EventLine
    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The number of changes since creation, and the time of the last one."""

    count: int
    at: datetime


def latest_results(
    *, today: date, season: Season | None = None
) -> list[PublishedResult]:
    """Return the latest results that visitors may see, optionally of one season.

    Seven queries for any number of results.
    """
    events: Any = evenings_for(VISITOR).select_related("rule_set")
    if season:
        events = events.filter(pk__in=season_events(season).order_by().values("pk"))
    recent_events = list(events.filter(date__lte=today)[: 2 * MOST_RESULTS])
    finished_lines = [
        line for line in event_lines(recent_events) if line.is_over and line.leaders
    ]
    pks = [line.event.pk for line in finished_lines]
    changes = changes_by_key("event", pks)
    sheets = ScoreSheet.objects.filter(series__event__in=pks)
    finished = dict(
        sheets.values("series__event")
        .annotate(at=Max("finished_at"))
        .values_list("series__event", "at")
    )
    return [
        PublishedResult(
            line=line,
            changed_at=max(
                filter(
                    None,
                    (changes_of_event(changes, line.event).at, finished[line.event.pk]),
                )
            ),
        )
        for line in finished_lines[:MOST_RESULTS]
    ]


def calendar_dates(
    *, today: date, url_of: Callable[[str, int], str]
) -> list[CalendarDate]:
    """Return the club's dates: events, match days and regular days without an event.

    Dates of the last year stay. Ten queries at most.
    """
    organisation = own_organisation()
    if organisation is None:
        return []
    visible = Event.objects.visible_to(VISITOR)
    events = list(visible.filter(date__gte=today - PAST_SHOWN).order_by("date", "pk"))
    changes = changes_by_key("event", [event.pk for event in events])
    planned = [
        CalendarDate(
            uid=f"{event.public_id}",
            day=event.date,
            time=organisation.start_time if event.kind == EventKind.EVENING else "",
            title=event.name,
            place=place_with_address(organisation, event.place),
            url=url_of("events:detail", event.pk),
            changed_at=changes_of_event(changes, event).at,
            changes=changes_of_event(changes, event).count,
        )
        for event in events
    ]
    days = regular_days(start=today, events=visible, most=REGULAR_DAYS)
    matches = match_dates(organisation, since=today - PAST_SHOWN, url_of=url_of)
    return [*planned, *matches, *regular_dates(organisation, days)]


def match_dates(
    organisation: Organisation, *, since: date, url_of: Callable[[str, int], str]
) -> list[CalendarDate]:
    """Return the match days without events so far. Three queries at most."""
    days = list(
        upcoming_match_days(user=VISITOR, since=since)
        .order_by("date", "pk")
        .prefetch_related("groups")
    )
    pks = [day.pk for day in days]
    unchanged = Changes(count=0, at=organisation.created_at)
    changes = changes_by_key("matchday", pks) if days else {}
    return [
        CalendarDate(
            uid=f"{uuid5(organisation_uuid(organisation), f'match day {day.pk}')}",
            day=day.date,
            time="",
            title=match_day_text(day),
            place=match_day_place(day),
            url=url_of("leagues:division", day.division_id),
            changed_at=changes.get(day.pk, unchanged).at,
            changes=changes.get(day.pk, unchanged).count,
        )
        for day in days
    ]


def match_day_place(day: MatchDay) -> str:
    """Return the place of a match day, empty if its groups play at several places."""
    places = {group.place for group in day.groups.all()}
    return places.pop() if len(places) == 1 else ""


def regular_dates(organisation: Organisation, days: list[date]) -> list[CalendarDate]:
    """Return the regular days of the club. One query."""
    if not days:
        return []
    changes = changes_by_key("organisation", [organisation.pk]).get(organisation.pk)
    last = changes or Changes(count=0, at=organisation.created_at)
    return [
        CalendarDate(
            uid=f"{day:%Y%m%d}-{organisation_uuid(organisation)}",
            day=day,
            time=organisation.start_time,
            title=_("Club evening"),
            place=place_with_address(organisation, organisation.place),
            url="",
            changed_at=last.at,
            changes=last.count,
        )
        for day in days
    ]


def organisation_uuid(organisation: Organisation) -> UUID:
    """Return an id that is unique to a club and the same on every machine."""
    return uuid5(
        NAMESPACE_OID,
        f"{organisation.short_name} {organisation.created_at.isoformat()}",
    )


def place_with_address(organisation: Organisation, place: str) -> str:
    """Return a place; the club's own place comes with its address."""
    venue = place or organisation.place
    if venue != organisation.place:
        return venue
    town = "" if organisation.town in organisation.address else organisation.town
    return ", ".join(filter(None, (venue, organisation.address, town)))


def changes_by_key(table: str, pks: list[int]) -> dict[int, Changes]:
    """Return the changes of rows, by primary key. One query."""
    entries = LogEntry.objects.filter(table=table, row__in=pks).order_by()
    counts = entries.values("row").annotate(
        count=Count("pk", filter=Q(action=CHANGED)), last=Max("at")
    )
    return {
        each["row"] or 0: Changes(count=each["count"], at=each["last"])
        for each in counts
    }


def changes_of_event(changes: dict[int, Changes], event: Event) -> Changes:
    """Return the changes of an event; without any it is as it was made."""
    return changes.get(event.pk) or Changes(count=0, at=event.created_at)


def start_of_day(day: date) -> datetime:
    """Return the start of a day in the site's time zone."""
    return timezone.make_aware(datetime.combine(day, time()))
