"""A large event: its file, its standings after one more list, its papers.

Two sizes of the same event, so that one sees how the work grows with the people.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.bench.large_files import imported_games, sample_event
from tests.bench.people import add_secretary
from tests.bench.rows import Row, Scale, Spent, spent_by
from tests.bench.visits import browser, queries_of
from tests.tournaments.papers.pdf import pdf_of
from tests.tournaments.papers.sheets import score_sheets_pdf
from tournaments.events.models import Event
from tournaments.events.standings.selectors import standings_of
from tournaments.papers.canvas.addresses import Addresses
from tournaments.papers.lists.selectors import (
    event_sheets,
    lists_to_write_on,
    score_sheet_pages,
)
from tournaments.papers.seats.selectors import start_cards
from tournaments.people.models import User
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ScoreSheet

PAGE = re.compile(rb"/Type /Page\b")
ADDRESSES = Addresses("http://127.0.0.1:8000/")
FIRST = 1  # the series whose lists are printed


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One thing measured at one size: ``seconds`` for ``units`` of work."""

    what: str
    sizes: str
    measured: str
    seconds: float
    units: int = 1
    queries: int | None = None


def measure_event(scale: Scale, seed: int) -> Iterator[Row]:
    """Import, rank and print an event with few people, then one with many.

    The ratio of the larger one is the time for one game or page beside that of the
    smaller, for standings the time for the whole.
    """
    secretary = add_secretary(f"event-{seed}")
    few, many = (
        list(measures(players, scale, seed, by=secretary))
        for players in scale.event_players
    )
    for small, large in zip(few, many, strict=True):
        yield Row(what=small.what, sizes=small.sizes, measured=small.measured)
        yield row_beside(small, large)


def row_beside(small: Measure, large: Measure) -> Row:
    """Return the row of the larger size; more people must not cost more queries."""
    has_queries = small.queries is not None
    return Row(
        what=large.what,
        sizes=large.sizes,
        measured=large.measured,
        ratio=(large.seconds / large.units) / (small.seconds / small.units),
        target="no more queries" if has_queries else "",
        is_met=small.queries == large.queries if has_queries else None,
    )


def measures(players: int, scale: Scale, seed: int, *, by: User) -> Iterator[Measure]:
    """Measure one size."""
    sizes = f"{players} players, {scale.event_series} series"
    seeds = range(seed + players, seed + players + scale.long_runs)
    files = [
        sample_event(players, series=scale.event_series, seed=each) for each in seeds
    ]
    yield import_measure(files, sizes)
    event = Event.objects.get(slug=f"preisskat-{players}-{seeds[0]}")
    yield from standings_measures(event, sizes, scale, by=by)
    for what, draw in papers(event).items():
        yield paper_measure(what, sizes, draw, scale)


def import_measure(files: Sequence[bytes], sizes: str) -> Measure:
    """Import events of the same size, one after the other."""
    rest = iter(files)
    games: list[int] = []
    (spent,) = spent_by(len(files), lambda: games.append(imported_games(next(rest))))
    return Measure(
        what="import of the event file",
        sizes=sizes,
        measured=f"{games[0]:,} games, {spent.text}, "
        f"{games[0] / spent.median:,.0f} games/s",
        seconds=spent.median,
        units=games[0],
    )


def standings_measures(
    event: Event, sizes: str, scale: Scale, *, by: User
) -> Iterator[Measure]:
    """Take back a list, finish it, rank everybody; again and again."""
    client = browser(by)
    address = reverse("events:standings", args=[event.pk])
    client.get(address)  # the first visit fills what is kept in memory
    sheet = ScoreSheet.objects.filter(series__event=event).latest("pk")
    ranking: list[float] = []
    page: list[float] = []
    for _run in range(scale.runs):
        one_more(sheet, by)
        ranking += spent_by(1, lambda: standings_of(event))[0].runs
        one_more(sheet, by)
        page += spent_by(1, lambda: client.get(address))[0].runs
    one_more(sheet, by)
    yield standings_measure(
        "ranking after one more list", sizes, Spent(tuple(ranking)), event
    )
    yield page_measure(client, address, sizes, Spent(tuple(page)))


def one_more(sheet: ScoreSheet, by: User) -> None:
    """Finish a list that was open."""
    reopen_sheet(sheet=sheet, by=by, reason="bench")
    finish_sheet(sheet=sheet, by=by)


def standings_measure(what: str, sizes: str, spent: Spent, event: Event) -> Measure:
    """Return what the ranking alone costs."""
    with CaptureQueriesContext(connection) as captured:
        standings_of(event)
    return Measure(
        what=what,
        sizes=sizes,
        measured=f"{spent.text}, {len(captured)} queries",
        seconds=spent.median,
        queries=len(captured),
    )


def page_measure(client: Client, address: str, sizes: str, spent: Spent) -> Measure:
    """Return what the whole page of the standings costs."""
    queries = queries_of(client, address)
    return Measure(
        what="… and its page",
        sizes=sizes,
        measured=f"{spent.text}, {queries} queries",
        seconds=spent.median,
        queries=queries,
    )


def papers(event: Event) -> dict[str, Callable[[], bytes]]:
    """Return how the papers of an event are made, the database included."""
    return {
        "start cards as PDF": lambda: cards_pdf(event),
        "lists of a series to write on": lambda: score_sheets_pdf(
            lists_to_write_on(event, ADDRESSES, series=FIRST)
        ),
        "typed lists of a series": lambda: score_sheets_pdf(
            score_sheet_pages(event_sheets(event, series=FIRST), ADDRESSES)
        ),
    }


def cards_pdf(event: Event) -> bytes:
    """Return all start cards."""
    cards = start_cards(event, ADDRESSES)
    return pdf_of(cards) if cards else b""


def paper_measure(
    what: str, sizes: str, draw: Callable[[], bytes], scale: Scale
) -> Measure:
    """Measure one paper."""
    drawn: list[bytes] = []
    (spent,) = spent_by(scale.long_runs, lambda: drawn.append(draw()))
    pages = len(PAGE.findall(drawn[0]))
    return Measure(
        what=what,
        sizes=sizes,
        measured=f"{pages} pages, {spent.text}, {pages / spent.median:,.0f} pages/s",
        seconds=spent.median,
        units=pages,
    )
