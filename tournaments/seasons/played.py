"""Reading what was played in a season: its evenings and their lists."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from scoring.seasons.rules import SeasonRule, Unit
from scoring.seasons.table import SeasonRow
from scoring.seasons.units import Held, ListResult, UnitTotal, units_of
from tournaments.events.models import Adjustment, Event
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.sheets.models import Result
from tournaments.sheets.selectors import plays_by_the_isko
from tournaments.words.choices import EventKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An event of the season; ``number`` counts them in the order of time."""

    number: int
    event_id: int
    name: str
    date: date
    is_published: bool
    is_released: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonList:
    """A list of one person: where to find it, and what it brought."""

    sheet_id: int
    table: int
    result: ListResult


@dataclass(frozen=True, kw_only=True)
class SeasonLists:
    """Everything that was played in a season, ready to be ranked by any rule.

    ``is_partial``: more was played, on evenings that the reader may not see.
    """

    evenings: tuple[Evening, ...]
    lists: tuple[SeasonList, ...]
    is_partial: bool = False

    @cached_property
    def results(self) -> tuple[ListResult, ...]:
        return tuple(one.result for one in self.lists)

    @cached_property
    def held(self) -> frozenset[Held]:
        """The series in which somebody finished a list."""
        return frozenset(Held(one.evening, one.series) for one in self.results)

    @cached_property
    def last(self) -> Evening | None:
        """The last evening on which a list was finished."""
        played = {one.evening for one in self.held}
        found = [evening for evening in self.evenings if evening.number in played]
        return found[-1] if found else None

    @cached_property
    def unpublished(self) -> tuple[Evening, ...]:
        """The evenings that count here and not in the table that everybody sees."""
        played = {one.evening for one in self.held}
        return tuple(
            evening
            for evening in self.evenings
            if evening.number in played and not evening.is_published
        )

    def before_last(self) -> tuple[list[ListResult], list[Held]]:
        """Return results and series without the last evening."""
        number = self.last.number if self.last else 0
        return (
            [one for one in self.results if one.evening < number],
            [one for one in self.held if one.evening < number],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedUnit:
    """A unit of the rule with the lists it is made of."""

    evening: Evening
    total: UnitTotal
    lists: tuple[SeasonList, ...]


def events_of(season: Season) -> Any:
    """Return the events that belong to ``season``, the oldest first.

    An evening under house rules compares with no other: it belongs when somebody
    says so.
    """
    said = SeasonEvent.objects.filter(season=season, event=OuterRef("pk"))
    belongs = Q(Exists(said.filter(belongs=True)))
    if season.takes_evenings:
        belongs |= Q(
            ~Exists(said.filter(belongs=False)),
            plays_by_the_isko(),
            kind=EventKind.EVENING,
            date__range=(season.first_date, season.last_date),
        )
    return Event.objects.filter(belongs).order_by("date", "pk")


def choosable_events(season: Season) -> QuerySet[Event]:
    """Return what may belong to ``season``: all of its time, and what does already."""
    in_time = Q(date__range=(season.first_date, season.last_date))
    belonging = Q(pk__in=events_of(season).order_by().values("pk"))
    found = Event.objects.filter(in_time | belonging).order_by("date", "pk")
    return found.select_related("rule_set")


def season_lists(season: Season, *, user: Any) -> SeasonLists:
    """Return the finished lists of ``season`` that ``user`` may read.

    Three queries, however many, and one for visitors: whether there are more.
    Decisions of the referee count on the person's list of that series (rules 2.5);
    without a list there is nothing they could count on.
    """
    belonging = events_of(season)
    evenings = tuple(
        Evening(
            number=number,
            event_id=pk,
            name=name,
            date=day,
            is_published=is_published,
            is_released=is_released,
        )
        for number, (pk, name, day, is_published, is_released) in enumerate(
            belonging.visible_to(user).values_list(
                "pk", "name", "date", "is_published", "is_released"
            ),
            1,
        )
    )
    numbers = {evening.event_id: evening.number for evening in evenings}
    lists = lists_in(numbers)
    adjust(lists, numbers)
    hidden = belonging.hidden_from(user).order_by()
    return SeasonLists(
        evenings=evenings,
        lists=tuple(lists.values()),
        is_partial=Result.objects.filter(series__event__in=hidden).exists(),
    )


ListKey = tuple[int, int]
LIST_COLUMNS = (
    "sheet",
    "player",
    "series__event",
    "series__number",
    "sheet__table_number",
    "sheet__table_size",
    "sheet__rounds",
    "total",
    "won",
    "lost",
    "player__is_guest",
)


def lists_in(numbers: dict[int, int]) -> dict[ListKey, SeasonList]:
    """Return the lists of events, by list and person. One query.

    Somebody who left a list and came back has one list, not two.
    """
    rows = (
        Result.objects.filter(series__event__in=list(numbers))
        .order_by("sheet", "place", "first_game")
        .values_list(*LIST_COLUMNS)
    )
    found: dict[ListKey, SeasonList] = {}
    for sheet, person, event, series, table, size, rounds, *counts, is_guest in rows:
        total, won, lost = counts
        if known := found.get((sheet, person)):
            found[sheet, person] = plus(known, total, won, lost)
            continue
        found[sheet, person] = SeasonList(
            sheet_id=sheet,
            table=table,
            result=ListResult(
                person=person,
                evening=numbers[event],
                series=series,
                total=total,
                won=won,
                lost=lost,
                players=size,
                games=rounds * size,
                is_guest=is_guest,
            ),
        )
    return found


def plus(known: SeasonList, total: int, won: int, lost: int) -> SeasonList:
    """Return ``known`` with more points and games."""
    result = replace(
        known.result,
        total=known.result.total + total,
        won=known.result.won + won,
        lost=known.result.lost + lost,
    )
    return replace(known, result=result)


def adjust(lists: dict[ListKey, SeasonList], numbers: dict[int, int]) -> None:
    """Count the referee's decisions in ``lists``. One query."""
    rows = Adjustment.objects.filter(series__event__in=list(numbers)).values_list(
        "player", "series__event", "series__number", "points", "won", "lost"
    )
    decided = list(rows)
    if not decided:
        return
    keys = {
        (one.result.person, one.result.evening, one.result.series): key
        for key, one in lists.items()
    }
    for person, event, series, points, won, lost in decided:
        key = keys.get((person, numbers[event], series))
        if key:
            lists[key] = plus(lists[key], points, won, lost)


def units_with_lists(
    rule: SeasonRule, row: SeasonRow, lists: Iterable[SeasonList], found: SeasonLists
) -> tuple[PlayedUnit, ...]:
    """Return the units of a row, each with its lists. No query."""
    left = sorted(lists, key=lambda one: (one.result.evening, one.result.series))
    evenings = {evening.number: evening for evening in found.evenings}
    units = []
    for total in row.units:
        own = [one for one in left if belongs_to(rule, one, total)]
        if rule.unit is Unit.LIST:
            own = own[:1]
        left = [one for one in left if one not in own]
        units.append(
            PlayedUnit(evening=evenings[total.evening], total=total, lists=tuple(own))
        )
    return tuple(units)


def belongs_to(rule: SeasonRule, one: SeasonList, unit: UnitTotal) -> bool:
    """Tell whether a list is part of a unit of the same person."""
    if rule.unit is Unit.LIST:
        return units_of(rule, [one.result]) == (replace(unit, struck=False),)
    return one.result.evening == unit.evening and unit.series in (
        None,
        one.result.series,
    )
