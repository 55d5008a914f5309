"""Reading the records of the club: the best there ever was, with the lists behind it.

Members hold them; guests hold those of their own clubs.

The best years of people are found first, then the lists in them: a few rows instead of
all lists of all years.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from operator import or_

from django.db.models import F, Q, QuerySet, Sum

from tournaments.careers.selectors import ENOUGH_LISTS, year_rows
from tournaments.events.standings.fields import people_by_pk
from tournaments.events.tallies import EVENT, list_rows
from tournaments.people.models import Player
from tournaments.sheets.models import YearTally
from tournaments.sheets.selectors import event_is_public, may_be_record
from tournaments.words.choices import EventKind

MOST_HOLDERS = 3
MOST_EQUAL = 50
MOST_MENTIONS = 12


class RecordKind(StrEnum):
    """What there is a record of; the value stands in addresses and styles."""

    BEST_LIST = "best-list"
    MOST_WON = "most-won"
    BEST_VALUE = "best-value"
    BEST_RUN = "best-run"
    BEST_EVENING = "best-evening"
    BEST_YEAR = "best-year"
    GRAND_OUVERT = "grand-ouvert"


# The column of a list, and that of the year which has its greatest.
OF_A_LIST = {
    RecordKind.BEST_LIST: ("total", "best_total"),
    RecordKind.MOST_WON: ("won", "most_won"),
    RecordKind.BEST_VALUE: ("best_value", "best_value"),
    RecordKind.BEST_RUN: ("best_run", "best_run"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The holder of a record, and where: a list, an evening or only a year."""

    player_id: int
    value: Fraction
    year: int
    date: datetime.date | None = None
    event: str = ""
    sheet_id: int | None = None
    event_id: int | None = None
    player: str = ""
    has_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecord:
    """A record with its holders, the best and then the oldest first.

    ``more`` is how many besides have the value of the last.
    """

    kind: RecordKind
    holders: tuple[Holder, ...]
    more: int = 0


Year = tuple[int, int]  # a person and a year


def club_records(*, published_only: bool) -> tuple[ClubRecord, ...]:
    """Return the records there are, in the order of ``RecordKind``. 14 queries."""
    found = {
        kind: of_lists(*columns, published_only=published_only)
        for kind, columns in OF_A_LIST.items()
    }
    found[RecordKind.BEST_EVENING] = of_evenings(published_only=published_only)
    found[RecordKind.BEST_YEAR] = of_years(published_only=published_only)
    found[RecordKind.GRAND_OUVERT] = mentions(published_only=published_only)
    people = people_by_pk(one.player_id for row in found.values() for one in row)
    return tuple(
        ClubRecord(
            kind=kind,
            holders=tuple(
                with_name(one, people[one.player_id])
                for one in found[kind][: named_of(kind)]
            ),
            more=max(0, len(found[kind]) - named_of(kind)),
        )
        for kind in RecordKind
        if found[kind]
    )


def named_of(kind: RecordKind) -> int:
    """Return how many holders of a record are named."""
    return MOST_MENTIONS if kind == RecordKind.GRAND_OUVERT else MOST_HOLDERS


def with_name(holder: Holder, player: Player) -> Holder:
    """Return a holder with the name, and whether there is a page about the person."""
    return replace(holder, player=player.name, has_page=player.has_page)


def years_of_members(*, published_only: bool) -> QuerySet[YearTally]:
    """Return the years in which the records of the club are sought."""
    rows = year_rows(published_only=published_only)
    return rows.filter(player__is_guest=False)


def of_lists(column: str, greatest: str, *, published_only: bool) -> list[Holder]:
    """Return the best lists by a column. Two queries."""
    years, least = best_years(greatest, published_only=published_only)
    if not years:
        return []
    return holders(years, column, Q(**{f"{column}__gte": least}), published_only)


def best_years(column: str, *, published_only: bool) -> tuple[list[Year], int]:
    """Return in which years of which people the best are, and the least of them.

    Not more years than holders: the best lists of all are in the best years.
    """
    years = years_of_members(published_only=published_only)
    rows = years.filter(**{f"{column}__gt": 0})
    first = list(
        rows.order_by(F(column).desc(), "year", "player").values_list(
            "player", "year", column
        )[:MOST_EQUAL]
    )
    least = first[:MOST_HOLDERS][-1][2] if first else 0
    # Whoever equals the last has an older list, perhaps: the date decides later.
    return [(person, year) for person, year, value in first if value >= least], least


def holders(
    years: Iterable[Year],
    column: str,
    wanted: Q,
    published_only: bool,
    most: int = MOST_HOLDERS,
) -> list[Holder]:
    """Return the lists of some years, the greatest and then the oldest first."""
    lists = list_rows(published_only=published_only).filter(
        within(years), wanted, may_be_record(), lists=1, **{f"{EVENT}__rule_set": None}
    )
    rows = lists.order_by(f"-{column}", f"{EVENT}__date", "sheet").values_list(
        "player",
        column,
        "year",
        f"{EVENT}__date",
        f"{EVENT}__name",
        "sheet",
        EVENT,
    )
    found = [
        Holder(
            player_id=player,
            value=Fraction(value),
            year=year,
            date=day,
            event=name,
            sheet_id=sheet,
            event_id=event,
        )
        for player, value, year, day, name, sheet, event in rows
    ]
    return first_of(found, most)


def first_of(found: list[Holder], most: int = MOST_HOLDERS) -> list[Holder]:
    """Return the first ``most``, and everybody behind them with the same value.

    >>> values = (9, 8, 8, 8, 7)
    >>> found = [Holder(player_id=1, value=Fraction(each), year=1) for each in values]
    >>> len(first_of(found)), len(first_of(found[:2]))
    (4, 2)
    """
    return [
        one
        for at, one in enumerate(found)
        if at < most or one.value == found[most - 1].value
    ]


def within(years: Iterable[Year]) -> Q:
    """Return what is true for the lists of some years of people."""
    return reduce(or_, (Q(player=person, year=year) for person, year in years))


def of_evenings(*, published_only: bool) -> list[Holder]:
    """Return the best club evenings, all lists of one together. Two queries."""
    years, least = best_years("best_evening", published_only=published_only)
    if not years:
        return []
    own = {f"{EVENT}__rule_set": None, f"{EVENT}__kind": EventKind.EVENING}
    lists = list_rows(published_only=published_only).filter(
        within(years), may_be_record(), **own
    )
    if published_only:
        # Half an evening is no record as long as the rest is withheld.
        lists = lists.filter(event_is_public())
    rows = (
        lists.values_list("player", "year", f"{EVENT}__date", f"{EVENT}__name", EVENT)
        .annotate(points=Sum("total"))
        .filter(points__gte=least)
        .order_by("-points", f"{EVENT}__date", EVENT)
    )
    found = [
        Holder(
            player_id=player,
            value=Fraction(points),
            year=year,
            date=day,
            event=name,
            event_id=event,
        )
        for player, year, day, name, event, points in rows
    ]
    return first_of(found)


def of_years(*, published_only: bool) -> list[Holder]:
    """Return the best averages of a year with enough lists. One query."""
    rows = (
        years_of_members(published_only=published_only)
        .values_list("player", "year")
        .annotate(of=Sum("lists"), points=Sum("total"))
        .filter(of__gte=ENOUGH_LISTS)
    )
    best = sorted(
        (Fraction(-points, lists), year, player) for player, year, lists, points in rows
    )
    return first_of(
        [
            Holder(player_id=player, value=-value, year=year)
            for value, year, player in best
        ]
    )


def mentions(*, published_only: bool) -> list[Holder]:
    """Return the lists with a Grand ouvert, the latest first. Two queries."""
    played = years_of_members(published_only=published_only)
    rows = played.filter(grand_ouverts__gt=0)
    years = rows.order_by("-year", "player").values_list("player", "year")
    found = list(dict.fromkeys(years[:MOST_MENTIONS]))
    if not found:
        return []
    lists = holders(
        found, "grand_ouverts", Q(grand_ouverts__gt=0), published_only, len(found) * 9
    )
    lists.sort(key=lambda one: (one.year, str(one.date)), reverse=True)
    return lists[:MOST_MENTIONS]
