"""Pages over HTTP, beside an empty page: of visitors, and of those who signed in.

Each was drawn before for somebody else with the same rights, which is what nearly every
reader finds; how long that drawing took stands beside it.
"""

import datetime
from collections.abc import Iterator

from django.urls import reverse

from scoring.seasons.rules import SeasonRule
from tests.bench.people import (
    DAY,
    GAMES,
    add_crowd,
    add_secretary,
    finished_event,
    open_lists,
)
from tests.bench.rows import Row, Scale, milliseconds, ratio_row, spent_by
from tests.bench.served import Phone, phone, site
from tests.bench.visits import EMPTY_PAGE
from tournaments.seasons.services import create_season, publish_season
from tournaments.web.access import Edition, inside_edition

MOST_UNCHANGED = 2
MOST = {"visitor": 1.5, "signed in": 3}
YEAR = (DAY - datetime.timedelta(days=300), DAY + datetime.timedelta(days=60))


def measure_pages(scale: Scale, seed: int) -> Iterator[Row]:
    """Visit the pages that are read most, signed in and not."""
    first, second = (add_secretary(f"pages-{name}-{seed}") for name in "ab")
    crowd = add_crowd(scale.players, "Seite")
    sheet = open_lists(1, typed=GAMES, seed=seed, by=first, people=crowd)[0]
    event = finished_event(crowd, series=scale.series, seed=seed)
    season = create_season(
        name="Saison", rule=SeasonRule(), first_date=YEAR[0], last_date=YEAR[1]
    )
    publish_season(season=season, is_published=True)
    pages = {
        f"standings, {scale.players} players": ("events:standings", event.pk),
        f"list of {GAMES} games": ("sheets:detail", sheet.pk),
        "home": ("home:home",),
        "season": ("seasons:season", season.pk),
    }
    with site() as port:
        drawing = {"visitor": phone(port), "signed in": phone(port, first)}
        reading = {"visitor": phone(port), "signed in": phone(port, second)}
        for what, (name, *keys) in pages.items():
            with inside_edition(Edition("de")):
                paths = {"visitor": reverse(name, args=keys)}
            paths["signed in"] = reverse(name, args=keys)
            for who, path in paths.items():
                readers = drawing[who], reading[who]
                yield from page_rows(*readers, path, f"{what}, {who}", MOST[who], scale)


def page_rows(
    first: Phone, reader: Phone, path: str, what: str, most: float, scale: Scale
) -> Iterator[Row]:
    """Measure a page that another reader has caused to be drawn, and a second visit."""
    drawn = first.get(path)
    answer = reader.get(path)
    if (drawn.status, answer.status) != (200, 200):
        raise RuntimeError(f"{path}: {drawn.status}, {answer.status}")
    tag = str(answer.headers["ETag"])
    again, unchanged, empty = spent_by(
        scale.runs * 2,
        lambda: reader.get(path),
        lambda: reader.get(path, **{"If-None-Match": tag}),
        lambda: reader.get(EMPTY_PAGE),
    )
    sizes = f"{len(answer.text) // 1000} kB"
    yield ratio_row(
        what=what,
        sizes=f"{sizes}, drawn in {milliseconds(drawn.seconds)}",
        measured=f"{again.text}; empty page {milliseconds(empty.median)}",
        ratio=again.median / empty.median,
        most=most,
    )
    if reader.get(path, **{"If-None-Match": tag}).status == 304:
        yield ratio_row(
            what="… unchanged",
            sizes=sizes,
            measured=unchanged.text,
            ratio=unchanged.median / empty.median,
            most=MOST_UNCHANGED,
        )
