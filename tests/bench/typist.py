"""A scripted typist in Chromium: from Enter to the line on the list.

The server is the one that ``up`` starts, on the same machine. Playwright and Chromium
are tools of the developers; without them this part says so and measures nothing.
"""

import importlib
import os
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from waitress.server import create_server

from scoring.notation.writing import write_line
from tests.bench.people import GAMES, add_crowd, add_secretary, noted_list, open_lists
from tests.bench.rows import Row, Scale
from tests.bench.visits import browser
from tests.chromium import CHROMIUM, CHROMIUM_FLAGS
from tournaments.sheets.models import ScoreSheet

MOST_MS = 100
SLOW_MS = 700
MOST_WAITING_MS = 120_000
QUICK_LINES = 4

# When Enter went down in the line, and when all that was typed was on the list.
STOPWATCH = """
window.entered = []; window.stored = [];
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.id === "line_text")
    window.entered.push(performance.now());
}, true);
document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    const isSent = document.querySelector("[data-queue]").hidden;
    while (isSent && window.stored.length < window.entered.length)
      window.stored.push(performance.now());
  }).observe(document.querySelector("#typing").parentNode,
    { attributes: true, childList: true, subtree: true });
});
"""


def measure_typist(scale: Scale, seed: int) -> Iterator[Row]:
    """Type a list key by key; line 1 as well as line 48."""
    player = playwright()
    if player is None or CHROMIUM is None or connection.in_atomic_block:
        yield Row(
            what="typist in Chromium",
            sizes=f"{scale.ms_a_key} ms a key",
            measured="not measured: needs Chromium, Playwright and a database",
        )
        return
    secretary = add_secretary(f"typist-{seed}")
    people = add_crowd(4, "Tippen")
    texts = [write_line(noted) for noted in noted_list(seed)]
    starts = (0, GAMES - QUICK_LINES) if scale.is_quick else (0,)
    lines = QUICK_LINES if scale.is_quick else GAMES
    sheets = [
        open_lists(1, typed=typed, seed=seed, by=secretary, people=people)[0]
        for typed in (*starts, 0)
    ]
    far = sheets.pop()
    cookie = browser(secretary).cookies[settings.SESSION_COOKIE_NAME].value
    times: list[float] = []
    with served() as address, chromium_page(player, address, cookie) as page:
        for start, sheet in zip(starts, sheets, strict=True):
            part = texts[start : start + lines]
            times += typed_list(page, address, sheet, part, scale.ms_a_key)
        slow_down(page, SLOW_MS)
        slow = typed_list(page, address, far, texts[:lines], scale.ms_a_key)
    yield from rows_of(times, scale.ms_a_key)
    yield far_row(far, slow, texts[:lines], scale.ms_a_key)


def slow_down(page: Any, milliseconds: int) -> None:
    """Let every request of the page take so much longer on its way."""
    session = page.context.new_cdp_session(page)
    network = {"offline": False, "latency": milliseconds}
    endless = {"downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {**network, **endless})


def far_row(
    sheet: ScoreSheet, times: list[float], texts: list[str], ms_a_key: int
) -> Row:
    """Say whether what was typed ahead of a slow network is all on the list."""
    stored = [write_line(game.as_noted()) for game in sheet.games.all()]
    is_met = stored == texts
    return Row(
        what=f"Enter to stored line, {SLOW_MS} ms network",
        sizes=f"{len(times)} lines, {ms_a_key} ms a key",
        measured=f"median {statistics.median(times):.0f} ms, worst "
        f"{max(times):.0f} ms; {len(stored)} of {len(texts)} stored",
        target="all, in order",
        is_met=is_met,
    )


def playwright() -> Any:
    """Return Playwright's module, or None where it is not installed."""
    try:
        return importlib.import_module("playwright.sync_api")
    except ImportError:
        return None


@contextmanager
def served() -> Iterator[str]:
    """Serve the site on a free port of this machine."""
    application = StaticFilesHandler(WSGIHandler())
    server = create_server(application, host="127.0.0.1", port=0, threads=4)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        thread.join(timeout=5)


@contextmanager
def chromium_page(player: Any, address: str, cookie: str) -> Iterator[Any]:
    """Open a page of Chromium in which the secretary is signed in."""
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    # Playwright's event loop runs in this thread, where the database is cleared up.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with player.sync_playwright() as tool:
        program = tool.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        context = program.new_context(viewport={"width": 1280, "height": 800})
        session = {"name": settings.SESSION_COOKIE_NAME, "value": cookie}
        context.add_cookies([{**session, "url": address}])
        context.add_init_script(STOPWATCH)
        yield context.new_page()
        program.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def typed_list(
    page: Any, address: str, sheet: ScoreSheet, texts: list[str], ms_a_key: int
) -> list[float]:
    """Type ``texts`` without waiting and return the milliseconds after each Enter."""
    page.goto(address + sheet.get_absolute_url())
    page.wait_for_selector("#line_text:focus")
    for text in texts:
        page.keyboard.type(text, delay=ms_a_key)
        page.keyboard.press("Enter", delay=ms_a_key / 4)
        page.wait_for_timeout(ms_a_key)
    page.wait_for_timeout(2 * ms_a_key)
    page.wait_for_selector("[data-queue]", state="hidden", timeout=MOST_WAITING_MS)
    entered, stored = page.evaluate("[window.entered, window.stored]")
    if len(entered) != len(texts) or len(stored) != len(texts):
        raise RuntimeError(f"{len(entered)} Enter, {len(stored)} lines stored")
    return [later - now for now, later in zip(entered, stored, strict=True)]


def rows_of(times: list[float], ms_a_key: int) -> Iterator[Row]:
    """Give the slowest of twenty, and the end of the list beside its beginning."""
    slow = statistics.quantiles(times, n=20, method="inclusive")[-1]
    yield Row(
        what="Enter to stored line, 95th percentile",
        sizes=f"{len(times)} lines, {ms_a_key} ms a key",
        measured=f"{slow:.0f} ms, median {statistics.median(times):.0f} ms",
        target=f"≤ {MOST_MS} ms",
        is_met=slow <= MOST_MS,
    )
    part = max(1, min(12, len(times) // 2))
    first, last = statistics.median(times[:part]), statistics.median(times[-part:])
    yield Row(
        what="Enter to stored line, end of the list",
        sizes=f"last {part} lines beside the first {part}",
        measured=f"{last:.0f} ms beside {first:.0f} ms",
        ratio=last / first,
    )
