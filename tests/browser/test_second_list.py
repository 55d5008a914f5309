"""Two phones at one table: the list, and the second list beside it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import connect, cut_off
from tests.browser.test_accessibility import NARROW, faults_of
from tests.browser.test_table import SAVED, play, sheet, table, wait_for, written
from tests.browser.test_table import entries as games
from tournaments.sheets.models import SecondList
from tournaments.sheets.table.services import give_key

__all__ = ["sheet", "table"]
PHONE = ("light", "none", NARROW)


@pytest.fixture
def second(table, sheet, new_context, live_server):
    """Return a second phone at the table that keeps the second list."""
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{live_server.url}/table/#{give_key(sheet=sheet, by=None).code}")
    page.get_by_role("link", name="Gegenliste führen").click()
    page.get_by_role("button", name="Gegenliste führen").click()
    expect(page.locator("[data-entry]")).to_be_visible()
    return page


def says(page, text):
    expect(page.locator("[data-agreement]")).to_contain_text(text)


def test_both_phones_say_whether_the_lists_agree(table, second, sheet):
    for phone in (table, second):
        play(phone, 2, "k", 2)
        wait_for(phone, SAVED)
    for phone in (table, second):
        says(phone, "stimmen überein bis Spiel 1")

    play(table, 3, "a", 1)
    play(second, 3, "h", 1)
    for phone in (table, second):
        says(phone, "Spiel 2: Liste")
        says(phone, "+18 · Gegenliste")
        says(phone, "+20")
    table.click("[data-levels] summary")
    assert [faults_of(phone, [PHONE]) for phone in (table, second)] == [{}, {}]

    second.click("[data-games] [data-number='2']")
    play(second, 3, "a", 1)
    for phone in (table, second):
        says(phone, "stimmen überein bis Spiel 2")
    assert written(sheet) == games("2k2", "3a1")
    assert SecondList.objects.get().text == "2k2\n3a1"

    without_the_server_each_keeps_its_own(table, second)
    assert written(sheet) == games("2k2", "3a1", "2k2")
    assert SecondList.objects.get().text == "2k2\n3a1\n2k2\n3g1"


def without_the_server_each_keeps_its_own(table, second):
    play(table, 2, "k", 2)
    wait_for(table, SAVED)
    cut_off(second.context)
    play(second, 2, "k", 2)
    play(second, 3, "g", 1)
    wait_for(second, "nur auf diesem Telefon: 2")
    expect(second.locator("[data-away]")).to_be_visible()

    connect(second.context)
    wait_for(second, SAVED)
    says(table, "stimmen überein bis Spiel 3")
    second.reload()
    expect(second.locator("[data-games] li")).to_have_count(4)
    expect(second.locator("[data-entry]")).to_be_visible()
