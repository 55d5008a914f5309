"""Reading the evenings of a season and their lists."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Sum

from scoring.seasons.rules import (
    HeldSeries,
    ListResult,
    SeasonRule,
    Unit,
    UnitTotal,
    units_of,
)
from scoring.seasons.table import SeasonRow
from tournaments.events.models import Adjustment, Event
from tournaments.events.seats.selectors import with_progress
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.sheets.models import Result
from tournaments.sheets.selectors import plays_by_the_isko
from tournaments.words.choices import EventKind

NAMED_WITH = ("name", "kind", "day_number", "group_number", "date")
"""What the name of an event with its day is made from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonList:
    sheet_id: int
    table: int
    result: ListResult


@dataclass(frozen=True, kw_only=True)
class SeasonLists:
    """All lists of a season, ready to be ranked by any rule.

    ``evenings`` are its events ``with_progress``, with the ``number`` of each by date.
    ``is_partial`` is true if there are more lists that the reader may not see,
    ``counts_games`` if the season's rule asks for the games of each.
    """

    evenings: tuple[Any, ...]
    lists: tuple[SeasonList, ...]
    is_partial: bool = False
    counts_games: bool = False

    @cached_property
    def results(self) -> tuple[ListResult, ...]:
        return tuple(season_list.result for season_list in self.lists)

    @property
    def may_lack_games(self) -> bool:
        """Whether there are former years among them, whose games may be unknown."""
        return any(evening.source for evening in self.evenings)

    @cached_property
    def has_unknown(self) -> bool:
        """Whether nobody knows of how many lists some of the totals are."""
        return any(result.lists == 0 for result in self.results)

    @cached_property
    def lacks_games(self) -> bool:
        """Whether nobody knows the games of some results, and the rule needs them."""
        return self.counts_games and None in {each.played for each in self.results}

    @cached_property
    def held_series(self) -> frozenset[HeldSeries]:
        """The series with a finished list."""
        return frozenset(
            HeldSeries(result.evening, result.series) for result in self.results
        )

    @cached_property
    def held_evenings(self) -> tuple[Any, ...]:
        numbers = {series.evening for series in self.held_series}
        return tuple(evening for evening in self.evenings if evening.number in numbers)

    @cached_property
    def last(self) -> Any:
        return self.held_evenings[-1] if self.held_evenings else None

    @cached_property
    def provisional(self) -> tuple[Any, ...]:
        """The evenings that are not final, the latest first."""
        return tuple(
            each
            for each in reversed(self.evenings)
            if not each.is_released and (each.finished or each.announced_at)
        )

    @cached_property
    def unpublished(self) -> tuple[Any, ...]:
        """The evenings that count here but not in the public table."""
        return tuple(
            evening for evening in self.held_evenings if not evening.is_published
        )

    def before_last(self) -> tuple[list[ListResult], list[HeldSeries]]:
        number = self.last.number if self.last else 0
        return (
            [result for result in self.results if result.evening < number],
            [series for series in self.held_series if series.evening < number],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedUnit:
    evening: Any
    total: UnitTotal
    lists: tuple[SeasonList, ...]

    @property
    def has_games(self) -> bool:
        """Whether the games are known, as those of a former year may not be."""
        return bool(not self.evening.source or self.total.won or self.total.lost)


def season_events(season: Season) -> Any:
    """Return the events that belong to ``season``, the oldest first.

    An evening under house rules cannot be compared with others, so it belongs only if
    it was added explicitly.
    """
    choices = SeasonEvent.objects.filter(season=season, event=OuterRef("pk"))
    belongs = Q(Exists(choices.filter(belongs=True)))
    if season.takes_evenings:
        belongs |= Q(
            ~Exists(choices.filter(belongs=False)),
            plays_by_the_isko(),
            kind=EventKind.EVENING,
            date__range=(season.first_date, season.last_date),
        )
    return Event.objects.filter(belongs).order_by("date", "pk")


def choosable_events(season: Season) -> QuerySet[Event]:
    """Return the events of the season's period, and others that belong already."""
    in_time = Q(date__range=(season.first_date, season.last_date))
    already_chosen = Q(pk__in=season_events(season).order_by().values("pk"))
    events = Event.objects.filter(in_time | already_chosen).order_by("date", "pk")
    return events.select_related("rule_set")


def season_lists(season: Season, *, user: Any) -> SeasonLists:
    """Return the finished lists of ``season`` that ``user`` may read.

    Decisions of the referee count on the person's list of that series (rules 2.5);
    without such a list they have no effect.
    """
    events = season_events(season)
    columns = (*NAMED_WITH, "source", "is_published", "is_released", "announced_at")
    evenings: Any = with_progress(events.visible_to(user).only(*columns))
    for number, evening in enumerate(evenings, 1):
        evening.number = number
    numbers = {evening.pk: evening.number for evening in evenings}
    hidden = events.hidden_from(user).order_by()
    return SeasonLists(
        evenings=tuple(evenings),
        lists=lists_of_events(numbers),
        is_partial=Result.objects.filter(series__event__in=hidden).exists(),
        counts_games=season.rule_with(()).counts_games,
    )


LIST_COLUMNS = (
    "sheet",
    "player",
    "series__event",
    "series__number",
    "sheet__table_number",
    "sheet__table_size",
    "sheet__rounds",
    "sheet__stands_for",
    "player__is_guest",
)
NO_DECISION = (0, 0, 0)


def lists_of_events(numbers: dict[int, int]) -> tuple[SeasonList, ...]:
    """Return the lists of events, each with what the referee decided about it.

    A player who left a list and came back has one list, not two. The list of a former
    year has no last game: nobody knows how many it had.
    """
    in_events = {"series__event__in": list(numbers)}
    columns = ("player", "series__event", "series__number")
    decisions = Adjustment.objects.filter(**in_events).order_by().values_list(*columns)
    sums = decisions.annotate(Sum("points"), Sum("won"), Sum("lost"))
    decided = {row[:3]: row[3:] for row in sums}
    results = Result.objects.filter(**in_events).order_by("sheet_id", "player_id")
    rows: Any = results.values_list(*LIST_COLUMNS)
    rows = rows.annotate(
        *(Sum("total"), Sum("won"), Sum("lost"), Max("last_game")),
        games=Sum(F("last_game") - F("first_game") + 1),
    )
    lists = []
    for sheet, person, event, series, table, size, rounds, stands, *more in rows:
        is_guest, total, won, lost, last_game, games = more
        # Of two lists in one series it changes one.
        points, more_won, more_lost = decided.pop((person, event, series), NO_DECISION)
        result = ListResult(
            person=person,
            evening=numbers[event],
            series=series,
            total=total + points,
            won=won + more_won,
            lost=lost + more_lost,
            players=size,
            games=rounds * size,
            played=games if last_game else None,
            lists=1 if stands is None else stands,
            is_guest=is_guest,
        )
        lists.append(SeasonList(sheet_id=sheet, table=table, result=result))
    return tuple(lists)


def units_with_lists(
    rule: SeasonRule, row: SeasonRow, lists: Iterable[SeasonList], played: SeasonLists
) -> tuple[PlayedUnit, ...]:
    """Return the units of a row, each with its lists."""
    remaining = sorted(lists, key=attrgetter("result.evening", "result.series"))
    evenings = {evening.number: evening for evening in played.evenings}
    units = []
    for total in row.units:
        unit_lists = [item for item in remaining if is_in_unit(rule, item, total)]
        if rule.unit is Unit.LIST:
            unit_lists = unit_lists[:1]
        remaining = [item for item in remaining if item not in unit_lists]
        evening = evenings[total.evening]
        units.append(PlayedUnit(evening=evening, total=total, lists=tuple(unit_lists)))
    return tuple(units)


def is_in_unit(rule: SeasonRule, season_list: SeasonList, unit: UnitTotal) -> bool:
    if rule.unit is Unit.LIST:
        return replace(unit, struck=False) in units_of(rule, [season_list.result])
    is_in_series = unit.series in (None, season_list.result.series)
    return is_in_series and season_list.result.evening == unit.evening
