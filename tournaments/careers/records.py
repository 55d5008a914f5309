"""Reading the records of the club: the best results, with the lists behind them.

Only members hold them; guests belong in the records of their own clubs.

The best years of people are found first, then the lists in them: a few rows instead of
all lists of all years.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import reduce
from itertools import chain
from operator import or_

from django.db.models import F, Q, QuerySet, Sum

from tournaments.careers.selectors import ENOUGH_LISTS, OFFICIAL, year_rows
from tournaments.events.models import Event
from tournaments.events.results import EVENT, list_rows
from tournaments.events.standings.selectors import people_by_pk
from tournaments.sheets.models import ListTally, YearTally
from tournaments.sheets.selectors import event_is_public, may_be_record
from tournaments.words.choices import EventKind

MOST_HOLDERS = 3
MOST_EQUAL = 50
MOST_MENTIONS = 12


class RecordKind(StrEnum):
    """The kinds of records; the values are used in addresses and styles."""

    BEST_LIST = "best-list"
    MOST_WON = "most-won"
    BEST_VALUE = "best-value"
    BEST_RUN = "best-run"
    BEST_EVENING = "best-evening"
    BEST_YEAR = "best-year"
    GRAND_OUVERT = "grand-ouvert"


# The column of a list, and the column of a year that holds its maximum.
LIST_COLUMNS = {
    RecordKind.BEST_LIST: ("total", "best_total"),
    RecordKind.MOST_WON: ("won", "most_won"),
    RecordKind.BEST_VALUE: ("best_value", "best_value"),
    RecordKind.BEST_RUN: ("best_run", "best_run"),
}


@dataclass(slots=True, kw_only=True)
class Holder:
    """The holder of a record with its occasion: a list, an evening or only a year.

    Those that are shown get the names of person and event, as the reader knows them.
    """

    player_id: int
    value: Fraction | int
    year: int
    date: datetime.date | None = None
    event: Event | None = None
    sheet_id: int | None = None
    event_id: int | None = None
    player: str = ""
    has_page: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecord:
    """A record with its holders, the best and then the oldest first.

    ``more`` counts further holders with the same value as the last.
    """

    kind: RecordKind
    holders: list[Holder]
    more: int = 0


MOST_SHOWN = {RecordKind.GRAND_OUVERT: MOST_MENTIONS}
OCCASION = {
    "player_id": "player",
    "year": "year",
    "date": f"{EVENT}__date",
    "event_id": EVENT,
}
Year = tuple[int, int]  # a person and a year


def club_records(*, published_only: bool) -> tuple[ClubRecord, ...]:
    """Return the records that are held, in the order of ``RecordKind``."""
    records = {
        kind: list_records(*columns, published_only=published_only)
        for kind, columns in LIST_COLUMNS.items()
    }
    records[RecordKind.BEST_EVENING] = evening_records(published_only=published_only)
    records[RecordKind.BEST_YEAR] = year_records(published_only=published_only)
    records[RecordKind.GRAND_OUVERT] = grand_ouverts(published_only=published_only)
    shown = {
        kind: records[kind][: MOST_SHOWN.get(kind, MOST_HOLDERS)] for kind in RecordKind
    }
    holders = list(chain(*shown.values()))
    people = people_by_pk(holder.player_id for holder in holders)
    events = Event.objects.in_bulk({holder.event_id for holder in holders} - {None})
    for holder in holders:
        person = people[holder.player_id]
        holder.player, holder.has_page = person.name, person.has_page
        holder.event = events.get(holder.event_id)
    return tuple(
        ClubRecord(
            kind=kind, holders=shown[kind], more=len(records[kind]) - len(shown[kind])
        )
        for kind in RecordKind
        if records[kind]
    )


def member_years(*, published_only: bool) -> QuerySet[YearTally]:
    rows = year_rows(published_only=published_only)
    return rows.filter(player__is_guest=False)


def list_records(column: str, greatest: str, *, published_only: bool) -> list[Holder]:
    years, least = best_years(greatest, published_only=published_only)
    if not years:
        return []
    return list_holders(years, column, least, published_only)


def best_years(column: str, *, published_only: bool) -> tuple[list[Year], int]:
    """Return the people and years with the best values, and the least of these.

    As many years as holders are enough: the best lists of all are in the best years.
    """
    years = member_years(published_only=published_only)
    rows = years.filter(**{f"{column}__gt": 0})
    first = list(
        rows.order_by(F(column).desc(), "year", "player").values_list(
            "player", "year", column
        )[:MOST_EQUAL]
    )
    least = first[:MOST_HOLDERS][-1][2] if first else 0
    # Those with the same value as the last may have an older list, which counts first.
    return [(person, year) for person, year, value in first if value >= least], least


def list_holders(
    years: Iterable[Year],
    column: str,
    least: int,
    published_only: bool,
    most: int = MOST_HOLDERS,
) -> list[Holder]:
    """Return the lists of some years, the greatest and then the oldest first."""
    lists = list_rows(published_only=published_only).filter(
        in_years(years), may_be_record(), OFFICIAL, lists=1, **{f"{column}__gte": least}
    )
    rows = lists.order_by(f"-{column}", f"{EVENT}__date", "sheet")
    columns = {**OCCASION, "value": column, "sheet_id": "sheet"}
    return top_holders(holders_in(rows, columns), most)


def holders_in(rows: QuerySet[ListTally], columns: Mapping[str, str]) -> list[Holder]:
    """Return the holders in rows, whose columns are given by the fields of a holder."""
    return [
        Holder(**dict(zip(columns, row, strict=True)))
        for row in rows.values_list(*columns.values())
    ]


def top_holders(holders: list[Holder], most: int = MOST_HOLDERS) -> list[Holder]:
    """Return the first ``most``, and all that follow with the value of the last.

    >>> values = (9, 8, 8, 8, 7)
    >>> every = [Holder(player_id=1, value=Fraction(value), year=1) for value in values]
    >>> len(top_holders(every)), len(top_holders(every[:2]))
    (4, 2)
    """
    return [
        holder
        for index, holder in enumerate(holders)
        if index < most or holder.value == holders[most - 1].value
    ]


def in_years(years: Iterable[Year]) -> Q:
    """Return the condition on the lists of these people and years."""
    return reduce(or_, (Q(player=person, year=year) for person, year in years))


def evening_records(*, published_only: bool) -> list[Holder]:
    """Return the best club evenings, adding up all their lists."""
    years, least = best_years("best_evening", published_only=published_only)
    if not years:
        return []
    lists = list_rows(published_only=published_only).filter(
        in_years(years),
        may_be_record(),
        OFFICIAL,
        **{f"{EVENT}__kind": EventKind.EVENING},
    )
    if published_only:
        # Part of an evening is no record while the rest is withheld.
        lists = lists.filter(event_is_public())
    rows = (
        lists.values(*OCCASION.values())
        .annotate(points=Sum("total"))
        .filter(points__gte=least)
        .order_by("-points", f"{EVENT}__date", EVENT)
    )
    return top_holders(holders_in(rows, {**OCCASION, "value": "points"}))


def year_records(*, published_only: bool) -> list[Holder]:
    """Return the best averages among years with enough lists."""
    rows = (
        member_years(published_only=published_only)
        .values_list("player", "year")
        .annotate(of=Sum("lists"), points=Sum("total") - Sum("uncounted"))
        .filter(of__gte=ENOUGH_LISTS)
    )
    best = sorted(
        (Fraction(-points, lists), year, player) for player, year, lists, points in rows
    )
    return top_holders(
        [
            Holder(player_id=player, value=-value, year=year)
            for value, year, player in best
        ]
    )


def grand_ouverts(*, published_only: bool) -> list[Holder]:
    """Return the lists with a Grand ouvert, the latest first."""
    tallies = member_years(published_only=published_only)
    rows = tallies.filter(grand_ouverts__gt=0)
    latest = rows.order_by("-year", "player").values_list("player", "year")
    years = list(dict.fromkeys(latest[:MOST_MENTIONS]))
    if not years:
        return []
    lists = list_holders(years, "grand_ouverts", 1, published_only, len(years) * 9)
    lists.sort(key=lambda holder: (holder.year, str(holder.date)), reverse=True)
    return lists[:MOST_MENTIONS]
