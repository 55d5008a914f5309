"""Reading results over the years, from the tallies (never from the games)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
)
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lists.tallies import COUNTS, GREATEST, Tally, add_up
from scoring.ranking.standings import Placed, rank
from tournaments.events.models import Adjustment, Event, Series
from tournaments.events.results import EVENT, PersonRow, list_rows
from tournaments.events.seats.selectors import with_progress
from tournaments.events.standings.selectors import people_by_pk, person_columns
from tournaments.events.standings.words import MOST_PROVISIONAL, provisional_text
from tournaments.people.models import Player
from tournaments.people.names.mentions import reader_mentions
from tournaments.scope.scope import DRAW, RESULTS, shown_condition
from tournaments.sheets.models import ListTally, Seat, YearTally
from tournaments.sheets.selectors import (
    event_is_public,
    may_be_record,
    plays_by_the_isko,
)
from tournaments.words.choices import EventKind
from tournaments.words.formats import figure_text

OFFICIAL = plays_by_the_isko(f"{EVENT}__rule_set")
"""The condition on lists that they were played by the official rules."""
ENOUGH_LISTS = 24  # for an average to be worth a place, in a club that has played long


def average_of_lists(points: int, lists: int) -> Fraction | None:
    """Return the points per list; None of no lists, or if nobody has counted them."""
    return Fraction(points, lists) if lists else None


def lists_text(lists: int, uncounted: int) -> str:
    """Return a number of lists, with a plus if there are others nobody has counted.

    >>> [lists_text(*counts) for counts in ((27, 0), (27, 12_003), (0, 12_003))]
    ['27', '27+', '–']
    """
    return figure_text(lists or None) + "+" * bool(lists and uncounted)


def provisional_note(
    user: Any, *, people: Collection[int] = (), year: int | None = None
) -> str:
    """Return which events of a year, or of people, are not final. One query."""
    events = Event.objects.visible_to(user).filter(plays_by_the_isko())
    if year:
        events = events.filter(date__year=year)
    if people:
        seats = Seat.objects.filter(series__event=OuterRef("pk"), player__in=people)
        tallies = ListTally.objects.filter(player__in=people, **{EVENT: OuterRef("pk")})
        events = events.filter(Exists(seats) | Exists(tallies))
    has_result = Q(finished__gt=0) | Q(announced_at__isnull=False)
    provisional = with_progress(events).filter(has_result, is_released=False)
    latest = provisional.order_by("-date", "-pk")[: MOST_PROVISIONAL + 1]
    return provisional_text(list(latest))


def uncounted_text(rows: Iterable[Any]) -> str:
    """Return what has to be said of points whose lists nobody has counted."""
    if not any(row.uncounted for row in rows):
        return ""
    return _(
        "Nobody has counted the lists of some points. They are in the total, but in no "
        "average; a plus stands behind the lists that are known."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonYear:
    """The results of one person in one year, or in all years if ``year`` is None.

    ``uncounted`` are the points whose lists nobody has counted.
    """

    year: int | None
    lists: int
    uncounted: int
    best_total: int
    tally: Tally

    @property
    def average(self) -> Fraction | None:
        return average_of_lists(self.tally.total - self.uncounted, self.lists)

    @property
    def lists_text(self) -> str:
        return lists_text(self.lists, self.uncounted)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTimeRow(PersonRow):
    """A person's line in the all-time table; ``years`` counts years with a list."""

    is_guest: bool
    years: int
    uncounted: int
    others_lost: int
    best_total: int

    @property
    def average(self) -> Fraction | None:
        return average_of_lists(self.total - self.uncounted, self.lists)

    @property
    def lists_text(self) -> str:
        return lists_text(self.lists, self.uncounted)

    @property
    def success(self) -> Fraction:
        """The share of declared games that were won; 0 without a declared game."""
        return Fraction(self.won, self.won + self.lost or 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTimeRanking:
    """The table of all years or of one, of people with at least ``least`` lists."""

    by: str
    year: int | None
    least: int
    guests: bool
    places: list[Placed[AllTimeRow]]
    provisional: str = ""

    @property
    def uncounted(self) -> str:
        return uncounted_text(line.entry for line in self.places)

    @property
    def note(self) -> str:
        """Return what papers and files say of the numbers."""
        return " ".join(filter(None, (self.provisional, self.uncounted)))


RANKED_BY: Mapping[str, Callable[[AllTimeRow], tuple[Any, ...]]] = {
    "total": lambda row: (row.total, row.won, -row.lost),
    "average": lambda row: (row.average, row.won),
    "best": lambda row: (row.best_total,),
    "won": lambda row: (row.won, -row.lost),
    "success": lambda row: (row.success, row.won),
    "lists": lambda row: (row.lists, row.total),
}
"""The values that may rank the all-time table; the keys are used in addresses."""

NEED_ENOUGH = {"average", "success"}
SUMMED = ("lists", "uncounted", "total", "won", "lost", "others_lost")


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """A player at the same tables: joint lists, points of both, lists ahead."""

    player: Player
    lists: int
    own_total: int
    other_total: int
    ahead: int
    behind: int

    @property
    def own_average(self) -> Fraction:
        return Fraction(self.own_total, self.lists)

    @property
    def other_average(self) -> Fraction:
        return Fraction(self.other_total, self.lists)

    @property
    def share_ahead(self) -> int:
        return round(Fraction(100 * self.ahead, self.lists))


def year_rows(*, published_only: bool) -> QuerySet[YearTally]:
    rows = YearTally.objects.order_by()
    return rows.filter(is_published=True) if published_only else rows


def person_years(player_id: int, *, published_only: bool) -> list[PersonYear]:
    """Return the years of a person, the latest first."""
    rows = year_rows(published_only=published_only).filter(player=player_id)
    sums = {name: Max(name) if name in GREATEST else Sum(name) for name in COUNTS}
    years = rows.values_list("year").annotate(
        Sum("lists"), Sum("uncounted"), Max("best_total"), **sums
    )
    return [
        PersonYear(
            year=year,
            lists=lists,
            uncounted=uncounted,
            best_total=best,
            tally=Tally(**dict(zip(COUNTS, counts, strict=True))),
        )
        for year, lists, uncounted, best, *counts in years.order_by("-year")
    ]


def sum_of_years(years: Iterable[PersonYear], year: int | None = None) -> PersonYear:
    parts = list(years)
    return PersonYear(
        year=year,
        lists=sum(part.lists for part in parts),
        uncounted=sum(part.uncounted for part in parts),
        best_total=max(part.best_total for part in parts),
        tally=add_up(part.tally for part in parts),
    )


def years_played(*, published_only: bool) -> list[int]:
    rows = year_rows(published_only=published_only)
    return list(rows.values_list("year", flat=True).distinct().order_by("-year"))


def all_time_rows(*, published_only: bool, year: int | None = None) -> list[AllTimeRow]:
    """Return everyone with a finished list, by name."""
    rows = year_rows(published_only=published_only)
    if year is not None:
        rows = rows.filter(year=year)
    sums: Any = rows.values("player").annotate(
        years=Count("year", distinct=True),
        **{name: Sum(name) for name in SUMMED},
        best_total=Max("best_total"),
    )
    by_player = {row.pop("player"): row for row in sums}
    people = people_by_pk(by_player)
    table_rows = [
        AllTimeRow(**person_columns(people[pk]), **row) for pk, row in by_player.items()
    ]
    return sorted(table_rows, key=attrgetter("name_key"))


def all_time_ranking(
    *,
    published_only: bool,
    by: str = "total",
    year: int | None = None,
    least: int | None = None,
    guests: bool = False,
) -> AllTimeRanking:
    """Rank members, and guests if asked for, over one or all years.

    By default an average needs half as many lists as the person with most lists, and at
    most ``ENOUGH_LISTS``.
    """
    rows = [
        row
        for row in all_time_rows(published_only=published_only, year=year)
        if guests or not row.is_guest
    ]
    if least is None:
        most = max((row.lists for row in rows), default=0)
        least = min(ENOUGH_LISTS, most // 2) if by in NEED_ENOUGH else 0
    if by == "average":
        least = max(least, 1)
    places = rank((row for row in rows if row.lists >= least), by=RANKED_BY[by])
    return AllTimeRanking(by=by, year=year, least=least, guests=guests, places=places)


def companions(player_id: int, *, published_only: bool) -> list[Companion]:
    """Return the players met by a person, most joint lists first."""
    other_lists = (
        list_rows(published_only=published_only)
        .filter(OFFICIAL, sheet__tallies__player=player_id)
        .exclude(player=player_id)
    )
    sums: Any = other_lists.values("player").annotate(
        lists=Count("pk"),
        own_total=Sum("sheet__tallies__total"),
        other_total=Sum("total"),
        ahead=Count("pk", filter=Q(sheet__tallies__total__gt=F("total"))),
        behind=Count("pk", filter=Q(sheet__tallies__total__lt=F("total"))),
    )
    by_player = {row.pop("player"): row for row in sums}
    people = people_by_pk(by_player)
    met = [Companion(player=people[pk], **row) for pk, row in by_player.items()]
    return sorted(met, key=lambda other: (-other.lists, other.player.sort_key))


def lists_in_year(
    player_id: int, year: int, *, published_only: bool
) -> QuerySet[ListTally]:
    """Return the lists of a person in a year, the latest first, with their events."""
    rows = list_rows(published_only=published_only).filter(player=player_id, year=year)
    return rows.select_related(f"{EVENT}__rule_set").order_by(
        f"-{EVENT}__date", f"-{EVENT}", "-sheet__series__number"
    )


def has_lists(player_id: int, *, published_only: bool) -> bool:
    rows = list_rows(published_only=published_only)
    return rows.filter(player=player_id).exists()


def years_with_lists(player_id: int, *, published_only: bool) -> list[int]:
    """Return a person's years with a list by any rules, the last first."""
    rows = list_rows(published_only=published_only).filter(player=player_id)
    return list(rows.values_list("year", flat=True).distinct().order_by("-year"))


FORM_LISTS = 12
CONTESTS = (EventKind.EVENING, EventKind.TOURNAMENT, EventKind.CHAMPIONSHIP)


@dataclass(kw_only=True)
class CareerEvent:
    """The lists of the person on one day of play, added up.

    ``is_whole`` is true if no part of that day is withheld from the reader,
    ``may_be_record`` if no part contradicts itself; those that are shown get their
    ``event``.
    """

    event_id: int
    kind: str
    date: date
    total: int
    lists: int = 1
    is_whole: bool = True
    may_be_record: bool = True
    event: Event | None = None


@dataclass(kw_only=True)
class CareerList(CareerEvent):
    """A list of the person by the official rules, with its day."""

    sheet_id: int
    won: int
    best_run: int


class FormPoint(NamedTuple):
    """The average of the last lists after a day of play."""

    date: date
    average: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The best days of a person, their form, and the days they won."""

    best_list: CareerList | None
    best_evening: CareerEvent | None
    longest_run: CareerList
    form: tuple[FormPoint, ...]
    won: tuple[CareerEvent, ...]

    @property
    def evenings_won(self) -> int:
        return sum(event.kind == EventKind.EVENING for event in self.won)

    @property
    def cups(self) -> tuple[CareerEvent, ...]:
        """The tournaments won, the latest first."""
        cups = [event for event in self.won if event.kind != EventKind.EVENING]
        return tuple(reversed(cups))


COLUMNS = {
    "sheet_id": "sheet",
    "event_id": EVENT,
    "kind": f"{EVENT}__kind",
    "date": f"{EVENT}__date",
    "total": "total",
    "lists": "lists",
    "won": "won",
    "best_run": "best_run",
    "is_whole": "is_whole",
    "may_be_record": "may_be_record",
}


def person_story(player_id: int, *, published_only: bool) -> Story | None:
    """Return the story of a person; None without a list."""
    lists = career_lists(player_id, published_only=published_only)
    if not lists:
        return None
    days = career_events(lists)
    single = [each for each in lists if each.lists == 1 and each.may_be_record]
    evenings = [
        day
        for day in days
        if day.kind == EventKind.EVENING and day.is_whole and day.may_be_record
    ]
    best_list = max(single, key=lambda result: result.total, default=None)
    best_evening = max(evenings, key=lambda result: result.total, default=None)
    longest_run = max(lists, key=lambda result: result.best_run)
    won = days_won(player_id, days)
    shown = [each for each in (best_list, best_evening, longest_run, *won) if each]
    events = Event.objects.in_bulk({each.event_id for each in shown})
    for each in shown:
        each.event = events[each.event_id]
    return Story(
        best_list=best_list,
        best_evening=best_evening,
        longest_run=longest_run,
        form=form_points([each for each in lists if each.lists]),
        won=won,
    )


def career_lists(player_id: int, *, published_only: bool) -> list[CareerList]:
    """Return the lists of a person, the oldest first."""
    is_whole = event_is_public() if published_only else Value(True)
    rows = (
        list_rows(published_only=published_only)
        .filter(OFFICIAL, player=player_id)
        .annotate(
            is_whole=is_whole,
            may_be_record=ExpressionWrapper(may_be_record(), BooleanField()),
        )
        .order_by(f"{EVENT}__date", EVENT, "sheet__series__number", "sheet")
        .values_list(*COLUMNS.values())
    )
    lists = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    return [CareerList(**reader_mentions().public_copy(row)) for row in lists]


def career_events(lists: Sequence[CareerList]) -> list[CareerEvent]:
    events = []
    for _event, group in groupby(lists, key=attrgetter("event_id")):
        event_lists = list(group)
        first = event_lists[0]
        events.append(
            CareerEvent(
                event_id=first.event_id,
                kind=first.kind,
                date=first.date,
                total=sum(result.total for result in event_lists),
                lists=sum(result.lists for result in event_lists),
                is_whole=first.is_whole,
                may_be_record=all(result.may_be_record for result in event_lists),
            )
        )
    return events


def form_points(
    lists: Sequence[CareerList], window: int = FORM_LISTS
) -> tuple[FormPoint, ...]:
    """Return the average of the last ``window`` lists after each day of play.

    It starts once there are half as many lists. A total of many lists counts with its
    average, for as many lists as the window still has room.
    """
    points, count = [], 0
    for end, (result, following) in enumerate(zip_longest(lists, lists[1:]), 1):
        count += result.lists
        if count * 2 < window or (following and following.event_id == result.event_id):
            continue
        room, total = window, Fraction(0)
        for recent in reversed(lists[max(0, end - window) : end]):
            taken = min(room, recent.lists)
            total += Fraction(recent.total * taken, recent.lists)
            room -= taken
        points.append(FormPoint(result.date, total / (window - room)))
    return tuple(points)


def days_won(player_id: int, days: Sequence[CareerEvent]) -> tuple[CareerEvent, ...]:
    """Return the days on which nobody had more points.

    A day counts once all its lists are finished and shown, if more than one person
    played; decisions of the referee are included.
    """
    events = [day.event_id for day in days if day.kind in CONTESTS]
    # Withheld results would present the winner of a part as the winner of the day.
    is_unknown = Q(sheets__isnull=False, sheets__finished_at=None)
    is_unknown |= ~shown_condition(DRAW, RESULTS)
    open_series = Series.objects.filter(is_unknown, event__in=events)
    still_open = set(open_series.values_list("event", flat=True))
    lists = list_rows(published_only=False).filter(**{f"{EVENT}__in": events})
    decisions = Adjustment.objects.order_by().filter(series__event__in=events)
    points: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for event, player, total in (
        *lists.values_list(EVENT, "player").annotate(Sum("total")),
        *decisions.values_list("series__event", "player").annotate(Sum("points")),
    ):
        points[event][player] += total
    return tuple(
        day
        for day in days
        if day.event_id in points
        and day.event_id not in still_open
        and has_most_points(points[day.event_id], player_id)
    )


def has_most_points(points: dict[int, int], player_id: int) -> bool:
    """Tell whether nobody has more points.

    >>> has_most_points({1: 900, 2: 900, 3: 10}, 2), has_most_points({1: 900}, 1)
    (True, False)
    """
    return len(points) > 1 and points.get(player_id) == max(points.values())


Membership = tuple[bool, int | None]


def past_changes(player: Player, *, before: Membership) -> str:
    """Return what the membership of ``player``, new since ``before``, changes.

    Tables know membership and club as of today only. Empty if nothing changes. One
    query.
    """
    if (player.is_guest, player.club_id) == before:
        return ""
    events = Event.objects.filter(series__sheets__seats__player=player)
    count = events.distinct().count()
    if not count:
        return ""
    clubs = ngettext(
        "%(count)d earlier event shows the club of today.",
        "%(count)d earlier events show the club of today.",
        count,
    ) % {"count": count}
    if player.is_guest == before[0]:
        return clubs
    counted = (
        _("Seasons that have ended and the all-time table count %(name)s as a guest.")
        if player.is_guest
        else _(
            "Seasons that have ended and the all-time table count %(name)s as a member."
        )
    ) % {"name": player}
    return f"{counted} {clubs}"
