"""The contents of an event that can be printed."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Min, Q

from tournaments.events.models import Event
from tournaments.events.teams.selectors import contests_of
from tournaments.papers.printing.kinds import PaperKind
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import EntryStatus, PrizeMode, Ranking, SheetState


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """The amounts of data for papers.

    ``series`` are the numbers of all series, ``tables`` counts the lists with players
    by series, ``upcoming`` is the first series with an empty list.
    """

    series: tuple[int, ...]
    tables: dict[int, int]
    typed: int
    finished: int
    entries: int
    seated: int
    prizes: int
    payments: int
    upcoming: int | None
    rankings: tuple[tuple[str, str], ...] = ()

    @property
    def people(self) -> int:
        """The number of people expected, as far as known."""
        return max(self.entries, self.seated)

    def has(self, kind: PaperKind) -> bool:
        """Return whether a paper of that kind would have content."""
        needs = {
            PaperKind.START_CARDS: self.entries or self.tables,
            PaperKind.DRAW_BY_TABLE: self.tables,
            PaperKind.DRAW_BY_NAME: self.tables,
            PaperKind.PLACE_CARDS: self.tables,
            PaperKind.LISTS: self.tables,
            PaperKind.TABLE_SIGNS: self.people,
            PaperKind.TYPED_LISTS: self.typed,
            PaperKind.STANDINGS: self.finished,
            PaperKind.POSTER: self.finished,
            PaperKind.CERTIFICATES: self.finished,
            PaperKind.PRIZES: self.finished and self.prizes,
            PaperKind.RECEIPTS: self.payments,
        }
        return bool(needs.get(kind, True))


def supply_of(event: Event) -> Supply:
    """Return the supply of an event. Seven queries."""
    sheets = ScoreSheet.objects.filter(series__event=event)
    counts = sheets.aggregate(
        typed=Count("pk", filter=~Q(state=SheetState.EMPTY)),
        finished=Count("pk", filter=Q(state=SheetState.FINISHED)),
        upcoming=Min("series__number", filter=Q(state=SheetState.EMPTY)),
    )
    seats = Seat.objects.filter(series__event=event).order_by()
    tables = seats.values_list("series__number").annotate(
        Count("sheet", distinct=True), Count("pk")
    )
    field_pays = event.prize_mode == PrizeMode.FIELD and event.entry_fee
    return Supply(
        series=tuple(event.series.values_list("number", flat=True)),
        tables={series: count for series, count, _places in tables},
        entries=event.entries.exclude(status=EntryStatus.ABSENT).count(),
        seated=max((places for _series, _tables, places in tables), default=0),
        prizes=event.prizes.count() or int(bool(field_pays)),
        payments=event.payments.filter(amount__gt=0).count(),
        rankings=tuple(rankings_of(event)),
        **counts,
    )


def rankings_of(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the word and name of every ranking that can be printed. One query."""
    for ranking in Ranking:
        if ranking == Ranking.TEAMS:
            for contest in contests_of(event):
                yield contest.word, contest.name
        else:
            yield ranking.value, str(ranking.label)


def next_drawn_series(event: Event) -> int | None:
    """Return the first series with a list not begun. One query."""
    empty = ScoreSheet.objects.filter(series__event=event, state=SheetState.EMPTY)
    number: int | None = empty.aggregate(first=Min("series__number"))["first"]
    return number
