"""Pages: a list with one game and with 48, and the standings of many people."""

from collections.abc import Iterator
from typing import Any

from django.template import engines
from django.test import Client
from django.urls import reverse

from tournaments.bench.people import (
    GAMES,
    add_crowd,
    add_secretary,
    finished_event,
    open_lists,
)
from tournaments.bench.rows import Row, Scale, best_of, milliseconds, ratio_row
from tournaments.bench.visits import EMPTY_PAGE, browser, queries_of
from tournaments.competitions.selectors import standings_of

MOST_UNCHANGED, MOST_AFRESH = 2, 4
BARE_LOOP = """<table>{% for place in places %}<tr>
<td>{{ place.place }}</td><td>{{ place.entry.player }}</td>
{% for points in place.entry.per_series %}<td>{{ points }}</td>{% endfor %}
<td>{{ place.entry.total }}</td><td>{{ place.entry.won }}</td>
<td>{{ place.entry.lost }}</td></tr>{% endfor %}</table>"""


def measure_pages(scale: Scale, seed: int) -> Iterator[Row]:
    """Visit the pages of lists and of standings, signed in and not."""
    secretary = add_secretary(f"pages-{seed}")
    crowd = add_crowd(scale.players, "Seite")
    clients = {"signed in": browser(secretary), "everybody": browser()}
    for typed in (1, GAMES):
        (sheet,) = open_lists(1, typed=typed, seed=seed, by=secretary, people=crowd)
        for who, client in clients.items():
            yield list_row(client, sheet.get_absolute_url(), typed, who, scale)
    event = finished_event(crowd, series=scale.series, seed=seed)
    address = reverse("competitions:standings", args=[event.pk])
    bare = engines["django"].from_string(BARE_LOOP)
    places = standings_of(event).places
    for who, client in clients.items():
        yield from standings_rows(client, address, bare, places, who, scale)


def list_row(client: Client, address: str, typed: int, who: str, scale: Scale) -> Row:
    """Measure the page of one list."""
    queries = queries_of(client, address)
    page, empty = best_of(
        scale.runs, lambda: client.get(address), lambda: client.get(EMPTY_PAGE)
    )
    return Row(
        what=f"list page, {who}",
        sizes=f"{typed} of {GAMES} games",
        measured=f"{milliseconds(page)}, {queries} queries",
        ratio=page / empty,
    )


def standings_rows(
    client: Client, address: str, bare: Any, places: list[Any], who: str, scale: Scale
) -> Iterator[Row]:
    """Measure the standings: unchanged, and drawn afresh."""
    sizes = f"{len(places)} players, {scale.series} series"
    tag = settled_tag(client, address)
    unchanged, afresh, empty, loop = best_of(
        scale.runs,
        lambda: client.get(address, headers={"if-none-match": tag}),
        lambda: client.get(address),
        lambda: client.get(EMPTY_PAGE),
        lambda: bare.render({"places": places}),
    )
    queries = queries_of(client, address, **{"if-none-match": tag})
    yield ratio_row(
        what=f"standings unchanged, {who}",
        sizes=sizes,
        measured=f"{milliseconds(unchanged)}, {queries} queries; "
        f"empty page {milliseconds(empty)}",
        ratio=unchanged / empty,
        most=MOST_UNCHANGED,
    )
    queries = queries_of(client, address)
    yield ratio_row(
        what=f"standings drawn afresh, {who}",
        sizes=sizes,
        measured=f"{milliseconds(afresh)}, {queries} queries; "
        f"bare loop {milliseconds(loop)}",
        ratio=afresh / loop,
        most=MOST_AFRESH,
    )


def settled_tag(client: Client, address: str) -> str:
    """Return the tag of a page that the browser has; the first visit sets a cookie."""
    client.get(address)
    tag = str(client.get(address).headers["ETag"])
    answer = client.get(address, headers={"if-none-match": tag})
    if answer.status_code != 304:
        raise RuntimeError(f"{address} has changed all by itself")
    return tag
