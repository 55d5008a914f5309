"""Reading the progress of an event: people present, lists and prizes still open."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, OuterRef, Prefetch, Subquery
from django.utils import timezone

from tournaments.events.entrants import count_seated, seats_of_absentees
from tournaments.events.models import ATTENDING, Event, Series
from tournaments.events.money.awards import prize_list
from tournaments.events.results import all_is_played
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.words.choices import EventKind, SheetState

# The order in which lists are typed: first one that differs, then one begun.
URGENCY = (
    SheetState.DIFFERS,
    SheetState.CHECKED,
    SheetState.PROVED,
    SheetState.TYPING,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesState:
    """A series with its lists, by table.

    ``misfit`` is the first empty list with somebody who does not play the series.
    """

    series: Series
    sheets: tuple[ScoreSheet, ...]
    misfit: ScoreSheet | None

    @property
    def finished(self) -> int:
        return sum(sheet.is_finished for sheet in self.sheets)

    @property
    def is_begun(self) -> bool:
        """Whether anything was typed, or the clock of the series was started."""
        has_entries = any(sheet.state != SheetState.EMPTY for sheet in self.sheets)
        return bool(has_entries or self.series.clock_started_at)

    @property
    def is_waiting(self) -> bool:
        """Whether the series has an unfinished list."""
        return self.finished < len(self.sheets)

    @property
    def urgent(self) -> ScoreSheet:
        """The list to be typed next."""
        waiting = [sheet for sheet in self.sheets if not sheet.is_finished]
        ranks = {str(state): rank for rank, state in enumerate(URGENCY)}
        return min(waiting, key=lambda sheet: ranks.get(sheet.state, len(ranks)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of an event; ``open_prizes`` is None if no prize can be booked.

    ``is_ahead`` is true for a tournament of a later day, for which people register.
    """

    event: Event
    states: tuple[SeriesState, ...]
    people: int
    open_prizes: int | None = None
    is_ahead: bool
    arrived: int  # whole lists that wait for a decision

    @property
    def drawn(self) -> int:
        return sum(bool(state.sheets) for state in self.states)

    @property
    def lists(self) -> int:
        return sum(len(state.sheets) for state in self.states)

    @property
    def finished(self) -> int:
        return sum(state.finished for state in self.states)

    @property
    def is_played(self) -> bool:
        """Whether nothing is left to play or to type."""
        return all_is_played(
            lists=self.lists,
            finished=self.finished,
            undrawn=len(self.states) - self.drawn,
            is_released=self.event.is_released,
        )


def progress_of(event: Event) -> Progress:
    """Return the progress of an event.

    Four queries at most, and those of the prize list when everything is played.
    """
    # Counted in the query of the series, because an event always has one.
    arrived = ArrivedList.objects.waiting().filter(event=OuterRef("event"))
    counted = arrived.order_by().values("event").annotate(number=Count("pk"))
    by_table = Prefetch("sheets", ScoreSheet.objects.order_by("table_number"))
    rows = event.series.annotate(
        arrived=Subquery(counted.values("number")),
        misfit=Subquery(seats_of_absentees().values("sheet")[:1]),
    )
    all_series = list(rows.prefetch_related(by_table))
    progress = Progress(
        event=event,
        states=tuple(
            SeriesState(
                series=series,
                sheets=(sheets := tuple(series.sheets.all())),
                misfit=next(
                    (each for each in sheets if each.pk == series.misfit), None
                ),
            )
            for series in all_series
        ),
        people=count_people(event, all_series),
        is_ahead=event.kind != EventKind.EVENING and event.date > timezone.localdate(),
        arrived=next((series.arrived or 0 for series in all_series), 0),
    )
    if not progress.is_played:
        return progress
    prizes = prize_list(event)
    can_be_booked = any(line.key for line in prizes.lines)
    still_open = len(prizes.open_lines) if can_be_booked else None
    return replace(progress, open_prizes=still_open)


def count_people(event: Event, series: Sequence[Series]) -> int:
    """Count the people who came and play on; if nobody checked in, those at a table."""
    numbers = [row.number for row in series if not row.sheets.all()]
    came = event.entries.filter(status__in=ATTENDING)
    if numbers:
        came = came.exclude(until_series__lt=numbers[0])
    return came.count() or count_seated(event)
