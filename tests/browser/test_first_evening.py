"""A secretary's first evening, from the empty site to the printed list."""

import pytest
from playwright.sync_api import expect

from skatclub.door.setup_code import setup_code
from tests.browser.conftest import PASSWORD
from tests.browser.desk.keys import finish_unproved
from tests.browser.rounds import pdf_text
from tests.factories import ANNA_AND_FRIENDS, EIGHT_GAMES
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_empty_site_to_the_printed_list(site, live_server, page):
    set_up_the_club(site, live_server)
    add_four_players(site)
    open_an_evening_with_a_table(site)

    type_the_eight_games(page)
    totals = [cell.inner_text() for cell in page.locator("#closing [data-total]").all()]
    finish_cut_short(page)
    evening = the_sheet().series.event
    page.goto(f"{live_server.url}{evening.get_absolute_url()}standings/")
    standings = page.locator("table.standings").inner_text()
    printed = pdf_text(page, f"{live_server.url}/paper/lists/{the_sheet().pk}/")

    assert totals == ["22", "−48", "182", "223"]
    assert names_in(standings) == ["Dieter", "Carla", "Anna", "Bernd"]
    for word in (*ANNA_AND_FRIENDS, "Gesamtpunkte", "182", "223", "−48"):
        assert word in printed


def test_a_form_on_its_way_says_so_and_is_sent_once(site, page):
    site("/setup/")
    requests = []

    def leave_the_page_as_it_is(route):
        requests.append(route.request.post_data)
        route.fulfill(status=204)

    page.route("**/setup/**", leave_the_page_as_it_is)
    page.get_by_label("Mit einem erfundenen Verein zum Umsehen").check()
    for name in ("username", "password", "password_again", "code"):
        page.fill(f"[name={name}]", "irgendwas-264")
    note = page.get_by_text("Bitte diese Seite offen lassen")
    expect(note).to_be_hidden()

    button = page.get_by_role("button", name="Beginnen")
    button.focus()
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    expect(button).to_have_attribute("aria-busy", "true")
    page.keyboard.press("Enter")

    assert len(requests) == 1
    assert "way=sample" in requests[0]


def set_up_the_club(site, live_server):
    page = site("/members/")
    assert page.url == f"{live_server.url}/setup/"
    page.fill("[name=name]", "Skatfreunde Musterstadt")
    page.fill("[name=username]", "erika")
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=password_again]", PASSWORD)
    page.fill("[name=code]", setup_code())
    page.press("[name=code]", "Enter")
    page.wait_for_url(lambda url: "/setup/" not in url)


def add_four_players(site):
    page = site("/downloads/people/import/")
    page.fill("textarea", "\n".join(ANNA_AND_FRIENDS))
    page.get_by_role("button", name="Tabelle ansehen").press("Enter")
    page.get_by_role("button", name="Neues übernehmen").press("Enter")
    page.wait_for_url("**/members/**")


def open_an_evening_with_a_table(site):
    page = site("/events/new/")
    page.locator("[name=by_hand]").press("Enter")
    page.wait_for_url("**/events/*/1/")
    page.locator("[name=player_1]:focus").wait_for()
    for name in ANNA_AND_FRIENDS:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    page.locator("[name=player_4]").press("Enter")
    page.get_by_text("Tisch 1").first.wait_for()


def type_the_eight_games(page):
    page.goto(page.url.split("/events")[0] + the_sheet().get_absolute_url())
    for number, text in enumerate(EIGHT_GAMES, 1):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
        page.locator(f"[data-line='{number + 1}']").wait_for()
    page.locator("[data-queue]").wait_for(state="hidden")


def finish_cut_short(page):
    page.locator("[name=cut_short]").press("Space")
    finish_unproved(page)


def the_sheet():
    return ScoreSheet.objects.get()


def names_in(text):
    return [word for word in text.split() if word in ANNA_AND_FRIENDS]
