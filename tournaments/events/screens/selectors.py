"""Reading what turns by itself on the beamer: rankings, and who sits where next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from scoring.ranking.standings import Placed
from tournaments.events.models import Event, Series
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import Ranking, SheetState

LINES_A_PAGE = 10
SEATS_A_PAGE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPage:
    """Ten lines of a ranking; ``series`` are the numbers of those that were played."""

    standings: Standings
    lines: Sequence[Placed]

    @property
    def series(self) -> tuple[int, ...]:
        played = self.standings.series_choices
        return tuple(one for one in self.standings.series_numbers if one in played)

    @property
    def rows(self) -> list[tuple[Placed, tuple[int | None, ...]]]:
        """The lines, each with its points in the series that were played."""
        at = [self.standings.series_numbers.index(number) for number in self.series]
        return [
            (line, tuple(line.entry.per_series[one] for one in at))
            if line.entry.per_series
            else (line, ())
            for line in self.lines
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSeat:
    """Where somebody sits in the series that comes next."""

    name: str
    table: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """Where everybody sits in the series that comes next, by name."""

    series: Series
    seats: Sequence[NextSeat]

    @property
    def title(self) -> str:
        return _("Series %(number)s: who sits where") % {"number": self.series.number}


BeamerPage = RankingPage | SeatsPage


def beamer_pages(event: Event, wanted: str) -> list[BeamerPage]:
    """Return the pages of one ranking, or all that are shown by themselves."""
    first = standings_of(event)
    if wanted in {choice.word for choice in first.choices}:
        return ranking_pages([standings_of(event, ranking=wanted)])
    others = [
        standings_of(event, ranking=choice.word)
        for choice in first.choices
        if choice.contest or (choice.word == Ranking.GUESTS and event.guests_apart)
    ]
    return [*ranking_pages([first, *others]), *seats_pages(event)]


def ranking_pages(rankings: Sequence[Standings]) -> list[BeamerPage]:
    """Return rankings cut into pages; one without a line has a page that says so."""
    return [
        RankingPage(standings=each, lines=each.places[start : start + LINES_A_PAGE])
        for each in rankings
        for start in range(0, max(len(each.places), 1), LINES_A_PAGE)
    ]


def seats_pages(event: Event) -> list[BeamerPage]:
    """Return where people sit in the series that waits. Two queries."""
    series = waiting_series(event)
    if series is None:
        return []
    found = Seat.objects.filter(series=series).select_related("player", "sheet")
    shown = [
        NextSeat(
            name=seat.player.sorted_name,
            table=seat.sheet.table_number,
            place=seat.place,
        )
        for seat in sorted(found, key=lambda seat: seat.player.sort_key)
    ]
    return [
        SeatsPage(series=series, seats=shown[start : start + SEATS_A_PAGE])
        for start in range(0, len(shown), SEATS_A_PAGE)
    ]


def waiting_series(event: Event) -> Series | None:
    """Return the first series whose tables stand and nobody has begun. One query."""
    lists = ScoreSheet.objects.filter(series=OuterRef("pk"))
    ready: QuerySet[Series] = event.series.filter(
        Exists(lists), ~Exists(lists.exclude(state=SheetState.EMPTY))
    )
    return ready.order_by("number").first()
