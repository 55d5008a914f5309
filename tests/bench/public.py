"""The pages for everybody: what they weigh, and how many phones they bear.

First without anything in front, then with nginx and its cache, at last with nginx and
without the site.
"""

import gzip
import os
import re
import resource
import signal
from collections.abc import Iterator, Sequence
from contextvars import copy_context
from pathlib import Path
from random import Random
from threading import Thread
from time import time
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.staticfiles.finders import find

from tests.bench import nginx
from tests.bench.hall import HallPhone, Seen, run_apart, steady
from tests.bench.people import FOUR, add_crowd, add_secretary, finished_event
from tests.bench.rows import Row, Scale, Spent, milliseconds
from tests.bench.served import Phone, Served, nobody_else_sees, site
from tests.bench.visitors import (
    ARRIVING,
    EVERY,
    TABLES,
    Desk,
    desk_at,
    evening,
    open_in,
)
from tournaments.events.models import Event

PHONES_BEHIND_NGINX = 2000
MOST_WAITING, MOST_FIRST, MOST_IDLE, MOST_UNCHANGED = 3.0, 90_000, 150_000, 200
LOADED = re.compile(r'<(?:link|script)\b[^>]*?\b(?:href|src)="([^"]+)"[^>]*>')
RENEWED = re.compile(r'hx-get="([^"]+)" hx-trigger="every (\d+)s"')
BY_THE_SERVER = {"date", "server", "connection", "via", "content-length"}
WALKED = 300


def measure_public(scale: Scale, seed: int) -> Iterator[Row]:
    """Weigh the pages, fill the hall, put nginx before the site and stop the site."""
    if row := nobody_else_sees("public pages"):
        yield row
        return
    _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    secretary = add_secretary(f"public-{seed}")
    event = finished_event(
        add_crowd(scale.players, "Saal"), series=scale.series, seed=seed
    )
    sheets = open_in(event, add_crowd(TABLES * FOUR, "Tisch"))
    path = f"/de/events/{event.slug}/standings/"
    with site(1) as [served]:
        desk = desk_at(served, sheets, seed, by=secretary)
        yield from weights(served, event, path)
        yield from kept_share(served)
        yield from without_a_proxy(served, desk, path, scale, seed)
        if nginx.is_installed():
            yield from behind_nginx(served, path, scale, seed)
        else:
            yield Row(
                what="behind nginx", sizes="", measured="not measured: no nginx here"
            )


def weights(served: Served, event: Event, path: str) -> Iterator[Row]:
    """Weigh the first view, an hour of looking at it, and an unchanged page."""
    for name, address in (("home", "/de/"), ("standings", path)):
        size = first_view(Phone(served.port), address)
        yield bytes_row(
            f"first view, {name}", "type faces, styles, scripts", size, MOST_FIRST
        )
    visitor = Phone(served.port)
    page = visitor.get(path)
    same = visitor.get(path, **{"If-None-Match": page.headers["ETag"]})
    yield bytes_row(
        "unchanged",
        f"standings, status {same.status}",
        head_of(same.headers),
        MOST_UNCHANGED,
    )
    found = RENEWED.search(page.text)
    if found is None:
        yield Row(
            what="idle hour", sizes="", measured="not measured: the page is not live"
        )
        return
    part, seconds = found[1].replace("&amp;", "&"), int(found[2])
    answer = visitor.get(urljoin(path, part), **{"HX-Request": "true"})
    each = len(answer.body) + head_of(answer.headers, set())
    yield bytes_row(
        "idle hour",
        f"every {seconds} s, status {answer.status}",
        each * 3600 // seconds,
        MOST_IDLE,
    )


def first_view(visitor: Phone, address: str) -> int:
    """Return the bytes of a page and of all it is drawn with, as they travel."""
    page = visitor.get(address)
    links = {urlsplit(link).path for link in LOADED.findall(page.text)}
    static = {link for link in links if link.startswith(settings.STATIC_URL)}
    files = (find(link.removeprefix(settings.STATIC_URL)) for link in static)
    return len(page.body) + sum(packed_size(Path(str(file))) for file in files)


def packed_size(file: Path) -> int:
    """Return the bytes of a static file as it is sent; type faces are packed."""
    content = file.read_bytes()
    return len(content if file.suffix == ".woff2" else gzip.compress(content))


def head_of(headers: object, apart: set[str] = BY_THE_SERVER) -> int:
    """Return the bytes of the fields of an answer, without those of the server."""
    return sum(
        len(f"{name}: {value}\r\n")
        for name, value in headers.items()  # type: ignore[attr-defined]
        if name.lower() not in apart
    )


def bytes_row(what: str, sizes: str, size: int, most: int) -> Row:
    return Row(
        what=what,
        sizes=sizes,
        measured=f"{size:,} bytes",
        target=f"≤ {most:,}",
        is_met=size <= most,
    )


def kept_share(served: Served) -> Iterator[Row]:
    """Walk from the first page, and count what a cache may keep."""
    visitor, waiting, seen, kept = Phone(served.port), ["/de/"], {"/de/"}, 0
    pages = 0
    while waiting and pages < WALKED:
        address = waiting.pop(0)
        answer = visitor.get(address)
        if answer.status != 200:
            continue
        pages += 1
        kept += "public" in answer.headers["Cache-Control"] and not (
            answer.headers["Set-Cookie"] or "Cookie" in (answer.headers["Vary"] or "")
        )
        if answer.headers["Content-Type"].startswith("text/html"):
            links = set(re.findall(r'href="(/de/[^"#?]*)', answer.text))
            further = {each for each in links if "/accounts/" not in each} - seen
            seen |= further
            waiting += sorted(further)
    yield Row(
        what="kept by caches",
        sizes=f"{pages} public pages",
        measured=f"{100 * kept // max(1, pages)} %",
        target="100 %",
        is_met=kept == pages,
    )


def without_a_proxy(
    served: Served, desk: Desk, path: str, scale: Scale, seed: int
) -> Iterator[Row]:
    """Let everybody read while games are saved and a list is finished."""
    phones = [HallPhone(served.port, path) for _ in range(scale.phones)]
    seconds = scale.phone_seconds
    typing = [desk.type_on, min(ARRIVING, seconds) + seconds]
    # The line was idle for long; the site may have closed it.
    desk.phone.hang_up()
    desk.phone.line = None
    typist = Thread(target=copy_context().run, args=typing)
    typist.start()
    try:
        come, stay = run_apart(evening(phones, seconds, Random(seed)))
    finally:
        desk.over.set()
        typist.join()
        desk.phone.hang_up()
    sizes = f"{scale.phones} phones, one process"
    yield waiting_row("no proxy, arriving", sizes, come)
    yield waiting_row("no proxy, staying", sizes, stay)


def behind_nginx(served: Served, path: str, scale: Scale, seed: int) -> Iterator[Row]:
    """Let four times as many read through nginx; then stop the site."""
    count = PHONES_BEHIND_NGINX * scale.phones // 500
    seconds = scale.phone_seconds
    with nginx.in_front_of(served.port) as proxy:
        phones = [HallPhone(proxy.port, path) for _ in range(count)]
        since = time()
        come, stay = run_apart(evening(phones, seconds, Random(seed)))
        sizes = f"{count} phones"
        yield waiting_row("nginx, arriving", sizes, come)
        yield waiting_row("nginx, staying", sizes, stay)
        most = proxy.most_in_a_second(since)
        yield Row(
            what="nginx asks the site",
            sizes=f"{len(proxy.asked())} times in {time() - since:.0f} s",
            measured=f"{most} a second and page",
            target="≤ 1",
            is_met=most <= 1,
        )
        os.kill(served.pid, signal.SIGKILL)
        gone = run_apart(looking(phones, scale.outage_seconds, seed))
        yield waiting_row(f"site gone for {scale.outage_seconds} s", sizes, gone)


async def looking(phones: Sequence[HallPhone], seconds: float, seed: int) -> Seen:
    """Let everybody go on looking, and hang up at the end."""
    for each in phones:
        each.hang_up()
    seen = await steady(list(phones), seconds, min(EVERY, seconds / 2), Random(seed))
    for each in phones:
        each.hang_up()
    return seen


def waiting_row(what: str, sizes: str, seen: Seen) -> Row:
    """Say how long all but one in a hundred waited, and how many got no page."""
    spent = Spent(tuple(seen.times or [0.0]))
    slow = spent.slowest(99)
    wrong = seen.failed + sum(each not in (200, 304) for each in seen.statuses)
    return Row(
        what=f"{what}, 99 %",
        sizes=sizes,
        measured=f"{milliseconds(slow)}, {spent.text}; {wrong} of {len(seen.times)}"
        " failed",
        target=f"≤ {milliseconds(MOST_WAITING)}, none fails",
        is_met=slow <= MOST_WAITING and not wrong,
    )
