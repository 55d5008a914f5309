"""Feeds and calendars, as visitors may see them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import NAMESPACE_OID, UUID, uuid5

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.contrib.syndication.views import Feed
from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html_join
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.events.models import Event
from tournaments.events.planning.selectors import EventLine, event_lines, regular_days
from tournaments.events.seats.selectors import evenings_for
from tournaments.events.standings.words import provisional_reason
from tournaments.leagues.models import League, MatchDay
from tournaments.leagues.selectors import match_day_text, upcoming_match_days
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.scope.models import CHANGED, LogEntry
from tournaments.seasons.evenings import season_events
from tournaments.seasons.models import Season
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import Edition, inside_edition
from tournaments.words.choices import EventKind
from tournaments.words.formats import number, ordinal

LONGEST_LINE = 75  # bytes, without the end of the line
SOME_HOURS = "PT4H"  # the usual length of an evening; clubs give no end
# The site's time zone (settings.TIME_ZONE) and its summer time.
ZONE = "Europe/Berlin"
CLOCKS = """\
BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE"""


class Changes(NamedTuple):
    """The number of changes since creation, and the time of the last one."""

    times: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarDate:
    """A date in the calendar; without a ``time`` such as "19:30" it takes all day."""

    uid: str
    day: date
    title: str
    place: str
    changes: Changes
    time: str = ""
    url: str = ""


def calendar_text(name: str, dates: Iterable[CalendarDate]) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Skatclub//Skatclub//DE",
        "METHOD:PUBLISH",
        f"NAME:{escaped_text(name)}",
        f"X-WR-CALNAME:{escaped_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        *CLOCKS.splitlines(),
    ]
    for calendar_date in dates:
        lines += date_lines(calendar_date)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded_line(line)}\r\n" for line in lines)


def date_lines(calendar_date: CalendarDate) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{calendar_date.uid}"
    yield f"DTSTAMP:{calendar_date.changes.at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{calendar_date.changes.times}"
    if calendar_date.time:
        begin = f"{calendar_date.day:%Y%m%d}T{calendar_date.time.replace(':', '')}00"
        yield f"DTSTART;TZID={ZONE}:{begin}"
        yield f"DURATION:{SOME_HOURS}"
    else:
        yield f"DTSTART;VALUE=DATE:{calendar_date.day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{calendar_date.day + timedelta(days=1):%Y%m%d}"
        # Nobody is busy from midnight to midnight.
        yield "TRANSP:TRANSPARENT"
    yield f"SUMMARY:{escaped_text(calendar_date.title)}"
    if calendar_date.place:
        yield f"LOCATION:{escaped_text(calendar_date.place)}"
    if calendar_date.url:
        yield f"URL:{calendar_date.url}"
    yield "END:VEVENT"


def escaped_text(text: str) -> str:
    r"""Return ``text`` with the characters escaped that separate values.

    >>> escaped_text("Krug; Hof, links")
    'Krug\\; Hof\\, links'
    """
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return "\\n".join(text.splitlines())


def folded_line(line: str) -> str:
    """Return a line folded into pieces of at most 75 bytes, between letters.

    >>> [len(part.encode()) for part in folded_line("ü" * 60).split("\\r\\n")]
    [74, 47]
    """
    pieces, piece = [], ""
    for letter in line:
        if len(f"{piece}{letter}".encode()) > LONGEST_LINE:
            pieces.append(piece)
            piece = " "
        piece += letter
    return "\r\n".join([*pieces, piece])


VISITOR = AnonymousUser()
MOST_RESULTS = 20
REGULAR_DAYS = 12
PAST_SHOWN = timedelta(days=365)  # a calendar without its past looks broken


class PublishedResult(NamedTuple):
    line: EventLine
    changed_at: datetime


def latest_results(
    *, today: date, season: Season | None = None
) -> list[PublishedResult]:
    """Return the latest results that visitors may see, optionally of one season."""
    events: Any = evenings_for(VISITOR).select_related("rule_set")
    if season:
        events = events.filter(pk__in=season_events(season).order_by().values("pk"))
    recent_events = list(events.filter(date__lte=today)[: 2 * MOST_RESULTS])
    lines = [
        line
        for line in event_lines(recent_events)
        if line.has_result and (line.leaders or line.event.announced_at)
    ]
    created = {line.event.pk: line.event.created_at for line in lines}
    changes = changes_by_key("event", created)
    sheets = ScoreSheet.objects.filter(series__event__in=created)
    finished = dict(
        sheets.values("series__event")
        .annotate(at=Max("finished_at"))
        .values_list("series__event", "at")
    )
    named = {
        line.event.pk: {each.entry.owner for each in line.leaders} for line in lines
    }
    people = LogEntry.objects.filter(
        table="player", row__in=set().union(*named.values())
    )
    # Readers fetch an entry anew only then: a name that is hidden must go from theirs.
    renamed = dict(people.order_by().values_list("row").annotate(last=Max("at")))
    last = {
        pk: max(
            filter(None, (changes[pk].at, finished[pk], *map(renamed.get, named[pk])))
        )
        for pk in created
    }
    return [PublishedResult(line, last[line.event.pk]) for line in lines[:MOST_RESULTS]]


def calendar_dates(
    *, today: date, url_of: Callable[[str, int], str]
) -> list[CalendarDate]:
    """Return the club's dates: events, match days and regular days without an event.

    Dates of the last year stay.
    """
    organisation = own_organisation()
    if organisation is None:
        return []
    visible = Event.objects.visible_to(VISITOR)
    events = list(visible.filter(date__gte=today - PAST_SHOWN).order_by("date", "pk"))
    created = {event.pk: event.created_at for event in events}
    changes = changes_by_key("event", created)
    planned = [
        CalendarDate(
            uid=f"{event.public_id}",
            day=event.date,
            time=organisation.start_time if event.kind == EventKind.EVENING else "",
            title=event.name,
            # Tournaments are often elsewhere; only evenings are surely at the club's.
            place=place_with_address(organisation, event.place)
            if event.place or event.kind == EventKind.EVENING
            else "",
            url=url_of("events:detail", event.pk),
            changes=changes[event.pk],
        )
        for event in events
    ]
    days = regular_days(start=today, events=visible, most=REGULAR_DAYS)
    matches = match_dates(organisation, since=today - PAST_SHOWN, url_of=url_of)
    return [*planned, *matches, *regular_dates(organisation, days)]


def match_dates(
    organisation: Organisation, *, since: date, url_of: Callable[[str, int], str]
) -> list[CalendarDate]:
    """Return the match days without events so far."""
    days = list(
        upcoming_match_days(user=VISITOR, since=since)
        .order_by("date", "pk")
        .prefetch_related("groups")
    )
    created = {day.pk: organisation.created_at for day in days}
    changes = changes_by_key("matchday", created)
    return [
        CalendarDate(
            uid=f"{uuid5(organisation_uuid(organisation), f'match day {day.pk}')}",
            day=day.date,
            title=match_day_text(day),
            place=match_day_place(day),
            url=url_of("leagues:division", day.division_id),
            changes=changes[day.pk],
        )
        for day in days
    ]


def match_day_place(day: MatchDay) -> str:
    places = {group.place for group in day.groups.all()}
    return places.pop() if len(places) == 1 else ""


def regular_dates(organisation: Organisation, days: list[date]) -> list[CalendarDate]:
    if not days:
        return []
    created = {organisation.pk: organisation.created_at}
    [changes] = changes_by_key("organisation", created).values()
    unpublished = Event.objects.evenings().hidden_from(VISITOR)
    places = dict(unpublished.filter(date__in=days).values_list("date", "place"))
    return [
        CalendarDate(
            uid=f"{day:%Y%m%d}-{organisation_uuid(organisation)}",
            day=day,
            time=organisation.start_time,
            title=_("Club evening"),
            place=place_with_address(organisation, places.get(day, "")),
            changes=changes,
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


def changes_by_key(table: str, created: Mapping[int, datetime]) -> dict[int, Changes]:
    """Return the changes of rows by key; one without any is as it was made.

    ``created`` are the rows and when they were made.
    """
    entries = LogEntry.objects.filter(table=table, row__in=created).order_by()
    changed = entries.values_list("row").annotate(
        times=Count("pk", filter=Q(action=CHANGED)), last=Max("at")
    )
    unchanged = {pk: Changes(0, at) for pk, at in created.items()}
    return unchanged | {row or 0: Changes(*counts) for row, *counts in changed}


BEFORE_ANY_CLUB = datetime(2000, 1, 1, tzinfo=UTC)


class SteadyAtom(Atom1Feed):
    """An Atom feed whose text only changes with its content.

    Without entries Django would write the current time into it.
    """

    def latest_post_date(self) -> datetime:
        latest: datetime = super().latest_post_date()
        return latest if self.items else self.feed["begun_at"]


class ResultsFeed(Feed):
    """The latest results, of the club or of one season."""

    feed_type = SteadyAtom

    def __init__(self, season: Season | None = None):
        self.season = season
        self.club = own_organisation()

    def __call__(
        self, request: HttpRequest, *args: object, **named: object
    ) -> HttpResponse:
        """Return the feed, readable for scripts of any page."""
        answer: HttpResponse = super().__call__(request, *args, **named)
        answer["Access-Control-Allow-Origin"] = "*"
        return answer

    def title(self) -> str:
        about = self.season or _("Results")
        return f"{self.club.name} · {about}" if self.club else str(about)

    def link(self) -> str:
        if self.season:
            return reverse("seasons:season", args=[self.season.pk])
        return reverse("home:home")

    def author_name(self) -> str:
        """Return the author, which Atom requires."""
        return self.club.name if self.club else "Skatclub"

    def feed_guid(self) -> str:
        about = organisation_uuid(self.club) if self.club else NAMESPACE_OID
        about = uuid5(about, get_language() or "")
        if self.season:
            about = uuid5(about, f"season {self.season.pk}")
        return about.urn

    def feed_extra_kwargs(self, _obj: object) -> dict[str, Any]:
        return {"begun_at": self.club.created_at if self.club else BEFORE_ANY_CLUB}

    def items(self) -> list[PublishedResult]:
        return latest_results(today=timezone.localdate(), season=self.season)

    def item_title(self, item: PublishedResult) -> str:
        line = item.line
        result = ": ".join(filter(None, (line.event.dated_name, line.first)))
        state = provisional_reason(line.event) or _("provisional")
        return result if line.is_final else f"{result} ({state})"

    def item_description(self, item: PublishedResult) -> str:
        """Return the first three as HTML, the type Django declares."""
        return format_html_join(
            " · ",
            "{} {} {}",
            (
                (ordinal(each.place), each.entry.name, number(each.entry.total))
                for each in item.line.leaders
            ),
        )

    def item_link(self, item: PublishedResult) -> str:
        return reverse("events:standings", args=[item.line.event.pk])

    def item_guid(self, item: PublishedResult) -> str:
        return str(item.line.event.public_id.urn)

    def item_pubdate(self, item: PublishedResult) -> datetime:
        return timezone.make_aware(datetime.combine(item.line.event.date, time()))

    def item_updateddate(self, item: PublishedResult) -> datetime:
        return item.changed_at


Page = tuple[str, tuple[int, ...]]
LISTS = ("home:home", "events:list", "seasons:list", "leagues:league-list")
YEARS = ("careers:all-time", "careers:records")
ONE = (
    ("events:standings", Event),
    ("seasons:season", Season),
    ("leagues:league", League),
)


class PublicPages(Sitemap):
    """The pages that change and lead on; no page of a person."""

    i18n = alternates = True

    def items(self) -> list[Page]:
        visitor = AnonymousUser()
        return [(name, ()) for name in (*LISTS, *YEARS)] + [
            (name, (pk,))
            for name, model in ONE
            for pk in model.objects.visible_to(visitor).values_list("pk", flat=True)
        ]

    def location(self, item: Page) -> str:
        name, arguments = item
        with inside_edition(Edition(str(get_language()))):
            return reverse(name, args=arguments)


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    sitemap = request.build_absolute_uri(reverse("public:sitemap"))
    text = f"User-agent: *\nDisallow: /accounts/\nSitemap: {sitemap}\n"
    return HttpResponse(text, content_type="text/plain")
