"""Reading the records of the club: the best results, with the lists behind them.

Only members hold them; guests belong in the records of their own clubs.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The holder of a record with its occasion: a list, an evening or only a year."""

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

    ``more`` counts further holders with the same value as the last.
    """

    kind: RecordKind
    holders: tuple[Holder, ...]
    more: int = 0


OCCASION = ("player", "year", f"{EVENT}__date", f"{EVENT}__name", EVENT)
Year = tuple[int, int]  # a person and a year


def club_records(*, published_only: bool) -> tuple[ClubRecord, ...]:
    """Return the records that are held, in the order of ``RecordKind``. 14 queries."""
    holders_by_kind = {
        kind: list_records(*columns, published_only=published_only)
        for kind, columns in LIST_COLUMNS.items()
    }
    holders_by_kind[RecordKind.BEST_EVENING] = evening_records(
        published_only=published_only
    )
    holders_by_kind[RecordKind.BEST_YEAR] = year_records(published_only=published_only)
    holders_by_kind[RecordKind.GRAND_OUVERT] = grand_ouvert_records(
        published_only=published_only
    )
    people = people_by_pk(
        holder.player_id for holders in holders_by_kind.values() for holder in holders
    )
    return tuple(
        ClubRecord(
            kind=kind,
            holders=tuple(
                named_holder(holder, people[holder.player_id])
                for holder in holders_by_kind[kind][: holder_limit(kind)]
            ),
            more=max(0, len(holders_by_kind[kind]) - holder_limit(kind)),
        )
        for kind in RecordKind
        if holders_by_kind[kind]
    )


def holder_limit(kind: RecordKind) -> int:
    """Return the number of holders to name for a kind of record."""
    return MOST_MENTIONS if kind == RecordKind.GRAND_OUVERT else MOST_HOLDERS


def named_holder(holder: Holder, player: Player) -> Holder:
    """Return a holder with the name of the player and whether they have a page."""
    return replace(holder, player=player.name, has_page=player.has_page)


def member_years(*, published_only: bool) -> QuerySet[YearTally]:
    """Return the years of members, in which the club's records are looked for."""
    rows = year_rows(published_only=published_only)
    return rows.filter(player__is_guest=False)


def list_records(column: str, greatest: str, *, published_only: bool) -> list[Holder]:
    """Return the best lists by a column. Two queries."""
    years, least = best_years(greatest, published_only=published_only)
    if not years:
        return []
    return list_holders(years, column, Q(**{f"{column}__gte": least}), published_only)


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
    condition: Q,
    published_only: bool,
    most: int = MOST_HOLDERS,
) -> list[Holder]:
    """Return the lists of some years, the greatest and then the oldest first."""
    lists = list_rows(published_only=published_only).filter(
        in_years(years),
        condition,
        may_be_record(),
        lists=1,
        **{f"{EVENT}__rule_set": None},
    )
    rows = lists.order_by(f"-{column}", f"{EVENT}__date", "sheet").values_list(
        *OCCASION, column, "sheet"
    )
    return top_holders([holder_from(*row) for row in rows], most)


def holder_from(
    player: int,
    year: int,
    day: datetime.date,
    event: str,
    event_id: int,
    value: int,
    sheet: int | None = None,
) -> Holder:
    """Return the holder of a record from a row of the database."""
    return Holder(
        player_id=player,
        value=Fraction(value),
        year=year,
        date=day,
        event=event,
        sheet_id=sheet,
        event_id=event_id,
    )


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
    """Return the best club evenings, adding up all their lists. Two queries."""
    years, least = best_years("best_evening", published_only=published_only)
    if not years:
        return []
    official = {f"{EVENT}__rule_set": None, f"{EVENT}__kind": EventKind.EVENING}
    lists = list_rows(published_only=published_only).filter(
        in_years(years), may_be_record(), **official
    )
    if published_only:
        # Part of an evening is no record while the rest is withheld.
        lists = lists.filter(event_is_public())
    rows = (
        lists.values_list(*OCCASION)
        .annotate(points=Sum("total"))
        .filter(points__gte=least)
        .order_by("-points", f"{EVENT}__date", EVENT)
    )
    return top_holders([holder_from(*row) for row in rows])


def year_records(*, published_only: bool) -> list[Holder]:
    """Return the best averages among years with enough lists. One query."""
    rows = (
        member_years(published_only=published_only)
        .values_list("player", "year")
        .annotate(of=Sum("lists"), points=Sum("total"))
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


def grand_ouvert_records(*, published_only: bool) -> list[Holder]:
    """Return the lists with a Grand ouvert, the latest first. Two queries."""
    tallies = member_years(published_only=published_only)
    rows = tallies.filter(grand_ouverts__gt=0)
    years = rows.order_by("-year", "player").values_list("player", "year")
    best_years = list(dict.fromkeys(years[:MOST_MENTIONS]))
    if not best_years:
        return []
    lists = list_holders(
        best_years,
        "grand_ouverts",
        Q(grand_ouverts__gt=0),
        published_only,
        len(best_years) * 9,
    )
    lists.sort(key=lambda holder: (holder.year, str(holder.date)), reverse=True)
    return lists[:MOST_MENTIONS]
