"""Reading who is here without a seat, and whose seat stays empty."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.events.entrants import entries_of, next_series
from tournaments.events.models import Entry, Event
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet, Seat, Substitution
from tournaments.words.choices import EntryStatus, SheetState
from tournaments.words.formats import enumeration

FEWEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingChange:
    """A series whose tables no longer fit: who has no seat, whose seat is empty.

    ``chairs`` are the numbers of the tables of three that nobody has begun. ``waiting``
    are those who play from the next series on, though this one may not have begun.
    """

    series: int
    unseated: tuple[Entry, ...] = ()
    gone: tuple[Player, ...] = ()
    chairs: tuple[int, ...] = ()
    waiting: tuple[Entry, ...] = ()

    @property
    def is_needed(self) -> bool:
        """Return whether there is anything to tell."""
        return bool(self.unseated or self.gone or (self.waiting and self.chairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Latecomer:
    """Somebody who is here and has no seat in ``series``, though others have.

    ``can_join``: in each of them a chair is free at a table of three.
    """

    entry: Entry
    series: tuple[int, ...]
    can_join: bool

    @property
    def series_text(self) -> str:
        return enumeration(list(map(str, self.series)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingGaps:
    """Every series whose tables do not fit who is here."""

    changes: tuple[SeatingChange, ...] = ()

    @property
    def latecomers(self) -> list[Latecomer]:
        """Return everybody without a seat, with the series they miss."""
        entries = {each.pk: each for own in self.changes for each in own.unseated}
        found = []
        for entry in entries.values():
            missing = [each for each in self.changes if entry in each.unseated]
            found.append(
                Latecomer(
                    entry=entry,
                    series=tuple(each.series for each in missing),
                    can_join=all(each.chairs for each in missing),
                )
            )
        return found

    @property
    def early(self) -> list[Latecomer]:
        """Return who may still join the series before their first one."""
        return [
            Latecomer(entry=entry, series=(each.series,), can_join=True)
            for each in self.changes
            for entry in each.waiting
        ]


def seating_gaps(event: Event) -> SeatingGaps:
    """Return the series to come, or being played, whose tables do not fit the entries.

    Six queries. Nothing for events that are seated by hand, without entries.
    """
    entries = list(entries_of(event))
    if not entries:
        return SeatingGaps()
    first = next_series(event)
    sheets: dict[int, list[ScoreSheet]] = {}
    for sheet in ScoreSheet.objects.filter(
        series__event=event,
        series__number__gte=first - 1,
        series__closed_at__isnull=True,
    ).select_related("series"):
        sheets.setdefault(sheet.series.number, []).append(sheet)
    seats = seats_in([sheet for own in sheets.values() for sheet in own])
    changes = [
        seating_change(number, own, seats, entries)
        if number >= first
        else joinable_series(number, own, seats, entries)
        for number, own in sorted(sheets.items())
        if not all(sheet.is_finished for sheet in own)
    ]
    return SeatingGaps(changes=tuple(each for each in changes if each.is_needed))


def seats_in(sheets: Sequence[ScoreSheet]) -> dict[int, dict[int, Player]]:
    """Return who plays at each list, substitutes as well, by key. Two queries."""
    found: dict[int, dict[int, Player]] = {}
    for model in (Seat, Substitution):
        for each in model.objects.filter(sheet__in=sheets).select_related("player"):
            found.setdefault(each.sheet_id, {})[each.player_id] = each.player
    return found


def seating_change(
    number: int,
    sheets: Iterable[ScoreSheet],
    seats: dict[int, dict[int, Player]],
    entries: Iterable[Entry],
) -> SeatingChange:
    """Return what does not fit in one series. No query."""
    known = {entry.player_id: entry for entry in entries}
    empty = [sheet for sheet in sheets if sheet.state == SheetState.EMPTY]
    seated = {pk for sheet in sheets for pk in seats.get(sheet.pk, ())}
    waiting = {
        pk: player for sheet in empty for pk, player in seats.get(sheet.pk, {}).items()
    }
    return SeatingChange(
        series=number,
        unseated=tuple(
            entry
            for pk, entry in known.items()
            if entry.plays(number) and pk not in seated
        ),
        gone=tuple(
            player
            for pk, player in waiting.items()
            if pk in known and is_absent(known[pk], number)
        ),
        chairs=free_chairs(empty),
    )


def joinable_series(
    number: int,
    sheets: Sequence[ScoreSheet],
    seats: dict[int, dict[int, Player]],
    entries: Iterable[Entry],
) -> SeatingChange:
    """Return who could join a series that counts as begun by its tables alone.

    Papers are typed after they were played, so nobody can tell. No query.
    """
    if any(
        sheet.state != SheetState.EMPTY or sheet.series.clock_started_at
        for sheet in sheets
    ):
        return SeatingChange(series=number)
    seated = {pk for sheet in sheets for pk in seats.get(sheet.pk, ())}
    return SeatingChange(
        series=number,
        chairs=free_chairs(sheets),
        waiting=tuple(
            entry
            for entry in entries
            if entry.status == EntryStatus.PRESENT
            and entry.from_series == number + 1
            and entry.player_id not in seated
        ),
    )


def free_chairs(sheets: Iterable[ScoreSheet]) -> tuple[int, ...]:
    """Return the numbers of the tables of three among empty lists. No query."""
    return tuple(each.table_number for each in sheets if each.table_size == FEWEST)


def is_absent(entry: Entry, number: int) -> bool:
    """Tell whether somebody does not play a series; who is expected may come yet."""
    return entry.status != EntryStatus.REGISTERED and not entry.plays(number)
