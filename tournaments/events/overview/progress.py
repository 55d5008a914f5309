"""Reading how far an evening is: who is here, which lists wait, which prizes."""

from dataclasses import dataclass, replace

from django.db.models import Count, OuterRef, Subquery
from django.utils import timezone

from tournaments.events.entrants import count_entries
from tournaments.events.models import Event, Series
from tournaments.events.prizes.winners import prize_list
from tournaments.events.results.played import all_is_played
from tournaments.sheets.models import ArrivedList, ScoreSheet, Seat
from tournaments.words.choices import EventKind, SheetState

# Which list is typed first: one that differs, then one that is begun.
URGENCY = (
    SheetState.DIFFERS,
    SheetState.CHECKED,
    SheetState.PROVED,
    SheetState.TYPING,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A series with its lists, by table."""

    series: Series
    sheets: tuple[ScoreSheet, ...] = ()

    @property
    def finished(self) -> int:
        return sum(sheet.is_finished for sheet in self.sheets)

    @property
    def is_begun(self) -> bool:
        """Whether anything was typed, or the clock of the series ran."""
        typed = any(sheet.state != SheetState.EMPTY for sheet in self.sheets)
        return bool(typed or self.series.clock_started_at)

    @property
    def is_waiting(self) -> bool:
        """Whether a list of the series is not finished."""
        return self.finished < len(self.sheets)

    @property
    def urgent(self) -> ScoreSheet:
        """Return the list to be typed next."""
        waiting = [sheet for sheet in self.sheets if not sheet.is_finished]
        ranks = {str(state): rank for rank, state in enumerate(URGENCY)}
        return min(waiting, key=lambda sheet: ranks.get(sheet.state, len(ranks)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far an event is; ``open_prizes`` is None where no prizes are planned.

    ``is_ahead``: a tournament of a later day, for which people are registered.
    """

    event: Event
    rounds: tuple[Round, ...]
    people: int = 0
    open_prizes: int | None = None
    is_ahead: bool = False
    arrived: int = 0  # whole lists about which somebody has to decide

    @property
    def drawn(self) -> int:
        return sum(bool(each.sheets) for each in self.rounds)

    @property
    def lists(self) -> int:
        return sum(len(each.sheets) for each in self.rounds)

    @property
    def finished(self) -> int:
        return sum(each.finished for each in self.rounds)

    @property
    def is_played(self) -> bool:
        """Whether nothing is left to play or to type."""
        return all_is_played(
            lists=self.lists,
            finished=self.finished,
            undrawn=len(self.rounds) - self.drawn,
            is_released=self.event.is_released,
        )


def progress_of(event: Event) -> Progress:
    """Return how far an event is.

    Four queries at most, and the queries of its prize list when all is played.
    """
    sheets: dict[int, list[ScoreSheet]] = {}
    found = ScoreSheet.objects.filter(series__event=event).select_related("series")
    for sheet in found.order_by("table_number"):
        sheets.setdefault(sheet.series_id, []).append(sheet)
    # Asked with the series, of which there is always one.
    arrived = ArrivedList.objects.waiting().filter(event=OuterRef("event"))
    counted = arrived.order_by().values("event").annotate(number=Count("pk"))
    all_series = list(event.series.annotate(arrived=Subquery(counted.values("number"))))
    progress = Progress(
        event=event,
        rounds=tuple(
            Round(series=series, sheets=tuple(sheets.get(series.pk, ())))
            for series in all_series
        ),
        people=people_of(event),
        is_ahead=event.kind != EventKind.EVENING and event.date > timezone.localdate(),
        arrived=next((each.arrived or 0 for each in all_series), 0),
    )
    if not progress.is_played:
        return progress
    return replace(progress, open_prizes=open_prizes_of(event))


def people_of(event: Event) -> int:
    """Return how many are here, or sit at the tables without having come in."""
    counts = count_entries(event)
    if here := counts.present + counts.left:
        return here
    seats = Seat.objects.filter(series__event=event)
    return seats.order_by().values("player").distinct().count()


def open_prizes_of(event: Event) -> int | None:
    """Return how many prizes have still to be handed out; None without any to book."""
    prizes = prize_list(event)
    can_be_booked = any(line.key for line in prizes.lines)
    return len(prizes.open_lines) if can_be_booked else None
