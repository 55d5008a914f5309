"""Reading results over the years, from the tallies (never from the games)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet, Sum

from scoring.lists.tallies import COUNTS, Tally, add_up
from scoring.ranking.standings import Placed, rank
from tournaments.events.results import EVENT, list_rows
from tournaments.events.standings.fields import club_name, people_by_pk
from tournaments.people.models import Player
from tournaments.sheets.models import ListTally, YearTally
from tournaments.sheets.selectors import plays_by_the_isko

OFFICIAL = plays_by_the_isko(f"{EVENT}__rule_set")
"""The condition on lists that they were played by the official rules."""
ENOUGH_LISTS = 24  # for an average to be worth a place, in a club that has played long


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonYear:
    """The results of one person in one year, or in all years if ``year`` is None.

    ``best_total`` is that of a single list.
    """

    year: int | None
    lists: int
    best_total: int
    tally: Tally

    @property
    def average(self) -> Fraction:
        return Fraction(self.tally.total, self.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTimeRow:
    """A person's line in the all-time table; ``years`` counts years with a list."""

    player_id: int
    player: str
    name_key: str
    has_page: bool
    club: str
    is_guest: bool
    years: int
    lists: int
    total: int
    won: int
    lost: int
    others_lost: int
    best_total: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.lists)

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
SUMMED = ("lists", "total", "won", "lost", "others_lost")


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
        """The percentage of lists on which the person was ahead."""
        return round(Fraction(100 * self.ahead, self.lists))


def year_rows(*, published_only: bool) -> QuerySet[YearTally]:
    """Return the years that the reader may see."""
    rows = YearTally.objects.order_by()
    return rows.filter(is_published=True) if published_only else rows


def person_years(player_id: int, *, published_only: bool) -> list[PersonYear]:
    """Return the years of a person, the latest first. One query."""
    names = ("year", "lists", "best_total", *COUNTS)
    rows = year_rows(published_only=published_only).filter(player=player_id)
    parts = [
        PersonYear(
            year=year,
            lists=lists,
            best_total=best,
            tally=Tally(**dict(zip(COUNTS, counts, strict=True))),
        )
        for year, lists, best, *counts in rows.values_list(*names)
    ]
    parts.sort(key=attrgetter("year"), reverse=True)
    by_year = groupby(parts, key=attrgetter("year"))
    return [sum_of_years(same_year, year) for year, same_year in by_year]


def sum_of_years(years: Iterable[PersonYear], year: int | None = None) -> PersonYear:
    """Return one or more years added up. No query."""
    parts = list(years)
    return PersonYear(
        year=year,
        lists=sum(part.lists for part in parts),
        best_total=max(part.best_total for part in parts),
        tally=add_up(part.tally for part in parts),
    )


def years_played(*, published_only: bool) -> list[int]:
    """Return the years with a list, the latest first. One query."""
    rows = year_rows(published_only=published_only)
    return list(rows.values_list("year", flat=True).distinct().order_by("-year"))


def all_time_rows(*, published_only: bool, year: int | None = None) -> list[AllTimeRow]:
    """Return everyone with a finished list, by name. Two queries."""
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
        AllTimeRow(
            player_id=pk,
            player=people[pk].sorted_name,
            name_key=people[pk].sort_key,
            has_page=people[pk].has_page,
            club=club_name(people[pk]),
            is_guest=people[pk].is_guest,
            **row,
        )
        for pk, row in by_player.items()
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
    """Rank members, and guests if asked for, over one or all years. Two queries.

    By default an average needs half as many lists as the person with most lists, and
    at most ``ENOUGH_LISTS``.
    """
    rows = [
        row
        for row in all_time_rows(published_only=published_only, year=year)
        if guests or not row.is_guest
    ]
    if least is None:
        most = max((row.lists for row in rows), default=0)
        least = min(ENOUGH_LISTS, most // 2) if by in NEED_ENOUGH else 0
    places = rank((row for row in rows if row.lists >= least), by=RANKED_BY[by])
    return AllTimeRanking(by=by, year=year, least=least, guests=guests, places=places)


def companions(player_id: int, *, published_only: bool) -> list[Companion]:
    """Return the players met by a person, most joint lists first. Two queries."""
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
    """Tell whether a person has a list that the reader may see. One query."""
    rows = list_rows(published_only=published_only)
    return rows.filter(player=player_id).exists()


def years_with_lists(player_id: int, *, published_only: bool) -> list[int]:
    """Return a person's years with a list by any rules, the last first. One query."""
    rows = list_rows(published_only=published_only).filter(player=player_id)
    return list(rows.values_list("year", flat=True).distinct().order_by("-year"))
