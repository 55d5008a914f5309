"""The desk when its session ran out: nothing typed is lost, and it goes on after."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import connect, cut_off
from tests.browser.desk.keys import is_at, open_list, texts_of, type_lines
from tests.factories import EIGHT_GAMES, make_secretary
from tournaments.people.models import Session

pytestmark = pytest.mark.django_db(transaction=True)
FIRST, SECOND, THIRD, FOURTH, *_REST = EIGHT_GAMES


def run_out():
    """End every session as idling does: the server does not know it any more."""
    Session.objects.update(expire_date=timezone.now())


def sign_in_again(page, username="erika"):
    expect(page.get_by_role("heading", name="Anmelden")).to_be_visible()
    page.get_by_label("Benutzername").fill(username)
    page.get_by_label("Passwort").fill("unbekannt-und-lang")
    page.get_by_role("main").get_by_role("button", name="Anmelden").click()


def send(page, text):
    page.locator("#line_text").fill(text)
    page.keyboard.press("Enter")


def test_everything_typed_is_on_the_list_after_signing_in(desk, live_server, sheet):
    # A page that renews itself keeps nobody signed in.
    with desk.expect_request("**/since/**") as renewal:
        open_list(desk, live_server, sheet)
    assert renewal.value.headers["x-unattended"] == "1"
    type_lines(desk, [FIRST])

    run_out()
    send(desk, SECOND)
    sign_in_again(desk)
    is_at(desk, 3)
    expect(desk.locator("[data-queue]")).to_be_hidden()
    assert texts_of(sheet) == [FIRST, SECOND]

    lines_typed_ahead_wait_as_well(desk)
    assert texts_of(sheet) == [FIRST, SECOND, THIRD, FOURTH]

    run_out()
    desk.locator("#line_text").press_sequentially("n")  # is read as it is typed
    sign_in_again(desk)
    expect(desk.locator("#line_text")).to_have_value("4n")


def lines_typed_ahead_wait_as_well(page):
    """And half a line behind them."""
    cut_off(page.context)
    send(page, THIRD)
    is_at(page, 4)
    send(page, FOURTH)
    is_at(page, 5)
    page.locator("#line_text").press_sequentially("4")
    run_out()
    connect(page.context)
    sign_in_again(page)
    expect(page.locator("#line_text")).to_have_value("4")
    expect(page.locator("[data-queue]")).to_be_hidden()


def test_lines_of_one_person_are_not_written_by_the_next(desk, live_server, sheet):
    make_secretary("otto")
    open_list(desk, live_server, sheet)
    type_lines(desk, [FIRST])

    run_out()
    send(desk, SECOND)
    sign_in_again(desk, "otto")
    is_at(desk, 2)

    assert texts_of(sheet) == [FIRST]
    run_out()
    open_list(desk, live_server, sheet)  # visitors do not see that there is one
    desk.get_by_role("link", name="Anmelden", exact=True).click()
    sign_in_again(desk)
    is_at(desk, 3)
    expect(desk.locator("[data-queue]")).to_be_hidden()
    assert texts_of(sheet) == [FIRST, SECOND]

    # The way back after signing out shows no list.
    desk.locator("[data-leave] button").click()
    desk.wait_for_url(f"{live_server.url}/de/")
    desk.go_back()
    expect(desk.get_by_role("link", name="Anmelden")).to_be_visible()
    expect(desk.locator("#line_text")).to_have_count(0)
