"""Typing by keyboard, and waiting for the cursor."""

from contextlib import contextmanager

from playwright.sync_api import expect

from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.writing import stored_text


def open_list(page, live_server, sheet):
    page.goto(live_server.url + sheet.get_absolute_url())


def is_at(page, number):
    """Wait until the cursor stands in line ``number``, which is empty."""
    expect(page.locator("#typing [data-line]")).to_have_attribute(
        "data-line", str(number)
    )
    expect(page.locator("#line_text")).to_be_focused()


def type_lines(page, texts, first=1, of=48):
    for number, text in enumerate(texts, first):
        is_at(page, number)
        page.keyboard.insert_text(text)
        page.keyboard.press("Enter")
    expect(page.locator("[data-queue]")).to_be_hidden()
    if first + len(texts) <= of:
        is_at(page, first + len(texts))
    else:
        expect(page.locator("#typing .full")).to_be_visible()


def finish_unproved(page):
    """Finish a list that nothing proves: with Enter, and once more when asked."""
    page.locator("#finish form[data-finish] button").press("Enter")
    page.locator("#finish [name=unproved]").press("Enter")
    page.get_by_text("Die Liste ist abgeschlossen").first.wait_for()


def texts_of(sheet):
    return [stored_text(game) for game in ledger_of(sheet).games]


@contextmanager
def silence(page, address):
    """Let the server leave everything at an address unanswered, while keys go on."""
    waiting = []
    page.route(address, lambda route: waiting.append(route))
    yield
    for route in waiting:
        route.continue_()
    page.unroute(address)
