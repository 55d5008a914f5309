"""House rules: their form and the desk answer; their marks by buttons, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.desk.keys import open_list, texts_of, type_lines
from tests.tournaments.sheets.house import house_lists as house

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"width": 390, "height": 844}
THUMB = 32  # pixels; less is hard to hit


@pytest.fixture
def phone(desk, live_server, erika):
    desk.set_viewport_size(PHONE)
    desk.sheet = house.friday(erika, games=("2k2-@60",))
    open_list(desk, live_server, desk.sheet)
    expect(desk.locator("#buttons")).to_have_attribute("open", "")
    return desk


def press(page, *names):
    for name in names:
        page.locator("#buttons").get_by_role("radio", name=name, exact=True).check()


def is_game(page, number):
    here = re.compile(rf"^\s*Spiel {number}\b")
    expect(page.locator("#buttons .game-number")).to_have_text(here)


def open_ramsch(page):
    ramsch = page.locator("#buttons details")
    if ramsch.get_attribute("open") is None:
        ramsch.locator("summary").click()
    return ramsch


def test_kontra_and_a_ramsch_are_pressed_on_a_phone(phone):
    is_game(phone, 2)
    the_buttons_fit_a_phone_and_a_thumb(phone)
    open_ramsch(phone).get_by_role("button").click()
    alert = phone.locator("#buttons [role=alert]")
    expect(alert).to_contain_text("Augen von mindestens zwei")
    assert texts_of(phone.sheet) == ["2k2-@60"]

    press(phone, "1 Anna", "Pik", "mit", "1", "Kontra")
    phone.locator("#buttons").get_by_role("button", name="gewonnen").click()
    is_game(phone, 3)
    ramsch = open_ramsch(phone)
    ramsch.get_by_label("Augen von Anna").fill("70")
    ramsch.get_by_label("Augen von Bernd").fill("30")
    ramsch.get_by_role("button").click()
    is_game(phone, 4)

    assert texts_of(phone.sheet) == ["2k2-@60", "1p1k", "r70/30/20"]
    # Spades with 1, Kontra and Bock: 22 x 2 x 2; the Ramsch in the same round: 70 x 2.
    expect(phone.locator("#line-2")).to_contain_text("88")
    expect(phone.locator("#line-3")).to_contain_text("−52")


def the_buttons_fit_a_phone_and_a_thumb(page):
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for label in page.locator("#buttons .segmented label:visible").all():
        box = label.bounding_box()

        assert box["height"] >= THUMB, label.inner_text()
        assert box["x"] + box["width"] <= PHONE["width"], label.inner_text()


def test_examples_follow_the_options_and_the_desk_the_round(desk, erika, live_server):
    sheet, page = house.friday(erika, []), desk
    page.goto(f"{live_server.url}/lists/rules/new/")
    # All is as in the ISkO, so every group of options is folded.
    for summary in page.locator("main form summary").all():
        summary.click()
    # The examples follow before there is a name.
    page.check("[name=kontra]")
    page.check("[name=bock_split]")
    page.select_option("[name=ramsch]", "most-pays")
    # Spades lost at 60 with Kontra -88, so Null ouvert counts 92.
    expect(page.locator("#examples")).to_contain_text("−88")
    expect(page.locator("#examples")).to_contain_text("+92")

    open_list(page, live_server, sheet)
    type_lines(page, house.FRIDAY[:4], of=8)
    expect(page.locator("#status")).to_contain_text("Bock 3 von 4")
    expect(page.locator("#typing")).to_contain_text("Bock 3 von 4")
    page.keyboard.type("4h1-re")
    expect(page.locator("#echo")).to_contain_text("−320")
