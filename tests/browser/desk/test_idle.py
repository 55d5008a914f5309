"""The desk when its session ran out: nothing typed is lost, and it goes on after."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.desk.keys import is_at, open_list, texts_of, type_lines
from tests.factories import EIGHT_GAMES, make_secretary
from tournaments.people.models import Session

pytestmark = pytest.mark.django_db(transaction=True)
FIRST, SECOND, THIRD, *_REST = EIGHT_GAMES


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


def test_a_line_sent_after_the_session_ran_out_is_on_the_list_after_signing_in(
    desk, live_server, sheet
):
    open_list(desk, live_server, sheet)
    type_lines(desk, [FIRST])

    run_out()
    send(desk, SECOND)
    sign_in_again(desk)

    is_at(desk, 3)
    expect(desk.locator("[data-queue]")).to_be_hidden()
    assert texts_of(sheet) == [FIRST, SECOND]
    send(desk, THIRD)
    is_at(desk, 4)
    expect(desk.locator("[data-queue]")).to_be_hidden()
    assert texts_of(sheet) == [FIRST, SECOND, THIRD]


def test_lines_typed_ahead_of_the_network_wait_for_signing_in(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    is_at(desk, 1)
    desk.context.set_offline(True)
    for number, text in enumerate((FIRST, SECOND, THIRD), 2):
        send(desk, text)
        is_at(desk, number)
    desk.locator("#line_text").press_sequentially("2g")

    run_out()
    desk.context.set_offline(False)
    sign_in_again(desk)

    expect(desk.locator("#line_text")).to_have_value("2g")
    expect(desk.locator("[data-queue]")).to_be_hidden()
    assert texts_of(sheet) == [FIRST, SECOND, THIRD]


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


def test_a_half_typed_line_waits_for_signing_in(desk, live_server, sheet):
    open_list(desk, live_server, sheet)
    type_lines(desk, [FIRST])

    run_out()
    desk.locator("#line_text").press_sequentially("2gs")  # is read as it is typed
    sign_in_again(desk)

    expect(desk.locator("#line_text")).to_have_value("2gs")


def test_a_page_that_renews_itself_keeps_nobody_signed_in(desk, live_server, sheet):
    marks = []
    desk.on(
        "request",
        lambda sent: (
            "/since/" in sent.url and marks.append(sent.headers.get("x-unattended"))
        ),
    )

    with desk.expect_request("**/since/**"):
        open_list(desk, live_server, sheet)

    assert set(marks) == {"1"}
