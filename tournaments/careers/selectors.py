"""Reading what people did over the years, from the tallies (never from the games)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet, Sum

from scoring.lists.tallies import COUNTS, Tally, add_up
from scoring.ranking.standings import Placed, rank
from tournaments.events.standings.fields import club_name, people_by_pk
from tournaments.events.tallies import EVENT, list_rows
from tournaments.sheets.models import ListTally, YearTally

ENOUGH_LISTS = 24  # for an average to be worth a place, in a club that has played long


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonYear:
    """What one person did in one year, or in all of them where ``year`` is None.

    ``best_total`` and ``most_won`` are of one list.
    """

    year: int | None
    lists: int
    best_total: int
    most_won: int
    tally: Tally

    @property
    def average(self) -> Fraction:
        return Fraction(self.tally.total, self.lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTimeRow:
    """A person's line in the all-time table; ``years`` counts those with a list."""

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
        """The share of the own games that were won; 0 for who declared none."""
        return Fraction(self.won, self.won + self.lost or 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllTime:
    """The all-time table, or that of a year: who has at least ``least`` lists."""

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
"""What may rank the all-time table; the keys stand in addresses."""

NEED_ENOUGH = {"average", "success"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """Somebody at the same tables: lists together, points of both, lists ahead."""

    player_id: int
    player: str
    has_page: bool
    lists: int
    total: int
    other_total: int
    ahead: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.total, self.lists)

    @property
    def other_average(self) -> Fraction:
        return Fraction(self.other_total, self.lists)

    @property
    def share_ahead(self) -> int:
        """On how many of a hundred lists the person was ahead."""
        return round(Fraction(100 * self.ahead, self.lists))


def year_rows(*, published_only: bool) -> QuerySet[YearTally]:
    """Return the years that a reader may see."""
    rows = YearTally.objects.order_by()
    return rows.filter(is_published=True) if published_only else rows


def person_years(player_id: int, *, published_only: bool) -> list[PersonYear]:
    """Return the years of a person, the latest first. One query."""
    names = ("year", "lists", "best_total", "most_won", *COUNTS)
    rows = year_rows(published_only=published_only).filter(player=player_id)
    found: dict[int, PersonYear] = {}
    for year, lists, best, most_won, *counts in rows.values_list(*names):
        one = PersonYear(
            year=year,
            lists=lists,
            best_total=best,
            most_won=most_won,
            tally=Tally(**dict(zip(COUNTS, counts, strict=True))),
        )
        known = found.get(year)
        found[year] = added([known, one], year) if known else one
    return sorted(found.values(), key=lambda one: -(one.year or 0))


def added(years: Iterable[PersonYear], year: int | None = None) -> PersonYear:
    """Return several years, of which there is one, as one. No query."""
    found = list(years)
    return PersonYear(
        year=year,
        lists=sum(one.lists for one in found),
        best_total=max(one.best_total for one in found),
        most_won=max(one.most_won for one in found),
        tally=add_up(one.tally for one in found),
    )


def years_played(*, published_only: bool) -> list[int]:
    """Return the years with a list, the latest first. One query."""
    rows = year_rows(published_only=published_only)
    return list(rows.values_list("year", flat=True).distinct().order_by("-year"))


def all_time(*, published_only: bool, year: int | None = None) -> list[AllTimeRow]:
    """Return everybody who finished a list, by name. Two queries."""
    rows = year_rows(published_only=published_only)
    if year is not None:
        rows = rows.filter(year=year)
    sums = list(
        rows.values_list("player").annotate(
            Count("year", distinct=True),
            *map(Sum, ("lists", "total", "won", "lost", "others_lost")),
            Max("best_total"),
        )
    )
    people = people_by_pk(pk for pk, *_numbers in sums)
    found = [
        AllTimeRow(
            player_id=pk,
            player=people[pk].sorted_name,
            name_key=people[pk].sort_key,
            has_page=people[pk].has_page,
            club=club_name(people[pk]),
            is_guest=people[pk].is_guest,
            years=years,
            lists=lists,
            total=total,
            won=won,
            lost=lost,
            others_lost=others_lost,
            best_total=best,
        )
        for pk, years, lists, total, won, lost, others_lost, best in sums
    ]
    return sorted(found, key=lambda row: row.name_key)


def all_time_table(
    *,
    published_only: bool,
    by: str = "total",
    year: int | None = None,
    least: int | None = None,
    guests: bool = False,
) -> AllTime:
    """Rank members, or guests as well, over all years or one. Two queries.

    Unless said otherwise, an average needs half as many lists as the most diligent
    has played, or ``ENOUGH_LISTS``.
    """
    rows = [
        row
        for row in all_time(published_only=published_only, year=year)
        if guests or not row.is_guest
    ]
    if least is None:
        most = max((row.lists for row in rows), default=0)
        least = min(ENOUGH_LISTS, most // 2) if by in NEED_ENOUGH else 0
    places = rank((row for row in rows if row.lists >= least), by=RANKED_BY[by])
    return AllTime(by=by, year=year, least=least, guests=guests, places=places)


def companions_of(player_id: int, *, published_only: bool) -> list[Companion]:
    """Return with whom a person sat at a table, most lists first. Two queries."""
    others = (
        list_rows(published_only=published_only)
        .filter(sheet__tallies__player=player_id, **{f"{EVENT}__rule_set": None})
        .exclude(player=player_id)
    )
    rows = list(
        others.values_list("player").annotate(
            lists=Count("pk"),
            own=Sum("sheet__tallies__total"),
            others=Sum("total"),
            ahead=Count("pk", filter=Q(sheet__tallies__total__gt=F("total"))),
        )
    )
    people = people_by_pk(pk for pk, *_numbers in rows)
    found = [
        Companion(
            player_id=pk,
            player=people[pk].name,
            has_page=people[pk].has_page,
            lists=lists,
            total=total,
            other_total=other_total,
            ahead=ahead,
        )
        for pk, lists, total, other_total, ahead in rows
    ]
    return sorted(found, key=lambda one: (-one.lists, people[one.player_id].sort_key))


def lists_in_year(
    player_id: int, year: int, *, published_only: bool
) -> QuerySet[ListTally]:
    """Return the lists of a person in a year, the latest first, with their events."""
    rows = list_rows(published_only=published_only).filter(player=player_id, year=year)
    return rows.select_related(f"{EVENT}__rule_set").order_by(
        f"-{EVENT}__date", f"-{EVENT}", "-sheet__series__number"
    )


def has_lists(player_id: int, *, published_only: bool) -> bool:
    """Tell whether there is a list of a person that a reader may see. One query."""
    rows = list_rows(published_only=published_only)
    return rows.filter(player=player_id).exists()


def last_year_of(player_id: int, *, published_only: bool) -> int | None:
    """Return the last year with a list of a person, house rules or not. One query."""
    rows = list_rows(published_only=published_only).filter(player=player_id)
    return rows.order_by("-year").values_list("year", flat=True).first()
