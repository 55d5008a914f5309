"""Reading the hall: who sits where in every series, who plays, what was drawn."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from tournaments.events.models import Draw, DrawJob, Entry, Event, Series
from tournaments.sheets.models import Seat
from tournaments.sheets.untouched import untouched_sheets
from tournaments.words.choices import EntryStatus, JobState

HERE = (EntryStatus.PRESENT, EntryStatus.LEFT)
# Beyond every start number: people who were seated without one.
NO_NUMBER = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table with the people at it in the order of the places."""

    sheet_id: int
    number: int
    is_untouched: bool
    is_finished: bool
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesToDraw:
    """How far a series has come, for whoever wants to draw it."""

    series: Series
    tables: int
    kept: int
    playing: int

    @property
    def is_open(self) -> bool:
        """Return whether all of it may be drawn: nothing of it was played."""
        return not self.kept and self.series.closed_at is None


Hall = Mapping[int, Sequence[SeatedTable]]


def hall_of(event: Event) -> Hall:
    """Return the tables of an event by series number. Two queries."""
    free = untouched_sheets().filter(series__event=event)
    untouched = set(free.values_list("pk", flat=True))
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


def entries_of(event: Event) -> list[Entry]:
    """Return who takes part, with person, club and teams. Two queries."""
    entries = event.entries.select_related("player__club").with_teams()
    return list(entries.order_by("start_number"))


def plays_in(entry: Entry, number: int, *, with_registered: bool = False) -> bool:
    """Return whether somebody plays in series ``number``. No query."""
    is_here = entry.status in HERE or (
        with_registered and entry.status == EntryStatus.REGISTERED
    )
    has_come = entry.from_series <= number
    has_left = entry.until_series is not None and entry.until_series < number
    return is_here and has_come and not has_left


def series_to_draw(
    event: Event, hall: Hall, entries: Iterable[Entry]
) -> list[SeriesToDraw]:
    """Return every series with its tables and who plays. One query."""
    people = list(entries)
    return [
        SeriesToDraw(
            series=series,
            tables=len(hall.get(series.number, ())),
            kept=sum(not table.is_untouched for table in hall.get(series.number, ())),
            playing=sum(plays_in(entry, series.number) for entry in people),
        )
        for series in event.series.select_related("draw")
    ]


def start_numbers_by_player(entries: Iterable[Entry]) -> dict[int, int]:
    """Return the start number of every person, by the person's key."""
    return {entry.player_id: entry.start_number for entry in entries}


def start_number_of(player: int, numbers: Mapping[int, int]) -> int:
    """Return a start number, or one beyond them for who was seated without."""
    return numbers.get(player, NO_NUMBER + player)


def draws_of(event: Event) -> QuerySet[Draw]:
    """Return the draws of an event, the latest first. One query."""
    return event.draws.select_related("by").order_by("-number")


def running_job(event: Event) -> DrawJob | None:
    """Return the draw that is being worked on, if there is one. One query."""
    active = (JobState.RUNNING, JobState.STOPPING)
    return event.draw_jobs.filter(state__in=active).last()
