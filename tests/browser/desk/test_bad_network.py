"""The typing desk with bad internet, and the way back after signing out."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk.keys import is_at, open_list, texts_of
from tests.factories import EIGHT_GAMES, make_owner

pytestmark = pytest.mark.django_db(transaction=True)


def cut(page):
    page.context.set_offline(True)


def break_the_proxy(page):
    page.route("**/lines/", lambda route: route.fulfill(status=502, body="Bad gateway"))


def mend(page):
    page.context.set_offline(False)
    page.unroute("**/lines/")


def test_a_line_on_which_the_server_fails_asks_for_help(desk, live_server, sheet):
    first = EIGHT_GAMES[0]
    open_list(desk, live_server, sheet)
    line = desk.locator("#line_text")
    desk.route("**/lines/", lambda route: route.fulfill(status=500, body="Fehler"))
    line.fill(first)
    line.press("Enter")
    expect(desk.locator("#refused_why")).to_contain_text("nicht angenommen")

    desk.unroute("**/lines/")
    desk.locator("#refused_text").press("Enter")

    expect(desk.locator("[data-queue]")).to_be_hidden()
    assert texts_of(sheet) == [first]


@pytest.mark.parametrize(
    ("trouble", "said"),
    [(cut, "keine Verbindung"), (break_the_proxy, "nicht gespeichert")],
)
def test_what_did_not_arrive_is_sent_again_by_itself(
    desk, live_server, sheet, trouble, said
):
    first, second = EIGHT_GAMES[:2]
    open_list(desk, live_server, sheet)
    line = desk.locator("#line_text")

    trouble(desk)
    line.fill(first)
    line.press("Enter")
    expect(desk.locator("[data-saved]")).to_contain_text(said)
    expect(desk.locator("[data-texts]")).to_have_text(f"1 {first}")
    assert texts_of(sheet) == []

    mend(desk)
    line.fill(second)
    line.press("Enter")
    expect(desk.locator("[data-queue]")).to_be_hidden()
    is_at(desk, 3)
    assert texts_of(sheet) == [first, second]


def test_the_way_back_after_signing_out_shows_no_list(desk, live_server, sheet):
    open_list(desk, live_server, sheet)

    desk.locator("[data-leave] button").click()
    desk.wait_for_url(f"{live_server.url}/de/")
    desk.evaluate("history.back()")

    expect(desk.get_by_role("link", name="Anmelden")).to_be_visible()
    expect(desk.locator("#line_text")).to_have_count(0)


def test_a_second_click_sends_nothing_again(desk, live_server, sheet, sign_in):
    event = sheet.series.event
    sign_in(desk.context, make_owner())
    desk.goto(f"{live_server.url}/events/{event.pk}/money/cash/")

    went = desk.evaluate(
        """() => {
            const form = document.querySelector("#id_book_amount").form;
            const sent = {bubbles: true, cancelable: true};
            const click = () => form.dispatchEvent(new SubmitEvent("submit", sent));
            return [click(), click()];
        }"""
    )

    assert went == [True, False]
