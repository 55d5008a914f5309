"""Pages over HTTP: a list with one game and with 48, and the standings of many."""

from collections.abc import Iterator
from typing import Any

import django_tables2
from django.http import HttpRequest
from django.template import engines
from django.urls import reverse

from tests.bench.people import (
    GAMES,
    add_crowd,
    add_secretary,
    finished_event,
    open_lists,
)
from tests.bench.rows import Row, Scale, milliseconds, ratio_row, spent_by
from tests.bench.served import Phone, nobody_else_sees, phone, site
from tests.bench.visits import EMPTY_PAGE
from tournaments.events.models import Event
from tournaments.events.standings.selectors import standings_of
from tournaments.events.standings.views import drawn_standings

MOST_UNCHANGED, MOST_AFRESH = 2, 2
MOST_SECONDS = 0.015
BARE_LOOP = """<table>{% for place in places %}<tr>
<td>{{ place.place }}</td><td>{{ place.entry.player }}</td>
{% for points in place.entry.per_series %}<td>{{ points }}</td>{% endfor %}
<td>{{ place.entry.total }}</td><td>{{ place.entry.won }}</td>
<td>{{ place.entry.lost }}</td></tr>{% endfor %}</table>"""


class TableAsItComes(django_tables2.Table):
    """The ranking as django-tables2 draws it with nothing told."""

    place = django_tables2.Column()
    player = django_tables2.Column(accessor="entry__player")
    total = django_tables2.Column(accessor="entry__total")
    won = django_tables2.Column(accessor="entry__won")
    lost = django_tables2.Column(accessor="entry__lost")

    class Meta:
        template_name = "django_tables2/table.html"


def measure_pages(scale: Scale, seed: int) -> Iterator[Row]:
    """Visit the pages of lists and of standings, signed in and not."""
    if row := nobody_else_sees("pages"):
        yield row
        return
    secretary = add_secretary(f"pages-{seed}")
    crowd = add_crowd(scale.players, "Seite")
    lists = {
        typed: open_lists(1, typed=typed, seed=seed, by=secretary, people=crowd)[0]
        for typed in (1, GAMES)
    }
    event = finished_event(crowd, series=scale.series, seed=seed)
    address = reverse("events:standings", args=[event.pk])
    sizes = f"{scale.players} players, {scale.series} series"
    with site() as (served,):
        readers = {
            "signed in": phone(served.port, secretary),
            "everybody": phone(served.port),
        }
        for typed, sheet in lists.items():
            for who, reader in readers.items():
                yield list_row(reader, sheet.get_absolute_url(), typed, who, scale)
        for who, reader in readers.items():
            yield from standings_rows(reader, address, who, sizes, scale)
            reader.hang_up()
    yield from drawing_rows(event, sizes, scale)


def list_row(reader: Phone, address: str, typed: int, who: str, scale: Scale) -> Row:
    """Measure the page of one list; its first visit draws all rows."""
    first = reader.get(address)
    reader.get(EMPTY_PAGE)
    page, empty = spent_by(
        scale.runs, lambda: reader.get(address), lambda: reader.get(EMPTY_PAGE)
    )
    is_full = typed == GAMES
    return Row(
        what=f"list page, {who}",
        sizes=f"{typed} of {GAMES} games, {len(first.body) // 1000} kB",
        measured=f"{page.text}, first {milliseconds(first.seconds)}",
        ratio=page.median / empty.median,
        target=f"≤ {milliseconds(MOST_SECONDS)}" if is_full else "",
        is_met=page.median <= MOST_SECONDS if is_full else None,
    )


def standings_rows(
    reader: Phone, address: str, who: str, sizes: str, scale: Scale
) -> Iterator[Row]:
    """Measure the standings: unchanged, and drawn for somebody before."""
    tag = str(reader.get(address).headers["ETag"])
    if reader.get(address, **{"If-None-Match": tag}).status != 304:
        raise RuntimeError(f"{address} has changed all by itself")
    unchanged, again, empty = spent_by(
        scale.runs * 4,
        lambda: reader.get(address, **{"If-None-Match": tag}),
        lambda: reader.get(address),
        lambda: reader.get(EMPTY_PAGE),
    )
    yield ratio_row(
        what=f"standings unchanged, {who}",
        sizes=sizes,
        measured=f"{unchanged.text}; empty page {milliseconds(empty.median)}",
        ratio=unchanged.median / empty.median,
        most=MOST_UNCHANGED,
    )
    yield Row(
        what=f"standings for the next reader, {who}",
        sizes=sizes,
        measured=again.text,
        ratio=again.median / empty.median,
    )


def drawing_rows(event: Event, sizes: str, scale: Scale) -> Iterator[Row]:
    """Measure drawing the ranking itself, without HTTP, beside two plain ways."""
    places = standings_of(event).places
    bare: Any = engines["django"].from_string(BARE_LOOP)
    own, ranking, table, loop = spent_by(
        scale.runs,
        lambda: drawn_standings(event, "single", 0, order=[], draws_lots=False),
        lambda: standings_of(event),
        lambda: TableAsItComes(places).as_html(HttpRequest()),
        lambda: bare.render({"places": places}),
    )
    yield ratio_row(
        what="ranking drawn, beside django-tables2",
        sizes=sizes,
        measured=f"{own.text}, {milliseconds(ranking.median)} of it ranking; "
        f"django-tables2 {milliseconds(table.median)}",
        ratio=own.median / table.median,
        most=MOST_AFRESH,
    )
    yield Row(
        what="… beside a bare template",
        sizes=sizes,
        measured=f"bare loop {milliseconds(loop.median)}",
        ratio=own.median / loop.median,
    )
