"""Saving one game over HTTP, at the top and at the end of a list, and its echo."""

from collections.abc import Iterator, Sequence

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.notation.documents import write_line
from tests.bench.people import GAMES, add_crowd, add_secretary, noted_list, open_lists
from tests.bench.rows import Row, Scale, milliseconds, ratio_row, spent_by
from tests.bench.served import Phone, phone, site
from tests.bench.visits import browser
from tournaments.sheets.models import ScoreSheet

MOST_QUERIES = 13  # one of them after the last line: what the table says of the list
MOST_SAVING, MOST_ECHO = 10, 4


def measure_saving(scale: Scale, seed: int) -> Iterator[Row]:
    """Type line 1 and line 48 on lists, each on one of its own; beside a commit."""
    secretary = add_secretary(f"saving-{seed}")
    people = add_crowd(4, "Tisch")
    runs = scale.runs * 2
    lists = {
        number: open_lists(
            runs + 2, typed=number - 1, seed=seed, by=secretary, people=people
        )
        for number in (1, GAMES)
    }
    texts = {number: write_line(noted_list(seed)[number - 1]) for number in lists}
    client = browser(secretary)
    with site() as port:
        desk = phone(port, secretary)
        for number, (counted, warming, *timed) in lists.items():
            queries = queries_of_saving(client, counted, number, texts[number])
            desk.get(warming.get_absolute_url())  # brings the token of the forms
            post(desk, warming, number, texts[number])
            yield saving_row(desk, timed, number, texts[number], queries)
        yield echo_row(desk, lists[GAMES][-1], runs)
        desk.hang_up()


def saving_row(
    desk: Phone, sheets: Sequence[ScoreSheet], number: int, text: str, queries: int
) -> Row:
    """Save the line on every list, in turns with a bare transaction."""
    rest = iter(sheets)
    saving, bare = spent_by(
        len(sheets),
        lambda: post(desk, next(rest), number, text),
        lambda: bare_transaction(sheets[0]),
    )
    if queries > MOST_QUERIES:
        raise RuntimeError(f"{queries} queries to save a line")
    return ratio_row(
        what=f"saving line {number}",
        sizes=f"{len(sheets)} lists, {queries} queries",
        measured=f"{saving.text}; bare transaction {milliseconds(bare.median)}",
        ratio=saving.median / bare.median,
        most=MOST_SAVING,
    )


def echo_row(desk: Phone, sheet: ScoreSheet, runs: int) -> Row:
    """Ask what a line means, in turns with a bare transaction."""
    address = f"{reverse('sheets:echo', args=[sheet.pk])}?number=48&text=2k2h"
    echo, bare = spent_by(
        runs,
        lambda: desk.get(address, **{"HX-Request": "true"}),
        lambda: bare_transaction(sheet),
    )
    return ratio_row(
        what="echo while typing",
        sizes=f"{runs} keys",
        measured=f"{echo.text}; bare transaction {milliseconds(bare.median)}",
        ratio=echo.median / bare.median,
        most=MOST_ECHO,
    )


def bare_transaction(sheet: ScoreSheet) -> None:
    """Write one number and have it on the disk: what every saving costs at least."""
    with transaction.atomic():
        # Past the scope, whose condition would cost three times the writing.
        ScoreSheet._base_manager.filter(pk=sheet.pk).update(paper_games=48)


def queries_of_saving(client: Client, sheet: ScoreSheet, number: int, text: str) -> int:
    """Count the queries; beginning and ending the transaction ask nothing."""
    with CaptureQueriesContext(connection) as captured:
        save(client, sheet, number, text)
    return sum(
        not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE"))
        for query in captured.captured_queries
    )


def line_fields(number: int, text: str) -> dict[str, str]:
    """Return the form of the typing desk for one line."""
    return {"number": str(number), "before": "", "text": text, "action": "write"}


def post(desk: Phone, sheet: ScoreSheet, number: int, text: str) -> float:
    """Save one line over HTTP as the typing desk does; return the seconds."""
    address = reverse("sheets:record", args=[sheet.pk])
    answer = desk.post(address, line_fields(number, text), **{"HX-Request": "true"})
    if answer.status != 200:
        raise RuntimeError(f"{text} was not saved: {answer.status}")
    return answer.seconds


def save(client: Client, sheet: ScoreSheet, number: int, text: str) -> None:
    """Save one line through Django alone."""
    answer = client.post(
        reverse("sheets:record", args=[sheet.pk]),
        line_fields(number, text),
        headers={"hx-request": "true"},
    )
    if answer.status_code != 200:
        raise RuntimeError(f"{text} was not saved: {answer.status_code}")
