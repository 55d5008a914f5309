"""What a table sees of the page on which it writes, on small phones, too."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import cut_off
from tests.browser.test_accessibility import SETTLE
from tests.browser.test_table import SAVED, open_table, play, table, wait_for
from tests.factories import make_sheet

__all__ = ["table"]

SMALL = [(320, 568), (390, 664)]
TOO_NARROW = "keys => keys.filter(key => key.scrollWidth > key.clientWidth).length"
HEIGHTS = "keys => keys.map(key => key.getBoundingClientRect().height)"
HIDDEN = """(({ scrollWidth, scrollHeight }) =>
  [scrollWidth - innerWidth, scrollHeight - innerHeight])(document.documentElement)"""

LONG = ("Wolfgang Schwarzenbüttel", "Brigitte von der Heide-Osterkamp")
BEYOND = """() => [...document.querySelectorAll("main *")]
  .filter(part => part.getBoundingClientRect().right > innerWidth + 1)
  .map(part => part.outerHTML.slice(0, 90))"""
LETTERS = {"fontSizes": {"standard": 24, "fixed": 24}}


@pytest.fixture
def sheet(erika):
    return make_sheet((*LONG, "Carla", "Dieter"), rounds=3)


def test_a_game_is_typed_without_scrolling_on_a_small_phone(table):
    cut_off(table.context)
    for place in (2, 3, 1):
        play(table, place, "k", 2)
    wait_for(table, "nur auf diesem Telefon: 3")
    table.click("[data-declarer]:visible >> nth=0")
    table.click("[data-trump=g]")
    table.click("[data-top='4'][data-without='1']")

    for width, height in SMALL:
        table.set_viewport_size({"width": width, "height": height})
        table.evaluate(SETTLE)
        assert table.evaluate(HIDDEN) == [0, 0]
        for part in ("[data-status]", "[data-which]", "[data-end]", "[data-games] li"):
            expect(table.locator(part).last).to_be_in_viewport(ratio=0.9)
        keys = table.locator("[data-entry] button:visible, [data-entry] summary")
        assert min(keys.evaluate_all(HEIGHTS)) >= 44
        assert keys.evaluate_all(TOO_NARROW) == 0
        table.click("[data-levels] summary")
        expect(table.locator("[data-end=won]")).to_be_in_viewport(ratio=0.9)
        table.click(".table-more summary")
        assert table.evaluate(HIDDEN)[0] == 0
        table.click(".table-more summary")
        table.click("[data-levels] summary")
    table.set_viewport_size({"width": 320, "height": 568})
    table.click("[data-games] [data-number='3']")
    expect(table.locator("[data-takeout]")).to_be_visible()
    assert table.evaluate(BEYOND) == []

    names_stay_whole_with_letters_half_as_large_again(table)


def names_stay_whole_with_letters_half_as_large_again(page):
    page.context.new_cdp_session(page).send("Page.setFontSizes", LETTERS)
    names = [*page.locator(".who").all_text_contents()]
    names += page.locator("[data-declarer]").all_text_contents()
    assert set(names) == {"Schwarzenbüttel", "Heide-Osterkamp", "Carla", "Dieter"}
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate(BEYOND) == []


def test_without_https_a_page_says_that_it_is_not_loaded_again(site, sheet, page):
    # As on http, where browsers have none of it.
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    table = open_table(site, sheet, page)
    play(table, 2, "k", 2)
    wait_for(table, SAVED)

    cut_off(table.context)
    play(table, 3, "k", 1)

    expect(table.locator("[data-away]")).to_contain_text(
        "Alles bleibt auf diesem Telefon."
    )
    expect(table.get_by_text("lädt sie nicht noch einmal")).to_be_visible()
