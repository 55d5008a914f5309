"""Journeys: what people come for, in keys and clicks that Chromium has really done.

A key is a quarter of a second, a click 1.1 seconds; thinking and the network are none.
"""

import datetime
import importlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from threading import Thread
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.handlers.wsgi import WSGIHandler
from django.urls import reverse
from waitress.server import create_server

from scoring.game.written_games import WrittenGame
from scoring.house.rules import OFFICIAL
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine, read_line
from scoring.playing.play import closing, play
from tests.bench.people import (
    GAMES,
    add_crowd,
    add_secretary,
    finished_event,
    open_lists,
)
from tests.bench.rows import Row, Scale
from tests.bench.visits import browser
from tests.chromium import CHROMIUM, CHROMIUM_FLAGS
from tests.sampling import sample_list
from tests.tournaments.sheets.paper import sample_texts, totals_of, write_paper
from tournaments.events.models import Event
from tournaments.events.planning.services import create_event
from tournaments.people.models import Player, User
from tournaments.people.services import find_or_add_club
from tournaments.sheets.finishing.services import finish_sheet, save_reason
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.typing.services import append_lines, record_line

SECONDS_A_KEY, SECONDS_A_CLICK = 0.25, 1.1
SIXTEEN = 16
ENTER, MOST_SECONDS = 1, 100
FIRST, LAST = (
    ("Anna", "Bernd", "Carla", "Dieter"),
    ("Albers", "Brandt", "Esser", "Falk"),
)
KNOWN_CLUB = "Skatfreunde Musterstadt"
MOST_WAITING = 60_000  # ms; only for the machine, nothing of it is counted


class Counted:
    """A hand on a page; it counts what it does."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.keys = self.clicks = 0
        page.set_default_timeout(MOST_WAITING)

    def start(self, path: str) -> None:
        """Be where the journey begins."""
        self.page.goto(self.address + path)
        self.page.wait_for_load_state("networkidle")
        self.keys = self.clicks = 0

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1

    def sees(self, selector: str) -> None:
        """Wait until something is there, and on the screen without scrolling."""
        shown = self.page.locator(selector).first
        shown.wait_for()
        box = shown.bounding_box()
        if not 0 <= box["y"] <= self.page.viewport_size["height"] - box["height"]:
            raise RuntimeError(f"out of sight: {selector}")

    def row(self, what: str, most: float) -> Row:
        seconds = self.keys * SECONDS_A_KEY + self.clicks * SECONDS_A_CLICK
        return Row(
            what=what,
            sizes=f"{self.keys} keys, {self.clicks} clicks",
            measured=f"{seconds:.1f} s",
            target=f"≤ {most:g} s",
            is_met=seconds <= most,
        )


def measure_journeys(scale: Scale, seed: int) -> Iterator[Row]:
    """Go every way once, in a club of its own."""
    player = playwright()
    if player is None or CHROMIUM is None:
        yield Row(
            what="journeys",
            sizes="in Chromium",
            measured="not measured: needs Chromium and Playwright",
        )
        return
    for spelling in (Spelling.LETTERS, Spelling.NUMPAD):
        yield list_row(spelling, scale, seed)
    secretary = add_secretary(f"journeys-{seed}")
    cookie = browser(secretary).cookies[settings.SESSION_COOKIE_NAME].value
    with served() as address, chromium_page(player, address, cookie) as page:
        hand = Counted(page, address)
        yield from two_evenings(hand, secretary)
        people = add_crowd(SIXTEEN, "Weg")
        played = finished_event(people, series=1, seed=seed)
        yield opened_and_drawn(hand)
        yield from guests(hand)
        yield from corrected_and_closed(hand, secretary, people)
        page.context.clear_cookies()
        page.set_viewport_size({"width": 390, "height": 844})
        yield by_code(hand, played)
        yield from_the_first_page(hand)


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
        yield context.new_page()
        program.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def list_row(spelling: Spelling, scale: Scale, seed: int) -> Row:
    """Say how long the keys take from the first game to the next list."""
    seconds = [
        keys_of(sample_list(seed + index), spelling) * SECONDS_A_KEY
        for index in range(scale.lists)
    ]
    return Row(
        what=f"list of {GAMES} with its totals, {spelling}",
        sizes=f"{len(seconds):,} lists",
        measured=f"{sum(seconds) / len(seconds):.0f} s, longest {max(seconds):.0f} s",
        target=f"≤ {MOST_SECONDS} s",
        is_met=max(seconds) <= MOST_SECONDS,
    )


def keys_of(entries: Sequence[WrittenGame], spelling: Spelling) -> int:
    """Count the keys of the games, of the totals, and of Enter at the end."""
    lines = [write_line(NotedLine(entry=entry), spelling) for entry in entries]
    totals = closing(play(entries, OFFICIAL, players=4), OFFICIAL, players=4).seats
    typed = [*lines, *(str(seat.total) for seat in totals)]
    return sum(len(text) + ENTER for text in typed) + ENTER


def opened_and_drawn(hand: Counted) -> Row:
    """Open an evening from the first page, tick sixteen people, draw."""
    hand.start("/")
    hand.click("a[accesskey=n]")
    hand.page.wait_for_url("**/events/new/**")
    hand.page.wait_for_selector("[name=date]:focus")
    hand.press("Enter")
    hand.page.wait_for_url("**/check-in/")
    for _person in range(SIXTEEN):
        hand.click("[data-roll] [aria-pressed=false]")
    hand.page.locator("[data-queue]").wait_for(state="hidden")
    hand.click("[data-here] button")
    hand.page.wait_for_url("**/draw/series/1/")
    return hand.row("evening of 16, each ticked, drawn", 35)


def two_evenings(hand: Counted, secretary: User) -> Iterator[Row]:
    """Run the first two evenings of a new club; the names are pasted."""
    hand.start("/")
    hand.click("main :is(a, button):has-text('Viele einfügen')")
    hand.page.locator("textarea:focus").wait_for()
    hand.page.keyboard.insert_text("\n".join(map(" ".join, product(FIRST, LAST))))
    hand.click("main button:has-text('Tabelle ansehen')")
    hand.click("main button:has-text('Neues übernehmen')")
    hand.page.wait_for_url("**/members/**")
    yield whole_evening(hand, secretary, "first", 9)
    hand.start("/")
    yield whole_evening(hand, secretary, "second", 6)


def whole_evening(hand: Counted, secretary: User, which: str, most: int) -> Row:
    """Run an evening of all members; only the games are typed by nobody."""
    hand.click(
        "main a:has-text('Abend anlegen'), main button:has-text('Abend anlegen')"
    )
    hand.page.wait_for_url("**/check-in/")
    hand.click("button[name=all]")
    hand.page.locator("[data-roll] [aria-pressed=true]").first.wait_for()
    hand.click("[data-here] button")
    hand.page.wait_for_url("**/draw/series/1/")
    with hand.page.context.expect_page() as paper:
        hand.click("main :is(a, button):has-text('Drucken (PDF)')")
    paper.value.close()
    hand.click("main a:has-text('tippen')")
    hand.page.wait_for_url("**/lists/**")
    sheets = ScoreSheet.objects.filter(series__event=Event.objects.latest("date"))
    for sheet in sheets:
        lines = [read_line(text) for text in sample_texts()]
        append_lines(sheet=sheet, lines=lines, by=secretary)
        write_paper(sheet, totals_of(sheet), by=secretary)
        finish_sheet(sheet=sheet, by=secretary)
    event = sheets[0].series.event
    hand.page.goto(hand.address + reverse("events:standings", args=[event.pk]))
    hand.click("main button:has-text('Bekanntgeben')")
    hand.page.wait_for_url("**/press/")
    return Row(
        what=f"{which} evening, besides names and games",
        sizes=f"{len(sheets)} lists",
        measured=f"{hand.clicks} clicks",
        target=f"{most} clicks",
        is_met=hand.clicks <= most,
    )


def guests(hand: Counted) -> Iterator[Row]:
    """Let in a guest of a club that was here before, and one of a new club."""
    find_or_add_club(name=KNOWN_CLUB)
    evening = create_event(name="Gäste", date=datetime.date(2026, 11, 6), series=1)
    for line, what in (
        ("Meier Hans, muster", "guest of a known club"),
        ("Zorn Ida, SC Nebelhausen", "guest of a club nobody knows yet"),
    ):
        hand.start(reverse("events:check_in", args=[evening.pk]))
        hand.type(line)
        hand.press("Enter")
        family = line.split()[0]
        hand.page.locator(f"aside:has-text('{family}')").wait_for()
        yield hand.row(what, 7)


def corrected_and_closed(
    hand: Counted, secretary: User, people: list[Player]
) -> Iterator[Row]:
    """Correct a closed list, then finish it once more: the last key is a journey."""
    sheet = open_lists(1, typed=0, seed=1, by=secretary, people=people)[0]
    texts = sample_texts()
    at = next(at for at, text in enumerate(texts) if text.endswith("h"))
    append_lines(sheet=sheet, lines=[read_line(text) for text in texts], by=secretary)
    write_paper(sheet, totals_of(sheet), by=secretary)
    wrong = read_line(texts[at] + "-")
    record_line(sheet=sheet, number=at + 1, noted=wrong, by=secretary)
    save_reason(sheet, "Papier verschmiert")
    finish_sheet(sheet=sheet, by=secretary)
    hand.start(sheet.get_absolute_url())
    hand.click(f"a[href$='{reverse('sheets:reopen', args=[sheet.pk])}']")
    hand.page.locator("[name=reason]:focus").wait_for()
    hand.type("verlesen")
    hand.press("Enter")
    hand.click(f"#line-{at + 1} a")
    hand.page.locator(f"#line_text[value='{texts[at]}-']").wait_for()
    hand.press("End")
    hand.press("Backspace")
    hand.press("Enter")
    hand.page.locator("[data-go]:focus").wait_for()
    before = hand.keys
    hand.press("Enter")
    hand.page.wait_for_url("**/standings/**")
    yield hand.row("closed list corrected", 30)
    yield Row(
        what="last proved list to the standings",
        sizes="",
        measured=f"{hand.keys - before} key",
        target="1 key",
        is_met=hand.keys - before == 1,
    )


def by_code(hand: Counted, played: Event) -> Row:
    """Follow a scanned code: one tap on what the camera offers."""
    code = ScoreSheet.objects.filter(series__event=played).earliest("pk").code
    hand.start(reverse("events:my-seat", args=[code, 1]))
    hand.clicks += 1
    hand.sees(".my-seat")
    return hand.row("own result by QR, phone", 4)


def from_the_first_page(hand: Counted) -> Row:
    """Look oneself up in the result of the last evening."""
    hand.start("/")
    hand.click(".timetable a")
    hand.click("a[href$='/standings/']")
    hand.page.wait_for_url("**/standings/**")
    hand.page.get_by_text(LAST[0]).first.wait_for()
    return hand.row("own result from the first page, phone", 6)
