"""Reading the pages that the beamer turns: rankings, and the seats to come."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from scoring.ranking.standings import Placed
from tournaments.events.models import Event, Series
from tournaments.events.standings.selectors import Standings, standings_of
from tournaments.events.standings.words import unranked_text
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import Ranking, SheetState

LINES_A_PAGE, LETTERS_A_LINE = 10, 80
SEATS_A_PAGE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingPage:
    """Ten lines of a ranking; ``series`` are the numbers of the series played.

    On the last page ``unranked`` says who takes no place.
    """

    standings: Standings
    lines: Sequence[Placed]
    unranked: str = ""

    @property
    def series(self) -> tuple[int, ...]:
        played = self.standings.series_choices
        return tuple(n for n in self.standings.series_numbers if n in played)

    @property
    def rows(self) -> list[tuple[Placed, tuple[int | None, ...]]]:
        """The lines, each with its points in the series played."""
        numbers = self.standings.series_numbers
        indexes = [numbers.index(number) for number in self.series]
        return [
            (line, tuple(per_series[index] for index in indexes if per_series))
            for line in self.lines
            for per_series in (line.entry.per_series,)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """The seats of the next series, by name."""

    series: Series
    seats: Sequence[Seat]

    @property
    def title(self) -> str:
        return _("Series %(number)s: who sits where") % {"number": self.series.number}


BeamerPage = RankingPage | SeatsPage


def beamer_pages(event: Event, wanted: str) -> list[BeamerPage]:
    """Return the pages of one ranking, or all that the beamer turns."""
    single = standings_of(event)
    if wanted in {choice.word for choice in single.choices}:
        return ranking_pages([standings_of(event, ranking=wanted)])
    others = [
        standings_of(event, ranking=choice.word)
        for choice in single.choices
        if choice.contest or (choice.word == Ranking.GUESTS and event.guests_apart)
    ]
    return [*ranking_pages([single, *others]), *seats_pages(event)]


def ranking_pages(rankings: Sequence[Standings]) -> list[BeamerPage]:
    """Return rankings cut into pages; an empty ranking has one page, too."""
    pages: list[BeamerPage] = []
    for ranking in rankings:
        text = unranked_text(ranking)
        lines = len(ranking.places) + -(-len(text) // LETTERS_A_LINE)
        starts = range(0, max(lines, 1), LINES_A_PAGE)
        pages += [
            RankingPage(
                standings=ranking,
                lines=ranking.places[start:][:LINES_A_PAGE],
                unranked=text if start == starts[-1] else "",
            )
            for start in starts
        ]
    return pages


def seats_pages(event: Event) -> list[BeamerPage]:
    """Return the seats of the next series, cut into pages. Two queries."""
    series = waiting_series(event)
    if series is None:
        return []
    rows = Seat.objects.filter(series=series).select_related("player", "sheet")
    seats = sorted(rows, key=lambda seat: seat.player.sort_key)
    return [
        SeatsPage(series=series, seats=seats[start : start + SEATS_A_PAGE])
        for start in range(0, len(seats), SEATS_A_PAGE)
    ]


def waiting_series(event: Event) -> Series | None:
    """Return the first series that has tables but has not begun. One query."""
    lists = ScoreSheet.objects.filter(series=OuterRef("pk"))
    ready: QuerySet[Series] = event.series.filter(
        Exists(lists), ~Exists(lists.exclude(state=SheetState.EMPTY))
    )
    return ready.order_by("number").first()
