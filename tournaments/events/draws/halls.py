"""Reading the hall: the tables of every series, and the draws of an event."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from tournaments.events.models import ApartPair, Draw, Entry, Event, Series
from tournaments.seating.problem import SeriesTables
from tournaments.sheets.models import Seat
from tournaments.sheets.selectors import untouched_sheets

# Added to the key of a person who was seated without a start number: beyond them all.
NO_NUMBER = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table with the keys of the people at it, in the order of their places."""

    sheet_id: int
    number: int
    is_untouched: bool
    is_finished: bool
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesToDraw:
    """A series that may be drawn, with the number of its tables and of those begun."""

    series: Series
    tables: int
    begun: int

    @property
    def is_open(self) -> bool:
        """Whether all its tables may be drawn: none was begun, and it is not closed."""
        return not self.begun and self.series.closed_at is None


Hall = Mapping[int, Sequence[SeatedTable]]


def hall_of(event: Event) -> Hall:
    """Return the tables of an event by series number. Two queries."""
    sheets = untouched_sheets().filter(series__event=event)
    untouched = set(sheets.values_list("pk", flat=True))
    seats = (
        Seat.objects.filter(series__event=event)
        .order_by("series__number", "sheet__table_number", "place")
        .values_list(
            "series__number",
            "sheet__table_number",
            "sheet_id",
            "sheet__finished_at",
            "player_id",
        )
    )
    hall: dict[int, list[SeatedTable]] = {}
    for (number, table, sheet, finished), rows in groupby(seats, lambda row: row[:4]):
        hall.setdefault(number, []).append(
            SeatedTable(
                sheet_id=sheet,
                number=table,
                is_untouched=sheet in untouched,
                is_finished=finished is not None,
                players=tuple(row[4] for row in rows),
            )
        )
    return hall


def series_to_draw(event: Event, hall: Hall) -> list[SeriesToDraw]:
    """Return every series with the number of its tables. One query."""
    return [
        SeriesToDraw(
            series=series,
            tables=len(hall.get(series.number, ())),
            begun=sum(not table.is_untouched for table in hall.get(series.number, ())),
        )
        for series in event.series.select_related("draw")
    ]


def start_numbers_by_player(entries: Iterable[Entry]) -> dict[int, int]:
    """Return the start numbers by the key of the person."""
    return {entry.player_id: entry.start_number for entry in entries}


def start_number_of(player: int, numbers: Mapping[int, int]) -> int:
    """Return a person's start number; one beyond all others if there is none."""
    return numbers.get(player, NO_NUMBER + player)


def tables_in_start_numbers(
    tables: Iterable[SeatedTable], numbers: Mapping[int, int]
) -> SeriesTables:
    """Return the tables of a series in start numbers. No query."""
    return tuple(
        tuple(start_number_of(player, numbers) for player in table.players)
        for table in tables
    )


def tables_of_other_series(
    hall: Hall, drawn_series: Collection[int], numbers: Mapping[int, int]
) -> tuple[SeriesTables, ...]:
    """Return the tables of the series other than ``drawn_series``, in start numbers.

    Those before the first drawn series come last: the latest of them is the one from
    which people walk to their next table. No query.
    """
    numbers_of_others = [number for number in hall if number not in drawn_series]
    numbers_of_others.sort(key=lambda number: (number < min(drawn_series), number))
    return tuple(
        tables_in_start_numbers(hall[number], numbers) for number in numbers_of_others
    )


def apart_in_start_numbers(
    event: Event, numbers: Mapping[int, int]
) -> list[tuple[int, int]]:
    """Return the pairs that are kept apart, in start numbers. One query."""
    pairs = ApartPair.objects.filter(event=event)
    players = pairs.values_list("first__player", "second__player")
    return [(numbers[first], numbers[second]) for first, second in players]


def draws_of(event: Event) -> QuerySet[Draw]:
    """Return the draws of an event, the latest first. One query."""
    return event.draws.select_related("by").order_by("-number")
