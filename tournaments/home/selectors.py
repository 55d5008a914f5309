"""Reading what the first page shows, and the next step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import SequenceMatcher
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.careers.selectors import SUMMED, AllTimeRow, all_time_ranking
from tournaments.events.models import Event
from tournaments.events.planning import path
from tournaments.events.planning.path import progress_of
from tournaments.events.planning.selectors import (
    EventLine,
    event_lines,
    next_day,
    regular_day,
)
from tournaments.events.seats.selectors import evenings_for
from tournaments.events.standings.selectors import person_columns
from tournaments.events.tabs import Page, more_pages, tabs_of
from tournaments.leagues.models import League
from tournaments.people.models import Player, User
from tournaments.people.names.names import fold, search_key, sound_of
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import (
    SeasonLine,
    SeasonTable,
    cached_season_table,
    seasons_for,
)
from tournaments.seasons.words import ranking_value_text
from tournaments.sheets.models import ScoreSheet
from tournaments.web.access import may_open
from tournaments.web.answers import NextStep, allowed_step
from tournaments.words.choices import SheetState
from tournaments.words.formats import series_name

EVENTS_SHOWN = 8
AHEAD = 4  # today's events may be running
LONGEST_NAME = 60
SEASON_PLACES = 6
LEAST_LIKENESS, LEAST_LIKENESS_BY_SOUND = 0.8, 0.6
"""The least likeness of a name, from 0 to 1; less for names that sound alike."""
MOST_SIMILAR = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The club's page: recent events, the next one, and the season so far.

    ``next_day`` is the club's next regular day, None if there is none or an event comes
    first. ``leagues`` are those of a federation, which has no evenings.
    """

    lines: Sequence[EventLine]
    coming: EventLine | None
    season: Season | None
    table: SeasonTable | None
    next_day: date | None = None
    leagues: Sequence[League] = ()

    @property
    def running(self) -> list[EventLine]:
        return [line for line in self.lines if line.is_running]

    @property
    def last(self) -> EventLine | None:
        lines = (line for line in self.lines if line.has_result)
        return next((line for line in lines if not line.is_running), None)

    @property
    def places(self) -> list[tuple[SeasonLine, str, int]]:
        """The first of the season, their value, and its percentage of the best one."""
        if self.table is None:
            return []
        leaders = self.table.ranked[:SEASON_PLACES]
        best = max((line.row.value for line in leaders), default=0)
        return [
            (
                line,
                ranking_value_text(line.row.value, self.table.rule),
                max(0, int(100 * line.row.value / best)) if best > 0 else 0,
            )
            for line in leaders
        ]

    @property
    def rows(self) -> list[EventLine]:
        """The timetable: the next event, then the past ones, latest first."""
        is_extra = self.coming and self.coming.event not in [
            line.event for line in self.lines
        ]
        return [self.coming, *self.lines] if self.coming and is_extra else [*self.lines]


def home_for(user: User | AnonymousUser, *, today: date) -> Home:
    """Return the club's page as ``user`` may see it."""
    events: QuerySet[Any] = evenings_for(user).select_related("rule_set")
    recent = list(events.filter(date__lte=today)[:EVENTS_SHOWN])
    ahead = Q(date__gt=today) | Q(date=today, finished=0)
    upcoming = events.filter(ahead).order_by("date", "pk")
    lines = event_lines([*recent, *upcoming[:AHEAD]])
    coming = [line for line in lines[len(recent) :] if line.is_to_come]
    season = current_season(user, today=today)
    regular = regular_day(start=today, events=Event.objects.visible_to(user))
    is_later = coming and regular and coming[0].event.date < regular
    return Home(
        lines=lines[: len(recent)],
        coming=next(iter(coming), None),
        next_day=None if is_later else regular,
        season=season,
        table=cached_season_table(season, user=user, today=today) if season else None,
        leagues=() if lines else latest_leagues(user),
    )


def latest_leagues(user: User | AnonymousUser) -> list[League]:
    leagues = list(League.objects.visible_to(user).prefetch_related("divisions"))
    return [league for league in leagues if league.season == leagues[0].season]


def current_season(user: User | AnonymousUser, *, today: date) -> Season | None:
    """Return today's season, or else the latest that has begun."""
    begun_seasons = [
        season for season in seasons_for(user) if season.first_date <= today
    ]
    current = [season for season in begun_seasons if today <= season.last_date]
    return next(iter(current or begun_seasons), None)


def people_by_words(text: str, *, published_only: bool) -> list[AllTimeRow]:
    """Return the players whose displayed name contains each word of ``text``.

    Only names visible to the reader are searched, so hidden names are never found.
    Accounts find everybody, with a list or without. Three queries.
    """
    words = name_words(fold(text))
    if not words:
        return []
    table = all_time_ranking(published_only=published_only, guests=True, least=0)
    rows = [
        line.entry for line in table.places if matches_words(line.entry.player, words)
    ]
    if not published_only:
        others = Player.objects.matching(" ".join(words)).select_related("club")
        others = others.exclude(pk__in=[line.entry.player_id for line in table.places])
        without: dict[str, Any] = dict.fromkeys((*SUMMED, "years", "best_total"), 0)
        rows += [AllTimeRow(**person_columns(player), **without) for player in others]
    return sorted(rows, key=lambda row: row.name_key)


def pages_by_words(text: str, user: User | AnonymousUser) -> list[Page]:
    """Return the pages open to ``user`` whose name has each word of ``text``.

    They are those of the site, of the latest event up to today, and its lists.
    """
    words = name_words(fold(text))
    if not words:
        return []
    pages = [
        Page(label=label, url=reverse(name))
        for name, label in site_pages()
        if may_open(user, name)
    ]
    events = evenings_for(user).filter(date__lte=timezone.localdate())
    if event := events.first():
        pages += event_pages(event, user)
    return [page for page in pages if matches_words(page.label, words)]


def site_pages() -> Iterator[tuple[str, str]]:
    """Yield the address and the name of pages that are not about one event."""
    yield "events:list", _("Evenings")
    yield "events:create", _("New evening")
    yield "seasons:list", _("Season")
    yield "leagues:league-list", _("Leagues")
    yield "careers:all-time", _("All-time table")
    yield "careers:records", _("Records")
    yield "people:list", _("Members")
    yield "files:import-people", _("Paste many")
    yield "people:accounts", _("Accounts")
    yield "files:index", _("Files")
    yield "organisations:change", _("Our club")
    yield "sheets:calculator", _("Game value calculator")
    yield "sheets:shorthand", _("The shorthand")
    yield "join", _("On your phone")
    yield "help", _("Help")


def event_pages(event: Event, user: User | AnonymousUser) -> Iterator[Page]:
    """Yield the pages of an event, with its name, and its lists by series."""
    of_tabs = (page for tab in tabs_of(event, user, "") for page in tab.pages)
    for page in (*of_tabs, *more_pages(event, user)):
        yield replace(page, text=event.dated_name)
    if may_open(user, "papers:standings"):
        url = reverse("papers:standings", args=[event.pk])
        yield Page(label=_("Print the standings"), text=event.dated_name, url=url)
    sheets = ScoreSheet.objects.visible_to(user).filter(series__event=event)
    sheets = sheets.select_related("series")
    for sheet in sheets.order_by("series__number", "table_number"):
        where = f"{series_name(sheet.series.number)} · {event.dated_name}"
        yield Page(label=str(sheet), text=where, url=sheet.get_absolute_url())


def similar_people(text: str, *, published_only: bool) -> list[AllTimeRow]:
    """Return the players with names similar to ``text``, most similar first."""
    words = name_words(fold(text))
    if not words:
        return []
    table = all_time_ranking(published_only=published_only, guests=True, least=0)
    likeness = {
        line.entry: name_likeness(line.entry.player, words) for line in table.places
    }
    similar = [row for row in likeness if likeness[row]]
    similar.sort(key=lambda row: (-likeness[row], row.name_key))
    return similar[:MOST_SIMILAR]


def name_likeness(name: str, words: list[str]) -> float:
    """Return the likeness of a name to words: that of the least similar word.

    >>> round(name_likeness("Köster, Anna", ["kester"]), 2)
    0.92
    >>> name_likeness("Köster, Anna", ["kester", "emma"])
    0
    """
    parts = name_words(search_key(name))
    return min(
        max((word_likeness(part, word) for part in parts), default=0) for word in words
    )


def word_likeness(name: str, word: str) -> float:
    """Return the likeness of two words, 0 if they are not easily confused.

    >>> round(word_likeness("mueller", "miller"), 2)
    0.77
    >>> word_likeness("mueller", "meier"), word_likeness("emma", "anna")
    (0, 0)
    """
    ratio = SequenceMatcher(None, name, word).ratio()
    least = (
        LEAST_LIKENESS_BY_SOUND if sound_of(name) == sound_of(word) else LEAST_LIKENESS
    )
    return ratio if ratio >= least else 0


def matches_words(name: str, words: list[str]) -> bool:
    """Return whether each of ``words`` begins a word of ``name``, with ü as ue or u."""
    parts = name_words(search_key(name))
    return all(any(part.startswith(word) for part in parts) for word in words)


def name_words(name: str) -> list[str]:
    return name.replace(",", " ").replace("-", " ").split()


def next_step(home: Home, user: User | AnonymousUser) -> NextStep | None:
    """Return the reader's next step: that of the most urgent event.

    Without one it is a new evening, unless one is planned before the day it would get,
    but not for a federation with leagues.
    """
    event = waiting_event(user) or event_of_today(home)
    if not event and home.coming:
        is_first = home.coming.event.date < next_day(start=timezone.localdate())
        event = home.coming.event if is_first else None
    step = allowed_step(path.next_step(progress_of(event)), user) if event else None
    if event and step:
        return replace(step, text=" · ".join(filter(None, (event.name, step.text))))
    if home.leagues:
        return None
    return allowed_step(path.next_evening() if home.rows else first_step(), user)


def first_step() -> NextStep:
    """Return the first step of a new club: its people, then an evening."""
    if not Player.objects.members().exists():
        return NextStep(
            title=_("Who is in the club?"),
            text=_("Paste the names of the members, from wherever they are."),
            action=_("Paste many"),
            url=reverse("files:import-people"),
        )
    return NextStep(
        title=_("No evening yet"),
        text=_("Today, two series; everything may still be changed."),
        action=_("Open the evening"),
        url=reverse("events:create"),
        post={"as_usual": "first"},
        also=_("Another day, or different"),
        also_url=reverse("events:create"),
    )


def waiting_event(user: User | AnonymousUser) -> Event | None:
    """Return the latest event with lists to type, preferring lists with differences."""
    differing = ScoreSheet.objects.filter(
        series__event=OuterRef("pk"), state=SheetState.DIFFERS
    )
    events: QuerySet[Any] = evenings_for(user).annotate(differs=Exists(differing))
    waiting = events.filter(lists__gt=F("finished"), date__lte=timezone.localdate())
    event: Event | None = waiting.order_by("-differs", "-date", "-pk").first()
    return event


def event_of_today(home: Home) -> Event | None:
    if home.coming and home.coming.is_today:
        return home.coming.event
    recent = [line for line in home.lines if line.is_fresh]
    return recent[0].event if recent else None
