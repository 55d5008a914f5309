"""Saving one game through the site, at the top and at the end of a list."""

from collections.abc import Iterator, Sequence

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.notation import write_line
from tournaments.bench.people import (
    GAMES,
    add_crowd,
    add_secretary,
    noted_list,
    open_lists,
)
from tournaments.bench.rows import Row, Scale, best_of, milliseconds
from tournaments.bench.visits import browser
from tournaments.sheets.models import ScoreSheet

MOST_QUERIES = 12


def measure_saving(scale: Scale, seed: int) -> Iterator[Row]:
    """Type line 1 and line 48 on lists, each on one of its own."""
    secretary = add_secretary(f"saving-{seed}")
    people = add_crowd(4, "Tisch")
    client = browser(secretary)
    first = None
    for number in (1, GAMES):
        sheets = open_lists(
            scale.runs + 2, typed=number - 1, seed=seed, by=secretary, people=people
        )
        text = write_line(noted_list(seed)[number - 1])
        seconds, queries = measure_line(client, sheets, number, text)
        first = first or seconds
        yield Row(
            what=f"saving line {number}",
            sizes=f"{scale.runs} lists",
            measured=f"{milliseconds(seconds)}, {queries} queries",
            ratio=seconds / first,
            target=f"≤ {MOST_QUERIES} queries",
            is_met=queries <= MOST_QUERIES,
        )


def measure_line(
    client: Client, sheets: Sequence[ScoreSheet], number: int, text: str
) -> tuple[float, int]:
    """Save the line on every list; return the least seconds, and the queries."""
    warming, counted, *timed = sheets
    save(client, warming, number, text)
    with CaptureQueriesContext(connection) as captured:
        save(client, counted, number, text)
        queries = asking(captured)
    rest = iter(timed)
    (seconds,) = best_of(len(timed), lambda: save(client, next(rest), number, text))
    return seconds, queries


def asking(captured: CaptureQueriesContext) -> int:
    """Count the queries; beginning and ending the transaction ask nothing."""
    return sum(
        not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
        for query in captured.captured_queries
    )


def save(client: Client, sheet: ScoreSheet, number: int, text: str) -> None:
    """Save one line as the typing desk does."""
    answer = client.post(
        reverse("sheets:record", args=[sheet.pk]),
        {"number": number, "before": "", "text": text, "action": "write"},
        headers={"hx-request": "true"},
    )
    if answer.status_code != 200:
        raise RuntimeError(f"{text} was not saved: {answer.status_code}")
